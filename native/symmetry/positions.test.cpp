#include "symmetry/positions.hpp"

#include <doctest/doctest.h>

#include "geometry/affine.hpp"
#include "setlab/generator.hpp"

using namespace setlab;

namespace {

template <class Map>
u32 image(u32 mask, const Map& map) {
    u32 moved = 0;
    for (u32 card = 0; card < position_cards; ++card) moved |= (mask >> card & 1) << map(card);
    return moved;
}

}  // namespace

TEST_CASE("symmetries leave the canonical key as it is") {
    const auto swapped = [](u32 card) { return card / 9 % 3 + 9 * (card % 3) + card / 3 % 3 * 3; };
    const auto sheared = [](u32 card) { return sum_of(card, 3 * (card % 3)); };
    for (u64 trial = 0; trial < 30; ++trial) {
        const u32 table = draw_bits<32>(1, trial, 0) & draw_bits<32>(1, trial, 1) & ((1u << 27) - 1);
        const u32 undealt = draw_bits<32>(1, trial, 2) & ~table & ((1u << 27) - 1);
        const u64 key = canonical_key({table, undealt});
        const u32 by = draw_below<16>(1, trial, 8, 27);
        const auto moved = [=](u32 card) { return sum_of(card, by); };
        CHECK(canonical_key({image(table, moved), image(undealt, moved)}) == key);
        CHECK(canonical_key({image(table, swapped), image(undealt, swapped)}) == key);
        CHECK(canonical_key({image(table, sheared), image(undealt, sheared)}) == key);
        const Position back = position_of(key);
        CHECK(canonical_key(back) == key);
    }
}

TEST_CASE("positions of other sizes have other keys") {
    CHECK(canonical_key({0b111, 0}) != canonical_key({0b1011, 0}));
    CHECK(canonical_key({0b11, 0b100}) != canonical_key({0b11, 0b1000}));
    CHECK(canonical_key({0b11, 0}) == canonical_key({1u << 26 | 1u << 5, 0}));
}
