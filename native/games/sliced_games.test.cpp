#include "games/sliced_games.hpp"

#include <memory>
#include <numeric>
#include <vector>

#include "games/endgame.hpp"
#include "games/general_games.hpp"
#include "setlab/reflections.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;

namespace {

constexpr GameRules standard_rules{81, 12, Choice::random, Refill::standard};

// The results of some trials.
struct Played {
    explicit Played(u32 trials) : leftover(trials), largest(trials), turns(trials), counts(3 * 82) {}

    EndgameResults results(u32 from) {
        return {leftover.data() + from, largest.data() + from, turns.data() + from};
    }
    Searches searches() { return {counts.data(), counts.data() + 82, counts.data() + 164}; }
    bool operator==(const Played&) const = default;

    std::vector<u16> leftover, largest, turns;
    std::vector<i64> counts;
};

Played play(GameEngine& engine, u64 first, u32 trials) {
    Played played(trials);
    for (u32 done = 0; done < trials;) {
        const u32 room = engine.block() - static_cast<u32>((first + done) % engine.block());
        const u32 size = room < trials - done ? room : trials - done;
        engine.play(first + done, size, played.results(done), played.searches());
        done += size;
    }
    return played;
}

Played play_with_general_table(u64 seed, u64 first, u32 trials) {
    std::vector<u16> deck(81);
    std::iota(deck.begin(), deck.end(), u16{0});
    const EndgameSpec spec{seed, 4, 3, deck, standard_rules};
    GeneralGames<3> games(spec);
    return play(games, first, trials);
}

class SlicedPlan {
  public:
    explicit SlicedPlan(u64 seed) : seed_(seed) {
        for (u32 card = 0; card < 81; ++card) packed_[card] = static_cast<u16>(packed(card));
    }
    EndgamePlan with(const GameRules& rules, u32 deck = 81, int dimension = 4) const {
        return {seed_, dimension, deck, packed_, nullptr, rules, 88, 16, nullptr, nullptr};
    }

  private:
    u64 seed_;
    u16 packed_[81];
};

void check_games(u64 seed, u64 first, u32 trials) {
    const Played wanted = play_with_general_table(seed, first, trials);
    const SlicedPlan plan(seed);
    const auto engine = std::make_unique<SlicedGames>(plan.with(standard_rules));
    CHECK((play(*engine, first, trials) == wanted));
}

}  // namespace

TEST_CASE("standard games in bit slices are those of the scalar code, game by game and search by search") {
    check_games(1, 0, 6000);
    check_games(~u64{0} - 9, (u64{1} << 32) - 1500, 3000);
}

TEST_CASE("ranges of trials that begin and end anywhere") {
    for (const u32 trials : {1u, 31u, 129u, 200u}) check_games(2026, (u64{7} << 40) + 8192 - 90, trials);
}

TEST_CASE("the second pass plays tables of eighteen, and little is left to the scalar code") {
    const SlicedPlan plan(3);
    const auto chance = std::make_unique<sliced::Chance<Word>>();
    const auto first_table = std::make_unique<sliced::AgreementTable<Word>>();
    const auto second_table = std::make_unique<sliced::PlainTable<Word, 18>>();
    u32 games = 0, unknown_to_first = 0, unknown_to_second = 0, of_eighteen = 0;
    for (u32 start = 0; start < 4096; start += bits_in<Word>) {
        const auto low = [start](u32 game) { return start + game; };
        ChanceMaker(3, 0, low).make(*chance);
        sliced::Outcome<Word> first, second;
        first_table->lay(*chance);
        sliced::play_games<Word, 15>(*chance, *first_table, first);
        second_table->lay(*chance);
        sliced::play_games<Word, 18>(*chance, *second_table, second);
        games += bits_in<Word>;
        unknown_to_first += count_ones(first.unknown);
        unknown_to_second += count_ones(second.unknown);
        sliced::for_each_result(second, Word(~second.unknown), [&](const GameResult& result, Word these) {
            if (result.largest_table != 18) return;
            of_eighteen += count_ones(these);
            CHECK(!any(Word(these & ~first.unknown)));
        });
    }
    CHECK(unknown_to_first > games / 100);
    CHECK(unknown_to_first < games / 40);
    CHECK(unknown_to_second < games / 1000);
    CHECK(of_eighteen > games / 100);
}

TEST_CASE("bit slices play the standard game and no other") {
    const SlicedPlan plan(0);
    CHECK(SlicedGames::can_play(plan.with(standard_rules)));
    CHECK(!SlicedGames::can_play(plan.with({81, 12, Choice::first, Refill::standard})));
    CHECK(!SlicedGames::can_play(plan.with({81, 12, Choice::random, Refill::always_three})));
    CHECK(!SlicedGames::can_play(plan.with({78, 12, Choice::random, Refill::standard})));
    CHECK(!SlicedGames::can_play(plan.with({81, 9, Choice::random, Refill::standard})));
    CHECK(!SlicedGames::can_play(plan.with({27, 12, Choice::random, Refill::standard}, 27, 3)));
}
