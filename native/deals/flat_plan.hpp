// Where the lines and planes of AG(d,3) are, in the order in which the engines visit them.
#pragma once

#include "deals/flat_engines.hpp"

namespace setlab {

enum class Flat { line, plane };

constexpr int smallest_slots_dimension = 2;

constexpr int largest_slots_dimension(Flat flat) { return flat == Flat::line ? 6 : 5; }

// The plan of a dimension; it is made at the first call and never changes.
const FlatPlan& flat_plan(Flat flat, int dimension);

}  // namespace setlab
