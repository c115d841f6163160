#define SETLAB_TARGET plain
#include "lines_kernel.hpp"

namespace setlab {

extern const LinesKernel lines_plain = LinesBlock<WidestWord>::kernel;

}  // namespace setlab
