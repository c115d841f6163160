// Cards of AG(4,3) as bytes, one game per lane, and the operations of games in lanes.
//
// A byte holds the four coordinates in two bits each, as 1, 2 or 3; a byte 0 is a hole. In every coordinate
// the third value is the exclusive or d of the two if they differ, and x itself if they are equal: in bits,
// d | (x & ~(d with the two bits of every coordinate swapped)). With a hole the third card is the card
// itself, so that a hole never makes a SET, except three of them.
#pragma once

#include "setlab/bits.hpp"
#include "simd/lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

using Bytes = Vector<u8>;
using Pairs = Vector<u16>;  // the same lanes, two to an element
using Ops = Lanes<u8>;
using Mask = Ops::Mask;

constexpr u32 lanes_of_bytes = sizeof(Bytes);

constexpr u32 no_card = 0xFC;  // neither a card nor a hole

SETLAB_INLINE static Bytes all_bytes(u32 value) { return all_lanes<u8>(value); }

SETLAB_INLINE static Bytes load_bytes(const u8* from) {
    Bytes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

SETLAB_INLINE static void store_bytes(u8* to, Bytes bytes) { __builtin_memcpy(to, &bytes, sizeof bytes); }

// Numbers in all lanes. They are read from memory: as constants in the code they would be broadcast every
// time, by an instruction on the busiest port.
struct Constants {
    Bytes of[16];
    Bytes low_byte, low_half;  // of every 16 and of every 32 bits
    Bytes lane;                // its own number

    Constants() {
        for (u32 i = 0; i < 16; ++i) of[i] = all_bytes(i);
        low_byte = as<u8>(all_lanes<u16>(0xFF));
        low_half = as<u8>(all_lanes<u32>(0xFFFF));
        for (u32 i = 0; i < lanes_of_bytes; ++i) lane[i] = static_cast<u8>(i);
    }
};

// Lanes of `yes` where the mask says so, of `no` elsewhere.
SETLAB_INLINE Bytes choose(Mask mask, Bytes yes, Bytes no) {
#if defined(__AVX512BW__) || !defined(__AVX2__)
    return Ops::choose(mask, yes, no);
#else
    return as<u8>(_mm256_blendv_epi8(machine(no), machine(yes), machine(mask)));
#endif
}

#if defined(__AVX512VBMI2__)

// A card, prepared for the search of third cards.
using Point = Bytes;
SETLAB_INLINE Point point(Bytes card) { return card; }

SETLAB_INLINE static Bytes third(Point x, Point y) {
    // The rows of the matrix that swaps bits 2i and 2i + 1.
    const __m512i swap = _mm512_set1_epi64(0x0201080420108040);
    const __m512i d = machine(x ^ y);
    return as<u8>(_mm512_ternarylogic_epi64(d, machine(x), _mm512_gf2p8affine_epi64_epi8(d, swap, 0), 0xF4));
}

// The form with a full mask is the same instruction; GCC 12 warns about the header of the form without.
SETLAB_INLINE __m512i permuted(__m512i bytes, __m512i from) {
    return _mm512_maskz_permutexvar_epi8(~static_cast<u64>(0), from, bytes);
}

// Table entries 0 ... 63 or 0 ... 127.
SETLAB_INLINE Bytes look_up_64(const u8* table, Bytes index) {
    return as<u8>(permuted(machine(load_bytes(table)), machine(index)));
}
SETLAB_INLINE Bytes look_up_128(const u8* table, Bytes index) {
    return as<u8>(_mm512_permutex2var_epi8(machine(load_bytes(table)), machine(index),
                                           machine(load_bytes(table + 64))));
}

SETLAB_INLINE static u64 bits_of(Mask mask) { return mask; }
SETLAB_INLINE Mask mask_of(u64 bits) { return bits; }

// From every row the lanes that have a bit, side by side, to rows of memory `stride` bytes apart; a row needs
// room for a whole word more. Mostly the lanes are few, and a short store seldom crosses from one cache line
// to the next.
template <u32 Rows>
SETLAB_INLINE void pack_lanes(const Bytes (&row)[Rows], u64 bits, u8* to, u32 stride) {
    if (count_bits(bits) <= 16) {
        SETLAB_UNROLL(32)
        for (u32 r = 0; r < Rows; ++r) {
            const __m512i packed = _mm512_maskz_compress_epi8(bits, machine(row[r]));
            __builtin_memcpy(to + r * stride, &packed, 16);
        }
    } else {
        for (u32 r = 0; r < Rows; ++r) {
            store_bytes(to + r * stride, as<u8>(_mm512_maskz_compress_epi8(bits, machine(row[r]))));
        }
    }
}

#else

// Swapping is linear: each card is swapped once instead of every pair.
struct Point {
    Bytes card, swapped;
};
SETLAB_INLINE Point point(Bytes card) {
    const Bytes low = all_bytes(0x55), up = card + card, down = as<u8>(as<u16>(card) >> 1);
    return {card, select(low, down, up)};
}

SETLAB_INLINE static Bytes third(Point x, Point y) {
    return (x.card ^ y.card) | (x.card & ~(x.swapped ^ y.swapped));
}

#if defined(__AVX2__)

// Sixteen entries at a time: an index outside these sixteen gets its top bit set, which gives 0.
template <u32 Size>
SETLAB_INLINE Bytes look_up_in(const u8* table, Bytes index) {
    Bytes found{};
    SETLAB_UNROLL(8)
    for (u32 start = 0; start < Size; start += 16) {
        const __m256i entries =
            _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table + start)));
        const Bytes here = sum_or_255(index - all_bytes(start), all_bytes(0x70));
        found |= as<u8>(_mm256_shuffle_epi8(entries, machine(here)));
    }
    return found;
}
SETLAB_INLINE Bytes look_up_64(const u8* table, Bytes index) { return look_up_in<64>(table, index); }
SETLAB_INLINE Bytes look_up_128(const u8* table, Bytes index) { return look_up_in<128>(table, index); }

SETLAB_INLINE static u64 bits_of(Mask mask) { return static_cast<u32>(_mm256_movemask_epi8(machine(mask))); }
SETLAB_INLINE Mask mask_of(u64 bits) {
    const __m256i spread = _mm256_shuffle_epi8(
        _mm256_set1_epi32(static_cast<int>(bits)),
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303));
    const Bytes bit = as<u8>(_mm256_set1_epi64x(static_cast<long long>(0x8040201008040201)));
    return as<u8>((as<u8>(spread) & bit) == bit);
}

#endif

template <u32 Rows>
SETLAB_INLINE void pack_lanes(const Bytes (&row)[Rows], u64 bits, u8* to, u32 stride) {
    for (; bits != 0; bits &= bits - 1, ++to) {
        const u32 lane = lowest_bit(bits);
        for (u32 r = 0; r < Rows; ++r) to[r * stride] = row[r][lane];
    }
}

#endif

}  // namespace SETLAB_TARGET
}  // namespace setlab
