// From "one mask per collection" to "one word per card", and from bit planes back to counts.
//
// With L lanes a block has 64 L collections. Collection L k + l is bit k of lane l in every transposed word,
// so that rows are read in the order of memory and only bits move, never lanes.
#pragma once

#include "setlab/transpose.hpp"
#include "simd/word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// out[c] = bit c of every row, c = 0 ... 8 * groups - 1, where row(k) gives the rows L k ... L k + L - 1.
template <class Rows>
SETLAB_INLINE void rows_to_words(const Rows& row, u32 groups, Word* out) {
    Word middle[8][8];
    for (u32 low = 0; low < 8; ++low) {
        Word r[8] = {row(low),      row(low + 8),  row(low + 16), row(low + 24),
                     row(low + 32), row(low + 40), row(low + 48), row(low + 56)};
        exchange_8<8>(r);
        SETLAB_UNROLL(8)
        for (u32 high = 0; high < 8; ++high) middle[high][low] = r[high];
    }
    for (u32 high = 0; high < groups; ++high) {
        exchange_8<1>(middle[high]);
        SETLAB_UNROLL(8)
        for (u32 low = 0; low < 8; ++low) out[8 * high + low] = middle[high][low];
    }
}

// counts[j] = the number whose binary digits are bit j of planes[0], planes[1] ... planes[31]. The planes are
// transposed in place.
SETLAB_INLINE void planes_to_counts(Word (&planes)[32], i32* counts) {
    transpose_32(planes);
    // The halves of a lane were transposed each by itself: they are 32 groups of rows apart.
    for (u32 k = 0; k < 32; ++k) {
        store_low_halves(counts + word_lanes * k, planes[k]);
        store_low_halves(counts + word_lanes * (k + 32), planes[k] >> 32);
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
