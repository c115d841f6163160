// Whole games: both tables play the same game, and its events obey the rules.
#include "setlab/game.hpp"

#include <doctest/doctest.h>

#include <array>
#include <numeric>
#include <vector>

#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"
#include "setlab/table.hpp"

using namespace setlab;

namespace {

std::vector<u32> shuffled(u64 trial, u32 cards) {
    Undealt<243> undealt(cards);
    TrialDraws<16> draws(1, trial);
    std::vector<u32> deck;
    for (u32 k = 0; k < cards; ++k) deck.push_back(undealt.take(draws.below(k, cards - k)));
    return deck;
}

struct Played {
    GameResult result;
    std::array<std::vector<i64>, 3> counts;
    std::vector<u32> left;
};

template <int Dimension, class List>
Played play(u64 trial, const GameRules& rules) {
    static const Reflections<Dimension> reflections;
    Table<Dimension, List> table(reflections);
    const std::vector<u32> deck = shuffled(trial, rules.dealt);
    Played played;
    for (auto& counts : played.counts) counts.resize(rules.dealt + 1);
    const auto card = [&](u32 k) { return packed(deck[k]); };
    const auto chooser = [&](u32 t, u32 bound) { return draw_below<16>(1, trial, 1000 + t, bound); };
    const Searches searches{played.counts[0].data(), played.counts[1].data(), played.counts[2].data()};
    Game<Table<Dimension, List>, decltype(card), decltype(chooser)> game(rules, table, card, chooser,
                                                                         searches);
    played.result = game.play();
    for (u32 slot = 0; slot < table.slots(); ++slot) {
        const u32 code = table.card_at(slot);
        if (code < TableMask<Dimension>::codes)
            played.left.push_back(code >> 5 << 5 ? 27 * (code >> 5) + (code & 31) : code);
    }
    return played;
}

}  // namespace

TEST_CASE("games end without a SET, and tables of both kinds play alike") {
    for (const Refill refill : {Refill::standard, Refill::always_three}) {
        for (const Choice choice :
             {Choice::random, Choice::popular, Choice::reject, Choice::first, Choice::last}) {
            const GameRules rules{81, 12, choice, refill};
            for (u64 trial = 0; trial < 40; ++trial) {
                const Played one = play<4, MaskList<u64>>(trial, rules);
                const Played other = play<4, KeyList<81, 1080>>(trial, rules);
                REQUIRE(one.result.leftover == other.result.leftover);
                REQUIRE(one.result.largest_table == other.result.largest_table);
                REQUIRE(one.result.turns == other.result.turns);
                REQUIRE(one.counts == other.counts);
                REQUIRE(one.left == other.left);
                REQUIRE(one.left.size() == one.result.leftover);
                REQUIRE(one.result.leftover % 3 == 0);
                if (refill == Refill::standard) {
                    for (const u32 a : one.left) {
                        for (const u32 b : one.left) {
                            for (const u32 c : one.left) REQUIRE(!is_line(a, b, c));
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("every search without a SET is one of the searches") {
    const Played played = play<3, MaskList<u32>>(5, {27, 9, Choice::random, Refill::standard});
    for (u32 cards = 0; cards <= 27; ++cards) {
        CHECK(played.counts[2][cards] <= played.counts[1][cards]);
        CHECK(played.counts[1][cards] <= played.counts[0][cards]);
    }
    const i64 without = std::accumulate(played.counts[1].begin(), played.counts[1].end(), i64{0});
    CHECK(played.result.turns == (27 - played.result.leftover) / 3 + without);
}
