#include "setlab/table.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "random.test.hpp"

using namespace setlab;

namespace {

// A table and the cards that should lie on it, by slot; `hole` stands for none.
template <class List>
struct Pair {
    static constexpr u32 hole = 81;
    Reflections<4> reflections;
    Table<4, List> table{reflections};
    std::vector<u32> row;

    u32 sets() const {
        u32 found = 0;
        for (u64 i = 0; i < row.size(); ++i)
            for (u64 j = i + 1; j < row.size(); ++j)
                for (u64 k = j + 1; k < row.size(); ++k)
                    found +=
                        row[i] != hole && row[j] != hole && row[k] != hole && is_line(row[i], row[j], row[k]);
        return found;
    }

    void check() const {
        REQUIRE(table.slots() == row.size());
        REQUIRE(table.sets() == sets());
        for (u64 slot = 0; slot < row.size(); ++slot)
            if (row[slot] != hole) REQUIRE(table.card_at(static_cast<u32>(slot)) == packed(row[slot]));
    }

    void lay(const std::vector<u32>& cards) {
        for (const u32 card : cards) {
            table.lay(static_cast<u32>(row.size()), packed(card));
            row.push_back(card);
        }
        table.find_sets();
    }

    Three take() {
        table.candidates(Choice::first);
        const Three holes = table.take(0);
        REQUIRE(is_line(row[holes.slot[0]], row[holes.slot[1]], row[holes.slot[2]]));
        for (const u32 slot : holes.slot) row[slot] = hole;
        return holes;
    }

    void deal(const Three& at, const u32* cards) {
        const u32 spelled[3] = {packed(cards[0]), packed(cards[1]), packed(cards[2])};
        table.deal(at, spelled, 3);
        for (u32 i = 0; i < 3; ++i) {
            if (at.slot[i] == row.size()) row.push_back(hole);
            row[at.slot[i]] = cards[i];
        }
    }

    void shrink(const Three& holes) {
        u32 filled = 0;
        for (u64 from = row.size() - 3; from < row.size(); ++from)
            if (row[from] != hole) row[holes.slot[filled++]] = row[from];
        row.resize(row.size() - 3);
        table.shrink(3, holes);
    }
};

template <class List>
void check_table(u64 seed) {
    RandomInputs random(seed);
    const std::vector<u32> deck = random.cards(81, 81);
    const auto pair = std::make_unique<Pair<List>>();
    pair->lay({deck.begin(), deck.begin() + 12});
    pair->check();
    for (u32 next = 12; next < 81; next += 3) {
        if (pair->table.sets() == 0) {
            pair->deal(Three::from(pair->table.slots()), &deck[next]);
        } else {
            const Three holes = pair->take();
            if (pair->row.size() > 12) {
                pair->shrink(holes);
            } else {
                pair->deal(holes, &deck[next]);
            }
        }
        pair->check();
    }
}

}  // namespace

TEST_CASE("a table knows its SETs while cards come, go and move") {
    for (u64 seed = 0; seed < 40; ++seed) {
        check_table<MaskList<u32>>(seed);
        check_table<KeyList<81, 1080>>(seed);
    }
}

TEST_CASE("taking the first SETs leaves a table without a SET") {
    for (u64 seed = 0; seed < 20; ++seed) {
        RandomInputs random(seed);
        const auto one = std::make_unique<Pair<MaskList<u32>>>(),
                   other = std::make_unique<Pair<MaskList<u32>>>();
        const std::vector<u32> cards = random.cards(81, 18);
        for (const u32 card : cards) one->table.lay(one->table.slots(), packed(card));
        other->lay(cards);
        u32 taken = 0;
        for (; other->table.sets() != 0; ++taken) other->take();
        CHECK(one->table.take_first_sets() == taken);
        CHECK(one->table.cards() == 18 - 3 * taken);
    }
}
