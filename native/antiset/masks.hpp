// Sets of points as bit masks of 32, 64 or 128 bits, and permutations of the points.
#pragma once

#include <vector>

#include "setlab/types.hpp"

namespace setlab {

__extension__ typedef unsigned __int128 u128;

inline int count_points(u32 mask) { return __builtin_popcount(mask); }
inline int count_points(u64 mask) { return __builtin_popcountll(mask); }
inline int count_points(u128 mask) {
    return count_points(static_cast<u64>(mask)) + count_points(static_cast<u64>(mask >> 64));
}

// The lowest point of a set that is not empty.
inline int first_point(u32 mask) { return __builtin_ctz(mask); }
inline int first_point(u64 mask) { return __builtin_ctzll(mask); }
inline int first_point(u128 mask) {
    const u64 low = static_cast<u64>(mask);
    return low != 0 ? first_point(low) : 64 + first_point(static_cast<u64>(mask >> 64));
}

template <class Mask>
constexpr int mask_bits = 8 * static_cast<int>(sizeof(Mask));

template <class Mask>
Mask point_mask(int point) {
    return Mask{1} << point;
}

template <class Mask>
Mask without_first(Mask mask) {
    return mask & (mask - 1);
}

template <class Mask, class Visit>
void for_each_point(Mask mask, Visit visit) {
    for (; mask != 0; mask = without_first(mask)) visit(first_point(mask));
}

// The image of every point; bits that are not points stay where they are.
template <class Mask>
struct Permutation {
    u8 to[mask_bits<Mask>];

    static Permutation identity() {
        Permutation result;
        for (int i = 0; i < mask_bits<Mask>; ++i) result.to[i] = static_cast<u8>(i);
        return result;
    }
    bool operator==(const Permutation&) const = default;
    int operator()(int point) const { return to[point]; }

    Mask image(Mask set) const {
        Mask result = 0;
        for (; set != 0; set = without_first(set)) result |= point_mask<Mask>(to[first_point(set)]);
        return result;
    }
    Permutation inverse() const {
        Permutation result;
        for (int i = 0; i < mask_bits<Mask>; ++i) result.to[to[i]] = static_cast<u8>(i);
        return result;
    }
};

// First `before`, then `after`.
template <class Mask>
Permutation<Mask> composed(const Permutation<Mask>& after, const Permutation<Mask>& before) {
    Permutation<Mask> result;
    for (int i = 0; i < mask_bits<Mask>; ++i) result.to[i] = after.to[before.to[i]];
    return result;
}

}  // namespace setlab
