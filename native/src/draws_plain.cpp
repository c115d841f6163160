#define SETLAB_TARGET plain
#include "draws_kernel.hpp"

namespace setlab {

extern const DrawsKernel draws_plain = draws_kernel<WidestWord>;

}  // namespace setlab
