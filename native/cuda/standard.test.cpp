// The games of the GPU's kernels, compiled for the CPU, against the scalar headers, game by game: the first
// pass with the table of standard.cu, the second one for the games that the first leaves undecided.
#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "games/sliced_draws.hpp"
#include "setlab/reflections.hpp"
#include "setlab/sliced/near_memory.test.hpp"
#include "setlab/table.hpp"
#include "setlab/trial_game.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;
using namespace setlab::sliced;

namespace {

constexpr u64 seed = 9223372036854788153u;
constexpr u32 trial_high = 7;
using Memory = PlainNearMemory<u32>;

// The histograms of searches, by number of cards.
struct OwnSearches {
    i64 count[3][82] = {};
    Searches searches() { return {count[0], count[1], count[2]}; }
    bool operator==(const OwnSearches&) const = default;
};

class Scalar {
  public:
    Scalar() {
        for (u32 card = 0; card < 81; ++card) packed_cards_.push_back(static_cast<u16>(packed(card)));
    }
    GameResult play(u32 trial_low, const Searches& searches) {
        const GameRules rules{81, 12, Choice::random, Refill::standard};
        const SharedDeal deal{seed, 81, packed_cards_.data(), 88};
        u16 rank[81];
        return play_trial<81, 16>(deal, rules, u64{trial_high} << 32 | trial_low, rank, table_, searches);
    }

  private:
    std::vector<u16> packed_cards_;
    Reflections<4> reflections_;
    Table<4, MaskList<u32>> table_{reflections_};
};

// Whether the games `among` ended as the scalar ones; low(game) is the lower half of a trial.
template <class Low>
void check_games(const Outcome<u32>& outcome, u32 among, const Low& low, Scalar& scalar) {
    OwnSearches wanted, found;
    u32 seen = 0;
    for_each_result(outcome, among, [&](const GameResult& result, u32 games) {
        for_each_one(games, [&](u32 game) {
            const GameResult one = scalar.play(low(game), wanted.searches());
            CHECK(result.leftover == one.leftover);
            CHECK(result.largest_table == one.largest_table);
            CHECK(result.turns == one.turns);
        });
        CHECK((seen & games) == 0);
        seen |= games;
    });
    CHECK(seen == among);
    for_each_search(outcome, among,
                    [&](u32 histogram, u32 cards, i64 number) { found.count[histogram][cards] += number; });
    CHECK((found == wanted));
}

// What chance decides in 32 games: the first ones of a word of the CPU.
template <class Low>
std::unique_ptr<Chance<u32>> chance_of(const Low& low) {
    const auto wide = std::make_unique<Chance<Word>>();
    ChanceMaker(seed, trial_high, [&](u32 game) { return low(game % 32); }).make(*wide);
    auto chance = std::make_unique<Chance<u32>>();
    const auto narrow = [](const Word& word) { return static_cast<u32>(word[0]); };
    for (u32 k = 0; k < deck_size; ++k)
        for (u32 n = 0; n < Card<u32>::bits; ++n) chance->cards[k].bit[n] = narrow(wide->cards[k].bit[n]);
    for (u32 t = 0; t < choices; ++t)
        for (u32 bit = 0; bit < choice_bits; ++bit) chance->choice[t][bit] = narrow(wide->choice[t][bit]);
    return chance;
}

}  // namespace

TEST_CASE("games of the GPU end as the scalar ones do, in the first pass or in the second") {
    Scalar scalar;
    std::vector<u32> queue;
    constexpr u32 games = 20000;
    for (u32 start = 0; start < games; start += 32) {
        const auto low = [start](u32 game) { return start + game; };
        const auto chance = chance_of(low);
        Memory memory;
        NearTable<u32, Memory> table(memory);
        table.lay(*chance);
        Outcome<u32> outcome;
        play_games<u32, 15>(*chance, table, outcome);
        check_games(outcome, ~outcome.unknown, low, scalar);
        for_each_one(outcome.unknown, [&](u32 game) { queue.push_back(low(game)); });
    }
    CHECK(queue.size() > games / 100);
    CHECK(queue.size() < games / 50);
    u32 undecided = 0;
    for (u32 start = 0; start < queue.size(); start += 32) {
        const u32 end = static_cast<u32>(queue.size()) - start;
        const auto low = [&](u32 game) { return queue[start + (game < end ? game : 0)]; };
        const auto chance = chance_of(low);
        PlainTable<u32, 18> table;
        table.lay(*chance);
        Outcome<u32> outcome;
        play_games<u32, 18>(*chance, table, outcome);
        const u32 among = ones_between<u32>(0, end) & ~outcome.unknown;
        check_games(outcome, among, low, scalar);
        undecided += count_ones(ones_between<u32>(0, end) & outcome.unknown);
    }
    CHECK(undecided < games / 2000);
}
