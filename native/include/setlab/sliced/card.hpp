// Cards in bit slices, and what makes three of them a SET.
//
// A coordinate is two bits, 1, 2 or 3: the third value is then the exclusive or of two that differ. A hole on
// the table has no bits at all.
#pragma once

#include "../word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

template <class Word>
struct Card {
    static constexpr u32 bits = 8;
    Word bit[bits];  // 2c and 2c + 1 are coordinate c
};

template <class Word>
SETLAB_INLINE Card<Word> third_card(const Card<Word>& a, const Card<Word>& b) {
    Card<Word> third;
    SETLAB_UNROLLED
    for (u32 n = 0; n < Card<Word>::bits; ++n) {
        const Word other_differs = a.bit[n ^ 1] ^ b.bit[n ^ 1];
        third.bit[n] = logic(a.bit[n], b.bit[n], other_differs,
                             [](auto x, auto y, auto z) { return (x ^ y) | (x & ~z); });
    }
    return third;
}

template <class Word>
SETLAB_INLINE Word is_same(const Card<Word>& a, const Card<Word>& b) {
    constexpr u32 last = Card<Word>::bits - 1;
    Word differs = a.bit[0] ^ b.bit[0];
    SETLAB_UNROLLED
    for (u32 n = 1; n < last; ++n) differs = or_xor(differs, a.bit[n], b.bit[n]);
    return nor_xor(differs, a.bit[last], b.bit[last]);
}

template <class Word>
SETLAB_INLINE Word is_hole(const Card<Word>& card) {
    return ~(card.bit[0] | card.bit[1]);
}

template <class Word>
SETLAB_INLINE Card<Word> select_card(Word mask, const Card<Word>& a, const Card<Word>& b) {
    Card<Word> chosen;
    SETLAB_UNROLLED
    for (u32 n = 0; n < Card<Word>::bits; ++n) chosen.bit[n] = select(mask, a.bit[n], b.bit[n]);
    return chosen;
}

// Adds the card to `sum` where the mask is set, and the sum is empty.
template <class Word>
SETLAB_INLINE void add_where(Word mask, const Card<Word>& card, Card<Word>& sum) {
    SETLAB_UNROLLED
    for (u32 n = 0; n < Card<Word>::bits; ++n) sum.bit[n] = or_and(sum.bit[n], mask, card.bit[n]);
}

// The coordinates in which two cards agree.
template <class Word>
struct Agreement {
    static constexpr u32 words = 4;
    Word in[words];
};

template <class Word>
SETLAB_INLINE Agreement<Word> agreement(const Card<Word>& a, const Card<Word>& b) {
    Agreement<Word> agree;
    SETLAB_UNROLLED
    for (u32 c = 0; c < Agreement<Word>::words; ++c) {
        const Word differs = a.bit[2 * c] ^ b.bit[2 * c];
        agree.in[c] = nor_xor(differs, a.bit[2 * c + 1], b.bit[2 * c + 1]);
    }
    return agree;
}

// The games of `miss` in which three cards are no SET, by the agreements of the three pairs. In a coordinate
// none of the pairs agrees, or one, or all three: never two. No card may be a hole.
template <class Word>
SETLAB_INLINE Word still_missing(Word miss, const Agreement<Word>& x, const Agreement<Word>& y,
                                 const Agreement<Word>& z) {
    const auto wrong = [&](u32 c) { return xor_or(z.in[c], x.in[c], y.in[c]); };
    return and_or(miss, or3(wrong(0), wrong(1), wrong(2)), wrong(3));
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
