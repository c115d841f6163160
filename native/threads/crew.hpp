// One engine per worker.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "setlab/types.hpp"

namespace setlab {

// Engines that `make` makes. The first exists from the start: it knows the size of a block, on which the
// number of workers depends.
template <class Engine>
class Crew {
  public:
    using Make = std::function<std::unique_ptr<Engine>()>;

    explicit Crew(Make make) : make_(std::move(make)) { grow(1); }

    void grow(u32 workers) {
        while (engines_.size() < workers) engines_.push_back(make_());
    }
    Engine& operator[](u32 worker) const { return *engines_[worker]; }
    u32 block() const { return engines_[0]->block(); }

  private:
    Make make_;
    std::vector<std::unique_ptr<Engine>> engines_;
};

}  // namespace setlab
