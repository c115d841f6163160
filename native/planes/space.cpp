#include "planes/space.hpp"

#include <algorithm>

namespace setlab {
namespace {

Cards plane_through(u32 start, u32 across, u32 down) {
    Cards plane = 0;
    for (u32 i = 0; i < 3; ++i, start = sum_of(start, across)) {
        u32 card = start;
        for (u32 j = 0; j < 3; ++j, card = sum_of(card, down)) plane |= card_bit(card);
    }
    return plane;
}

std::vector<Cards> all_planes(u32 cards) {
    std::vector<Cards> planes;
    for (u32 across = 1; across < cards; ++across) {
        for (u32 down = across + 1; down < cards; ++down) {
            if (!is_normalised(across) || !is_normalised(down)) continue;
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
      cards(cards_in(dimension_)),
      directions((cards - 1) / 2),
      symmetries(cards * maps_fixing(dimension_, 0)),
      planes(all_planes(cards)) {
    for (u32 card = 0; card < cards; ++card) {
        for (u32 d = 0; d < directions; ++d)
            hyperplane[card][d] = static_cast<u8>(3 * d + affine.side[card][d]);
    }
}

}  // namespace setlab
