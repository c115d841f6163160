// Philox for many blocks of the draws of one trial: the common part of the blocks is computed once; the host
// computes the part that depends on the seed, the upper half of the trial and the block.
#pragma once

#include "setlab/generator.hpp"
#include "setlab/sliced/deck.hpp"
#include "setlab/transpose.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr int draw_blocks = 16;

struct PhiloxTables {
    u32 key_0[philox_rounds], key_1[philox_rounds];
    u32 word_1[draw_blocks], word_2[draw_blocks],
        word_3[draw_blocks];  // of the counter after two rounds, in part
};

extern "C" {
__constant__ PhiloxTables philox_tables;
}

class TrialBlocks {
  public:
    __device__ __forceinline__ explicit TrialBlocks(u32 trial_low) {
        const u64 product_0 = static_cast<u64>(philox_multiplier_0) * trial_low;
        const u64 product_1 = static_cast<u64>(philox_multiplier_1) *
                              (static_cast<u32>(product_0 >> 32) ^ philox_tables.key_1[0]);
        low_ = static_cast<u32>(product_0);
        high_1_ = static_cast<u32>(product_1 >> 32);
        low_1_ = static_cast<u32>(product_1);
    }

    __device__ __forceinline__ Block block(int b) const {
        Block counter{{high_1_ ^ philox_tables.word_1[b], low_1_, philox_tables.word_2[b] ^ low_,
                       philox_tables.word_3[b]}};
        SETLAB_UNROLLED
        for (int round = 2; round < philox_rounds; ++round) {
            counter =
                philox_round(counter, philox_tables.key_0[round], philox_tables.key_1[round], xor3<u32>);
        }
        return counter;
    }

  private:
    u32 low_, high_1_, low_1_;
};

// The eight ranks of the cards 8b ... 8b + 7, four to a word.
struct Ranks {
    u32 low, high;
};

__device__ __noinline__ u32 repeated_rank(u64 seed, u64 trial, u32 k) {
    return draw_below<16>(seed, trial, k, 81 - k, 1);
}

__device__ __forceinline__ Ranks ranks_of(const Block& block, const int b, u64 seed, u64 trial) {
    u32 product[8];
    bool rejected = false;
    SETLAB_UNROLLED
    for (int q = 0; q < 8; ++q) {
        const u32 bound = 81 - 8 * b - q, least = 65536u % bound << 16;
        const u32 draw = q & 1 ? block.word[q >> 1] >> 16 : block.word[q >> 1] & 0xFFFF;
        product[q] = draw * bound;
        if (least != 0) rejected |= draw * (bound << 16) < least;
    }
    constexpr u32 third_bytes = 0x0062, two_halves = 0x5410;
    Ranks ranks{__byte_perm(__byte_perm(product[0], product[1], third_bytes),
                            __byte_perm(product[2], product[3], third_bytes), two_halves),
                __byte_perm(__byte_perm(product[4], product[5], third_bytes),
                            __byte_perm(product[6], product[7], third_bytes), two_halves)};
    if (!rejected) return ranks;
    SETLAB_UNROLLED
    for (int q = 0; q < 8; ++q) {
        const u32 k = 8 * b + q, least = 65536u % (81 - k) << 16;
        if (product[q] << 16 >= least) continue;
        const u32 shift = 8 * (q & 3), rank = repeated_rank(seed, trial, k);
        u32& word = q < 4 ? ranks.low : ranks.high;
        word = (word & ~(255u << shift)) | rank << shift;
    }
    return ranks;
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
