// threads/mutex.hpp for WebAssembly, where there is one thread.
#pragma once

namespace setlab {

struct Mutex {};

struct Lock {
    explicit Lock(Mutex&) {}
    ~Lock() {}
};

}  // namespace setlab
