// A search for SETs in small loops: third cards are compared with the cards on the table.
//
// What is found grows by parts of the table: first its twelve places, then three more where cards lie there,
// then the last three.
#pragma once

#include "choice.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 full_table = 12;

// Finds the SETs of twelve places, which may have holes; returns the games in which there are any.
template <class Word, class Table>
SETLAB_SLICED_STEP Word search_twelve(Table& table) {
    constexpr u32 at_once = 3;  // pairs that are compared with a card when it is at hand
    Word some{};
    SETLAB_UNROLL(1)
    for (u32 j = 1; j + 1 < full_table; ++j) {
        const Card<Word> second = table.card(j);
        SETLAB_UNROLL(1)
        for (u32 i = 0; i < j; i += at_once) {
            Card<Word> wanted[at_once];
            Word hit[at_once] = {}, no_card[at_once];
            SETLAB_UNROLLED
            for (u32 x = 0; x < at_once; ++x) {
                const Card<Word> first = table.card(i + x);
                wanted[x] = third_card(first, second);
                no_card[x] = is_hole(first);
            }
            SETLAB_UNROLL(1)
            for (u32 k = j + 1; k < full_table; ++k) {
                const Card<Word> third = table.card(k);
                SETLAB_UNROLLED
                for (u32 x = 0; x < at_once; ++x) hit[x] |= is_same(wanted[x], third);
            }
            SETLAB_UNROLLED
            for (u32 x = 0; x < at_once; ++x) {
                if (i + x >= j) break;
                const Word found = without(hit[x], no_card[x], is_hole(second));
                table.put_hit(i + x, j, found);
                some |= found;
            }
        }
    }
    return some;
}

// Adds the SETs that end with one of three new cards, at the places from ... from + 2, for the games `among`;
// returns those in which there are any. The third card of a place and a new card lies between them.
template <class Word, class Table>
SETLAB_SLICED_STEP Word search_new_cards(Table& table, u32 from, Word among) {
    Word some{};
    Card<Word> last[3];
    SETLAB_UNROLLED
    for (u32 x = 0; x < 3; ++x) last[x] = table.card(from + x);
    SETLAB_UNROLL(1)
    for (u32 i = 0; i <= from; ++i) {
        const Card<Word> first = table.card(i);
        Card<Word> wanted[3];
        SETLAB_UNROLLED
        for (u32 x = 0; x < 3; ++x) wanted[x] = third_card(first, last[x]);
        SETLAB_UNROLL(1)
        for (u32 j = i + 1; j < from + 2; ++j) {
            const Card<Word> second = table.card(j);
            Word found{};
            SETLAB_UNROLLED
            for (u32 x = 0; x < 3; ++x) {
                if (j < from + x) found |= is_same(wanted[x], second);
            }
            found &= among;
            some |= found;
            // Pairs with the place before the new cards, or with a new card, have had no place behind them.
            table.put_hit(i, j, j + 1 < from ? found | table.hit(i, j) : found);
        }
    }
    return some;
}

// The SETs with their last place in part 0, 1 or 2 of a table: below 12, 12 ... 14, 15 ... 17.
template <u32 Part, class Word, class Table>
SETLAB_SLICED Word search_part(Table& table, Word among) {
    if constexpr (Part == 0) {
        return search_twelve<Word>(table);
    } else {
        return search_new_cards(table, full_table + 3 * (Part - 1), among);
    }
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
