// The engine that plays whole games, its plan and its results.
#pragma once

#include "setlab/rules.hpp"
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
};

// Result j belongs to the trial first + j.
struct EndgameResults {
    u16* leftover;
    u16* largest_table;
    u16* turns;

    void put(u32 j, const GameResult& result) const {
        leftover[j] = static_cast<u16>(result.leftover);
        largest_table[j] = static_cast<u16>(result.largest_table);
        turns[j] = static_cast<u16>(result.turns);
    }
};

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
