// Bits of a word: the compilers for CPU and GPU have names of their own for these.
#pragma once

#include "types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The lowest bit that is set; the word must not be 0.
SETLAB_HD inline u32 lowest_bit(u64 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__ffsll(static_cast<long long>(word)) - 1);
#else
    return static_cast<u32>(__builtin_ctzll(word));
#endif
}

// Zeros above the highest bit that is set; the word must not be 0.
SETLAB_HD inline u32 leading_zeros(u32 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__clz(static_cast<int>(word)));
#else
    return static_cast<u32>(__builtin_clz(word));
#endif
}

SETLAB_HD inline u32 leading_zeros(u64 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__clzll(static_cast<long long>(word)));
#else
    return static_cast<u32>(__builtin_clzll(word));
#endif
}

SETLAB_HD inline u32 count_bits(u64 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__popcll(word));
#else
    return static_cast<u32>(__builtin_popcountll(word));
#endif
}

SETLAB_HD inline u32 count_bits(u32 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__popc(word));
#else
    return static_cast<u32>(__builtin_popcount(word));
#endif
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
