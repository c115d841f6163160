#include "deals/draws.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "setlab/generator.hpp"

using namespace setlab;

namespace {

template <int Width>
void compare(Isa isa, const std::vector<u32>& bound_less_1, u64 first, u64 trials) {
    std::vector<u32> remainder;
    for (const u32 less_1 : bound_less_1)
        remainder.push_back(static_cast<u32>(Draw<Width>::values % (u64{less_1} + 1)));
    const u64 draws = bound_less_1.size();
    const DrawTable table{9, Width, draws, bound_less_1.data(), remainder.data()};
    std::vector<u32> rows(trials * draws);
    fill_table(table, first, trials, 2, isa, rows.data());
    for (u64 j = 0; j < trials; ++j) {
        for (u64 k = 0; k < draws; ++k)
            REQUIRE(rows[j * draws + k] == draw_below<Width>(9, first + j, k, u64{bound_less_1[k]} + 1));
    }
}

}  // namespace

TEST_CASE("tables of draws equal draws one by one, with every instruction set") {
    std::vector<u32> shuffle, wide;
    for (u32 bound = 81; bound > 0; --bound) shuffle.push_back(bound - 1);
    for (u32 k = 0; k < 13; ++k) wide.push_back(~0u - k * 0x13579BDFu);
    for (const Isa isa : supported_isas()) {
        compare<16>(isa, shuffle, (u64{1} << 32) - 50, 300);
        compare<32>(isa, wide, 0, 300);
    }
}
