// Solitaire for any number of games, on any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "simd/isa.hpp"
#include "solitaire/types.hpp"
#include "solitaire/worker.hpp"
#include "threads/mutex.hpp"

namespace setlab {

// A player that is asked again and again. The workers of a call are kept for the next one, so that a short
// call prepares nothing. Several threads may ask at the same time: each call has workers of its own.
class SolitaireEngine {
  public:
    SolitaireEngine(const SolitairePlan& plan, Isa isa) : plan_(plan), isa_(isa) {}
    SolitaireEngine(const SolitaireEngine&) = delete;
    SolitaireEngine& operator=(const SolitaireEngine&) = delete;

    // Games first ... first + games - 1 of a seed. moves: 27 times three cards per game, or null.
    void play(u64 seed, u64 first, u64 games, u32 threads, SolitaireRow* rows, u8* moves);
    // The SETs on the table and their values: room for most_solitaire_lines of each; the result is their
    // number.
    u32 judge(const SolitairePosition& position, u8* lines, i64* values, i32& kind);
    void log_sums(u64 seed, u64 first, u64 games, u32 threads, SolitaireSums* rows);
    void sample(u64 seed, u64 first, u64 games, u32 undealt, u32 deals, u32 threads, SolitaireSample* rows);
    // The results of the informed player and of the player from one position of every game.
    void bound(const BoundSpec& spec, u64 seed, u64 first, u64 games, u32 threads, BoundRow* rows);

  private:
    using Workers = std::vector<std::unique_ptr<SolitaireWorker>>;

    // The workers of one call; they go back to the engine at its end.
    class Lease {
      public:
        Lease(SolitaireEngine& engine, u32 workers);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        SolitaireWorker& operator[](u32 worker) const { return *workers_[worker]; }

      private:
        SolitaireEngine& engine_;
        Workers workers_;
    };

    template <class Work>
    void for_games(u64 games, u64 games_in_piece, u32 threads, const Work& work);

    const SolitairePlan plan_;
    const Isa isa_;
    Mutex mutex_;
    Workers idle_;
};

// The number of partitions of some cards; the first `most` are written to rows, three cards for every SET.
u64 list_partitions(const u64* mask, u64 most, Isa isa, u8* rows);

// Whether each deck can be cleared by a player who knows its order: 1, 0, or -1 when the nodes did not
// suffice; and 27 times three cards, which are not written unless it can be cleared.
void search_solitaire(u64 seed, u64 first, u64 games, u64 nodes, u32 threads, Isa isa, i32* answers,
                      u8* moves);
i32 search_solitaire_order(const u8* order, u64 nodes, Isa isa, u8* moves);

}  // namespace setlab
