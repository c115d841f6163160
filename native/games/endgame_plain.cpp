#define SETLAB_TARGET plain
#include "games/kernel.hpp"

namespace setlab {

extern const EndgameKernel endgame_plain = EndgameForTarget::kernel;

}  // namespace setlab
