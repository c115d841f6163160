#define SETLAB_TARGET avx2
#include "deals/draw_block.hpp"

namespace setlab {

extern const DrawsKernel draws_avx2 = draws_kernel<WidestWord>;

}  // namespace setlab
