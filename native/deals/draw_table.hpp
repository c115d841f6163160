// Tables of draws: one row per trial, one column per draw.
#pragma once

#include "setlab/types.hpp"

namespace setlab {

struct DrawTable {
    u64 seed;
    int width;  // 16 or 32
    u64 draws;  // columns
    // For bounded draws, per column, the bound less one (so that 2^32 fits) and 2^width mod bound; else null.
    const u32* bound_less_1;
    const u32* remainder;
};

// The code for one instruction set: fills the rows of trials first ... first + trials - 1.
struct DrawsKernel {
    u64 trials_at_once;
    void (*fill)(const DrawTable& table, u64 first, u64 trials, u32* rows);
};

extern const DrawsKernel draws_plain;
extern const DrawsKernel draws_avx2;
extern const DrawsKernel draws_avx512;

}  // namespace setlab
