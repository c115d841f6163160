// A lock for what several threads share. The WebAssembly build, which has one thread, has a header of its
// own.
#pragma once

#include <mutex>

namespace setlab {

using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;

}  // namespace setlab
