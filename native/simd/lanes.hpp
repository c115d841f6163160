// The widest word as lanes of 8 or 16 bits, and the operations on them.
#pragma once

#include "simd/word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

using W = WidestWord;
using Word = W::Word;

template <class Lane>
struct VectorType {
    typedef Lane Vector __attribute__((vector_size(sizeof(Word))));
};
template <class Lane>
using Vector = typename VectorType<Lane>::Vector;

template <class To, class From>
SETLAB_INLINE Vector<To> as(From vector) {
    return reinterpret_cast<Vector<To>>(vector);
}

template <class Lane>
SETLAB_INLINE Vector<Lane> all_lanes(u32 value) {
    return Vector<Lane>{} + static_cast<Lane>(value);
}

// --- arithmetic that the language has no operators for

#if defined(__x86_64__)

// The three widths of x86 have the same instructions, under names that differ in the prefix.
#if defined(__AVX512BW__)
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

SETLAB_INLINE Vector<u16> product_high(Vector<u16> a, Vector<u16> b) {
    return as<u16>(SETLAB_MM(mulhi_epu16)(machine(a), machine(b)));
}
SETLAB_INLINE Vector<u16> difference_or_0(Vector<u16> a, Vector<u16> b) {
    return as<u16>(SETLAB_MM(subs_epu16)(machine(a), machine(b)));
}
SETLAB_INLINE Vector<u8> sum_or_255(Vector<u8> a, Vector<u8> b) {
    return as<u8>(SETLAB_MM(adds_epu8)(machine(a), machine(b)));
}
SETLAB_INLINE Vector<u8> larger(Vector<u8> a, Vector<u8> b) {
    return as<u8>(SETLAB_MM(max_epu8)(machine(a), machine(b)));
}
// Lanes of 16 bits never have their top bit set here: not every machine compares unsigned lanes.
SETLAB_INLINE Vector<u16> larger(Vector<u16> a, Vector<u16> b) {
    return as<u16>(SETLAB_MM(max_epi16)(machine(a), machine(b)));
}
SETLAB_INLINE Vector<u16> smaller(Vector<u16> a, Vector<u16> b) {
    return as<u16>(SETLAB_MM(min_epi16)(machine(a), machine(b)));
}
// The products of the lanes, added in pairs.
SETLAB_INLINE Vector<u32> paired_products(Vector<u16> a, Vector<u16> b) {
    return as<u32>(SETLAB_MM(madd_epi16)(machine(a), machine(b)));
}

#undef SETLAB_MM

#else

// Any other machine: the compiler turns loops over the lanes into what it has.
template <class Result, class V, class Each>
SETLAB_INLINE Vector<Result> lane_by_lane(V a, V b, Each each) {
    Vector<Result> result;
    for (u32 lane = 0; lane < sizeof result / sizeof(Result); ++lane) {
        result[lane] = static_cast<Result>(each(static_cast<i32>(a[lane]), static_cast<i32>(b[lane])));
    }
    return result;
}

SETLAB_INLINE Vector<u16> product_high(Vector<u16> a, Vector<u16> b) {
    return lane_by_lane<u16>(a, b, [](u32 x, u32 y) { return x * y >> 16; });
}
SETLAB_INLINE Vector<u16> difference_or_0(Vector<u16> a, Vector<u16> b) {
    return lane_by_lane<u16>(a, b, [](i32 x, i32 y) { return x > y ? x - y : 0; });
}
SETLAB_INLINE Vector<u8> sum_or_255(Vector<u8> a, Vector<u8> b) {
    return lane_by_lane<u8>(a, b, [](i32 x, i32 y) { return x + y > 255 ? 255 : x + y; });
}
template <class V>
SETLAB_INLINE V larger(V a, V b) {
    return a > b ? a : b;
}
SETLAB_INLINE Vector<u16> smaller(Vector<u16> a, Vector<u16> b) { return a < b ? a : b; }
SETLAB_INLINE Vector<u32> paired_products(Vector<u16> a, Vector<u16> b) {
    Vector<u32> result;
    for (u32 i = 0; i < sizeof result / sizeof(u32); ++i) {
        result[i] = static_cast<u32>(a[2 * i]) * b[2 * i] + static_cast<u32>(a[2 * i + 1]) * b[2 * i + 1];
    }
    return result;
}

#endif

// a | (b & c)
SETLAB_INLINE Word or_and(Word a, Word b, Word c) {
#if defined(__AVX512F__)
    return W::ternary<0xF8>(a, b, c);
#else
    return a | (b & c);
#endif
}

// --- truth values, one per lane; `greater` compares signed lanes, since all machines have that

#if defined(__AVX512BW__)

template <class Lane>
struct Lanes;

