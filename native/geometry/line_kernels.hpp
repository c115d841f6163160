// Lines in many collections at once: the tables, the kernels, and the engine that drives them.
#pragma once

#include "setlab/types.hpp"

namespace setlab {

// What a kernel has to know about AG(d,3). A column is the three cards 3i, 3i+1, 3i+2, a line in the
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
    const u8* third_81;      // third(a, b) of AG(4,3) at 81 a + b
};

// How many lines of columns a kernel takes in one step; the list is padded to a multiple of it.
constexpr u32 column_lines_per_step = 8;

// The code for one instruction set. Both functions treat a block of `rows` <= `collections` masks and return
// false when a mask has a bit that is not a card; what they have written is then without meaning.
struct LinesKernel {
    u32 collections;
    u64 (*scratch_bytes)(const LinePlan& plan);
    bool (*count)(const LinePlan& plan, const u64* masks, u32 rows, void* scratch, i32* counts);
    bool (*find)(const LinePlan& plan, const u64* masks, u32 rows, void* scratch, const i64* offsets,
                 u16* triples);
};

extern const LinesKernel lines_plain;
extern const LinesKernel lines_avx2;
extern const LinesKernel lines_avx512;

}  // namespace setlab
