// Lines in any number of collections, on any number of threads.
#pragma once

#include "setlab/types.hpp"
#include "simd/isa.hpp"

namespace setlab {

struct Collections {
    const u64* masks;
    u64 size;
    int dimension;
};

// counts[j] = the number of lines in collection j. Throws std::invalid_argument when a mask has a bit too
// high.
void count_lines(const Collections& collections, u32 threads, Isa isa, i32* counts);

// Writes the lines of collection j, sorted, at triples[3 offsets[j]] ... ; the offsets follow from the
// counts.
void find_lines(const Collections& collections, u32 threads, Isa isa, const i64* offsets, u16* triples);

}  // namespace setlab
