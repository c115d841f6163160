// The cards of a shuffled deck: each draw is a rank among the remaining cards.
#pragma once

#include "bits.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The cards 0 ... size - 1 less those taken, size <= MostCards.
template <u32 MostCards, class Word = u64>
class Undealt {
  public:
    SETLAB_HD explicit Undealt(u32 size) {
        for (u32 w = 0; w < words; ++w) {
            const u32 left = size > width * w ? size - width * w : 0;
            there_[w] = left >= width ? ~static_cast<Word>(0) : (static_cast<Word>(1) << left) - 1;
        }
    }

    // Takes the card that has `rank` smaller ones; there must be such a card.
    SETLAB_HD u32 take(u32 rank) {
        if constexpr (words <= few) return take_of_few(rank);
        u32 w = 0;
        for (u32 here = count_bits(there_[0]); rank >= here; here = count_bits(there_[++w])) rank -= here;
        const u32 bit = bit_of_rank(there_[w], rank);
        there_[w] ^= static_cast<Word>(1) << bit;
        return width * w + bit;
    }

  private:
    static constexpr u32 width = 8 * sizeof(Word);
    static constexpr u32 words = (MostCards + width - 1) / width;
    static constexpr u32 few = 3;

    // The same with no index that has to be computed: on the GPU the words stay in registers.
    SETLAB_HD u32 take_of_few(u32 rank) {
        Word word = there_[0];
        u32 at = 0, before = 0, counted = 0;
        SETLAB_UNROLL(3)
        for (u32 w = 1; w < words; ++w) {
            counted += count_bits(there_[w - 1]);
            const bool above = rank >= counted;
            word = above ? there_[w] : word;
            before = above ? counted : before;
            at = above ? w : at;
        }
        const u32 bit = bit_of_rank(word, rank - before);
        SETLAB_UNROLL(3)
        for (u32 w = 0; w < words; ++w) there_[w] ^= w == at ? static_cast<Word>(1) << bit : 0;
        return width * at + bit;
    }

    // Bisection: which half of the word has the bit, which quarter ...
    SETLAB_HD static u32 bit_of_rank(Word word, u32 rank) {
        u32 bit = 0;
        for (u32 half = width / 2; half != 0; half /= 2) {
            const Word part = word >> bit & ((static_cast<Word>(1) << half) - 1);
            const u32 here = half == 1 ? static_cast<u32>(part) : count_bits(part);
            const bool above = rank >= here;
            bit += above ? half : 0;
            rank -= above ? here : 0;
        }
        return bit;
    }

    Word there_[words];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
