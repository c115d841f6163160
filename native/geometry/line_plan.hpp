#pragma once

#include "geometry/line_engine.hpp"

namespace setlab {

// The tables of AG(d,3), made at the first use of the dimension and kept.
const LinePlan& line_plan(int dimension);

}  // namespace setlab
