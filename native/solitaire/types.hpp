// Solitaire SET: the questions to the engine and its answers. These types cross from one instruction set
// to another, so they are plain data. src/setlab/reference/solitaire.py defines what everything means.
#pragma once

#include "setlab/types.hpp"

namespace setlab {

constexpr u32 solitaire_cards = 81;
constexpr u32 solitaire_stages = 28;    // a position with u undealt cards is at stage u / 3
constexpr u32 solitaire_features = 10;  // of a position after a move, for the linear values
constexpr u32 solitaire_beliefs = solitaire_features + 5;  // the same, and what beliefs add
constexpr u32 solitaire_knots = 128;  // of a curve: two for every doubling of a sum over partitions
constexpr u32 solitaire_most_turns = 27;
constexpr u32 most_solitaire_lines = 80;  // 21 cards hold fewer SETs
constexpr u32 solitaire_one = 1u << 20;   // a chance of 1 in fixed point

enum class SolitaireStrategy : u32 { random, basic, thrifty, general, valued };

// Everything that was fitted, in integers: a game is the same on every machine.
struct SolitaireWeights {
    i64 linear[solitaire_stages][solitaire_features];
    i32 log_of[41];      // 1024 ln d for d lines through a card, and what stands for ln 0
    i32 inverse_of[41];  // 1024 / d
    i32 curve[solitaire_stages][solitaire_knots];
    i64 tilt[solitaire_stages][solitaire_features];
    i64 belief[solitaire_stages][solitaire_beliefs];
};

// How SETs are chosen. The numbers of undealt cards say from where on a kind of value is used; the others are
// counts, and margins in parts of solitaire_one.
struct SolitaireBudgets {
    u32 general_from;   // the d of S(d)
    u32 exact_from;     // exact values with at most this many undealt cards
    u32 deep_from;      // several steps of look-ahead for the SETs that are nearly best after one
    u32 ahead_from;     // one step of look-ahead
    u32 sums_from;      // sums over partitions
    u32 beliefs_from;   // linear values with beliefs
    u32 deals;          // examined in the first step of look-ahead
    u32 work;           // partitions times deals in a step of look-ahead
    u32 partitions;     // examined in a step of look-ahead
    u32 steps;          // of deep look-ahead
    u32 deep_deals[3];  // examined in its first, second and third step
    u32 width;          // SETs tried in its later steps
    u32 margin;         // how much worse after one step a SET may be
    u32 narrow;         // how much worse by beliefs a SET may be to be examined in the first step; 0: any
};

// A player: how it chooses, and the weights by which it values positions.
struct SolitairePlan {
    SolitaireStrategy strategy;
    SolitaireBudgets budgets;
    SolitaireWeights weights;
};

// A position before a move: `where` is 0 for a card taken, 1 for one on the table, 2 for one undealt.
struct SolitairePosition {
    u8 where[solitaire_cards];
    u8 slot[32];
    u32 slots;
};

// A game that was played.
struct SolitaireRow {
    i32 leftover;
    i32 declared;  // undealt cards when S(d) declared the game won, or -1
    i32 turns;     // SETs taken
    i32 value;  // exact, of the first position valued so, or declared won, in parts of `solitaire_one`; or -1
};

// The data of a game to which weights are fitted: its exact value, and by stage the logarithm of the best
// sum, or -1, and the features after that move.
struct SolitaireSums {
    i32 value;
    i32 log[solitaire_stages];
    i32 feature[solitaire_stages][solitaire_features];
};

// A position after each of two moves, for fitting: feature 0 is 0 where there is none.
struct SolitaireSample {
    i64 feature[2][solitaire_beliefs];
    i64 target[2];
};

constexpr u32 bound_weights = 9;  // of the value that is paid, for every stage: three for every kind of table

enum class TableKind : u32 { full, bare, large };  // 12 cards; no SET; more cards

// How a bound is found: from the first position with at most `undealt` undealt cards, with exact values where
// at most `exact_to` cards are undealt; deals[s] deals are revealed at stage s.
struct BoundSpec {
    u32 undealt;
    u32 exact_to;
    TableKind kind;  // of the position: any that comes, or for fitting a bare or a large one
    bool informed;   // if not, only the player is followed
    u32 deals[solitaire_stages];
    i64 weights[solitaire_stages][bound_weights];
};

// The results of the informed player and of the player from a position, and its undealt cards; and, for
// fitting, the kind of its table and the logarithms of its sums in steps, or -1 where they do not matter. All
// are -1 where there is no such position, or it has too many cards.
struct BoundRow {
    double best;
    double played;
    i32 undealt;
    i32 kind;
    i32 chances;
    i32 squares;
};

}  // namespace setlab
