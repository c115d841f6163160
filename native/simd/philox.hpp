// Philox for as many trials as the word has lanes of 64 bits.
//
// The counter of a block is (trial, block) and nothing else. The products of the first two rounds therefore
// belong to the trial or to the block alone: those of a trial are computed once for all its blocks, those of
// a block once for all lanes.
#pragma once

#include "setlab/generator.hpp"
#include "simd/lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The lower halves of the lanes of a and b side by side.
SETLAB_INLINE Word lower_halves(Word a, Word b) {
#if defined(__AVX512F__)
    return as<u64>(_mm512_mask_shuffle_epi32(machine(a), 0xAAAA, machine(b), _MM_PERM_CCAA));
#else
    return W::select(W::fill(0xFFFFFFFFu), a, b << 32);
#endif
}

// The upper halves.
SETLAB_INLINE Word upper_halves(Word a, Word b) {
#if defined(__AVX512F__)
    return as<u64>(_mm512_mask_shuffle_epi32(machine(b), 0x5555, machine(a), _MM_PERM_DDBB));
#else
    return W::select(W::fill(0xFFFFFFFFu), a >> 32, b);
#endif
}

// The trials have a common upper half.
class PhiloxLanes {
  public:
    // The four words of a counter, each in the lower halves of the lanes. The upper halves may hold anything,
    // which saves masking in every round.
    struct Counter {
        Word word[4];
    };
    // What the first two rounds make of the lower halves of the trials.
    struct Trials {
        Word high_1, product_1, product_0;
    };
    // What they make of the number of a block.
    struct Number {
        Word low, high, last;
    };

    PhiloxLanes(u64 seed, u32 trial_high) : trial_key_(static_cast<u32>(seed) ^ trial_high) {
        u32 key_0 = static_cast<u32>(seed), key_1 = static_cast<u32>(seed >> 32);
        for (u32 round = 0; round < philox_rounds; ++round) {
            key_[round][0] = W::fill(key_0);
            key_[round][1] = W::fill(key_1);
            key_0 += philox_key_step_0;
            key_1 += philox_key_step_1;
        }
        for (u32 word = 0; word < 2; ++word) {
            last_key_[word] = key_[philox_rounds - 1][word] | key_[philox_rounds - 1][word] << 32;
        }
    }

    [[gnu::always_inline]] Trials start(Word trial) const {
        const Word product_0 = times_0(trial);
        const Word product_1 = times_1((product_0 >> 32) ^ key_[0][1]);
        return {product_1 >> 32, product_1, product_0};
    }

    [[gnu::always_inline]] Number number(u32 block) const {
        const u64 of_block = static_cast<u64>(philox_multiplier_1) * block;
        const u64 of_word_0 =
            static_cast<u64>(philox_multiplier_0) * (static_cast<u32>(of_block >> 32) ^ trial_key_);
        return {W::fill(static_cast<u32>(of_block)), W::fill(of_word_0 >> 32),
                W::fill(static_cast<u32>(of_word_0))};
    }

    // The counter after the first two rounds.
    [[gnu::always_inline]] Counter after_two_rounds(const Trials& trials, const Number& number) const {
        return {{W::xor3(trials.high_1, number.low, key_[1][0]), trials.product_1,
                 W::xor3(trials.product_0, number.high, key_[1][1]), number.last}};
    }

    [[gnu::always_inline]] Counter next(const Counter& c, u32 round) const {
        const Word of_0 = times_0(c.word[0]), of_2 = times_1(c.word[2]);
        return {{W::xor3(of_2 >> 32, c.word[1], key_[round][0]), of_2,
                 W::xor3(of_0 >> 32, c.word[3], key_[round][1]), of_0}};
    }

    // Block `block` of the trials.
    [[gnu::always_inline]] Counter block(const Trials& trials, u32 block) const {
        Counter counter = after_two_rounds(trials, number(block));
#pragma GCC unroll 8
        for (u32 round = 2; round < philox_rounds; ++round) counter = next(counter, round);
        return counter;
    }

    // The last round for two counters, whose words end up side by side: they are merged before the sums are
    // made, so that upper halves need not be shifted.
    [[gnu::always_inline]] Counter last_round(const Counter& a, const Counter& b) const {
        const Word a_0 = times_0(a.word[0]), a_2 = times_1(a.word[2]);
        const Word b_0 = times_0(b.word[0]), b_2 = times_1(b.word[2]);
        return {{W::xor3(upper_halves(a_2, b_2), lower_halves(a.word[1], b.word[1]), last_key_[0]),
                 lower_halves(a_2, b_2),
                 W::xor3(upper_halves(a_0, b_0), lower_halves(a.word[3], b.word[3]), last_key_[1]),
                 lower_halves(a_0, b_0)}};
    }

  private:
    SETLAB_INLINE Word times_0(Word word) {
        return W::multiply_low_halves(W::fill(philox_multiplier_0), word);
    }
    SETLAB_INLINE Word times_1(Word word) {
        return W::multiply_low_halves(W::fill(philox_multiplier_1), word);
    }

    Word key_[philox_rounds][2];
    Word last_key_[2];  // in both halves
    u32 trial_key_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
