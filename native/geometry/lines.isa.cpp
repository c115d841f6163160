#include "geometry/line_block.hpp"

namespace setlab {

template <>
LineEngine* new_engine<LineEngine, Isa::SETLAB_TARGET>(const LinePlan& plan) {
    return new LineBlock(plan);
}

}  // namespace setlab
