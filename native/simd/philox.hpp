// Philox for as many trials as a word has lanes of 64 bits, and the draws of 16 bits that are made of it.
//
// The counter of a block is (trial, block) and nothing else. The products of the first two rounds therefore
// belong to the trial or to the block alone: those of a trial are computed once for all its blocks, those of
// a block once for all lanes.
#pragma once

#include "setlab/generator.hpp"
#include "simd/lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The trials have a common upper half.
class PhiloxLanes {
  public:
    // The four words of a counter, each in the lower halves of the lanes. The upper halves may hold anything,
    // which saves masking in every round.
    struct Counter {
        Word word[4];
    };
    // The results of the first two rounds for the lower halves of the trials.
    struct Trials {
        Word high_1, product_1, product_0;
    };
    // Those for the number of a block, with the keys of the second round.
    struct Number {
        Word low, high, last;
    };

    PhiloxLanes(u64 seed, u32 trial_high) : trial_key_(static_cast<u32>(seed) ^ trial_high) {
        u32 key_0 = static_cast<u32>(seed), key_1 = static_cast<u32>(seed >> 32);
        for (u32 round = 0; round < philox_rounds; ++round) {
            key_[round][0] = all_lanes<u64>(key_0);
            key_[round][1] = all_lanes<u64>(key_1);
            key_0 += philox_key_step_0;
            key_1 += philox_key_step_1;
        }
        for (u32 word = 0; word < 2; ++word) {
            last_key_[word] = key_[philox_rounds - 1][word] | key_[philox_rounds - 1][word] << 32;
        }
    }

    SETLAB_INLINE Trials start(Word trial) const {
        const Word product_0 = times_0(trial);
        const Word product_1 = times_1((product_0 >> 32) ^ key_[0][1]);
        return {product_1 >> 32, product_1, product_0};
    }

    SETLAB_INLINE Number number(u32 block) const {
        const u64 of_block = u64{philox_multiplier_1} * block;
        const u64 of_word_0 = u64{philox_multiplier_0} * (static_cast<u32>(of_block >> 32) ^ trial_key_);
        return {all_lanes<u64>(static_cast<u32>(of_block)) ^ key_[1][0],
                all_lanes<u64>(of_word_0 >> 32) ^ key_[1][1], all_lanes<u64>(static_cast<u32>(of_word_0))};
    }

    SETLAB_INLINE Counter after_two_rounds(const Trials& trials, const Number& number) const {
        return {{trials.high_1 ^ number.low, trials.product_1, trials.product_0 ^ number.high, number.last}};
    }

    SETLAB_INLINE Counter next(const Counter& c, u32 round) const {
        const Word of_0 = times_0(c.word[0]), of_2 = times_1(c.word[2]);
        return {{xor3(of_2 >> 32, c.word[1], key_[round][0]), of_2,
                 xor3(of_0 >> 32, c.word[3], key_[round][1]), of_0}};
    }

    // Block `block` of the trials.
    SETLAB_INLINE Counter block(const Trials& trials, u32 block) const {
        Counter counter = after_two_rounds(trials, number(block));
        SETLAB_UNROLL(8)
        for (u32 round = 2; round < philox_rounds; ++round) counter = next(counter, round);
        return counter;
    }

    // The last round for two counters, whose words end up side by side: they are merged before the sums are
    // made, so that upper halves need not be shifted.
    SETLAB_INLINE Counter last_round(const Counter& a, const Counter& b) const {
        const Word a_0 = times_0(a.word[0]), a_2 = times_1(a.word[2]);
        const Word b_0 = times_0(b.word[0]), b_2 = times_1(b.word[2]);
        return {{xor3(upper_halves(a_2, b_2), lower_halves(a.word[1], b.word[1]), last_key_[0]),
                 lower_halves(a_2, b_2),
                 xor3(upper_halves(a_0, b_0), lower_halves(a.word[3], b.word[3]), last_key_[1]),
                 lower_halves(a_0, b_0)}};
    }

  private:
    SETLAB_INLINE static Word times_0(Word word) {
        return multiply_low_halves(all_lanes<u64>(philox_multiplier_0), word);
    }
    SETLAB_INLINE static Word times_1(Word word) {
        return multiply_low_halves(all_lanes<u64>(philox_multiplier_1), word);
    }

    Word key_[philox_rounds][2];
    Word last_key_[2];  // in both halves
    u32 trial_key_;
};

// Draws of 16 bits. The blocks of two words of trials are merged into words with a trial per 32 bits: two
// draws, one in each half. `Merged` merged words hold the trials: number Merged * i + m is element i of
// merged word m.
template <u32 Merged>
class MergedPhilox {
  public:
    static constexpr u32 trials = 2 * Merged * word_lanes;
    using Number = PhiloxLanes::Number;

    // The draws 8 b ... 8 b + 7 of the trials in one merged word: 2 i and 2 i + 1 in element i.
    struct Block {
        Vector<u16> draws[4];
    };
    template <u32 Count>
    struct Blocks {
        Block of[Count];
    };

    // The trials have a common upper half; low(n) is the lower half of trial number n.
    template <class Low>
    MergedPhilox(u64 seed, u32 trial_high, const Low& low) : philox_(seed, trial_high) {
        for (u32 m = 0; m < Merged; ++m) {
            for (u32 half = 0; half < 2; ++half) {
                Word trial;
                for (u32 lane = 0; lane < word_lanes; ++lane) {
                    trial[lane] = static_cast<u32>(low(trial_of(m, 4 * lane + 2 * half)));
                }
                trials_[m][half] = philox_.start(trial);
            }
        }
    }

    // The number of the trial of a lane of 16 bits of merged word m.
    static constexpr u32 trial_of(u32 m, u32 lane) { return Merged * (lane / 2) + m; }

    SETLAB_INLINE Number number(u32 block) const { return philox_.number(block); }

    // A block for the merged words m ... m + Count - 1. Two words are four chains of products: as many keep a
    // machine with enough registers busy.
    template <u32 Count>
    SETLAB_INLINE Blocks<Count> blocks(u32 m, const Number& number) const {
        PhiloxLanes::Counter c[2 * Count];
        SETLAB_UNROLL(4)
        for (u32 n = 0; n < 2 * Count; ++n)
            c[n] = philox_.after_two_rounds(trials_[m + n / 2][n % 2], number);
        SETLAB_UNROLL(7)
        for (u32 round = 2; round + 1 < philox_rounds; ++round) {
            SETLAB_UNROLL(4)
            for (u32 n = 0; n < 2 * Count; ++n) c[n] = philox_.next(c[n], round);
        }
        Blocks<Count> made;
        SETLAB_UNROLL(2)
        for (u32 n = 0; n < Count; ++n) {
            const PhiloxLanes::Counter last = philox_.last_round(c[2 * n], c[2 * n + 1]);
            SETLAB_UNROLL(4)
            for (u32 i = 0; i < 4; ++i) made.of[n].draws[i] = as<u16>(last.word[i]);
        }
        return made;
    }

  private:
    PhiloxLanes philox_;
    PhiloxLanes::Trials trials_[Merged][2];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
