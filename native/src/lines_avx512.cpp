#define SETLAB_TARGET avx512
#include "lines_kernel.hpp"

namespace setlab {

extern const LinesKernel lines_avx512 = LinesBlock<WidestWord>::kernel;

}  // namespace setlab
