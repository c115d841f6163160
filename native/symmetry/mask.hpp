// Collections of cards as masks, for the engines on orbits.
#pragma once

#include "setlab/space.hpp"
#include "setlab/types.hpp"

namespace setlab {

constexpr int smallest_orbit_dimension = 2;
constexpr int largest_orbit_dimension = 5;

template <int d>
struct Mask {
    static constexpr u32 words = words_in(d);
    u64 word[words] = {};

    bool has(u32 card) const { return word[card >> 6] >> (card & 63) & 1; }
    void put(u32 card) { word[card >> 6] |= u64{1} << (card & 63); }

    // The order of the masks as integers.
    bool operator<(const Mask& other) const {
        for (u32 w = words; w-- > 0;) {
            if (word[w] != other.word[w]) return word[w] < other.word[w];
        }
        return false;
    }
    bool operator==(const Mask& other) const = default;
};

}  // namespace setlab
