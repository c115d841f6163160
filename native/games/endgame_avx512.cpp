#define SETLAB_TARGET avx512
#include "games/kernel.hpp"

namespace setlab {

extern const EndgameKernel endgame_avx512 = EndgameForTarget::kernel;

}  // namespace setlab
