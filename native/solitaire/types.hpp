// Solitaire SET: what is asked of the engine and what it answers. These types cross from one instruction set
// to another, so they are plain data. src/setlab/solitaire has the twins and says what everything means.
#pragma once

#include "setlab/types.hpp"

namespace setlab {

constexpr u32 solitaire_cards = 81;
constexpr u32 solitaire_stages = 28;    // a position with u undealt cards is at stage u / 3
constexpr u32 solitaire_features = 10;  // of a position after a move, for the linear values
constexpr u32 solitaire_beliefs = solitaire_features + 5;  // the same, and what beliefs add
constexpr u32 solitaire_knots = 128;  // of a curve: two for every doubling of a sum over partitions
constexpr u32 solitaire_most_turns = 27;
constexpr u32 solitaire_one = 1u << 20;  // a chance of 1 in fixed point

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

// How a game is played. The numbers of undealt cards say from where on a way of choosing is used; the budgets
// are counts.
struct SolitaireSpec {
    u64 seed;
    SolitaireStrategy strategy;
    u32 general_from;   // the d of S(d)
    u32 exact_from;     // exact values with at most so many undealt cards
    u32 deep_from;      // several steps of look-ahead for the SETs that are nearly best after one
    u32 ahead_from;     // one step of look-ahead
    u32 sums_from;      // sums over partitions
    u32 beliefs_from;   // linear values with beliefs
    u32 deals;          // looked at in the first step of look-ahead
    u32 work;           // partitions times deals in a step of look-ahead
    u32 partitions;     // looked at in a step of look-ahead
    u32 steps;          // of deep look-ahead
    u32 deep_deals[3];  // looked at in its first, second and third step
    u32 width;          // SETs tried in its later steps
    u32 margin;         // how much worse after one step a SET may be, in parts of solitaire_one
    u32 narrow;         // how much worse by beliefs a SET may be to be looked at in the first step; 0: any
    SolitaireWeights weights;
};

// A position before a move: `where` is 0 for a card taken, 1 for one on the table, 2 for one undealt.
struct SolitairePosition {
    u8 where[solitaire_cards];
    u8 place[32];
    u32 places;
};

// A game that was played.
struct SolitaireRow {
    i32 leftover;
    i32 declared;  // undealt cards when S(d) declared the game won, or -1
    i32 turns;     // SETs taken
    i32 value;  // exact, of the first position valued so, or declared won, in parts of `solitaire_one`; or -1
};

// The best sum at a stage of a game, for fitting.
struct SolitaireSum {
    i32 log;
    i32 feature[solitaire_features];
};

// A position after a move, for fitting.
struct SolitaireSample {
    i64 feature[solitaire_beliefs];
    i64 target;
};

constexpr u32 bound_weights = 9;  // of the value that is paid, for every stage: three for every kind of table

enum class TableKind : u32 { full, bare, large };  // 12 cards; no SET; more cards

// How a bound is found: from the first position with at most `undealt` cards on, exact values with at most
// `exact_to`, and at every stage so many deals are known.
struct BoundSpec {
    u32 undealt;
    u32 exact_to;
    TableKind kind;  // of the position: any that comes, or for fitting a bare or a large one
    u32 deals[solitaire_stages];
    i64 weights[solitaire_stages][bound_weights];
};

// What the seer and the player reach from a position, its undealt cards, or -1 where there are too many
// cards, and, for fitting, the kind of its table and the logarithms of its sums in steps, or -1 where they do
// not matter.
struct BoundRow {
    double best;
    double played;
    double undealt;
    double kind;
    double chances;
    double squares;
};

struct SolitaireKernel {
    u64 (*scratch_bytes)();
    void (*prepare)(const SolitaireSpec& spec, void* scratch);
    // moves: three cards per turn, 27 turns per game, or null.
    void (*play)(u64 first, u32 games, void* scratch, SolitaireRow* rows, u8* moves);
    // The game with this order of the deck.
    void (*play_order)(const u8* order, u64 game, void* scratch, SolitaireRow& row, u8* moves);
    // Values of the SETs on the table, in their order, on a scale that `kind` names; the number of SETs.
    u32 (*judge)(const SolitairePosition& position, void* scratch, u8* lines, i64* values, i32* kind);
    // All partitions of some cards into SETs: so many there are; the first `most` are written.
    u64 (*partitions)(const u64* mask, u64 most, void* scratch, u8* rows);
    // Whether a deck can be cleared by one who knows its order: 1, 0, or -1 when the nodes did not suffice.
    i32 (*clairvoyant)(const u8* order, u64 nodes, void* scratch, u64* memory, u64 slots, u8* moves,
                       u64* visited);
    void (*shuffle)(u64 seed, u64 game, u8* order);
    // For fitting: for every stage the logarithm of the best sum (or -1) and the features of that move; the
    // exact value instead of a logarithm at stage 0.
    void (*sums)(u64 first, u32 games, void* scratch, SolitaireSum* rows);
    // For fitting: a position with u undealt cards after each of two random moves, and the mean value of what
    // follows.
    void (*sample)(u64 first, u32 games, u32 undealt, u32 deals, void* scratch, SolitaireSample* rows);
    // A bound needs memory of its own.
    u64 (*bound_bytes)();
    void (*bound_prepare)(void* memory);
    void (*bound)(const BoundSpec& spec, u64 first, u32 games, void* scratch, void* memory, BoundRow* rows);
};

extern const SolitaireKernel solitaire_plain;
extern const SolitaireKernel solitaire_avx2;
extern const SolitaireKernel solitaire_avx512;

}  // namespace setlab
