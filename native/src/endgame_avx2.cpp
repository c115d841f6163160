#define SETLAB_TARGET avx2
#include "endgame_kernel.hpp"

namespace setlab {

extern const EndgameKernel endgame_avx2 = EndgameForTarget::kernel;

}  // namespace setlab
