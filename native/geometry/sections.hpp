// Collections of AG(d,3), d = 1 ... 3, as masks of at most 27 bits: all of them at once, or as the three
// parallel sections of a collection of AG(d+1,3).
#pragma once

#include <vector>

#include "setlab/types.hpp"

namespace setlab {

constexpr int largest_sections_dimension = 3;

enum class Symmetry { translations, affine };

struct SubsetOrbits {
    std::vector<u32> representatives;  // the smallest mask of each orbit, ascending
    std::vector<u32> sizes;            // how many masks the orbit has
};

// The orbits of a group on the collections of `size` cards.
SubsetOrbits subset_orbits(int dimension, u32 size, Symmetry symmetry);

struct LineExtremes {
    std::vector<i32> fewest, most;        // by the number of cards, 0 ... 3^d
    std::vector<u32> fewest_in, most_in;  // a collection where the extreme is attained
};

// By a walk through all 2^(3^d) collections.
LineExtremes line_extremes(int dimension);

struct Masks27 {
    const u32* masks;
    u64 size;
};

struct ThreeSections {
    i32 lines = -1;  // -1: there is none
    u32 first = 0, second = 0, third = 0;
};

// The fewest lines, if at most `limit`, in a collection of AG(d+1,3) whose three parallel sections are one of
// `first`, one of `second`, and any `third` cards; and where. Cards x, y, z of the three sections are a line
// when x + y + z = 0.
ThreeSections fewest_lines_over(int dimension, Masks27 first, Masks27 second, u32 third, i32 limit);

}  // namespace setlab
