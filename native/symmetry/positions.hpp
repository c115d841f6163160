// Positions of the game in AG(3,3) up to the 303,264 symmetries of the space.
#pragma once

#include <array>

#include "setlab/space.hpp"
#include "setlab/types.hpp"

namespace setlab {

constexpr u32 position_cards = cards_in(3), position_lines = lines_in(3);

// Cards on the table and cards not yet dealt, as masks without a common bit; the other cards are gone.
struct Position {
    u32 table, undealt;
};

// A position as two bits per card, card 0 the highest: 1 for a card on the table, 2 for an undealt one.
constexpr u32 key_bits = 2 * position_cards;
Position position_of(u64 key);

// The key of the canonical image: the same for two positions exactly if a symmetry takes one to the other.
u64 canonical_key(Position position);

}  // namespace setlab
