// The word as lanes of 8 or 16 bits, and the operations on them.
#pragma once

#include "simd/word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// --- arithmetic that the language has no operators for

#if defined(__x86_64__)

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

#else

// Any other machine, in the operators of the language.
SETLAB_INLINE Vector<u16> product_high(Vector<u16> a, Vector<u16> b) {
    const Vector<u32> lower = all_lanes<u32>(0xFFFF), x = as<u32>(a), y = as<u32>(b);
    return as<u16>(select(lower, (x & lower) * (y & lower) >> 16, (x >> 16) * (y >> 16)));
}
SETLAB_INLINE Vector<u16> difference_or_0(Vector<u16> a, Vector<u16> b) { return (a - b) & as<u16>(a > b); }
SETLAB_INLINE Vector<u8> sum_or_255(Vector<u8> a, Vector<u8> b) {
    const Vector<u8> sum = a + b;
    return sum | as<u8>(sum < a);
}
template <class V>
SETLAB_INLINE V larger(V a, V b) {
    return a > b ? a : b;
}
SETLAB_INLINE Vector<u16> smaller(Vector<u16> a, Vector<u16> b) { return a < b ? a : b; }
SETLAB_INLINE Vector<u32> paired_products(Vector<u16> a, Vector<u16> b) {
    const Vector<u32> lower = all_lanes<u32>(0xFFFF), x = as<u32>(a), y = as<u32>(b);
    return (x & lower) * (y & lower) + (x >> 16) * (y >> 16);
}

#endif

// --- truth values, one per lane; `greater` compares signed lanes, since all machines have that

#if defined(__AVX512BW__)

template <class Lane>
struct Lanes;

// add_where picks the summands first: GCC would turn a masked sum that goes to memory into a masked store,
// for which later loads have to wait.
#define SETLAB_LANES(Lane, Truth, suffix)                                                             \
    template <>                                                                                       \
    struct Lanes<Lane> {                                                                              \
        using Mask = Truth;                                                                           \
        using V = Vector<Lane>;                                                                       \
        static constexpr u32 size = sizeof(V) / sizeof(Lane);                                         \
        SETLAB_INLINE static Mask greater(V a, V b) {                                                 \
            return _mm512_cmpgt_##suffix##_mask(machine(a), machine(b));                              \
        }                                                                                             \
        SETLAB_INLINE static Mask equal(V a, V b) {                                                   \
            return _mm512_cmpeq_##suffix##_mask(machine(a), machine(b));                              \
        }                                                                                             \
        SETLAB_INLINE static V add_where(Mask mask, V a, V b) {                                       \
            return a + as<Lane>(_mm512_maskz_mov_##suffix(mask, machine(b)));                         \
        }                                                                                             \
        SETLAB_INLINE static V add_1_where(Mask mask, V a) {                                          \
            return as<Lane>(                                                                          \
                _mm512_mask_add_##suffix(machine(a), mask, machine(a), machine(all_lanes<Lane>(1)))); \
        }                                                                                             \
        SETLAB_INLINE static V subtract_1_where(Mask mask, V a) {                                     \
            return as<Lane>(                                                                          \
                _mm512_mask_sub_##suffix(machine(a), mask, machine(a), machine(all_lanes<Lane>(1)))); \
        }                                                                                             \
        SETLAB_INLINE static V choose(Mask mask, V yes, V no) {                                       \
            return as<Lane>(_mm512_mask_blend_##suffix(mask, machine(no), machine(yes)));             \
        }                                                                                             \
        SETLAB_INLINE static bool any(Mask mask) { return mask != 0; }                                \
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
    SETLAB_INLINE static Mask greater(V a, V b) { return as<Lane>(as<Signed>(a) > as<Signed>(b)); }
    SETLAB_INLINE static Mask equal(V a, V b) { return as<Lane>(a == b); }
    SETLAB_INLINE static V add_where(Mask mask, V a, V b) { return a + (mask & b); }
    SETLAB_INLINE static V add_1_where(Mask mask, V a) { return a - mask; }
    SETLAB_INLINE static V subtract_1_where(Mask mask, V a) { return a + mask; }
    SETLAB_INLINE static V choose(Mask mask, V yes, V no) { return ((yes ^ no) & mask) ^ no; }
    SETLAB_INLINE static bool any(Mask mask) { return nonzero_lanes(as<u64>(mask)) != 0; }
};

#endif

// Calls visit(lane) for every lane that is not 0. Few are: those of a zero word are passed together.
template <class Visit>
SETLAB_INLINE void for_each_nonzero(const Vector<u16>& lanes, Visit&& visit) {
    for (u32 left = nonzero_lanes(as<u64>(lanes)); left != 0; left &= left - 1) {
        const u32 four = 4 * lowest_bit(left);
        for (u32 lane = four; lane < four + 4; ++lane) {
            if (lanes[lane] != 0) visit(lane);
        }
    }
}

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
