#define SETLAB_TARGET avx2
#include "solitaire/kernel.hpp"

namespace setlab {

extern const SolitaireKernel solitaire_avx2 = SolitaireForTarget::kernel;

}  // namespace setlab
