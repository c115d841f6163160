#define SETLAB_TARGET avx2
#include "deals/slot_kernel.hpp"

namespace setlab {

extern const PlacesKernel places_avx2 = places_kernel;

}  // namespace setlab
