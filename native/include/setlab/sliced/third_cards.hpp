// A search for SETs in small loops: the third card of two is compared with the cards between them.
//
// Hits grow with the table, three places at a time. When the deck is empty, SETs leave holes, and their hits
// are forgotten.
#pragma once

#include "choice.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 full_table = 12;

// The third cards of a card with each of three others.
template <class Word>
struct ThirdCards {
    Card<Word> card[3];

    SETLAB_INLINE ThirdCards(const Card<Word>& with, const Card<Word> (&others)[3]) {
        SETLAB_UNROLLED
        for (u32 x = 0; x < 3; ++x) card[x] = third_card(with, others[x]);
    }
};

// Adds the SETs that end with one of three places, from ... from + 2, for the games `among`; returns those in
// which there are any.
template <class Word, class Table>
SETLAB_STEP Word search_places(Table& table, u32 from, Word among) {
    Word some{};
    Card<Word> last[3];
    SETLAB_UNROLLED
    for (u32 x = 0; x < 3; ++x) last[x] = table.card(from + x);
    SETLAB_UNROLL(1)
    for (u32 i = 0; i <= from; ++i) {
        const ThirdCards<Word> wanted(table.card(i), last);
        SETLAB_UNROLL(1)
        for (u32 j = i + 1; j < from + 2; ++j) {
            const Card<Word> second = table.card(j);
            // A pair with the last place before these, or with one of these, has had no place behind it.
            const Word before = j + 1 < from ? table.hit(i, j) : Word{};
            Word found{};
            SETLAB_UNROLLED
            for (u32 x = 0; x < 3; ++x) {
                if (j < from + x) found |= is_same(wanted.card[x], second);
            }
            found &= among;
            some |= found;
            table.put_hit(i, j, before | found);
        }
    }
    return some;
}

// The SETs with their last place in part 0, 1 or 2 of a table: below 12, 12 ... 14, 15 ... 17.
template <u32 Part, class Word, class Table>
SETLAB_INLINE Word search_part(Table& table, Word among) {
    if constexpr (Part > 0) return search_places(table, full_table + 3 * (Part - 1), among);
    Word some{};
    SETLAB_UNROLL(1)
    for (u32 from = 0; from < full_table; from += 3) some |= search_places(table, from, among);
    return some;
}

// Forgets the hits of twelve places with one of three cards, which were taken and left holes. Returns the
// games in which a SET remains.
template <class Word, class Table>
SETLAB_STEP Word forget_cards(Table& table, const Card<Word> (&taken)[3]) {
    Word some{};
    SETLAB_UNROLL(1)
    for (u32 i = 0; i < Pairs<full_table>::firsts; ++i) {
        const Card<Word> first = table.card(i);
        const ThirdCards<Word> lost(first, taken);
        SETLAB_UNROLL(1)
        for (u32 j = i + 1; j < Pairs<full_table>::seconds; ++j) {
            const Card<Word> second = table.card(j);
            Word without = is_hole(first) | is_hole(second);
            SETLAB_UNROLLED
            for (u32 x = 0; x < 3; ++x) without |= is_same(lost.card[x], second);
            const Word left = table.hit(i, j) & ~without;
            table.put_hit(i, j, left);
            some |= left;
        }
    }
    return some;
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
