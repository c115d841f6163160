// Philox for as many counters as the word has lanes of 64 bits.
#pragma once

#include "setlab/generator.hpp"
#include "simd/word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Four words of a counter or a block, one counter per lane. Only the lower half of a lane counts: the upper
// half may hold anything, which saves masking in every round.
template <class W>
struct BlockLanes {
    typename W::Word word[4];
};

template <class W>
class PhiloxLanes {
  public:
    using Word = typename W::Word;

    explicit PhiloxLanes(u64 seed) {
        u32 key_0 = static_cast<u32>(seed), key_1 = static_cast<u32>(seed >> 32);
        for (int round = 0; round < philox_rounds; ++round) {
            key_[round][0] = W::fill(key_0);
            key_[round][1] = W::fill(key_1);
            key_0 += philox_key_step_0;
            key_1 += philox_key_step_1;
        }
    }

    [[gnu::always_inline]] BlockLanes<W> operator()(BlockLanes<W> counter) const {
        const Word multiplier_0 = W::fill(philox_multiplier_0), multiplier_1 = W::fill(philox_multiplier_1);
        Word(&c)[4] = counter.word;
#pragma GCC unroll 10
        for (int round = 0; round < philox_rounds; ++round) {
            const Word product_0 = W::multiply_low_halves(multiplier_0, c[0]);
            const Word product_1 = W::multiply_low_halves(multiplier_1, c[2]);
            c[0] = W::xor3(product_1 >> 32, c[1], key_[round][0]);
            c[1] = product_1;
            c[2] = W::xor3(product_0 >> 32, c[3], key_[round][1]);
            c[3] = product_0;
        }
        return counter;
    }

  private:
    Word key_[philox_rounds][2];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
