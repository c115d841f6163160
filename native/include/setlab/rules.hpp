// What a game is played by, and what it gives. These types cross from one instruction set to another, so they
// are plain data in one namespace.
#pragma once

#include "types.hpp"

namespace setlab {

// How one of the SETs is chosen. At a wanted place lie the most SETs (popular) or the fewest, but one at
// least (reject); the SETs with a wanted place are the candidates. For `random` and `first` all SETs are.
enum class Choice { random, popular, reject, first };

struct GameRules {
    u32 dealt;  // cards played with
    u32 table;  // cards on a full table
    Choice choice;
};

struct GameResult {
    u32 leftover;
    u32 largest_table;
    u32 turns;  // SETs taken and deals for want of one; the SETs taken follow from the leftover cards
};

// How often a table of some size was looked at while cards remained, by number of cards.
struct Looks {
    i64* looks;
    i64* no_set;
    i64* first_no_set;  // those before any SET was taken
};

}  // namespace setlab
