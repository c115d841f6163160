#include "geometry/lines.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

#include "geometry/affine.hpp"
#include "setlab/generator.hpp"

using namespace setlab;

namespace {

bool holds(const u64* mask, u32 card) { return (mask[card / 64] >> card % 64 & 1) != 0; }

// Random collections, each card with probability 1/2, and a few sparse ones.
std::vector<u64> random_masks(int d, u32 size) {
    std::vector<u64> masks(size * words_in(d));
    for (u32 j = 0; j < size; ++j) {
        for (u32 card = 0; card < cards_in(d); ++card) {
            const bool there = draw_below<16>(3, j, card, j % 5 == 0 ? 20 : 2) == 0;
            masks[j * words_in(d) + card / 64] |= u64{there} << card % 64;
        }
    }
    return masks;
}

}  // namespace

TEST_CASE("lines are counted and found as by trying all of them, with every instruction set") {
    for (const Isa isa : supported_isas()) {
        for (int d = 1; d <= 5; ++d) {
            const u32 size = 700;
            const std::vector<u64> masks = random_masks(d, size);
            const std::vector<Line> lines = all_lines(d);
            const Collections collections{masks.data(), size, d};
            std::vector<i32> counts(size);
            count_lines(collections, 2, isa, counts.data());
            std::vector<i64> offsets(size + 1);
            std::vector<u16> expected;
            for (u32 j = 0; j < size; ++j) {
                const u64* mask = masks.data() + j * words_in(d);
                for (const auto& [a, b, c] : lines) {
                    if (!holds(mask, a) || !holds(mask, b) || !holds(mask, c)) continue;
                    for (const u32 card : {a, b, c}) expected.push_back(static_cast<u16>(card));
                }
                offsets[j + 1] = static_cast<i64>(expected.size() / 3);
                REQUIRE(counts[j] == offsets[j + 1] - offsets[j]);
            }
            std::vector<u16> triples(expected.size());
            find_lines(collections, 2, isa, offsets.data(), triples.data());
            REQUIRE(triples == expected);
        }
    }
}

TEST_CASE("a bit that is not a card is refused") {
    const u64 mask = u64{1} << 27;
    i32 count = 0;
    CHECK_THROWS_AS(count_lines({&mask, 1, 3}, 1, Isa::plain, &count), std::invalid_argument);
}
