#define SETLAB_TARGET avx2
#include "draws_kernel.hpp"

namespace setlab {

extern const DrawsKernel draws_avx2 = draws_kernel<WidestWord>;

}  // namespace setlab
