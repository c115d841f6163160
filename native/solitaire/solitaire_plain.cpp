#define SETLAB_TARGET plain
#include "solitaire/kernel.hpp"

namespace setlab {

extern const SolitaireKernel solitaire_plain = SolitaireForTarget::kernel;

}  // namespace setlab
