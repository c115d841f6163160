// The machine word, as wide as the instruction set allows, and the few operations that the engines need on
// it.
//
// Engines use WidestWord. They are compiled in translation units with flags of their own, in the namespace
// SETLAB_TARGET; files that are compiled this way include no standard library header, since an inline
// function of the library could otherwise be kept in its wide version for the whole program.
#pragma once

#include "setlab/types.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define SETLAB_INLINE [[gnu::always_inline]] static inline

namespace setlab {
inline namespace SETLAB_TARGET {

typedef u64 Lanes2 __attribute__((vector_size(16)));
typedef u64 Lanes4 __attribute__((vector_size(32)));
typedef u64 Lanes8 __attribute__((vector_size(64)));
typedef i32 Halves2 __attribute__((vector_size(8)));
typedef i32 Halves4 __attribute__((vector_size(16)));
typedef i32 Halves8 __attribute__((vector_size(32)));

// Lanes of 64 bits, in plain operators that GCC and Clang compile for any machine.
template <class Lanes, class Halves>
struct VectorWord {
    using Word = Lanes;
    static constexpr u32 lanes = sizeof(Word) / 8;
    static constexpr u32 bits = 64 * lanes;

    SETLAB_INLINE Word load(const u64* from) {
        Word word;
        __builtin_memcpy(&word, from, sizeof word);
        return word;
    }

    // Lanes 0, 2, 4 ... of a followed by b, or lanes 1, 3, 5 ...
    template <int First>
    SETLAB_INLINE Word every_second(Word a, Word b) {
        constexpr int i = First;
        if constexpr (lanes == 8) {
            return __builtin_shufflevector(a, b, i, i + 2, i + 4, i + 6, i + 8, i + 10, i + 12, i + 14);
        } else if constexpr (lanes == 4) {
            return __builtin_shufflevector(a, b, i, i + 2, i + 4, i + 6);
        } else {
            return __builtin_shufflevector(a, b, i, i + 2);
        }
    }

    // Lanes 0, 2, 4 ... of a, each followed by that of b, or lanes 1, 3, 5 ...
    template <int First>
    SETLAB_INLINE Word pairs(Word a, Word b) {
        constexpr int i = First, j = First + lanes;
        if constexpr (lanes == 8) {
            return __builtin_shufflevector(a, b, i, j, i + 2, j + 2, i + 4, j + 4, i + 6, j + 6);
        } else if constexpr (lanes == 4) {
            return __builtin_shufflevector(a, b, i, j, i + 2, j + 2);
        } else {
            return __builtin_shufflevector(a, b, i, j);
        }
    }

    // Stores the lanes l of a and b side by side at `to` + l * stride bytes.
    SETLAB_INLINE void store_pairs(void* to, u64 stride, Word a, Word b) {
        const Word even = pairs<0>(a, b), odd = pairs<1>(a, b);
        u8* bytes = static_cast<u8*>(to);
#pragma GCC unroll 4
        for (u32 lane = 0; lane < lanes; lane += 2) {
            __builtin_memcpy(bytes + lane * stride, reinterpret_cast<const u8*>(&even) + 8 * lane, 16);
            __builtin_memcpy(bytes + (lane + 1) * stride, reinterpret_cast<const u8*>(&odd) + 8 * lane, 16);
        }
    }

    SETLAB_INLINE void store_low_halves(i32* to, Word word) {
        const Halves halves = __builtin_convertvector(word, Halves);
        __builtin_memcpy(to, &halves, sizeof halves);
    }

    SETLAB_INLINE Word fill(u64 lane) { return Word{} + lane; }

    SETLAB_INLINE Word and3(Word a, Word b, Word c) { return a & b & c; }

    SETLAB_INLINE Word xor3(Word a, Word b, Word c) { return a ^ b ^ c; }

    // mask ? a : b, bit by bit.
    SETLAB_INLINE Word select(Word mask, Word a, Word b) { return ((a ^ b) & mask) ^ b; }

    // Adds a and b to `sum`, bit by bit, and returns the carries.
    SETLAB_INLINE Word full_add(Word& sum, Word a, Word b) {
        const Word half = sum ^ a;
        const Word carry = (sum & a) | (half & b);
        sum = half ^ b;
        return carry;
    }

    SETLAB_INLINE Word half_add(Word& sum, Word a) {
        const Word carry = sum & a;
        sum ^= a;
        return carry;
    }

    // Swaps the bits of x whose position has the bit `Step` set with those of y whose position has it clear.
    // `mask` holds the positions where it is clear.
    template <int Step>
    SETLAB_INLINE void exchange(Word& x, Word& y, Word mask) {
        const Word difference = ((x >> Step) ^ y) & mask;
        y ^= difference;
        x ^= difference << Step;
    }

    // Bit l of the answer says whether lane l is not zero.
    SETLAB_INLINE u32 nonzero_lanes(Word word) {
        u32 found = 0;
        for (u32 lane = 0; lane < lanes; ++lane) found |= static_cast<u32>(word[lane] != 0) << lane;
        return found;
    }

    // Writes the lanes that are not zero to `values`, and first_label + their numbers to `labels`; returns
    // how many. Room for all lanes is needed. There is no branch: which lanes are zero is for all practical
    // purposes random.
    SETLAB_INLINE u32 pack_nonzero(Word word, u32 first_label, u64* values, u32* labels) {
        u32 size = 0;
#pragma GCC unroll 8
        for (u32 lane = 0; lane < lanes; ++lane) {
            values[size] = word[lane];
            labels[size] = first_label + lane;
            size += word[lane] != 0;
        }
        return size;
    }

    // The product of the lower halves of the lanes.
    SETLAB_INLINE Word multiply_low_halves(Word a, Word b) {
        const Word low = fill(0xFFFFFFFFu);
        return (a & low) * (b & low);
    }
};

#if defined(__AVX512F__)

struct WidestWord : VectorWord<Lanes8, Halves8> {
    // One instruction computes any function of three bits: the constant is its truth table, a = F0, b = CC, c
    // = AA.
    template <int Table>
    SETLAB_INLINE Word ternary(Word a, Word b, Word c) {
        return reinterpret_cast<Word>(_mm512_ternarylogic_epi64(
            reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b), reinterpret_cast<__m512i>(c), Table));
    }

    SETLAB_INLINE Word and3(Word a, Word b, Word c) { return ternary<0x80>(a, b, c); }

    SETLAB_INLINE Word xor3(Word a, Word b, Word c) { return ternary<0x96>(a, b, c); }

    SETLAB_INLINE Word select(Word mask, Word a, Word b) { return ternary<0xCA>(mask, a, b); }

    SETLAB_INLINE Word full_add(Word& sum, Word a, Word b) {
        sum = ternary<0x96>(sum, a, b);
        // The majority of the three summands, computed from a, b and the new sum: no copy is needed.
        return ternary<0xD4>(a, b, sum);
    }

    template <int Step>
    SETLAB_INLINE void exchange(Word& x, Word& y, Word mask) {
        const Word low = select(mask, x, y << Step);
        y = select(mask, x >> Step, y);
        x = low;
    }

    SETLAB_INLINE u32 pack_nonzero(Word word, u32 first_label, u64* values, u32* labels) {
        const __mmask8 nonzero = static_cast<__mmask8>(nonzero_lanes(word));
        const __m256i label = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first_label)),
                                               _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        _mm512_storeu_si512(values, _mm512_maskz_compress_epi64(nonzero, reinterpret_cast<__m512i>(word)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(labels), _mm256_maskz_compress_epi32(nonzero, label));
        return static_cast<u32>(__builtin_popcount(nonzero));
    }

