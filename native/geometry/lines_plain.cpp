#define SETLAB_TARGET plain
#include "geometry/line_block.hpp"

namespace setlab {

extern const LinesKernel lines_plain = LinesBlock<WidestWord>::kernel;

}  // namespace setlab
