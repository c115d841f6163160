// The number of SETs on every table that a game searches, added up over games.
//
// Tables of one game share cards, so that they are not independent of each other; games are. The interval of
// a mean over tables therefore needs sums over games of squares and products, not only the number of tables.
#pragma once

#include "rules.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// While cards remain, every search is followed by a deal, unless it takes a SET from a table that an earlier
// deal for want of a SET has made larger.
SETLAB_HD constexpr u32 most_searches(u32 dealt, u32 set_size) { return 2 * dealt / set_size + 4; }

// Adds what search number n says about its table and the searches before it did not say.
template <class Sums>
SETLAB_HD void add_search(const SearchLog& log, u32 n, Sums& sums) {
    const u32 cards = log.search[n].cards, sets = log.search[n].sets;
    u64 times = 0, searches = 0, sum = 0;
    bool is_first_of_size = true;
    for (u32 m = 0; m < log.size; ++m) {
        const Search& other = log.search[m];
        if (other.cards != cards) continue;
        if (m < n && other.sets == sets) return;
        is_first_of_size &= m >= n;
        times += other.sets == sets;
        searches += 1;
        sum += other.sets;
    }
    sums.add_seen(cards, sets, times, times * times, times * searches);
    if (is_first_of_size) sums.add_squares(cards, sum * sum);
}

// Adds the game of a log to sums over games, and clears the log:
//     add_first(sets, games)                            the SETs on the first table
//     add_seen(cards, sets, times, squares, products)   how often the game showed a table of so many cards
//     with so
//                                                       many SETs; the square of that; its product with the
//                                                       number of searches of tables of this size
//     add_squares(cards, squares)                       the square of the sum of the SETs on tables of this
//     size
template <class Sums>
SETLAB_HD void add_game(SearchLog& log, Sums& sums) {
    if (log.size != 0) sums.add_first(log.search[0].sets, u64{1});
    for (u32 n = 0; n < log.size; ++n) add_search(log, n, sums);
    log.size = 0;
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
