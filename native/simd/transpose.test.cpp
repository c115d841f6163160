#include <vector>

#include "random.test.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

TEST_CASE("bit c of every row makes word c") {
    for_each_probe([](VectorProbe& probe) {
        const u32 lanes = probe.lanes();
        RandomInputs random(4);
        const std::vector<u64> rows = random.words(64 * lanes);
        for (const u32 groups : {1u, 5u, 8u}) {
            std::vector<u64> words(8 * groups * lanes);
            probe.rows_to_words(rows.data(), groups, words.data());
            // Row lanes * k + l is bit k of lane l.
            for (u32 row = 0; row < 64 * lanes; ++row) {
                for (u32 c = 0; c < 8 * groups; ++c)
                    REQUIRE((words[lanes * c + row % lanes] >> row / lanes & 1) == (rows[row] >> c & 1));
            }
        }
    });
}

TEST_CASE("binary digits in 32 words make counts") {
    for_each_probe([](VectorProbe& probe) {
        const u32 lanes = probe.lanes();
        RandomInputs random(5);
        const std::vector<u64> planes = random.words(32 * lanes);
        std::vector<i32> counts(64 * lanes);
        probe.planes_to_counts(planes.data(), counts.data());
        for (u32 j = 0; j < 64 * lanes; ++j) {
            u32 wanted = 0;
            for (u32 digit = 0; digit < 32; ++digit)
                wanted |= static_cast<u32>(planes[lanes * digit + j % lanes] >> j / lanes & 1) << digit;
            REQUIRE(static_cast<u32>(counts[j]) == wanted);
        }
    });
}
