// The engine that fills tables of draws: one row per trial, one column per draw.
#pragma once

#include "setlab/types.hpp"
#include "simd/dispatch.hpp"

namespace setlab {

struct DrawTable {
    u64 seed;
    int width;  // 16 or 32
    u64 draws;  // columns
    // For bounded draws, per column, the bound less one (so that 2^32 fits) and 2^width mod bound; else null.
    const u32* bound_less_1;
    const u32* remainder;
};

class DrawEngine {
  public:
    using Plan = DrawTable;
    virtual ~DrawEngine();

    // The number of trials that are drawn at once.
    virtual u32 block() const = 0;
    // Fills the rows of trials first ... first + trials - 1.
    virtual void fill(u64 first, u64 trials, u32* rows) = 0;
};
SETLAB_ENGINE(DrawEngine);

}  // namespace setlab
