// 32 rows of lanes with 32 bits become 32 words with a bit per game.
#pragma once

#include "lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

// Exchanges one bit of the row's number with the same bit of the position. `kept` has the positions where it
// is clear.
template <u32 Step, class Word>
SETLAB_SLICED void exchange(Word (&row)[32], u32 kept) {
    const Word mask = fill_lanes<Word>(kept);
    SETLAB_UNROLL(32)
    for (u32 r = 0; r < 32; ++r) {
        if ((r & Step) != 0) continue;
        const Word upper = row[r], lower = row[r + Step];
#if defined(__CUDA_ARCH__)
        if constexpr (Step >= 8 && sizeof(Word) == 4) {  // whole bytes, in one instruction
            row[r] = __byte_perm(upper, lower, Step == 16 ? 0x5410 : 0x6240);
            row[r + Step] = __byte_perm(upper, lower, Step == 16 ? 0x7632 : 0x7351);
            continue;
        }
#endif
        row[r] = choose(mask, upper, Word(lower << Step));
        row[r + Step] = choose(mask, Word(upper >> Step), lower);
    }
}

template <class Word>
SETLAB_SLICED_STEP void transpose(Word (&row)[32]) {
    exchange<16>(row, 0x0000FFFFu);
    exchange<8>(row, 0x00FF00FFu);
    exchange<4>(row, 0x0F0F0F0Fu);
    exchange<2>(row, 0x33333333u);
    exchange<1>(row, 0x55555555u);
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
