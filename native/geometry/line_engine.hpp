// The engine that finds lines in many collections at once, and the tables it reads.
#pragma once

#include "setlab/types.hpp"
#include "simd/dispatch.hpp"

namespace setlab {

// The tables of AG(d,3) that an engine reads. A column is the three cards 3i, 3i+1, 3i+2, a line in the
// direction of the last coordinate; the columns themselves are the points of AG(d-1,3).
struct LinePlan {
    u32 cards;
    u32 words;
    u32 lines;
    u32 columns;
    u32 counter_bits;
    u32 column_lines;        // padded with triples of the column `columns`, which has no cards
    const u16* column_line;  // three columns i < j < k each, in lexicographic order
    const u32* first_of;     // the lines with smallest column i are first_of[i] ... first_of[i + 1] - 1
    const u8* third;         // of cards a and b of AG(4,3), at third_stride * a + b
};

constexpr u32 third_stride = 128;

// How many lines of columns an engine takes in one step; the list is padded to a multiple of it.
constexpr u32 column_lines_per_step = 8;

// Finds lines in blocks of collections. A mask with a bit that is not a card makes a block invalid: both
// functions then return false, and what they have written is meaningless.
class LineEngine {
  public:
    using Plan = LinePlan;
    virtual ~LineEngine();

    // The number of collections in a full block.
    virtual u32 block() const = 0;
    virtual bool count(const u64* masks, u32 rows, i32* counts) = 0;
    virtual bool find(const u64* masks, u32 rows, const i64* offsets, u16* triples) = 0;
};
SETLAB_ENGINE(LineEngine);

}  // namespace setlab
