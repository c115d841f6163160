// Games of solitaire for any number of trials, on any number of threads.
#pragma once

#include "simd/isa.hpp"
#include "solitaire/types.hpp"

namespace setlab {

// Games first ... first + games - 1; moves: 27 times three cards per game, or null.
void play_solitaire(const SolitaireSpec& spec, u64 first, u64 games, u32 threads, Isa isa, SolitaireRow* rows,
                    u8* moves);

// The game with a given order of the deck.
void play_solitaire_order(const SolitaireSpec& spec, const u8* order, u64 game, Isa isa, SolitaireRow& row,
                          u8* moves);

// The SETs on the table and their values: lines has room for 80, the result is their number.
u32 judge_solitaire(const SolitaireSpec& spec, const SolitairePosition& position, Isa isa, u8* lines,
                    i64* values, i32* kind);

// The number of partitions of some cards; the first `most` are written to rows, three cards for every SET.
u64 list_partitions(const u64* mask, u64 most, Isa isa, u8* rows);

// For every deck its answer, the nodes visited, and 27 times three cards.
struct ClairvoyantRow {
    i64 answer;
    i64 visited;
};
void search_solitaire(u64 seed, u64 first, u64 games, u64 nodes, u32 threads, Isa isa, ClairvoyantRow* rows,
                      u8* moves);
void search_solitaire_order(const u8* order, u64 nodes, Isa isa, ClairvoyantRow& row, u8* moves);

void log_solitaire_sums(const SolitaireSpec& spec, u64 first, u64 games, u32 threads, Isa isa,
                        SolitaireSum* rows);
void sample_solitaire(const SolitaireSpec& spec, u64 first, u64 games, u32 undealt, u32 deals, u32 threads,
                      Isa isa, SolitaireSample* rows);

// What a seer and the player of the spec reach from one position of every game.
void bound_solitaire(const SolitaireSpec& spec, const BoundSpec& bound, u64 first, u64 games, u32 threads,
                     Isa isa, BoundRow* rows);

}  // namespace setlab
