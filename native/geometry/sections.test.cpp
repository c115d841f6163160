#include "geometry/sections.hpp"

#include <doctest/doctest.h>

#include <numeric>

using namespace setlab;

TEST_CASE("fewest and most lines among n cards of the plane") {
    const LineExtremes found = line_extremes(2);
    const std::vector<i32> fewest{0, 0, 0, 0, 0, 1, 2, 5, 8, 12}, most{0, 0, 0, 1, 1, 2, 3, 5, 8, 12};
    CHECK(found.fewest == fewest);
    CHECK(found.most == most);
}

TEST_CASE("the orbits of a size have all collections of that size") {
    for (u32 size = 0; size <= 9; ++size) {
        for (const Symmetry symmetry : {Symmetry::translations, Symmetry::affine}) {
            const SubsetOrbits orbits = subset_orbits(2, size, symmetry);
            u32 all = 1;
            for (u32 i = 0; i < size; ++i) all = all * (9 - i) / (i + 1);
            CHECK(std::accumulate(orbits.sizes.begin(), orbits.sizes.end(), 0u) == all);
        }
    }
    CHECK(subset_orbits(2, 3, Symmetry::affine).sizes == std::vector<u32>{12, 72});
}
