// Draws of 16 bits for one trial per lane of 8 or 16 bits.
//
// A block of Philox is computed for as many trials as the word has lanes of 64 bits. Two such results are
// merged into words with a trial per 32 bits: two draws, one in each half. `Merged` merged words, two or
// four, hold the trials of all lanes: lane Merged * i + m is element i of merged word m.
#pragma once

#include "simd/philox_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The draws 8 b ... 8 b + 7 of the trials in one merged word: 2 i and 2 i + 1 in element i.
struct MergedBlock {
    Vector<u16> draws[4];
};

// The blocks of consecutive trials that have a common upper half.
template <u32 Merged>
class PairedPhilox {
  public:
    static constexpr u32 trials = 2 * Merged * W::lanes;

    PairedPhilox(u64 seed, u64 first) : philox_(seed, static_cast<u32>(first >> 32)) {
        for (u32 m = 0; m < Merged; ++m) {
            for (u32 half = 0; half < 2; ++half) trials_[m][half] = philox_.start(numbers(first, m, half));
        }
    }

    // The trial, counted from the first, of a lane of 16 bits of merged word m.
    static constexpr u32 trial_of(u32 m, u32 lane) { return Merged * (lane / 2) + m; }

    struct TwoBlocks {
        MergedBlock of[2];
    };

    // Block `number` for the merged words m and m + 1, m even. Four chains of products at a time keep the
    // machine busy.
    [[gnu::always_inline]] TwoBlocks blocks(u32 m, u32 number) const {
        const PhiloxLanes::Number block = philox_.number(number);
        PhiloxLanes::Counter c[4];
#pragma GCC unroll 4
        for (u32 n = 0; n < 4; ++n) c[n] = philox_.after_two_rounds(trials_[m + n / 2][n % 2], block);
#pragma GCC unroll 7
        for (u32 round = 2; round + 1 < philox_rounds; ++round) {
#pragma GCC unroll 4
            for (u32 n = 0; n < 4; ++n) c[n] = philox_.next(c[n], round);
        }
        return {{merged(c[0], c[1]), merged(c[2], c[3])}};
    }

  private:
    static_assert(Merged % 2 == 0, "merged words are made two at a time");

    SETLAB_INLINE Word numbers(u64 first, u32 m, u32 half) {
        Word trial;
        for (u32 lane = 0; lane < W::lanes; ++lane) trial[lane] = first + trial_of(m, 4 * lane + 2 * half);
        return trial;
    }

    [[gnu::always_inline]] MergedBlock merged(const PhiloxLanes::Counter& a,
                                              const PhiloxLanes::Counter& b) const {
        const PhiloxLanes::Counter c = philox_.last_round(a, b);
        return {{as<u16>(c.word[0]), as<u16>(c.word[1]), as<u16>(c.word[2]), as<u16>(c.word[3])}};
    }

    PhiloxLanes philox_;
    PhiloxLanes::Trials trials_[Merged][2];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
