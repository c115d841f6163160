// The results of the games of a word.
#pragma once

#include "../rules.hpp"
#include "deck.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 deals = (deck_size - 12) / 3;
constexpr u32 deal_digits = 5;  // of a number up to 23

// Deals for want of a SET to tables of one size.
template <class Word>
struct Wanting {
    Word number[deal_digits];  // how many there were
    Word first;                // one of them before any SET was taken
    Word last;                 // one of them with the last three cards
};

template <class Word>
struct Outcome {
    Word unknown;         // these games are left to other code
    Wanting<Word> at_12;  // tables of twelve without a SET, and three cards more
    Wanting<Word> at_15;
    Word left_15;   // ended with fifteen cards
    Word taken[3];  // after the last deal at least one SET was taken, at least two, four
};

// Bits in which a number has this value.
template <class Word>
SETLAB_INLINE Word equals(const Word (&number)[deal_digits], u32 value) {
    Word same = ~Word{};
    SETLAB_UNROLL(5)
    for (u32 d = 0; d < deal_digits; ++d) same &= (value >> d & 1) != 0 ? number[d] : ~number[d];
    return same;
}

// The sum over the games of `among` of a number.
template <class Word>
SETLAB_INLINE i64 sum_of(const Word (&number)[deal_digits], Word among) {
    i64 sum = 0;
    for (u32 d = 0; d < deal_digits; ++d) sum += i64{count_ones(number[d] & among)} << d;
    return sum;
}

// Calls use(result, games) for every result that some of the games `among` have.
template <class Word, class Use>
SETLAB_HD void for_each_result(const Outcome<Word>& outcome, Word among, Use&& use) {
    const Word to_12 = among & ~outcome.left_15;
    const Word left[5] = {to_12 & ~outcome.taken[0], to_12 & outcome.taken[0] & ~outcome.taken[1],
                          to_12 & outcome.taken[1] & ~outcome.taken[2], to_12 & outcome.taken[2],
                          among & outcome.left_15};
    constexpr u32 leftover[5] = {12, 9, 6, 0, 15};
    SETLAB_UNROLL(1)
    for (u32 at_15 = 0; at_15 <= deals; ++at_15) {
        const Word with_15 = among & equals(outcome.at_15.number, at_15);
        if (!any(with_15)) continue;
        SETLAB_UNROLL(1)
        for (u32 at_12 = 0; at_12 <= deals; ++at_12) {
            const Word both = with_15 & equals(outcome.at_12.number, at_12);
            if (!any(both)) continue;
            const u32 largest = at_15 != 0 ? 18 : at_12 != 0 ? 15 : 12;
            for (u32 n = 0; n < 5; ++n) {
                const Word games = both & left[n];
                if (!any(games)) continue;
                use(GameResult{leftover[n], largest, (deck_size - leftover[n]) / 3 + at_12 + at_15}, games);
            }
        }
    }
}

// Adds the searches of the games `among`, as far as cards remained: add(histogram, number of cards, games) is
// called with the number of a histogram in the order of `Searches`. A game searches its table of twelve once
// per deal, unless more cards lie there already; it searches a larger table once after every deal for want of
// a SET, and once more if fifteen of eighteen cards stay.
template <class Word, class Add>
SETLAB_HD void for_each_search(const Outcome<Word>& outcome, Word among, Add&& add) {
    const Wanting<Word>&at_12 = outcome.at_12, &at_15 = outcome.at_15;
    const i64 games = count_ones(among), want_12 = sum_of(at_12.number, among),
              want_15 = sum_of(at_15.number, among);
    const i64 last_12 = count_ones(at_12.last & among), last_15 = count_ones(at_15.last & among);
    add(0u, 12u, deals * games - want_15);
    add(0u, 15u, want_12 - last_12 + want_15 - last_15);
    add(0u, 18u, want_15 - last_15);
    add(1u, 12u, want_12);
    add(1u, 15u, want_15);
    add(2u, 12u, i64{count_ones(at_12.first & among)});
    add(2u, 15u, i64{count_ones(at_15.first & among)});
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
