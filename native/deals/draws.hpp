// Tables of draws on any number of threads.
#pragma once

#include "deals/draw_engine.hpp"
#include "simd/isa.hpp"

namespace setlab {

// Fills `rows`, trials * table.draws numbers.
void fill_table(const DrawTable& table, u64 first, u64 trials, u32 threads, Isa isa, u32* rows);

}  // namespace setlab
