#include "geometry/affine.hpp"

#include <doctest/doctest.h>

using namespace setlab;

TEST_CASE("tables of AG(4,3) agree with the arithmetic") {
    const auto& tables = Affine<4>::get();
    for (u32 a = 0; a < cards_in(4); ++a) {
        CHECK(sum_of(a, tables.minus[a]) == 0);
        for (u32 b = 0; b < cards_in(4); ++b) {
            REQUIRE(tables.third[a][b] == third(a, b));
            REQUIRE(tables.sum[a][b] == sum_of(a, b));
        }
    }
}

TEST_CASE("each direction cuts the deck into three parallel hyperplanes") {
    const auto& tables = Affine<4>::get();
    CHECK(Affine<4>::directions == 40);
    for (u32 direction = 0; direction < 40; ++direction) {
        u32 cards[3] = {};
        for (u32 card = 0; card < 81; ++card) ++cards[tables.side[card][direction]];
        for (const u32 number : cards) CHECK(number == 27);
    }
}

TEST_CASE("orders of AGL(d,3)") {
    CHECK(all_lines(4).size() == lines_in(4));
    CHECK(cards_in(2) * maps_fixing(2, 0) == 432);
    CHECK(cards_in(4) * maps_fixing(4, 0) == 1965150720);
    CHECK(maps_fixing(3, 3) == 1);
}
