#define SETLAB_TARGET plain
#include "endgame_kernel.hpp"

namespace setlab {

extern const EndgameKernel endgame_plain = EndgameForTarget::kernel;

}  // namespace setlab
