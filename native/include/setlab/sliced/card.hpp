// Cards in bit slices, and what makes three of them a SET.
//
// A coordinate is two bits, 1, 2 or 3: the third value is then the exclusive or of two that differ. A hole on
// the table has no bits at all.
#pragma once

#include "word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

template <class Word>
struct Card {
    static constexpr u32 bits = 8;
    Word bit[bits];  // 2c and 2c + 1 are coordinate c
};

template <class Word>
SETLAB_SLICED Card<Word> third_card(const Card<Word>& a, const Card<Word>& b) {
    Card<Word> third;
    SETLAB_UNROLL(8)
    for (u32 n = 0; n < Card<Word>::bits; ++n) {
        const Word other_differs = a.bit[n ^ 1] ^ b.bit[n ^ 1];
        third.bit[n] = (a.bit[n] ^ b.bit[n]) | (a.bit[n] & ~other_differs);
    }
    return third;
}

template <class Word>
SETLAB_SLICED Word is_same(const Card<Word>& a, const Card<Word>& b) {
    Word differs = a.bit[0] ^ b.bit[0];
    SETLAB_UNROLL(8)
    for (u32 n = 1; n < Card<Word>::bits; ++n) differs |= a.bit[n] ^ b.bit[n];
    return ~differs;
}

template <class Word>
SETLAB_SLICED Card<Word> choose(Word mask, const Card<Word>& a, const Card<Word>& b) {
    Card<Word> chosen;
    SETLAB_UNROLL(8)
    for (u32 n = 0; n < Card<Word>::bits; ++n) chosen.bit[n] = choose(mask, a.bit[n], b.bit[n]);
    return chosen;
}

// Adds the card to `sum` where the mask is set, and the sum is empty.
template <class Word>
SETLAB_SLICED void add_where(Word mask, const Card<Word>& card, Card<Word>& sum) {
    SETLAB_UNROLL(8)
    for (u32 n = 0; n < Card<Word>::bits; ++n) sum.bit[n] |= mask & card.bit[n];
}

// The coordinates in which two cards agree.
template <class Word>
struct Agreement {
    Word in[4];
};

template <class Word>
SETLAB_SLICED Agreement<Word> agreement(const Card<Word>& a, const Card<Word>& b) {
    Agreement<Word> agree;
    SETLAB_UNROLL(4)
    for (u32 c = 0; c < 4; ++c)
        agree.in[c] = ~((a.bit[2 * c] ^ b.bit[2 * c]) | (a.bit[2 * c + 1] ^ b.bit[2 * c + 1]));
    return agree;
}

// Whether three cards are not a SET, by the agreements of the three pairs. In a coordinate none of the pairs
// agrees, or one, or all three: never two. Holes know no such rule: there the agreements must be the same.
template <bool Holes, class Word>
SETLAB_SLICED Word is_no_set(const Agreement<Word>& x, const Agreement<Word>& y, const Agreement<Word>& z) {
    Word wrong{};
    SETLAB_UNROLL(4)
    for (u32 c = 0; c < 4; ++c) {
        if constexpr (Holes) {
            wrong |= (x.in[c] ^ y.in[c]) | (x.in[c] ^ z.in[c]);
        } else {
            wrong |= (x.in[c] | y.in[c]) ^ z.in[c];
        }
    }
    return wrong;
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
