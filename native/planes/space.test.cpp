#include "planes/space.hpp"

#include <doctest/doctest.h>

using namespace setlab;

TEST_CASE("planes of AG(d,3)") {
    for (const auto& [dimension, planes] : {std::pair(2, 1u), std::pair(3, 39u), std::pair(4, 1170u)}) {
        const PlaneSpace space(dimension);
        CHECK(space.planes.size() == planes);
        for (const Cards plane : space.planes) {
            REQUIRE(size_of(plane) == 9);
            for (u32 a = 0; a < space.cards; ++a) {
                for (u32 b = 0; b < space.cards; ++b)
                    if (holds(plane, a) && holds(plane, b)) REQUIRE(holds(plane, third(a, b)));
            }
        }
    }
}

TEST_CASE("sets of cards as masks of 128 bits") {
    CHECK(size_of(0) == 0);
    CHECK(size_of(~Cards{0} >> 47) == 81);
    for (u32 card = 0; card < 81; ++card) {
        CHECK(lowest_card(card_bit(card) | card_bit(80)) == card);
        CHECK(is_within(card_bit(card), ~Cards{0}));
        CHECK(!is_within(card_bit(card), card_bit((card + 1) % 81)));
    }
}
