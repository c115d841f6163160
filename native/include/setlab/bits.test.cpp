#include "setlab/bits.hpp"

#include <doctest/doctest.h>

using namespace setlab;

TEST_CASE("bits of words with one or two bits set") {
    for (u32 low = 0; low < 64; ++low) {
        for (u32 high = low; high < 64; ++high) {
            const u64 word = u64{1} << low | u64{1} << high;
            CHECK(lowest_bit(word) == low);
            CHECK(leading_zeros(word) == 63 - high);
            CHECK(count_bits(word) == 1 + (high != low));
            if (high < 32) CHECK(leading_zeros(static_cast<u32>(word)) == 31 - high);
        }
    }
    CHECK(count_bits(u64{0}) == 0);
    CHECK(count_bits(~u64{0}) == 64);
    CHECK(count_bits(~0u) == 32);
}
