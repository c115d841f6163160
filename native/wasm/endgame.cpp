// Whole games.
#include "games/endgame.hpp"

#include <algorithm>

#include "setlab/reflections.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

bool is_deck(std::span<const u16> deck, u32 cards) {
    if (deck.empty() || deck.back() >= cards) return false;
    return std::adjacent_find(deck.begin(), deck.end(), std::greater_equal<>()) == deck.end();
}

}  // namespace

// Histograms of games, and the numbers of the rare ones; choice and refill are numbers of the enumerations.
SETLAB_EXPORT(play_endgame)
i32 play_endgame(u64 seed, u64 first, u64 trials, int dimension, int values, const u16* deck, u32 size,
                 u32 dealt, u32 table, u32 choice, u32 refill, u32 rare_leftover, u32 rare_table,
                 u32 count_sets_too) {
    answers.clear();
    if (!fits(first, trials)) return bad_range;
    if (dimension < smallest_game_dimension || dimension > largest_game_dimension) return bad_dimension;
    if (values < smallest_values || values > largest_values) return bad_dimension;
    if (!is_deck({deck, size}, count_cards(dimension, values))) return bad_cards;
    if (dealt < 1 || dealt > size || table < 1 || table > 65535) return bad_rules;
    if (choice > static_cast<u32>(Choice::last) || refill > static_cast<u32>(Refill::always_three))
        return bad_rules;
    const GameRules rules{dealt, table, static_cast<Choice>(choice), static_cast<Refill>(refill)};
    const EndgameSpec spec{seed, dimension, values, {deck, deck + size}, rules, count_sets_too != 0};
    if (has_too_many_sets(spec)) return bad_rules;
    const EndgameTally tally =
        tally_endgame(spec, first, trials, {rare_leftover, rare_table}, 1, Isa::portable);
    for (const auto* part : {&tally.leftover, &tally.largest_table, &tally.turns, &tally.searches,
                             &tally.no_set, &tally.first_no_set, &tally.joint})
        answer(*part);
    answer(tally.rare);
    answer(tally.seen);
    answer(tally.sum_squares);
    answer(tally.first_sets);
    return none;
}

}  // namespace setlab
