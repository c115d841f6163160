// Random inputs of the tests: the generator of the core with a fixed seed.
#pragma once

#include <vector>

#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"

namespace setlab {

class RandomInputs {
  public:
    explicit RandomInputs(u64 seed) : seed_(seed) {}

    u64 word() { return u64{below(u64{1} << 32)} << 32 | below(u64{1} << 32); }
    u32 below(u64 bound) { return draw_below<32>(seed_, 0, next_++, bound); }

    std::vector<u64> words(u64 size) {
        std::vector<u64> made(size);
        for (u64& each : made) each = word();
        return made;
    }

    // `size` different numbers below `cards`, at most 1024.
    std::vector<u32> cards(u32 cards, u32 size) {
        Undealt<1024> undealt(cards);
        std::vector<u32> made;
        while (made.size() < size) made.push_back(undealt.take(below(cards - static_cast<u32>(made.size()))));
        return made;
    }

  private:
    u64 seed_;
    u64 next_ = 0;
};

}  // namespace setlab
