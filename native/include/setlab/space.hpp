// AG(d,3), d = 1 ... 8: cards are 0 ... 3^d - 1, the first coordinate is the most significant base-3 digit.
#pragma once

#include "types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr int smallest_dimension = 1;
constexpr int largest_dimension = 8;

SETLAB_HD constexpr u32 power_of_3(int exponent) {
    u32 power = 1;
    for (int i = 0; i < exponent; ++i) power *= 3;
    return power;
}

SETLAB_HD constexpr u32 cards_in(int dimension) { return power_of_3(dimension); }

// A line through a card is fixed by any of its other cards, and two of those give the same line.
SETLAB_HD constexpr u32 lines_in(int dimension) {
    return power_of_3(dimension - 1) * ((power_of_3(dimension) - 1) / 2);
}

// A collection of cards is a mask of this many words of 64 bits, little end first.
SETLAB_HD constexpr u32 words_in(int dimension) { return (cards_in(dimension) + 63) / 64; }

// The card that completes two cards to a line; third(a, a) == a.
SETLAB_HD constexpr u32 third(u32 a, u32 b) {
    u32 card = 0;
    for (u32 unit = 1; a != 0 || b != 0; a /= 3, b /= 3, unit *= 3) {
        card += unit * ((6 - a % 3 - b % 3) % 3);
    }
    return card;
}

// Three distinct cards whose digits add up to 0 modulo 3 in every coordinate.
SETLAB_HD constexpr bool is_line(u32 a, u32 b, u32 c) { return a != b && third(a, b) == c; }

}  // namespace SETLAB_TARGET
}  // namespace setlab
