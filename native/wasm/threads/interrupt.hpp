// threads/interrupt.hpp for WebAssembly: a worker that is no longer wanted is terminated from outside.
#pragma once

namespace setlab {

inline void check_interrupt() {}

}  // namespace setlab
