#include "setlab/reflections.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <utility>

using namespace setlab;

namespace {

using Pairs = std::set<std::pair<u32, u32>>;

std::pair<u32, u32> ordered(u32 a, u32 b) { return a < b ? std::pair(a, b) : std::pair(b, a); }

template <int Dimension>
Pairs found(const Reflections<Dimension>& reflections, const TableMask<Dimension>& mask, u32 x) {
    Pairs pairs;
    const auto hits = reflections.find(mask, packed(x));
    for (u32 w = 0; w < hits.words; ++w) {
        for (u64 left = hits.word[w]; left != 0; left &= left - 1) {
            const auto other = reflections.partners(packed(x), w, lowest_bit(left));
            CHECK(pairs.insert(ordered(other.a, other.b)).second);
        }
    }
    return pairs;
}

// Every third card of a table is left out, and each of them is asked for its SETs.
template <int Dimension>
void compare_with_all_pairs() {
    const auto reflections = std::make_unique<Reflections<Dimension>>();
    TableMask<Dimension> mask;
    mask.clear();
    for (u32 card = 0; card < cards_in(Dimension); ++card) {
        if (card * 7 % 3 != 0) mask.flip(packed(card));
    }
    for (u32 x = 0; x < cards_in(Dimension); x += 3) {
        Pairs expected;
        for (u32 a = 0; a < cards_in(Dimension); ++a) {
            const u32 b = third(x, a);
            if (a < b && a * 7 % 3 != 0 && b * 7 % 3 != 0) expected.insert(ordered(packed(a), packed(b)));
        }
        REQUIRE(found<Dimension>(*reflections, mask, x) == expected);
    }
}

}  // namespace

TEST_CASE("reflections find the pairs that make a SET with a card") {
    compare_with_all_pairs<2>();
    compare_with_all_pairs<3>();
    compare_with_all_pairs<4>();
    compare_with_all_pairs<5>();
}

TEST_CASE("the third card in packed form") {
    const Reflections<4> reflections;
    for (u32 a = 0; a < cards_in(4); ++a) {
        for (u32 b = 0; b < cards_in(4); ++b) {
            REQUIRE(reflections.third_card(packed(a), packed(b)) == packed(third(a, b)));
        }
    }
}
