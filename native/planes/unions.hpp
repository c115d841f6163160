// All unions of planes of AG(d,3), and their coefficients in the inclusion–exclusion over planes.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "planes/space.hpp"

namespace setlab {

struct PlaneUnion {
    Cards cards;
    u64 images;       // the size of its orbit
    i64 coefficient;  // the sum of (-1)^m over the families of m planes with exactly this union
};

// The unions with at most `largest` cards, one of each orbit, smaller ones first, beginning with the empty
// one.
std::vector<PlaneUnion> find_plane_unions(const PlaneSpace& space, u32 largest);

// For (size, denominator), a sum: the coefficients of many unions of this size add up to sum / denominator.
__extension__ using CoefficientSums = std::map<std::pair<u32, u64>, __int128>;

// The coefficients of the unions of `above` + 1 ... `largest` cards that are reached from these, without
// finding their orbits. Starting from one union of each orbit with at most `above` cards, all are reached.
CoefficientSums sum_coefficients(const PlaneSpace& space, const std::vector<PlaneUnion>& from, u32 above,
                                 u32 largest, u32 threads);

// The sum of (-1)^m over the families of m of these collections with exactly this union.
i64 signed_covers(Cards whole, std::vector<Cards> parts);

}  // namespace setlab
