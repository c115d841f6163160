// Whole games in any number, on any number of threads.
#pragma once

#include <vector>

#include "setlab/rules.hpp"
#include "setlab/types.hpp"
#include "simd/isa.hpp"

namespace setlab {

struct EndgameSpec {
    u64 seed;
    int dimension;          // 2 ... 6
    int values;             // 2 ... 5
    std::vector<u16> deck;  // the cards that are shuffled, ascending
    GameRules rules;
    bool count_sets = false;  // on every table that is searched
};

// The number of the draw that chooses the first SET, and the bits of the draws that choose.
u32 first_choice(const EndgameSpec& spec);
int choice_width(const EndgameSpec& spec);

constexpr int smallest_values = 2;
constexpr int largest_values = 5;

// The number of cards and of SETs by dimension and number of values.
u32 count_cards(int dimension, int values);
double count_sets(int dimension, int values);

// Whether a table of random cards is expected to have more SETs than a list in memory may hold.
bool has_too_many_sets(const EndgameSpec& spec);

// The joint histogram is kept for games with at most this many cards.
constexpr u32 most_joint_cards = 243;

// The searches of tables by numbers of cards and of SETs: how many, and sums over games of the squares of
// that number and of its products with the number of searches of tables of this size.
struct TablesSeen {
    i64 cards, sets, searches, squares, products;
};

// Sums over games. Histograms by number of cards have an entry for 0 ... rules.dealt.
struct EndgameTally {
    std::vector<i64> leftover, largest_table, searches, no_set, first_no_set;
    std::vector<i64> turns;
    std::vector<i64> joint;  // [largest table][leftover], or empty
    std::vector<u64> rare;   // numbers of trials, ascending
    // If SETs are counted: ordered by cards and sets; squares of the sums of SETs by number of cards; games
    // by the number of SETs on their first table.
    std::vector<TablesSeen> seen;
    std::vector<i64> sum_squares, first_sets;
};

// The numbers of cards from which on a trial is rare.
struct RareFrom {
    i64 leftover;
    i64 table;
};

EndgameTally tally_endgame(const EndgameSpec& spec, u64 first, u64 trials, const RareFrom& rare, u32 threads,
                           Isa isa);

// Four numbers per trial: leftover, largest table, SETs taken, turns.
void list_endgame(const EndgameSpec& spec, u64 first, u64 trials, u32 threads, Isa isa, i32* rows);

// The same four numbers, and the cards of the SETs taken, one SET after the other: those of trial first + j
// begin at moves + j * rules.dealt.
void list_endgame_moves(const EndgameSpec& spec, u64 first, u64 trials, i32* rows, u16* moves);

}  // namespace setlab
