#define SETLAB_TARGET avx512
#include "deals/slot_kernel.hpp"

namespace setlab {

extern const PlacesKernel places_avx512 = places_kernel;

}  // namespace setlab