// add_where picks the summands first: GCC would turn a masked sum that goes to memory into a masked store,
// for which later loads have to wait.
#define SETLAB_LANES(Lane, Truth, suffix)                                                                   \
    template <>                                                                                             \
    struct Lanes<Lane> {                                                                                    \
        using Mask = Truth;                                                                                 \
        using V = Vector<Lane>;                                                                             \
        static constexpr u32 size = sizeof(V) / sizeof(Lane);                                               \
        SETLAB_INLINE Mask greater(V a, V b) {                                                              \
            return _mm512_cmpgt_##suffix##_mask(machine(a), machine(b));                                    \
        }                                                                                                   \
        SETLAB_INLINE Mask equal(V a, V b) { return _mm512_cmpeq_##suffix##_mask(machine(a), machine(b)); } \
        SETLAB_INLINE V add_where(Mask mask, V a, V b) {                                                    \
            return a + as<Lane>(_mm512_maskz_mov_##suffix(mask, machine(b)));                               \
        }                                                                                                   \
        SETLAB_INLINE V add_1_where(Mask mask, V a) {                                                       \
            return as<Lane>(                                                                                \
                _mm512_mask_add_##suffix(machine(a), mask, machine(a), machine(all_lanes<Lane>(1))));       \
        }                                                                                                   \
        SETLAB_INLINE V subtract_1_where(Mask mask, V a) {                                                  \
            return as<Lane>(                                                                                \
                _mm512_mask_sub_##suffix(machine(a), mask, machine(a), machine(all_lanes<Lane>(1))));       \
        }                                                                                                   \
        SETLAB_INLINE V choose(Mask mask, V yes, V no) {                                                    \
            return as<Lane>(_mm512_mask_blend_##suffix(mask, machine(no), machine(yes)));                   \
        }                                                                                                   \
        SETLAB_INLINE bool any(Mask mask) { return mask != 0; }                                             \
    };

SETLAB_LANES(u8, __mmask64, epi8)
SETLAB_LANES(u16, __mmask32, epi16)

#undef SETLAB_LANES

#else

template <class Lane>
struct SignedType;
template <>
struct SignedType<u8> {
    using Signed = signed char;
};
template <>
struct SignedType<u16> {
    using Signed = short;
};

// A truth value is a lane of ones or zeros, that is -1 or 0.
template <class Lane>
struct Lanes {
    using Signed = typename SignedType<Lane>::Signed;
    using Mask = Vector<Lane>;
    using V = Vector<Lane>;
    static constexpr u32 size = sizeof(V) / sizeof(Lane);
    SETLAB_INLINE Mask greater(V a, V b) { return as<Lane>(as<Signed>(a) > as<Signed>(b)); }
    SETLAB_INLINE Mask equal(V a, V b) { return as<Lane>(a == b); }
    SETLAB_INLINE V add_where(Mask mask, V a, V b) { return a + (mask & b); }
    SETLAB_INLINE V add_1_where(Mask mask, V a) { return a - mask; }
    SETLAB_INLINE V subtract_1_where(Mask mask, V a) { return a + mask; }
    SETLAB_INLINE V choose(Mask mask, V yes, V no) { return ((yes ^ no) & mask) ^ no; }
    SETLAB_INLINE bool any(Mask mask) { return W::nonzero_lanes(as<u64>(mask)) != 0; }
};

#endif

// --- eight masks of bytes as one word

constexpr u32 slices = 8;

#if defined(__AVX512BW__)

SETLAB_INLINE void store_slices(const __mmask64 (&mask)[slices], Word* word) {
    u64* part = reinterpret_cast<u64*>(word);
#pragma GCC unroll 8
    for (u32 slice = 0; slice < slices; ++slice) part[slice] = mask[slice];
}

SETLAB_INLINE void load_slices(Word word, __mmask64 (&mask)[slices]) {
    for (u32 slice = 0; slice < slices; ++slice) mask[slice] = word[slice];
}

#else

// Byte j of the word holds a bit of lane j of every mask, that of the first mask uppermost.
SETLAB_INLINE void store_slices(const Vector<u8> (&mask)[slices], Word* word) {
    Vector<u8> bits{};
#pragma GCC unroll 8
    for (u32 slice = 0; slice < slices; ++slice) bits = bits + bits - mask[slice];
    *word = as<u64>(bits);
}

SETLAB_INLINE void load_slices(Word word, Vector<u8> (&mask)[slices]) {
    Vector<u8> bits = as<u8>(word);
    for (u32 slice = 0; slice < slices; ++slice, bits += bits) {
        mask[slice] = Lanes<u8>::greater(Vector<u8>{}, bits);
    }
}

#endif

}  // namespace SETLAB_TARGET
}  // namespace setlab
