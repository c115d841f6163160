#include "deals/draws.hpp"

#include <vector>

#include "deals/draw_bounds.hpp"
#include "setlab/generator.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

namespace {

constexpr u64 draws = 300, trials = 37;
// The last range crosses a multiple of 2^32.
constexpr u64 firsts[] = {0, 12345678901234, (u64{3} << 32) - 5};

template <int Width>
void check_bits() {
    for_each_isa([](Isa isa) {
        for (const u64 first : firsts) {
            std::vector<u32> rows(trials * draws);
            fill_table({42, Width, draws, nullptr, nullptr}, first, trials, 2, isa, rows.data());
            for (u64 i = 0; i < rows.size(); ++i)
                REQUIRE(rows[i] == draw_bits<Width>(42, first + i / draws, i % draws));
        }
    });
}

// Bounds near a power of two reject nearly half of the draws.
template <int Width>
void check_bounds() {
    std::vector<u32> bound_less_1, remainder;
    for (u64 k = 0; k < draws; ++k) {
        const u64 bound = k % 3 == 0 ? (u64{1} << (Width - 1)) + 1 + k : k % 3 == 1 ? 81 : u64{1} << Width;
        bound_less_1.push_back(static_cast<u32>(bound - 1));
        remainder.push_back(static_cast<u32>((u64{1} << Width) % bound));
    }
    for_each_isa([&](Isa isa) {
        for (const u64 first : firsts) {
            std::vector<u32> rows(trials * draws);
            fill_table({43, Width, draws, bound_less_1.data(), remainder.data()}, first, trials, 1, isa,
                       rows.data());
            for (u64 i = 0; i < rows.size(); ++i) {
                const u64 k = i % draws;
                REQUIRE(rows[i] == draw_below<Width>(43, first + i / draws, k, u64{bound_less_1[k]} + 1));
            }
        }
    });
}

}  // namespace

TEST_CASE("tables of draws are those of the scalar generator") {
    check_bits<16>();
    check_bits<32>();
    check_bounds<16>();
    check_bounds<32>();
}

TEST_CASE("bounds of a deck, two to a word, padded with 1") {
    const DrawBounds bounds(5);
    CHECK(bounds.bounds()[0] == (5 | 4 << 16));
    CHECK(bounds.bounds()[2] == (1 | 1 << 16));
    CHECK(bounds.remainders()[0] == (65536 % 5 | 0 << 16));
    CHECK(bounds.bounds()[5] == (1 | 1 << 16));
}
