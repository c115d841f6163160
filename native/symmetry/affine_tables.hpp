// AG(d,3) as tables, for engines that treat one collection at a time.
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

// The rows of the tables have a power of 2 as their length, so that no index needs a multiplication.
constexpr u32 table_stride(int d) {
    u32 stride = 1;
    while (stride < cards_in(d)) stride *= 2;
    return stride;
}

template <int d>
struct Geometry {
    static constexpr u32 cards = cards_in(d);
    static constexpr u32 stride = table_stride(d);
    static constexpr u32 directions = (cards - 1) / 2;

    u8 third[cards][stride];
    u8 sum[cards][stride];
    u8 minus[cards];
    // Which of the three parallel hyperplanes of a direction holds the card. A direction is a linear form
    // whose first coefficient that is not 0 is 1.
    u8 side[cards][directions];

    static const Geometry& get() {
        static const Geometry geometry;
        return geometry;
    }

  private:
    Geometry() {
        for (u32 a = 0; a < cards; ++a) minus[a] = static_cast<u8>(setlab::third(a, 0));
        for (u32 a = 0; a < cards; ++a) {
            for (u32 b = 0; b < cards; ++b) {
                third[a][b] = static_cast<u8>(setlab::third(a, b));
                sum[a][b] = minus[third[a][b]];
            }
        }
        u32 direction = 0;
        for (u32 form = 1; form < cards; ++form) {
            if (!leads_with_1(form)) continue;
            for (u32 card = 0; card < cards; ++card) side[card][direction] = value(form, card);
            ++direction;
        }
    }

    static bool leads_with_1(u32 form) {
        while (form >= 3) form /= 3;
        return form == 1;
    }

    static u8 value(u32 form, u32 card) {
        u32 total = 0;
        for (; form != 0; form /= 3, card /= 3) total += (form % 3) * (card % 3);
        return static_cast<u8>(total % 3);
    }
};

// How many maps of AGL(d,3) leave every card of a flat of dimension `fixed` where it is.
template <int d>
constexpr u64 maps_fixing(int fixed) {
    u64 maps = 1;
    for (int i = fixed; i < d; ++i) maps *= cards_in(d) - power_of_3(i);
    return maps;
}

}  // namespace setlab
