// From "one mask per collection" to "one word per card", and from bit planes back to counts.
//
// With L lanes a block has 64 L collections. Collection L k + l is bit k of lane l in every transposed word,
// so that rows are read in the order of memory and only bits move, never lanes.
#pragma once

#include "simd/word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Positions whose bit `step` is clear.
constexpr u64 clear_positions(int step) {
    u64 mask = 0;
    for (int position = 0; position < 64; ++position) {
        if ((position & step) == 0) mask |= static_cast<u64>(1) << position;
    }
    return mask;
}

template <class W>
struct Transposer {
    using Word = typename W::Word;

    template <int Step>
    SETLAB_INLINE void exchange(Word& x, Word& y) {
        W::template exchange<Step>(x, y, W::fill(clear_positions(Step)));
    }

    // Exchanges three bits of the register's number with the bits 4, 2 and 1 times `Unit` of the position.
    template <int Unit>
    SETLAB_INLINE void exchange_8(Word (&r)[8]) {
        exchange<4 * Unit>(r[0], r[4]), exchange<4 * Unit>(r[1], r[5]);
        exchange<4 * Unit>(r[2], r[6]), exchange<4 * Unit>(r[3], r[7]);
        exchange<2 * Unit>(r[0], r[2]), exchange<2 * Unit>(r[1], r[3]);
        exchange<2 * Unit>(r[4], r[6]), exchange<2 * Unit>(r[5], r[7]);
        exchange<Unit>(r[0], r[1]), exchange<Unit>(r[2], r[3]);
        exchange<Unit>(r[4], r[5]), exchange<Unit>(r[6], r[7]);
    }

    // out[c] = bit c of every row, c = 0 ... 8 * groups - 1, where row(k) gives the rows L k ... L k + L - 1.
    template <class Rows>
    SETLAB_INLINE void rows_to_words(const Rows& row, u32 groups, Word* out) {
        Word middle[8][8];
        for (int low = 0; low < 8; ++low) {
            Word r[8] = {row(low),      row(low + 8),  row(low + 16), row(low + 24),
                         row(low + 32), row(low + 40), row(low + 48), row(low + 56)};
            exchange_8<8>(r);
#pragma GCC unroll 8
            for (int high = 0; high < 8; ++high) middle[high][low] = r[high];
        }
        for (u32 high = 0; high < groups; ++high) {
            exchange_8<1>(middle[high]);
#pragma GCC unroll 8
            for (int low = 0; low < 8; ++low) out[8 * high + low] = middle[high][low];
        }
    }

    // counts[j] = the number whose binary digits are bit j of planes[0], planes[1] ... planes[31].
    SETLAB_INLINE void planes_to_counts(const Word (&planes)[32], i32* counts) {
        Word middle[4][8];
        for (int low = 0; low < 8; ++low) {
            Word r[4] = {planes[low], planes[low + 8], planes[low + 16], planes[low + 24]};
            exchange<16>(r[0], r[2]), exchange<16>(r[1], r[3]);
            exchange<8>(r[0], r[1]), exchange<8>(r[2], r[3]);
#pragma GCC unroll 4
            for (int high = 0; high < 4; ++high) middle[high][low] = r[high];
        }
        for (int high = 0; high < 4; ++high) {
            exchange_8<1>(middle[high]);
            // The halves of a lane were transposed each by itself: they are 32 groups of rows apart.
#pragma GCC unroll 8
            for (int low = 0; low < 8; ++low) {
                const int k = 8 * high + low;
                W::store_low_halves(counts + W::lanes * k, middle[high][low]);
                W::store_low_halves(counts + W::lanes * (k + 32), middle[high][low] >> 32);
            }
        }
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
