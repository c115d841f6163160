// The table of the GPU, compiled for the CPU, plays the games of the other tables.
#include "setlab/scan_table.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "random.test.hpp"
#include "setlab/column.hpp"
#include "setlab/table.hpp"
#include "setlab/trial_game.hpp"

using namespace setlab;

namespace {

constexpr u64 seed = 81, first_trial = (u64{3} << 32) - 5;

// What a game leaves behind.
struct Played {
    GameResult result;
    std::vector<i64> counts;
    std::vector<u32> left;
    bool operator==(const Played& other) const {
        return result.leftover == other.result.leftover && result.turns == other.result.turns &&
               result.largest_table == other.result.largest_table && counts == other.counts &&
               left == other.left;
    }
};

template <int Dimension, class AnyTable>
Played play(AnyTable& table, const GameRules& rules, u64 trial) {
    constexpr u32 cards = cards_in(Dimension);
    std::vector<u16> code, rank(cards);
    for (u32 card = 0; card < cards; ++card) code.push_back(static_cast<u16>(packed(card)));
    Played played;
    played.counts.resize(3 * (cards + 1));
    i64* const counts = played.counts.data();
    const Searches searches{counts, counts + cards + 1, counts + 2 * (cards + 1)};
    const SharedDeal deal{seed, cards, code.data(), 800};
    played.result = play_trial < cards, Dimension<6 ? 16 : 32>(deal, rules, trial, rank, table, searches);
    for (u32 slot = 0; slot < table.slots(); ++slot)
        if (table.has_card(slot)) played.left.push_back(table.card_at(slot));
    return played;
}

template <int Dimension, u32 Slots, bool Narrow>
struct Scanning {
    Translations<Dimension> translations;
    ScanLayout<Dimension, Slots> layout;
    ScanTable<Dimension, ScanLayout<Dimension, Slots>, Narrow> table{translations, layout};
};

template <int Dimension, u32 Slots, bool Narrow>
void check_games(const GameRules& rules, u32 games) {
    const auto scanning = std::make_unique<Scanning<Dimension, Slots, Narrow>>();
    const auto reflections = std::make_unique<Reflections<Dimension>>();
    using List = KeyList<cards_in(Dimension), lines_in(Dimension)>;
    const auto table = std::make_unique<Table<Dimension, List>>(*reflections);
    for (u64 trial = first_trial; trial < first_trial + games; ++trial) {
        const Played wanted = play<Dimension>(*table, rules, trial);
        REQUIRE(play<Dimension>(scanning->table, rules, trial) == wanted);
    }
}

}  // namespace

TEST_CASE("translations find the pairs that make a SET with a card") {
    const auto translations = std::make_unique<Translations<5>>();
    for (u64 number = 0; number < 30; ++number) {
        const std::vector<u32> cards = RandomInputs(number).cards(243, 40);
        PairedMask<5> mask;
        mask.clear();
        for (const u32 card : cards) translations->add(mask, packed(card));
        for (const u32 x : cards) {
            u32 pairs = 0;
            for (const u32 a : cards)
                for (const u32 b : cards) pairs += a < b && is_line(x, a, b);
            CHECK(translations->count(mask, packed(x)) == pairs);
        }
    }
}

TEST_CASE("a table that counts its SETs at every search plays the same games as a list of SETs") {
    for (const Refill refill : {Refill::standard, Refill::always_three}) {
        for (const Choice choice : {Choice::random, Choice::first, Choice::last}) {
            check_games<4, 24, false>({81, 12, choice, refill}, 100);
            check_games<5, 48, false>({243, 12, choice, refill}, 10);
        }
        for (const Choice choice : {Choice::popular, Choice::reject}) {
            check_games<4, 24, true>({81, 12, choice, refill}, 100);
            check_games<5, 48, true>({243, 12, choice, refill}, 10);
        }
    }
    check_games<3, 12, false>({27, 9, Choice::random, Refill::standard}, 200);
    check_games<4, 36, true>({80, 30, Choice::popular, Refill::standard}, 30);
    check_games<4, 84, false>({81, 81, Choice::first, Refill::standard}, 30);
    check_games<6, 116, false>({729, 12, Choice::random, Refill::standard}, 1);
}
