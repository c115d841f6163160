#include "setlab/space.hpp"

#include <doctest/doctest.h>

using namespace setlab;

TEST_CASE("the third card makes every coordinate sum to 0 modulo 3") {
    for (u32 a = 0; a < cards_in(4); ++a) {
        CHECK(third(a, a) == a);
        for (u32 b = 0; b < cards_in(4); ++b) {
            const u32 c = third(a, b);
            bool sums_to_0 = true;
            for (u32 unit = 1; unit < cards_in(4); unit *= 3) {
                sums_to_0 &= (a / unit % 3 + b / unit % 3 + c / unit % 3) % 3 == 0;
            }
            REQUIRE(sums_to_0);
            REQUIRE(is_line(a, b, c) == (a != b));
        }
    }
}

TEST_CASE("lines are counted by their three pairs of cards") {
    for (int d = 1; d <= 5; ++d) {
        u32 lines = 0;
        for (u32 a = 0; a < cards_in(d); ++a) {
            for (u32 b = a + 1; b < cards_in(d); ++b) lines += third(a, b) > b;
        }
        CHECK(lines == lines_in(d));
    }
    CHECK(words_in(4) == 2);
    CHECK(words_in(8) == 103);
}
