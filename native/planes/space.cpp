#include "planes/space.hpp"

#include <algorithm>

namespace setlab {
namespace {

u32 power_of_3(u32 exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

// a + factor * b, digit by digit modulo 3.
u32 combine(u32 a, u32 factor, u32 b) {
    if (a == 0 && b == 0) return 0;
    return 3 * combine(a / 3, factor, b / 3) + (a % 3 + factor * (b % 3)) % 3;
}

u32 dot(u32 a, u32 b) { return a == 0 ? 0 : (dot(a / 3, b / 3) + a % 3 * (b % 3)) % 3; }

// Of a and -a, one is first: the one whose lowest digit that is not 0 is 1.
bool is_direction(u32 a) {
    while (a != 0 && a % 3 == 0) a /= 3;
    return a % 3 == 1;
}

Cards plane_through(u32 start, u32 across, u32 down) {
    Cards plane = 0;
    for (u32 i = 0; i < 3; ++i) {
        for (u32 j = 0; j < 3; ++j) plane |= card_bit(combine(combine(start, i, across), j, down));
    }
    return plane;
}

std::vector<Cards> all_planes(u32 cards) {
    std::vector<Cards> planes;
    for (u32 across = 1; across < cards; ++across) {
        for (u32 down = across + 1; down < cards; ++down) {
            if (!is_direction(across) || !is_direction(down)) continue;
            for (u32 start = 0; start < cards; ++start) planes.push_back(plane_through(start, across, down));
        }
    }
    std::sort(planes.begin(), planes.end());
    planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
    return planes;
}

}  // namespace

PlaneSpace::PlaneSpace(int dimension_)
    : dimension(static_cast<u32>(dimension_)),
      cards(power_of_3(dimension)),
      directions(0),
      symmetries(cards),
      planes(all_planes(cards)) {
    for (u32 i = 0; i < dimension; ++i) symmetries *= cards - power_of_3(i);
    for (u32 a = 0; a < cards; ++a) {
        for (u32 b = 0; b < cards; ++b) {
            sum[a][b] = static_cast<u8>(combine(a, 1, b));
            difference[a][b] = static_cast<u8>(combine(a, 2, b));
        }
    }
    for (u32 normal = 1; normal < cards; ++normal) {
        if (!is_direction(normal)) continue;
        for (u32 a = 0; a < cards; ++a)
            hyperplane[a][directions] = static_cast<u8>(3 * directions + dot(normal, a));
        ++directions;
    }
}

}  // namespace setlab
