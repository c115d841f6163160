// Squares of bits are transposed by exchanging one bit of the row's number after the other with the same bit
// of the position.
#pragma once

#include "word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The word with the same 64 bits in all parts, or their lower half if it has no more.
template <class Word>
SETLAB_INLINE Word fill_parts(u64 part) {
    if constexpr (parts_in<Word> == 1) {
        return static_cast<Word>(part);
    } else {
        return Word{} + part;
    }
}

// Positions whose bit `step` is clear.
SETLAB_HD constexpr u64 clear_positions(u32 step) {
    u64 mask = 0;
    for (u32 position = 0; position < 64; ++position) {
        if ((position & step) == 0) mask |= u64{1} << position;
    }
    return mask;
}

// Swaps the bits of x whose position has the bit `Step` set with those of y whose position has it clear.
template <u32 Step, class Word>
SETLAB_INLINE void exchange(Word& x, Word& y) {
    constexpr u64 clear = clear_positions(Step);
#if defined(__CUDA_ARCH__)
    if constexpr (Step >= 8 && sizeof(Word) == 4) {  // whole bytes, in one instruction
        const Word before = x;
        x = __byte_perm(before, y, Step == 16 ? 0x5410 : 0x6240);
        y = __byte_perm(before, y, Step == 16 ? 0x7632 : 0x7351);
        return;
    }
#endif
#if defined(__CUDA_ARCH__) || defined(__AVX512F__)
    const Word mask = fill_parts<Word>(clear), before = x;
    x = select(mask, before, Word(y << Step));
    y = select(mask, Word(before >> Step), y);
#else
    const Word difference = ((x >> Step) ^ y) & fill_parts<Word>(clear);
    y ^= difference;
    x ^= difference << Step;
#endif
}

// Exchanges three bits of the row's number with the bits 4, 2 and 1 times `Unit` of the position.
template <u32 Unit, class Word>
SETLAB_INLINE void exchange_8(Word* r) {
    exchange<4 * Unit>(r[0], r[4]), exchange<4 * Unit>(r[1], r[5]);
    exchange<4 * Unit>(r[2], r[6]), exchange<4 * Unit>(r[3], r[7]);
    exchange<2 * Unit>(r[0], r[2]), exchange<2 * Unit>(r[1], r[3]);
    exchange<2 * Unit>(r[4], r[6]), exchange<2 * Unit>(r[5], r[7]);
    exchange<Unit>(r[0], r[1]), exchange<Unit>(r[2], r[3]);
    exchange<Unit>(r[4], r[5]), exchange<Unit>(r[6], r[7]);
}

// Bit p of row r becomes bit r of row p, in every 32 bits of the words.
template <class Word>
SETLAB_STEP void transpose_32(Word (&row)[32]) {
    SETLAB_GPU_UNROLLED
    for (u32 low = 0; low < 8; ++low) {
        Word r[4] = {row[low], row[low + 8], row[low + 16], row[low + 24]};
        exchange<16>(r[0], r[2]), exchange<16>(r[1], r[3]);
        exchange<8>(r[0], r[1]), exchange<8>(r[2], r[3]);
        row[low] = r[0], row[low + 8] = r[1], row[low + 16] = r[2], row[low + 24] = r[3];
    }
    SETLAB_GPU_UNROLLED
    for (u32 high = 0; high < 4; ++high) {
        Word r[8];
        SETLAB_UNROLLED
        for (u32 low = 0; low < 8; ++low) r[low] = row[8 * high + low];
        exchange_8<1>(r);
        SETLAB_UNROLLED
        for (u32 low = 0; low < 8; ++low) row[8 * high + low] = r[low];
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
