#define SETLAB_TARGET avx2
#include "geometry/line_block.hpp"

namespace setlab {

extern const LinesKernel lines_avx2 = LinesBlock<WidestWord>::kernel;

}  // namespace setlab
