// Random numbers addressed by (seed, trial, draw). docs/core.md defines them, and setlab/draws.py is the
// reference.
#pragma once

#include "types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011), Philox4x32-10.
constexpr u32 philox_multiplier_0 = 0xD2511F53u;
constexpr u32 philox_multiplier_1 = 0xCD9E8D57u;
constexpr u32 philox_key_step_0 = 0x9E3779B9u;
constexpr u32 philox_key_step_1 = 0xBB67AE85u;
constexpr int philox_rounds = 10;

struct Block {
    u32 word[4];
};

// The exclusive or of three numbers is xor3: left to itself, the compiler of the GPU takes more instructions.
template <class Xor3>
SETLAB_INLINE constexpr Block philox_round(const Block& counter, u32 key_0, u32 key_1, Xor3 xor3) {
    const u64 product_0 = u64{philox_multiplier_0} * counter.word[0];
    const u64 product_1 = u64{philox_multiplier_1} * counter.word[2];
    return {{xor3(static_cast<u32>(product_1 >> 32), counter.word[1], key_0), static_cast<u32>(product_1),
             xor3(static_cast<u32>(product_0 >> 32), counter.word[3], key_1), static_cast<u32>(product_0)}};
}

SETLAB_HD constexpr Block philox(Block counter, u32 key_0, u32 key_1) {
    for (int round = 0; round < philox_rounds; ++round) {
        counter = philox_round(counter, key_0, key_1, [](u32 a, u32 b, u32 c) { return a ^ b ^ c; });
        key_0 += philox_key_step_0;
        key_1 += philox_key_step_1;
    }
    return counter;
}

// The constants of a width, 16 or 32 bits.
template <int Width>
struct Draw {
    static_assert(Width == 16 || Width == 32, "a draw has 16 or 32 bits");
    static constexpr u32 parts = 128 / Width;
    static constexpr u64 values = static_cast<u64>(1) << Width;
    // Draws of 32 bits have the top bit of the block word set: the two widths never share a Philox block.
    static constexpr u32 family = Width == 32 ? 0x80000000u : 0u;
};

// Block number `block` of the draws of a trial.
template <int Width>
SETLAB_HD constexpr Block draw_block(u64 seed, u64 trial, u32 block, u32 attempt) {
    return philox(
        Block{{static_cast<u32>(trial), static_cast<u32>(trial >> 32), block | Draw<Width>::family, attempt}},
        static_cast<u32>(seed), static_cast<u32>(seed >> 32));
}

// On the GPU, arrays with an index that has to be computed are not kept in registers.
SETLAB_HD constexpr u32 word_of(const Block& block, u32 i) {
#if defined(__CUDA_ARCH__)
    const u32 low = i & 1 ? block.word[1] : block.word[0], high = i & 1 ? block.word[3] : block.word[2];
    return i & 2 ? high : low;
#else
    return block.word[i];
#endif
}

template <int Width>
SETLAB_HD constexpr u32 part_of(const Block& block, u32 part) {
    if (Width == 32) return word_of(block, part);
    return (word_of(block, part >> 1) >> (16 * (part & 1))) & 0xFFFFu;
}

// Draw k of a trial; k / parts must be below 2^31.
template <int Width>
SETLAB_HD constexpr u32 draw_bits(u64 seed, u64 trial, u64 k, u32 attempt = 0) {
    const Block block = draw_block<Width>(seed, trial, static_cast<u32>(k / Draw<Width>::parts), attempt);
    return part_of<Width>(block, static_cast<u32>(k % Draw<Width>::parts));
}

// Turns the draw x into a result below `bound`, or returns false if x has to be drawn again. 1 <= bound <=
// 2^Width.
template <int Width>
SETLAB_HD constexpr bool accept(u32 x, u64 bound, u32& result) {
    const u64 product = x * bound;
    const u64 low = product & (Draw<Width>::values - 1);
    result = static_cast<u32>(product >> Width);
    // 2^Width mod bound is below bound: the division is needed only when `low` is that small.
    return low >= bound || low >= Draw<Width>::values % bound;
}

// Draw k of a trial as an unbiased number below `bound`; a rejected draw moves to the next attempt of the
// same k.
template <int Width>
SETLAB_HD constexpr u32 draw_below(u64 seed, u64 trial, u64 k, u64 bound, u32 attempt = 0) {
    u32 result = 0;
    while (!accept<Width>(draw_bits<Width>(seed, trial, k, attempt), bound, result)) ++attempt;
    return result;
}

// The draws of one trial for code that takes them roughly in order: the last Philox block is kept.
template <int Width>
class TrialDraws {
  public:
    SETLAB_HD constexpr TrialDraws(u64 seed, u64 trial) : seed_(seed), trial_(trial) {}

    SETLAB_HD constexpr u32 bits(u64 k) {
        const u32 number = static_cast<u32>(k / Draw<Width>::parts);
        if (number != number_) load(number);
        return part_of<Width>(block_, static_cast<u32>(k % Draw<Width>::parts));
    }

    SETLAB_HD constexpr u32 below(u64 k, u64 bound) {
        u32 result = 0;
        if (accept<Width>(bits(k), bound, result)) return result;
        return draw_below<Width>(seed_, trial_, k, bound, 1);
    }

  private:
    SETLAB_HD constexpr void load(u32 number) {
        number_ = number;
        block_ = draw_block<Width>(seed_, trial_, number, 0);
    }

    u64 seed_;
    u64 trial_;
    u32 number_ = ~0u;  // none yet
    Block block_{};
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