    SETLAB_INLINE u32 nonzero_lanes(Word word) {
        return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(word), reinterpret_cast<__m512i>(word));
    }

    SETLAB_INLINE Word multiply_low_halves(Word a, Word b) {
        // The form with a full mask is the same instruction; GCC 12 warns about the header of the form
        // without.
        return reinterpret_cast<Word>(
            _mm512_maskz_mul_epu32(0xFF, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
    }
};

#elif defined(__AVX2__)

struct WidestWord : VectorWord<Lanes4, Halves4> {
    SETLAB_INLINE u32 nonzero_lanes(Word word) {
        const __m256i zero = _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(word), _mm256_setzero_si256());
        return 15u & ~static_cast<u32>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
    }

    SETLAB_INLINE Word multiply_low_halves(Word a, Word b) {
        return reinterpret_cast<Word>(
            _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
    }
};

#else

// 128 bits: SSE2 belongs to every x86-64, NEON to every arm64.
struct WidestWord : VectorWord<Lanes2, Halves2> {
#if defined(__x86_64__)
    SETLAB_INLINE Word multiply_low_halves(Word a, Word b) {
        return reinterpret_cast<Word>(
            _mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
    }
#endif
};

#endif

}  // namespace SETLAB_TARGET
}  // namespace setlab
