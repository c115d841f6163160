// Arithmetic on a word as lanes: products of 32 bits for Philox, and of 16 bits for bounded draws.
//
// Lane l of 32 bits, in its row r of 32, belongs to game 32 l + r: once the rows are transposed, game b is
// bit b.
#pragma once

#include "word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

template <class Word>
constexpr u32 lanes_in = bits_in<Word> / 32;

// The same 32 bits in all lanes.
template <class Word>
SETLAB_SLICED Word fill_lanes(u32 lane) {
    if constexpr (sizeof(Word) == 4) {
        return lane;
    } else {
        return Word{} + (u64{lane} << 32 | lane);
    }
}

// The upper and the lower half of draw * bound, in lanes of 16 bits.
template <class Word>
struct Bounded {
    Word high, low;
};

// A draw in each lane of 16 bits; the bounds, below 2^7, are those of the even and of the odd lanes. A
// product has at most 23 bits, so that it stays in its lane of 32 bits.
template <class Word>
SETLAB_SLICED Bounded<Word> bounded_by_products(Word draw, u32 even_bound, u32 odd_bound) {
    const Word lower = fill_lanes<Word>(0xFFFFu);
    const Word even = (draw & lower) * even_bound, odd = (draw >> 16 & lower) * odd_bound;
    return {choose(lower, even >> 16, odd), choose(lower, even, odd << 16)};
}

// Products need lanes of 64 bits, with numbers in their lower halves. A word of 64 bits has its even lane in
// one of these and its odd lane in another.
template <class Word>
struct Arithmetic {
    static_assert(sizeof(Word) == 8, "words of other sizes have an Arithmetic of their own");
    using Lanes = u64;
    static constexpr u32 groups = 2;

    SETLAB_SLICED static Lanes fill(u32 number) { return number; }
    // The lower halves times a constant; the upper halves may hold anything.
    SETLAB_SLICED static Lanes times(Lanes a, u32 constant) { return u64{static_cast<u32>(a)} * constant; }
    // number(lane) in the lanes of a group.
    template <class Number>
    SETLAB_SLICED static Lanes gather(u32 group, const Number& number) {
        return number(group);
    }
    SETLAB_SLICED static Word merge(const Lanes (&group)[2]) {
        return static_cast<u32>(group[0]) | group[1] << 32;
    }
    SETLAB_SLICED static Bounded<Word> bounded(Word draw, u32 even_bound, u32 odd_bound) {
        return bounded_by_products(draw, even_bound, odd_bound);
    }
};

template <>
struct Arithmetic<u32> {
    using Lanes = u64;
    static constexpr u32 groups = 1;

    SETLAB_SLICED static Lanes fill(u32 number) { return number; }
    SETLAB_SLICED static Lanes times(Lanes a, u32 constant) { return u64{static_cast<u32>(a)} * constant; }
    template <class Number>
    SETLAB_SLICED static Lanes gather(u32 group, const Number& number) {
        return number(group);
    }
    SETLAB_SLICED static u32 merge(const Lanes (&group)[1]) { return static_cast<u32>(group[0]); }
    SETLAB_SLICED static Bounded<u32> bounded(u32 draw, u32 even_bound, u32 odd_bound) {
        return bounded_by_products(draw, even_bound, odd_bound);
    }
};

// Lane number `half` of 16 bits.
template <class Word>
SETLAB_SLICED u32 half_at(const Word& word, u32 half) {
    return static_cast<u32>(part(word, half / 4) >> (16 * (half % 4))) & 0xFFFFu;
}

template <class Word>
SETLAB_SLICED void put_half(Word& word, u32 half, u32 number) {
    const u64 changed = u64{half_at(word, half) ^ number} << (16 * (half % 4));
    if constexpr (parts_in<Word> == 1) {
        word ^= static_cast<Word>(changed);
    } else {
        word[half / 4] ^= changed;
    }
}

// Bit 15 of the lanes of 16 bits in which `a` is below `limit`, which has no bit 15: with that bit set in
// `a`, no lane borrows from the next.
template <class Word>
SETLAB_SLICED Word below_limit(Word a, Word limit) {
    const Word top = fill_lanes<Word>(0x80008000u);
    return top & ~(((a | top) - limit) | a);
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
