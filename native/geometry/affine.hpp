// AG(d,3) as tables and lists, once for all engines that treat one collection at a time.
#pragma once

#include <vector>

#include "setlab/space.hpp"
#include "setlab/types.hpp"

namespace setlab {

// Sums of cards as vectors. third(a, b) is -(a + b).
constexpr u32 negative(u32 card) { return third(card, 0); }
constexpr u32 sum_of(u32 a, u32 b) { return negative(third(a, b)); }

// The value of a linear form, given by its coefficients, at a card.
constexpr u32 value_at(u32 form, u32 card) {
    u32 total = 0;
    for (; form != 0; form /= 3, card /= 3) total += (form % 3) * (card % 3);
    return total % 3;
}

// Of a form and its negative, one is normalised: its first coefficient other than 0 is 1.
constexpr bool is_normalised(u32 form) {
    while (form >= 3) form /= 3;
    return form == 1;
}

// The number of maps of AGL(d,3) that fix every card of a flat of dimension `fixed`. For a single card, times
// the number of cards, this is the order of the group.
constexpr u64 maps_fixing(int dimension, int fixed) {
    u64 maps = 1;
    for (int i = fixed; i < dimension; ++i) maps *= cards_in(dimension) - power_of_3(i);
    return maps;
}

struct Line {
    u32 a, b, c;  // ascending
};

// All lines in lexicographic order.
inline std::vector<Line> all_lines(int dimension) {
    std::vector<Line> lines;
    for (u32 a = 0; a < cards_in(dimension); ++a) {
        for (u32 b = a + 1; b < cards_in(dimension); ++b) {
            if (const u32 c = third(a, b); b < c) lines.push_back({a, b, c});
        }
    }
    return lines;
}

// The same as masks, for dimensions up to 3.
inline std::vector<u32> all_line_masks(int dimension) {
    std::vector<u32> masks;
    for (const auto& [a, b, c] : all_lines(dimension)) masks.push_back(1u << a | 1u << b | 1u << c);
    return masks;
}

// The rows of the tables have a power of 2 as their length, so that no index needs a multiplication.
constexpr u32 table_stride(int d) {
    u32 stride = 1;
    while (stride < cards_in(d)) stride *= 2;
    return stride;
}

// The tables of a dimension contain those of the smaller ones: a card with leading zeros is a card of a
// subspace.
template <int d>
struct Affine {
    static constexpr u32 cards = cards_in(d);
    static constexpr u32 stride = table_stride(d);
    static constexpr u32 directions = (cards - 1) / 2;

    u8 third[cards][stride];
    u8 sum[cards][stride];
    u8 minus[cards];
    // Which of the three parallel hyperplanes of a direction holds the card. A direction is a normalised
    // form.
    u8 side[cards][directions];

    static const Affine& get() {
        static const Affine tables;
        return tables;
    }

  private:
    Affine() {
        for (u32 a = 0; a < cards; ++a) minus[a] = static_cast<u8>(negative(a));
        for (u32 a = 0; a < cards; ++a) {
            for (u32 b = 0; b < cards; ++b) {
                third[a][b] = static_cast<u8>(setlab::third(a, b));
                sum[a][b] = minus[third[a][b]];
            }
        }
        u32 direction = 0;
        for (u32 form = 1; form < cards; ++form) {
            if (!is_normalised(form)) continue;
            for (u32 card = 0; card < cards; ++card)
                side[card][direction] = static_cast<u8>(value_at(form, card));
            ++direction;
        }
    }
};

}  // namespace setlab
