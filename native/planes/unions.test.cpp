#include "planes/unions.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "planes/symmetry.hpp"

using namespace setlab;

TEST_CASE("planes and symmetries of a space") {
    const PlaneSpace space(4);
    CHECK(space.planes.size() == 1170);
    CHECK(space.symmetries == 1965150720);
    for (const Cards plane : space.planes) REQUIRE(size_of(plane) == 9);
    SymmetryFinder finder(space);
    finder.look_at(space.planes[0]);
    CHECK(finder.stabiliser() == space.symmetries / 1170);
    const u64 hash = finder.hash();
    finder.look_at(space.planes[1000]);
    CHECK(finder.hash() == hash);
}

TEST_CASE("signed covers are counted as by trying all families") {
    const std::vector<Cards> parts{0b0011, 0b0110, 0b1100, 0b0111, 0b1000};
    for (Cards whole = 0; whole < 16; ++whole) {
        i64 wanted = 0;
        for (u32 family = 0; family < 32; ++family) {
            Cards covered = 0;
            for (u32 i = 0; i < 5; ++i)
                if (family >> i & 1) covered |= parts[i];
            if (covered == whole) wanted += __builtin_popcount(family) % 2 == 0 ? 1 : -1;
        }
        std::vector<Cards> within;
        for (const Cards part : parts)
            if (is_within(part, whole)) within.push_back(part);
        CHECK(signed_covers(whole, within) == wanted);
    }
}

TEST_CASE("unions of planes of AG(3,3): coefficients cancel, except that of no planes") {
    const PlaneSpace space(3);
    i64 total = 0;
    for (const PlaneUnion& each : find_plane_unions(space, 27))
        total += static_cast<i64>(each.images) * each.coefficient;
    CHECK(total == 0);
}
