// AG(d,3) for d = 2, 3, 4 for the engines on planes: collections of cards as masks, planes,
// hyperplanes.
#pragma once

#include <vector>

#include "geometry/affine.hpp"
#include "setlab/bits.hpp"
#include "setlab/types.hpp"

namespace setlab {

// A collection: bit c is set when card c is there.
__extension__ using Cards = unsigned __int128;

constexpr int smallest_planes_dimension = 2;
constexpr int largest_planes_dimension = 4;
constexpr u32 most_plane_cards = cards_in(largest_planes_dimension);
constexpr u32 most_directions = Affine<largest_planes_dimension>::directions;

constexpr Cards card_bit(u32 card) { return Cards{1} << card; }
constexpr bool holds(Cards cards, u32 card) { return (cards >> card & 1) != 0; }
constexpr bool is_within(Cards part, Cards whole) { return (part & ~whole) == 0; }

// Both words at once: without an instruction for it, counting the bits of a word is a call.
inline u32 size_of(Cards cards) {
    constexpr u64 pairs = 0x5555555555555555u, nibbles = 0x3333333333333333u, bytes = 0x0f0f0f0f0f0f0f0fu;
    u64 low = static_cast<u64>(cards), high = static_cast<u64>(cards >> 64);
    low -= low >> 1 & pairs;
    high -= high >> 1 & pairs;
    low = (low & nibbles) + (low >> 2 & nibbles) + (high & nibbles) + (high >> 2 & nibbles);
    low = (low & bytes) + (low >> 4 & bytes);
    return static_cast<u32>(low * 0x0101010101010101u >> 56);
}

// The lowest card; there must be one.
inline u32 lowest_card(Cards cards) {
    const u64 low = static_cast<u64>(cards);
    return low != 0 ? lowest_bit(low) : 64 + lowest_bit(static_cast<u64>(cards >> 64));
}

struct PlaneSpace {
    explicit PlaneSpace(int dimension);

    u32 sum(u32 a, u32 b) const { return affine.sum[a][b]; }
    u32 difference(u32 a, u32 b) const { return affine.sum[a][affine.minus[b]]; }

    u32 dimension;
    u32 cards;
    u32 directions;  // of hyperplanes: each has three parallel ones
    u64 symmetries;  // the order of AGL(d,3)
    std::vector<Cards> planes;
    const Affine<largest_planes_dimension>& affine = Affine<largest_planes_dimension>::get();
    u8 hyperplane[most_plane_cards][most_directions];  // 3 * direction + 0, 1 or 2: where a card lies
};

}  // namespace setlab
