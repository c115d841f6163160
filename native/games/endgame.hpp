// Whole games: what a kernel is told, and what it gives.
#pragma once

#include "setlab/rules.hpp"
#include "setlab/types.hpp"

namespace setlab {

// Everything that games with three values depend on, except the number of the trial.
struct EndgamePlan {
    u64 seed;
    int dimension;
    u32 deck;          // cards that are shuffled
    const u16* spelt;  // by rank in the deck: the card, spelt as in mirrors.hpp
    const u8*
        byte_card;  // by rank, 128 of them: the card as in card_lanes.hpp; for decks of 81 cards at most
    GameRules rules;
    bool always;       // three cards after every search
    u32 first_choice;  // the number of the draw that chooses the first SET
    int choice_width;  // its bits
    // For the draws 2i and 2i + 1 that shuffle, the first in the lower half: the bound, and 2^16 mod bound.
    const u32* bounds;
    const u32* remainders;
};

// Result j belongs to the trial first + j.
struct EndgameResults {
    u16* leftover;
    u16* largest_table;
    u16* turns;
};

// The code for one instruction set. A worker has scratch memory of its own, prepared once. A range of trials
// must not cross a multiple of `games`.
struct EndgameKernel {
    u32 games;
    u64 (*scratch_bytes)(const EndgamePlan& plan);
    void (*prepare)(const EndgamePlan& plan, void* scratch);
    void (*play)(const EndgamePlan& plan, u64 first, u32 games, void* scratch, const EndgameResults& results,
                 const Looks& looks);
};

extern const EndgameKernel endgame_plain;
extern const EndgameKernel endgame_avx2;
extern const EndgameKernel endgame_avx512;

}  // namespace setlab
