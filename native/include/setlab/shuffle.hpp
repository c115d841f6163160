// The cards of a shuffled deck: each draw is a rank among the remaining cards.
#pragma once

#include "bits.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The cards 0 ... size - 1 less those taken, size <= MostCards.
template <u32 MostCards>
class Undealt {
  public:
    SETLAB_HD explicit Undealt(u32 size) {
        for (u32 w = 0; w < words; ++w) {
            const u32 left = size > 64 * w ? size - 64 * w : 0;
            there_[w] = left >= 64 ? ~static_cast<u64>(0) : (static_cast<u64>(1) << left) - 1;
        }
    }

    // Takes the card that has `rank` smaller ones; there must be such a card.
    SETLAB_HD u32 take(u32 rank) {
        if constexpr (words == 2) return take_of_two(rank);
        u32 w = 0;
        for (u32 here = count_bits(there_[0]); rank >= here; here = count_bits(there_[++w])) rank -= here;
        const u32 bit = bit_of_rank(there_[w], rank);
        there_[w] ^= static_cast<u64>(1) << bit;
        return 64 * w + bit;
    }

  private:
    static constexpr u32 words = (MostCards + 63) / 64;

    // The same with no index that has to be computed: on the GPU the words stay in registers.
    SETLAB_HD u32 take_of_two(u32 rank) {
        const u32 here = count_bits(there_[0]);
        const bool upper = rank >= here;
        const u32 bit = bit_of_rank(upper ? there_[words - 1] : there_[0], upper ? rank - here : rank);
        const u64 card = static_cast<u64>(1) << bit;
        there_[0] ^= upper ? 0 : card;
        there_[words - 1] ^= upper ? card : 0;
        return (upper ? 64 : 0) + bit;
    }

    // Bisection: which half of the word has the bit, which quarter ...
    SETLAB_HD static u32 bit_of_rank(u64 word, u32 rank) {
        u32 bit = 0;
        for (u32 width = 32; width != 0; width /= 2) {
            const u32 here = count_bits(word >> bit & ((static_cast<u64>(1) << width) - 1));
            const bool above = rank >= here;
            bit += above ? width : 0;
            rank -= above ? here : 0;
        }
        return bit;
    }

    u64 there_[words];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
