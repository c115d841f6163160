#include <vector>

#include "setlab/generator.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

namespace {

constexpr u64 seeds[] = {0, 1, 0xfedcba9876543210};
constexpr u64 firsts[] = {0, 64, 0xFFFFFF00u, u64{5} << 32, ~u64{0} - 255};

// Calls test(probe, seed, first trial, block) for several of each.
template <class Test>
void for_each_block(const Test& test) {
    for_each_probe([&](VectorProbe& probe) {
        for (const u64 seed : seeds)
            for (const u64 first : firsts)
                for (const u32 block : {0u, 1u, 10u}) test(probe, seed, first, block);
    });
}

}  // namespace

TEST_CASE("the lanes give the blocks of the scalar generator") {
    for_each_block([](VectorProbe& probe, u64 seed, u64 first, u32 block) {
        u32 words[32];
        probe.philox_block(seed, first, block | Draw<32>::family, words);
        for (u32 i = 0; i < 4 * probe.lanes(); ++i)
            REQUIRE(words[i] == draw_bits<32>(seed, first + i / 4, 4 * block + i % 4));
    });
}

TEST_CASE("merged words give the draws of the scalar generator") {
    for_each_block([](VectorProbe& probe, u64 seed, u64 first, u32 block) {
        for (const u32 merged : {2u, 4u}) {
            std::vector<u16> draws(8 * 64);
            const u32 trials = probe.merged_philox(seed, first, block, merged, draws.data());
            REQUIRE(trials == 2 * merged * probe.lanes());
            for (u32 i = 0; i < 8 * trials; ++i)
                REQUIRE(draws[i] == draw_bits<16>(seed, first + i / 8, 8 * block + i % 8));
        }
    });
}
