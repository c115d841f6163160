#include "setlab/flats.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "deals/flat_plan.hpp"
#include "deals/slots.hpp"

namespace setlab {
namespace {

// All lines of AG(d,3), three cards each.
std::vector<u16> all_lines_of(int dimension) {
    std::vector<u16> cards;
    for (u32 a = 0; a < cards_in(dimension); ++a) {
        for (u32 b = a + 1; b < cards_in(dimension); ++b) {
            const u32 c = third(a, b);
            if (c < b) continue;
            for (const u32 card : {a, b, c}) cards.push_back(static_cast<u16>(card));
        }
    }
    return cards;
}

TEST_CASE("one deck at a time, slots and lines are those of the engines") {
    constexpr int dimension = 4;
    constexpr u32 cards = cards_in(dimension);
    constexpr u64 seed = 7, first = (u64{1} << 32) - 20, trials = 40;
    const std::vector<u16> lines = all_lines_of(dimension);
    const u32 number = static_cast<u32>(lines.size() / 3);
    REQUIRE(number == lines_in(dimension));
    std::vector<i32> wanted_first(trials), wanted(trials * (cards + 1));
    const FlatPlan& plan = flat_plan(Flat::line, dimension);
    list_first(plan, {seed, first, trials}, 1, Isa::plain, wanted_first.data());
    list_counts(plan, {seed, first, trials}, 1, Isa::plain, wanted.data());
    // Two columns side by side, of which the second is used.
    std::vector<u8> slots(2 * cards), completed(2 * cards);
    const Column<u8> slot{slots.data() + 1, 2}, complete{completed.data() + 1, 2};
    for (u64 j = 0; j < trials; ++j) {
        draw_slots<dimension>(seed, first + j, slot);
        CHECK(first_flat<3>(lines.data(), number, slot) == static_cast<u32>(wanted_first[j]));
        count_completed<3>(lines.data(), number, cards, slot, complete);
        u32 x = 0;
        for (u32 n = 0; n <= cards; ++n) {
            if (n != 0) x += complete[n - 1];
            CHECK(x == static_cast<u32>(wanted[j * (cards + 1) + n]));
        }
    }
}

}  // namespace
}  // namespace setlab
