// The bounds of the draws that put a deck in order: draw k is below the number of cards that are left.
#pragma once

#include <vector>

#include "setlab/types.hpp"

namespace setlab {

// For the draws 2i and 2i + 1 of every block, the first in the lower half: the bound, and 2^16 mod bound.
class DrawBounds {
  public:
    explicit DrawBounds(u32 cards) {
        constexpr u32 draws_per_block = 8;  // so the tables are padded with bounds 1
        const auto bound_of = [=](u32 k) { return k < cards ? cards - k : 1; };
        for (u32 k = 0; k < cards + draws_per_block; k += 2) {
            const u32 even = bound_of(k), odd = bound_of(k + 1);
            bounds_.push_back(even | odd << 16);
            remainders_.push_back(65536 % even | 65536 % odd << 16);
        }
    }
    const u32* bounds() const { return bounds_.data(); }
    const u32* remainders() const { return remainders_.data(); }

  private:
    std::vector<u32> bounds_, remainders_;
};

}  // namespace setlab
