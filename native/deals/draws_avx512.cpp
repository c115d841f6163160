#define SETLAB_TARGET avx512
#include "deals/draw_block.hpp"

namespace setlab {

extern const DrawsKernel draws_avx512 = draws_kernel<WidestWord>;

}  // namespace setlab
