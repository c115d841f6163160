#include <algorithm>

#include "random.test.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

namespace {

constexpr u32 most_bytes = 64;

struct Arrays {
    alignas(64) u8 a[most_bytes], b[most_bytes], bytes[most_bytes];
    alignas(64) u16 x[most_bytes / 2], y[most_bytes / 2], halves[most_bytes / 2];

    explicit Arrays(RandomInputs& random) {
        for (u32 i = 0; i < most_bytes; ++i) {
            a[i] = static_cast<u8>(random.below(256));
            b[i] = static_cast<u8>(random.below(256));
        }
        for (u32 i = 0; i < most_bytes / 2; ++i) {
            x[i] = static_cast<u16>(random.below(65536));
            y[i] = static_cast<u16>(random.below(4) == 0 ? x[i] : random.below(65536));
        }
    }
};

template <class Test>
void for_random_arrays(const Test& test) {
    for_each_probe([&](VectorProbe& probe) {
        RandomInputs random(2);
        for (int round = 0; round < 50; ++round) {
            Arrays arrays(random);
            test(probe, arrays, 8 * probe.lanes());
        }
    });
}

}  // namespace

TEST_CASE("lanes of 16 bits") {
    for_random_arrays([](VectorProbe& probe, Arrays& r, u32 bytes) {
        const u32 size = bytes / 2;
        probe.product_high(r.x, r.y, r.halves);
        for (u32 i = 0; i < size; ++i) REQUIRE(r.halves[i] == u32{r.x[i]} * r.y[i] >> 16);
        probe.difference_or_0(r.x, r.y, r.halves);
        for (u32 i = 0; i < size; ++i) REQUIRE(r.halves[i] == (r.x[i] > r.y[i] ? r.x[i] - r.y[i] : 0));
        probe.add_1_where_equal(r.x, r.y, r.halves);
        for (u32 i = 0; i < size; ++i) REQUIRE(r.halves[i] == static_cast<u16>(r.x[i] + (r.x[i] == r.y[i])));
    });
}

TEST_CASE("products in pairs, for numbers of 15 bits") {
    for_random_arrays([](VectorProbe& probe, Arrays& r, u32 bytes) {
        u32 sums[most_bytes / 4];
        for (u32 i = 0; i < most_bytes / 2; ++i) r.x[i] &= 0x7FFF, r.y[i] &= 0x7FFF;
        probe.paired_products(r.x, r.y, sums);
        for (u32 i = 0; i < bytes / 4; ++i)
            REQUIRE(sums[i] == u32{r.x[2 * i]} * r.y[2 * i] + u32{r.x[2 * i + 1]} * r.y[2 * i + 1]);
    });
}

TEST_CASE("lanes of 8 bits") {
    for_random_arrays([](VectorProbe& probe, Arrays& r, u32 bytes) {
        probe.sum_or_255(r.a, r.b, r.bytes);
        for (u32 i = 0; i < bytes; ++i) REQUIRE(r.bytes[i] == std::min(255, r.a[i] + r.b[i]));
        probe.larger(r.a, r.b, r.bytes);
        for (u32 i = 0; i < bytes; ++i) REQUIRE(r.bytes[i] == std::max(r.a[i], r.b[i]));
        probe.choose_greater(r.a, r.b, r.bytes);
        for (u32 i = 0; i < bytes; ++i) {
            const bool greater = static_cast<signed char>(r.a[i]) > static_cast<signed char>(r.b[i]);
            REQUIRE(r.bytes[i] == (greater ? r.a[i] : r.b[i]));
        }
    });
}

TEST_CASE("eight masks of bytes are stored in one word and loaded again") {
    for_each_probe([](VectorProbe& probe) {
        RandomInputs random(3);
        u8 truth[8][64] = {}, again[8][64] = {};
        for (auto& mask : truth)
            for (u8& lane : mask) lane = static_cast<u8>(random.below(2));
        probe.slices(truth, again);
        for (u32 s = 0; s < 8; ++s)
            for (u32 i = 0; i < 8 * probe.lanes(); ++i) REQUIRE(again[s][i] == truth[s][i]);
    });
}
