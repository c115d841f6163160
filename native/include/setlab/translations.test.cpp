// Tables as the GPU has them, compiled for the CPU, play the games of the other tables.
#include "setlab/translations.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "random.test.hpp"
#include "setlab/near_list.hpp"
#include "setlab/table.hpp"
#include "setlab/trial_game.hpp"

using namespace setlab;

namespace {

constexpr u64 seed = 81, first_trial = (u64{3} << 32) - 5;

// The result of a game.
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

// Few SETs are near, so that some lists are longer; eight are sorted by a network.
template <class Mask>
constexpr u32 near_sets = sizeof(Mask) == 4 ? 8 : 2;

template <int Dimension, class List>
struct PairedLayout {
    u16 card_at[List::most_slots];
    typename List::Slot slot_of[TableMask<Dimension>::codes + 1];
    PairedMask<Dimension> mask;
};

template <int Dimension, class List>
using PairedTable = Table<Dimension, List, PairedLayout<Dimension, List>, Translations<Dimension>>;

template <int Dimension, class AnyTable>
void check_games(AnyTable& table, const GameRules& rules, u32 games) {
    using Any = KeyList<cards_in(Dimension), lines_in(Dimension)>;
    const auto reflections = std::make_unique<Reflections<Dimension>>();
    const auto other = std::make_unique<Table<Dimension, Any>>(*reflections);
    for (u64 trial = first_trial; trial < first_trial + games; ++trial) {
        const Played wanted = play<Dimension>(*other, rules, trial);
        REQUIRE(play<Dimension>(table, rules, trial) == wanted);
    }
}

template <int Dimension, class Mask, u32 Slots>
void check_masks(const GameRules& rules, u32 games) {
    using Memory = SetMemory<Mask, Mask*, near_sets<Mask>>;
    using List = NearList<Mask, Slots, Memory>;
    const auto translations = std::make_unique<Translations<Dimension>>();
    std::vector<Mask> near(near_sets<Mask>), far(most_sets(Slots));
    const auto table = std::make_unique<PairedTable<Dimension, List>>(
        *translations, PairedLayout<Dimension, List>{}, Memory{near.data(), far.data()});
    check_games<Dimension>(*table, rules, games);
}

template <int Dimension, u32 Slots>
void check_keys(const GameRules& rules, u32 games) {
    const auto translations = std::make_unique<Translations<Dimension>>();
    using List = KeyList<Slots, most_sets(Slots)>;
    const auto table = std::make_unique<PairedTable<Dimension, List>>(*translations);
    check_games<Dimension>(*table, rules, games);
}

}  // namespace

TEST_CASE("translations find the pairs that make a SET with a card") {
    const auto translations = std::make_unique<Translations<5>>();
    for (u64 number = 0; number < 30; ++number) {
        const std::vector<u32> cards = RandomInputs(number).cards(243, 40);
        PairedMask<5> mask;
        mask.clear();
        for (const u32 card : cards) translations->flip(mask, packed(card));
        for (const u32 x : cards) {
            translations->flip(mask, packed(x));
            u32 found = 0, pairs = 0;
            translations->for_each_set(mask, packed(x), [&](const auto& other) {
                REQUIRE(translations->third_card(other.a, other.b) == packed(x));
                REQUIRE(translations->third_card(packed(x), other.a) == other.b);
                ++found;
            });
            translations->flip(mask, packed(x));
            for (const u32 a : cards)
                for (const u32 b : cards) pairs += a < b && is_line(x, a, b);
            CHECK(found == pairs);
        }
    }
}

TEST_CASE("tables of the GPU play the same games") {
    for (const Refill refill : {Refill::standard, Refill::always_three}) {
        for (const Choice choice :
             {Choice::random, Choice::popular, Choice::reject, Choice::first, Choice::last}) {
            check_masks<4, u32, 32>({81, 12, choice, refill}, 100);
            check_masks<4, u64, 40>({81, 18, choice, refill}, 50);
            check_masks<5, u64, 51>({243, 12, choice, refill}, 10);
        }
    }
    check_masks<3, u32, 15>({27, 9, Choice::random, Refill::standard}, 200);
    check_keys<4, 84>({80, 30, Choice::popular, Refill::standard}, 30);
    check_keys<4, 84>({81, 81, Choice::first, Refill::standard}, 30);
    check_keys<6, 118>({729, 12, Choice::reject, Refill::standard}, 2);
}
