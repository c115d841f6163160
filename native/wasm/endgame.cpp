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

// The expected number of SETs on a table of random cards: their list has to fit into memory.
double expected_sets(const EndgameSpec& spec) {
    double sets = count_sets(spec.dimension, spec.values);
    const double table = std::min(spec.rules.table, spec.rules.dealt);
    for (int i = 0; i < spec.values; ++i)
        sets *= std::max(0.0, table - i) / (count_cards(spec.dimension, spec.values) - i);
    return sets;
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
    if (expected_sets(spec) > (spec.count_sets ? 1e5 : 1e7)) return bad_rules;
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
