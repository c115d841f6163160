// The rules and the result of a game. These types cross from one instruction set to another, so they
// are plain data in one namespace.
#pragma once

#include "types.hpp"

namespace setlab {

// How one of the SETs is chosen among the candidates. At a wanted slot lie the most SETs (popular) or the
// fewest, but at least one (reject); the SETs with a wanted slot are the candidates. With `random`, `first`
// and `last`, all SETs are.
enum class Choice { random, popular, reject, first, last };

// When cards are dealt. `standard`: up to the size of the table, and a SET's worth more when there is no SET.
// `always_three`: a SET's worth after every search.
enum class Refill { standard, always_three };

struct GameRules {
    u32 dealt;  // cards played with
    u32 table;  // cards on a full table
    Choice choice;
    Refill refill;
};

struct GameResult {
    u32 leftover;
    u32 largest_table;
    u32 turns;  // SETs taken plus deals for want of one; the number of SETs taken follows from the leftover
                // cards
};

// A search of the table: the cards on it, and the SETs among them.
struct Search {
    u32 cards, sets;
};

// The searches of one game while cards remained, in their order; search_log.hpp adds them up.
struct SearchLog {
    Search* search;
    u32 size;
};

// Searches of the table while cards remained, by the number of cards on it.
struct Searches {
    i64* searches;
    i64* no_set;
    i64* first_no_set;         // those before any SET was taken
    SearchLog* log = nullptr;  // of the game that is played, if the SETs are counted
};

}  // namespace setlab
