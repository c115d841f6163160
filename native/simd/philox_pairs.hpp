// Draws of 16 bits for one trial per byte of a word.
//
// A block of Philox is made for as many trials at once as the word has lanes of 64 bits. Two such results are
// merged into words with a trial per 32 bits: two draws, one in each half. Four merged words hold the trials
// of all bytes, lane 4 i + m being element i of merged word m.
#pragma once

#include "setlab/generator.hpp"
#include "simd/lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 merged_words = 4;
static_assert(sizeof(Word) == 2 * merged_words * W::lanes);

// The draws 8 b ... 8 b + 7 of the trials in one merged word: 2 i and 2 i + 1 in element i.
struct MergedBlock {
    Vector<u16> draws[4];
};

// Philox for the blocks of consecutive trials; the first is a multiple of their number. The counter of a
// block is (trial, block) and nothing else, so the products of the first two rounds belong to the trial or to
// the block alone and are made once.
class PairedPhilox {
  public:
    PairedPhilox(u64 seed, u64 first) {
        u32 key_0 = static_cast<u32>(seed), key_1 = static_cast<u32>(seed >> 32);
        for (u32 round = 0; round < philox_rounds; ++round) {
            key_[round][0] = W::fill(key_0);
            key_[round][1] = W::fill(static_cast<u64>(key_1));
            key_0 += philox_key_step_0;
            key_1 += philox_key_step_1;
        }
        for (u32 word = 0; word < 2; ++word) {
            last_key_[word] = key_[philox_rounds - 1][word] | key_[philox_rounds - 1][word] << 32;
        }
        trial_key_ = static_cast<u32>(seed) ^ static_cast<u32>(first >> 32);
        for (u32 m = 0; m < merged_words; ++m) {
            for (u32 half = 0; half < 2; ++half) trial_[m][half] = begin(first, m, half);
        }
    }

    // Block `number` for the merged words m and m + 1, m even. Four chains of products at a time keep the
    // machine busy.
    struct TwoBlocks {
        MergedBlock of[2];
    };

    [[gnu::always_inline]] TwoBlocks blocks(u32 m, u32 number) const {
        const u64 of_block = static_cast<u64>(philox_multiplier_1) * number;
        const u64 of_word_0 =
            static_cast<u64>(philox_multiplier_0) * (static_cast<u32>(of_block >> 32) ^ trial_key_);
        const Word low = W::fill(static_cast<u32>(of_block)), high = W::fill(of_word_0 >> 32);
        const Word last = W::fill(static_cast<u32>(of_word_0));
        Counter c[4];
#pragma GCC unroll 4
        for (u32 n = 0; n < 4; ++n) {
            const Trial& trial = trial_[m + n / 2][n % 2];
            c[n] = {{W::xor3(trial.high_1, low, key_[1][0]), trial.product_1,
                     W::xor3(trial.product_0, high, key_[1][1]), last}};
        }
#pragma GCC unroll 7
        for (u32 round = 2; round + 1 < philox_rounds; ++round) {
#pragma GCC unroll 4
            for (u32 n = 0; n < 4; ++n) c[n] = next(c[n], round);
        }
        return {{merge_last_round(c[0], c[1]), merge_last_round(c[2], c[3])}};
    }

  private:
    // Words of a counter in the lower halves of the lanes; the upper may hold anything.
    struct Counter {
        Word word[4];
    };
    // What the first two rounds have made of the lower half of a trial's number.
    struct Trial {
        Word high_1, product_1, product_0;
    };

    SETLAB_INLINE Word times_0(Word word) {
        return W::multiply_low_halves(W::fill(philox_multiplier_0), word);
    }
    SETLAB_INLINE Word times_1(Word word) {
        return W::multiply_low_halves(W::fill(philox_multiplier_1), word);
    }

    Trial begin(u64 first, u32 m, u32 half) const {
        Word trial;
        for (u32 lane = 0; lane < W::lanes; ++lane)
            trial[lane] = first + merged_words * (2 * lane + half) + m;
        const Word product_0 = times_0(trial);
        const Word product_1 = times_1((product_0 >> 32) ^ key_[0][1]);
        return {product_1 >> 32, product_1, product_0};
    }

    [[gnu::always_inline]] Counter next(const Counter& c, u32 round) const {
        const Word of_0 = times_0(c.word[0]), of_2 = times_1(c.word[2]);
        return {{W::xor3(of_2 >> 32, c.word[1], key_[round][0]), of_2,
                 W::xor3(of_0 >> 32, c.word[3], key_[round][1]), of_0}};
    }

    // The last round is merged before its sums are made: upper halves need not be shifted for that.
    [[gnu::always_inline]] MergedBlock merge_last_round(const Counter& a, const Counter& b) const {
        const Word a_0 = times_0(a.word[0]), a_2 = times_1(a.word[2]);
        const Word b_0 = times_0(b.word[0]), b_2 = times_1(b.word[2]);
        const Word word_0 = W::xor3(upper_halves(a_2, b_2), lower_halves(a.word[1], b.word[1]), last_key_[0]);
        const Word word_2 = W::xor3(upper_halves(a_0, b_0), lower_halves(a.word[3], b.word[3]), last_key_[1]);
        return {{as<u16>(word_0), as<u16>(lower_halves(a_2, b_2)), as<u16>(word_2),
                 as<u16>(lower_halves(a_0, b_0))}};
    }

    // Halves of a and b side by side.
    SETLAB_INLINE Word lower_halves(Word a, Word b) {
#if defined(__AVX512F__)
        return as<u64>(_mm512_mask_shuffle_epi32(machine(a), 0xAAAA, machine(b), _MM_PERM_CCAA));
#else
        return W::select(W::fill(0xFFFFFFFFu), a, b << 32);
#endif
    }
    SETLAB_INLINE Word upper_halves(Word a, Word b) {
#if defined(__AVX512F__)
        return as<u64>(_mm512_mask_shuffle_epi32(machine(b), 0x5555, machine(a), _MM_PERM_DDBB));
#else
        return W::select(W::fill(0xFFFFFFFFu), a >> 32, b);
#endif
    }

    Word key_[philox_rounds][2];
    Word last_key_[2];  // in both halves
    u32 trial_key_;
    Trial trial_[merged_words][2];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
