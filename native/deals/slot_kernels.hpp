// Decks dealt in a random order, and the lines or planes among their first cards: tables and kernels.
//
// Card c is put into the r_c-th free place, r_c being draw c of the trial below the number of free places.
// The cards are then dealt in the order of their places.
#pragma once

#include "setlab/types.hpp"

namespace setlab {

// The lines of some geometry AG(m,3) whose points are either the cards or, for planes, all lines of one
// direction: a plane is three of those, and they are a line when parallel lines count as points.
struct Pencil {
    const u16* cards;  // three per point; null when the points are the cards themselves
    u32 points;        // 3^m
    u32 triples;       // so many entries of FlatPlan::triple belong to it; each holds nine lines
    bool columns;      // whether the columns, points 3i, 3i+1, 3i+2, are lines that count too
};

// The lines or the planes of AG(d,3), each in one pencil, and what else a kernel has to know.
struct FlatPlan {
    u32 cards;
    u32 flats;
    u32 flats_per_card;
    u32 pencils;
    const Pencil* pencil;
    const u16*
        triple;  // three columns i, j, k whose points 3i + u, 3j + v, 3k + w with u + v + w = 0 are lines
    // The largest number of cards without a flat is at least `least` and at most `most` in every deck; it is
    // looked for in least ... least + 2^steps - 1, which nearly always suffices.
    u32 least;
    u32 most;
    u32 steps;
    // For the draws 2i and 2i + 1, the first in the lower half: the bound, and 2^16 mod bound.
    const u32* bounds;
    const u32* remainders;
};

// Draws of a trial come in blocks of this many; the tables of bounds are padded with bounds 1.
constexpr u32 draws_per_block = 8;

// What trials add up to. Every array has an entry for n = 0 ... cards; X_n is the number of flats within the
// first n cards.
struct CountTally {
    u64* sum;
    u64* squares;
    u32* least;
    u32* most;
    u64* const* histogram;  // of X_n, or null where it is not wanted
};

struct CountJob {
    const FlatPlan* plan;
    u64 seed;
    CountTally tally;
    i32* values;  // one row X_0 ... X_cards per trial, instead of the tally; null when the tally is wanted
};

// The code for one instruction set. A range of trials must not cross a multiple of 2^32.
struct PlacesKernel {
    u32 decks;  // that `first` treats at once
    u64 (*first_scratch)(const FlatPlan& plan);
    // dealt[j] = the number of cards dealt when the first flat of trial first + j is complete.
    void (*first)(const FlatPlan& plan, u64 seed, u64 first, u32 decks, void* scratch, u8* dealt);
    u64 (*count_scratch)(const FlatPlan& plan);
    void (*count)(const CountJob& job, u64 first, u64 trials, void* scratch);
};

extern const PlacesKernel places_plain;
extern const PlacesKernel places_avx2;
extern const PlacesKernel places_avx512;

}  // namespace setlab
