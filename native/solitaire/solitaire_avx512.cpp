#define SETLAB_TARGET avx512
#include "solitaire/kernel.hpp"

namespace setlab {

extern const SolitaireKernel solitaire_avx512 = SolitaireForTarget::kernel;

}  // namespace setlab
