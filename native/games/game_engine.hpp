// The engine that plays whole games, its plan and its results.
#pragma once

#include "setlab/search_log.hpp"
#include "setlab/types.hpp"
#include "simd/dispatch.hpp"

namespace setlab {

// Everything that games with three values depend on, except the number of the trial.
struct EndgamePlan {
    u64 seed;
    int dimension;
    u32 deck;           // cards that are shuffled
    const u16* packed;  // by rank in the deck: the card, packed as in reflections.hpp
    const u8*
        byte_card;  // by rank, 128 of them: the card as in card_lanes.hpp; for decks of 81 cards at most
    GameRules rules;
    u32 first_choice;  // the number of the draw that chooses the first SET
    int choice_width;  // its bits
    // For the draws 2i and 2i + 1 that shuffle, the first in the lower half: the bound, and 2^16 mod bound.
    const u32* bounds;
    const u32* remainders;
    bool count_sets = false;  // on every table that is searched
};

// Sums over games of the SETs on the tables that were searched, as search_log.hpp describes them.
class SetSums {
  public:
    virtual ~SetSums();
    virtual void add_first(u32 sets, u64 games) = 0;
    virtual void add_seen(u32 cards, u32 sets, u64 times, u64 squares, u64 products) = 0;
    virtual void add_squares(u32 cards, u64 squares) = 0;
};

// Result j belongs to the trial first + j.
struct EndgameResults {
    u16* leftover;
    u16* largest_table;
    u16* turns;
    SetSums* sets = nullptr;  // if they are counted

    void put(u32 j, const GameResult& result) const {
        leftover[j] = static_cast<u16>(result.leftover);
        largest_table[j] = static_cast<u16>(result.largest_table);
        turns[j] = static_cast<u16>(result.turns);
    }
};

inline namespace SETLAB_TARGET {

// Puts the result of a game that was played alone, and adds the searches that it logged.
inline void put_game(const EndgameResults& results, u32 j, const GameResult& result, SearchLog* log) {
    results.put(j, result);
    if (results.sets != nullptr) add_game(*log, *results.sets);
}

}  // namespace SETLAB_TARGET

// Plays games. Trials are played in ranges that do not cross a multiple of `block`.
class GameEngine {
  public:
    using Plan = EndgamePlan;
    static constexpr bool has_portable = true;
    virtual ~GameEngine();

    virtual u32 block() const = 0;
    virtual void play(u64 first, u32 size, const EndgameResults& results, const Searches& searches) = 0;
};
SETLAB_ENGINE(GameEngine);
template <>
GameEngine* new_engine<GameEngine, Isa::portable>(const EndgamePlan& plan);

}  // namespace setlab
