#define SETLAB_TARGET plain
#include "deals/slot_kernel.hpp"

namespace setlab {

extern const PlacesKernel places_plain = places_kernel;

}  // namespace setlab
