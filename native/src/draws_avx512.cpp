#define SETLAB_TARGET avx512
#include "draws_kernel.hpp"

namespace setlab {

extern const DrawsKernel draws_avx512 = draws_kernel<WidestWord>;

}  // namespace setlab
