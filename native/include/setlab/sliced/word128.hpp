// The word of the CPU: 128 bits, as a vector that GCC and Clang compile for any machine. SSE2 belongs to
// every x86-64, NEON to every arm64; only products need their instructions by name.
#pragma once

#include "lanes.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

typedef u64 Word128 __attribute__((vector_size(16)));

template <>
struct Arithmetic<Word128> {
    using Lanes = Word128;
    static constexpr u32 groups = 2;

    SETLAB_SLICED static Lanes fill(u32 number) { return Lanes{} + number; }

    SETLAB_SLICED static Lanes times(Lanes a, u32 constant) {
#if defined(__SSE2__)
        return reinterpret_cast<Lanes>(
            _mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(fill(constant))));
#elif defined(__ARM_NEON)
        return reinterpret_cast<Lanes>(
            vmull_u32(vmovn_u64(reinterpret_cast<uint64x2_t>(a)), vdup_n_u32(constant)));
#else
        return (a & fill(0xFFFFFFFFu)) * constant;
#endif
    }

    template <class Number>
    SETLAB_SLICED static Lanes gather(u32 group, const Number& number) {
        return Lanes{number(group), number(2 + group)};
    }

    SETLAB_SLICED static Word128 merge(const Lanes (&group)[2]) {
        return choose(fill(0xFFFFFFFFu), group[0], group[1] << 32);
    }

    SETLAB_SLICED static Bounded<Word128> bounded(Word128 draw, u32 even_bound, u32 odd_bound) {
#if defined(__SSE2__)
        const __m128i x = reinterpret_cast<__m128i>(draw);
        const __m128i bound = _mm_set1_epi32(static_cast<int>(odd_bound << 16 | even_bound));
        return {reinterpret_cast<Word128>(_mm_mulhi_epu16(x, bound)),
                reinterpret_cast<Word128>(_mm_mullo_epi16(x, bound))};
#elif defined(__ARM_NEON)
        const uint32x4_t x = reinterpret_cast<uint32x4_t>(draw), lower = vdupq_n_u32(0xFFFFu);
        const uint32x4_t even = vmulq_n_u32(vandq_u32(x, lower), even_bound);
        const uint32x4_t odd = vmulq_n_u32(vshrq_n_u32(x, 16), odd_bound);
        return {reinterpret_cast<Word128>(vbslq_u32(lower, vshrq_n_u32(even, 16), odd)),
                reinterpret_cast<Word128>(vbslq_u32(lower, even, vshlq_n_u32(odd, 16)))};
#else
        return bounded_by_products(draw, even_bound, odd_bound);
#endif
    }
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
