#define SETLAB_TARGET avx2
#include "games/kernel.hpp"

namespace setlab {

extern const EndgameKernel endgame_avx2 = EndgameForTarget::kernel;

}  // namespace setlab
