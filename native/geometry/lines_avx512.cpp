#define SETLAB_TARGET avx512
#include "geometry/line_block.hpp"

namespace setlab {

extern const LinesKernel lines_avx512 = LinesBlock<WidestWord>::kernel;

}  // namespace setlab
