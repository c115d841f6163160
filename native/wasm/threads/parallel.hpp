// threads/parallel.hpp for WebAssembly: all pieces on the one thread, which has one engine.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "setlab/types.hpp"
#include "threads/interrupt.hpp"

namespace setlab {

inline u32 thread_count(u32, u64) { return 1; }

template <class Work>
void for_each_piece(u64 pieces, u32, const Work& work) {
    for (u64 piece = 0; piece < pieces; ++piece) work(piece, 0u);
}

template <class Engine>
class WorkerEngines {
  public:
    using Make = std::function<std::unique_ptr<Engine>()>;

    explicit WorkerEngines(Make make) : make_(std::move(make)), engine_(make_()) {}

    void grow(u32) {}
    Engine& operator[](u32) const { return *engine_; }
    u32 block() const { return engine_->block(); }

  private:
    Make make_;  // it may hold what its engines refer to
    std::unique_ptr<Engine> engine_;
};

}  // namespace setlab
