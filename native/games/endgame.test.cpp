#include "games/endgame.hpp"

#include <numeric>
#include <vector>

#include "games/general_games.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

namespace {

EndgameSpec spec_of(int dimension, int values, const GameRules& rules) {
    std::vector<u16> deck(count_cards(dimension, values));
    std::iota(deck.begin(), deck.end(), u16{0});
    return {77, dimension, values, deck, rules};
}

// Plays with the table for any number of values, which finds SETs in a way of its own.
std::vector<i32> rows_of_general_games(const EndgameSpec& spec, u64 first, u32 trials) {
    std::vector<u16> leftover(trials), largest(trials), turns(trials);
    std::vector<i64> counts(3 * (spec.rules.dealt + 1));
    i64* const searches = counts.data();
    const u32 size = spec.rules.dealt + 1;
    GeneralGames<3>(spec).play(first, trials, {leftover.data(), largest.data(), turns.data()},
                               {searches, searches + size, searches + 2 * size});
    std::vector<i32> rows;
    for (u32 j = 0; j < trials; ++j) {
        const i32 taken = (static_cast<i32>(spec.rules.dealt) - leftover[j]) / 3;
        for (const i32 each : {i32{leftover[j]}, i32{largest[j]}, taken, i32{turns[j]}}) rows.push_back(each);
    }
    return rows;
}

EndgameSpec counting(EndgameSpec spec) {
    spec.count_sets = true;
    return spec;
}

// The searches by number of cards, added up from the tables seen.
std::vector<i64> searches_of(const EndgameTally& tally) {
    std::vector<i64> searches(tally.searches.size());
    for (const TablesSeen& each : tally.seen) searches[static_cast<u64>(each.cards)] += each.searches;
    return searches;
}

void check_games(int dimension, const GameRules& rules, u64 first, u32 trials) {
    CAPTURE(dimension);
    const EndgameSpec spec = spec_of(dimension, 3, rules);
    const std::vector<i32> wanted = rows_of_general_games(spec, first, trials);
    for_each_isa([&](Isa isa) {
        std::vector<i32> rows(4 * trials);
        list_endgame(spec, first, trials, 2, isa, rows.data());
        CHECK((rows == wanted));
        const EndgameTally tally = tally_endgame(spec, first, trials, {15, 18}, 2, isa);
        CHECK(std::accumulate(tally.leftover.begin(), tally.leftover.end(), i64{0}) == trials);
        const EndgameTally counted = tally_endgame(counting(spec), first, trials, {15, 18}, 2, isa);
        CHECK(tally.seen.empty());
        CHECK((counted.leftover == tally.leftover));
        CHECK((counted.searches == searches_of(counted)));
        for (u64 j = 0, rare = 0; j < trials; ++j) {
            if (rows[4 * j] < 15 && rows[4 * j + 1] < 18) continue;
            REQUIRE(tally.rare[rare++] == first + j);
        }
    });
}

}  // namespace

TEST_CASE("numbers of cards and SETs") {
    CHECK(count_cards(4, 3) == 81);
    CHECK(count_sets(4, 3) == 1080);
    CHECK(count_sets(3, 2) == 28);
    CHECK(count_sets(2, 4) == 32);
}

TEST_CASE("games with three values, by every instruction set") {
    for (const Refill refill : {Refill::standard, Refill::always_three}) {
        for (const Choice choice : {Choice::random, Choice::popular, Choice::reject, Choice::first}) {
            check_games(4, {81, 12, choice, refill}, (u64{1} << 32) - 700, 1500);
            check_games(4, {70, 9, choice, refill}, 3, 100);
            check_games(4, {81, 30, choice, refill}, 3, 50);
            check_games(3, {27, 9, choice, refill}, 3, 200);
            check_games(5, {243, 12, choice, refill}, 3, 30);
        }
    }
}

TEST_CASE("with two values any two cards are a SET") {
    const EndgameSpec spec = spec_of(4, 2, {16, 8, Choice::random, Refill::standard});
    std::vector<i32> rows(4 * 20);
    list_endgame(spec, 0, 20, 1, Isa::plain, rows.data());
    for (u64 j = 0; j < 20; ++j) {
        CHECK(rows[4 * j] == 0);
        CHECK(rows[4 * j + 2] == 8);
    }
}
