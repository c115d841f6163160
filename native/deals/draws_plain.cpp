#define SETLAB_TARGET plain
#include "deals/draw_block.hpp"

namespace setlab {

extern const DrawsKernel draws_plain = draws_kernel<WidestWord>;

}  // namespace setlab
