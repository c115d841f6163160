// The engine of one thread for solitaire, compiled once per instruction set.
#pragma once

#include "simd/dispatch.hpp"
#include "solitaire/types.hpp"

namespace setlab {

// A player with its prepared tables and its scratch memory, some 11 MB: worth keeping between calls. One
// thread uses it at a time.
class SolitaireWorker {
  public:
    using Plan = SolitairePlan;
    static constexpr Isa widest =
        Isa::avx2;  // it gains by counting bits; wider vectors were measured to gain nothing
    virtual ~SolitaireWorker();

    // moves: three cards per turn, 27 turns, or null.
    virtual void play(u64 seed, u64 game, SolitaireRow& row, u8* moves) = 0;
    // The SETs on the table in their order, with their values; lines has room for most_solitaire_lines. The
    // result is their number.
    virtual u32 judge(const SolitairePosition& position, u8* lines, i64* values, i32& kind) = 0;
    virtual void log_sums(u64 seed, u64 game, SolitaireSums& row) = 0;
    virtual void sample(u64 seed, u64 game, u32 undealt, u32 deals, SolitaireSample& row) = 0;
    virtual void bound(const BoundSpec& spec, u64 seed, u64 game, BoundRow& row) = 0;
};
SETLAB_ENGINE(SolitaireWorker);

// Searches that need no player.
class SolitaireSearch {
  public:
    struct Plan {};
    static constexpr Isa widest = Isa::avx2;
    virtual ~SolitaireSearch();

    // The number of partitions of some cards into SETs; the first `most` are written to rows.
    virtual u64 partitions(const u64* mask, u64 most, u8* rows) = 0;
    virtual void shuffle(u64 seed, u64 game, u8* order) const = 0;
    // Whether a deck can be cleared by a player who knows its order: 1, 0, or -1 when the nodes did not
    // suffice. memory: `slots` pairs of words, a power of two greater than the number of nodes.
    virtual i32 clear(const u8* order, u64 nodes, u64* memory, u64 slots, u8* moves) = 0;
};
SETLAB_ENGINE(SolitaireSearch);

}  // namespace setlab
