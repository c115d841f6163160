// Decks dealt in a random order, and the lines or planes among their first cards: the tables and the engines.
//
// Card c is put into the r_c-th free slot, r_c being draw c of the trial below the number of free slots.
// The cards are then dealt in the order of their slots.
#pragma once

#include "setlab/types.hpp"
#include "simd/dispatch.hpp"

namespace setlab {

// The lines of some geometry AG(m,3) whose points are either the cards or, for planes, all lines of one
// direction: a plane is three of those, and they are a line when parallel lines count as points.
struct Pencil {
    const u16* cards;  // three per point; null when the points are the cards themselves
    u32 points;        // 3^m
    u32 triples;       // how many entries of FlatPlan::triple belong to it; each has nine lines
    bool columns;      // whether the columns, points 3i, 3i+1, 3i+2, are lines that count too
};

// The lines or the planes of AG(d,3), each in one pencil, and the other constants of an engine.
struct FlatPlan {
    u32 cards;
    u32 flats;
    u32 flats_per_card;
    u32 pencils;
    const Pencil* pencil;
    const u16*
        triple;  // three columns i, j, k whose points 3i + u, 3j + v, 3k + w with u + v + w = 0 are lines
    // The largest number of cards without a flat is at least `least` and at most `most` in every deck; it is
    // sought in least ... least + 2^steps - 1, which nearly always suffices.
    u32 least;
    u32 most;
    u32 steps;
    // For the draws 2i and 2i + 1, the first in the lower half: the bound, and 2^16 mod bound.
    const u32* bounds;
    const u32* remainders;
};

// Draws of a trial come in blocks of this many; the tables of bounds are padded with bounds 1.
constexpr u32 draws_per_block = 8;

// Which decks are dealt. A range of trials that an engine is given must not cross a multiple of 2^32.
struct FlatDeals {
    const FlatPlan* plan;
    u64 seed;
};

class FirstFlatEngine {
  public:
    using Plan = FlatDeals;
    virtual ~FirstFlatEngine();

    // The number of decks in a full block.
    virtual u32 block() const = 0;
    // dealt[j] = the number of cards dealt when the first flat of trial first + j is complete.
    virtual void deal(u64 first, u32 decks, u8* dealt) = 0;
};
SETLAB_ENGINE(FirstFlatEngine);

// Sums over trials. Every array has an entry for n = 0 ... cards; X_n is the number of flats within the first
// n cards.
struct CountTally {
    u64* sum;
    u64* squares;
    u32* least;
    u32* most;
    u64* const* histogram;  // of X_n, or null where it is not wanted
};

class FlatCountEngine {
  public:
    using Plan = FlatDeals;
    virtual ~FlatCountEngine();

    // Adds trials first ... first + trials - 1 to the tally.
    virtual void tally(u64 first, u64 trials, const CountTally& tally) = 0;
    // Writes one row X_0 ... X_cards per trial.
    virtual void list(u64 first, u64 trials, i32* rows) = 0;
};
SETLAB_ENGINE(FlatCountEngine);

}  // namespace setlab
