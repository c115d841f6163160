// The word of the CPU, as wide as the instruction set allows, as lanes of 64 bits.
//
// Engines are compiled in translation units with flags of their own, in the namespace SETLAB_TARGET. Files
// that are compiled this way include no standard library header, since an inline function of the library
// could otherwise be kept in its wide version for the whole program.
#pragma once

#include "setlab/word.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace setlab {
inline namespace SETLAB_TARGET {

#if defined(__AVX512F__)
constexpr u32 word_bits = 512;
#elif defined(__AVX2__)
constexpr u32 word_bits = 256;
#else
constexpr u32 word_bits = 128;  // SSE2 belongs to every x86-64, NEON to every arm64
#endif

// Lanes in plain operators, which GCC and Clang compile for any machine.
template <class Lane>
struct VectorType {
    typedef Lane Vector __attribute__((vector_size(word_bits / 8)));
};
template <class Lane>
using Vector = typename VectorType<Lane>::Vector;
using Word = Vector<u64>;
constexpr u32 word_lanes = word_bits / 64;

template <class To, class From>
SETLAB_INLINE Vector<To> as(From vector) {
    return reinterpret_cast<Vector<To>>(vector);
}

template <class Lane>
SETLAB_INLINE Vector<Lane> all_lanes(u64 value) {
    return Vector<Lane>{} + static_cast<Lane>(value);
}

// The three widths of x86 have the same instructions, under names that differ in the prefix.
#if defined(__x86_64__)
#if defined(__AVX512F__)
typedef __m512i MachineWord;
#define SETLAB_MM(name) _mm512_##name
#elif defined(__AVX2__)
typedef __m256i MachineWord;
#define SETLAB_MM(name) _mm256_##name
#else
typedef __m128i MachineWord;
#define SETLAB_MM(name) _mm_##name
#endif

template <class From>
SETLAB_INLINE MachineWord machine(From vector) {
    return reinterpret_cast<MachineWord>(vector);
}
#endif

#if defined(__AVX512F__)
// Bits of the table by the bits of a, b, c: a = F0, b = CC, c = AA.
template <int Table, class Word>
SETLAB_INLINE Word ternary(Word a, Word b, Word c) {
    return reinterpret_cast<Word>(_mm512_ternarylogic_epi64(machine(a), machine(b), machine(c), Table));
}
#endif

SETLAB_INLINE Word load_word(const u64* from) {
    Word word;
    __builtin_memcpy(&word, from, sizeof word);
    return word;
}

// --- lanes that move

// Lanes 0, 2, 4 ... of a followed by b, or lanes 1, 3, 5 ... The word is a parameter so that Clang, too,
// ignores the widths that it does not have.
template <int First, class Word>
SETLAB_INLINE Word every_second(Word a, Word b) {
    constexpr int i = First;
    if constexpr (First + word_lanes >= 8) {
        return __builtin_shufflevector(a, b, i, i + 2, i + 4, i + 6, i + 8, i + 10, i + 12, i + 14);
    } else if constexpr (First + word_lanes >= 4) {
        return __builtin_shufflevector(a, b, i, i + 2, i + 4, i + 6);
    } else {
        return __builtin_shufflevector(a, b, i, i + 2);
    }
}

// Lanes 0, 2, 4 ... of a, each followed by that of b, or lanes 1, 3, 5 ...
template <int First, class Word>
SETLAB_INLINE Word pair_lanes(Word a, Word b) {
    constexpr int i = First, j = First + word_lanes;
    if constexpr (First + word_lanes >= 8) {
        return __builtin_shufflevector(a, b, i, j, i + 2, j + 2, i + 4, j + 4, i + 6, j + 6);
    } else if constexpr (First + word_lanes >= 4) {
        return __builtin_shufflevector(a, b, i, j, i + 2, j + 2);
    } else {
        return __builtin_shufflevector(a, b, i, j);
    }
}

// Stores the lanes l of a and b side by side at `to` + l * stride bytes.
SETLAB_INLINE void store_pairs(void* to, u64 stride, Word a, Word b) {
    const Word even = pair_lanes<0>(a, b), odd = pair_lanes<1>(a, b);
    u8* bytes = static_cast<u8*>(to);
    SETLAB_UNROLL(4)
    for (u32 lane = 0; lane < word_lanes; lane += 2) {
        __builtin_memcpy(bytes + lane * stride, reinterpret_cast<const u8*>(&even) + 8 * lane, 16);
        __builtin_memcpy(bytes + (lane + 1) * stride, reinterpret_cast<const u8*>(&odd) + 8 * lane, 16);
    }
}

SETLAB_INLINE void store_low_halves(i32* to, Word word) {
    typedef i32 Halves __attribute__((vector_size(word_bits / 16)));
    const Halves halves = __builtin_convertvector(word, Halves);
    __builtin_memcpy(to, &halves, sizeof halves);
}

// The lower halves of the lanes of a and b side by side.
SETLAB_INLINE Word lower_halves(Word a, Word b) {
#if defined(__AVX512F__)
    return as<u64>(_mm512_mask_shuffle_epi32(machine(a), 0xAAAA, machine(b), _MM_PERM_CCAA));
#else
    return select(all_lanes<u64>(0xFFFFFFFFu), a, b << 32);
#endif
}

// The upper halves.
SETLAB_INLINE Word upper_halves(Word a, Word b) {
#if defined(__AVX512F__)
    return as<u64>(_mm512_mask_shuffle_epi32(machine(b), 0x5555, machine(a), _MM_PERM_DDBB));
#else
    return select(all_lanes<u64>(0xFFFFFFFFu), a >> 32, b);
#endif
}

// --- lanes that are not zero

// Bit l of the answer says whether lane l is not zero.
SETLAB_INLINE u32 nonzero_lanes(Word word) {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(machine(word), machine(word));
#elif defined(__AVX2__)
    const __m256i zero = _mm256_cmpeq_epi64(machine(word), _mm256_setzero_si256());
    return 15u & ~static_cast<u32>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
#else
    u32 found = 0;
    for (u32 lane = 0; lane < word_lanes; ++lane) found |= static_cast<u32>(word[lane] != 0) << lane;
    return found;
#endif
}

// Writes the lanes that are not zero to `values`, and first_label + their numbers to `labels`; returns how
// many. Room for all lanes is needed. There is no branch: which lanes are zero is for all practical purposes
// random.
SETLAB_INLINE u32 pack_nonzero(Word word, u32 first_label, u64* values, u32* labels) {
#if defined(__AVX512F__)
    const __mmask8 nonzero = static_cast<__mmask8>(nonzero_lanes(word));
    const __m256i label = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first_label)),
                                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm512_storeu_si512(values, _mm512_maskz_compress_epi64(nonzero, machine(word)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(labels), _mm256_maskz_compress_epi32(nonzero, label));
    return count_bits(u32{nonzero});
#else
    u32 size = 0;
    SETLAB_UNROLL(8)
    for (u32 lane = 0; lane < word_lanes; ++lane) {
        values[size] = word[lane];
        labels[size] = first_label + lane;
        size += word[lane] != 0;
    }
    return size;
#endif
}

// --- products

// The product of the lower halves of the lanes.
SETLAB_INLINE Word multiply_low_halves(Word a, Word b) {
#if defined(__AVX512F__)
    // The form with a full mask is the same instruction; GCC 12 warns about the header of the form without.
    return as<u64>(_mm512_maskz_mul_epu32(0xFF, machine(a), machine(b)));
#elif defined(__x86_64__)
    return as<u64>(SETLAB_MM(mul_epu32)(machine(a), machine(b)));
#elif defined(__ARM_NEON)
    return as<u64>(
        vmull_u32(vmovn_u64(reinterpret_cast<uint64x2_t>(a)), vmovn_u64(reinterpret_cast<uint64x2_t>(b))));
#else
    const Word low = all_lanes<u64>(0xFFFFFFFFu);
    return (a & low) * (b & low);
#endif
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
