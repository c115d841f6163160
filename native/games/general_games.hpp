// Whole games with any number of values, one after the other.
#pragma once

#include <algorithm>
#include <vector>

#include "games/endgame.hpp"
#include "games/game_engine.hpp"
#include "games/general_table.hpp"
#include "setlab/game.hpp"
#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"

namespace setlab {

template <u32 Values>
class GeneralGames final : public GameEngine {
  public:
    explicit GeneralGames(const EndgameSpec& spec)
        : spec_(spec), table_(spec.dimension), game_(spec.rules.dealt) {
        for (const u16 card : spec.deck) mask_of_.push_back(table_.mask_of(card, spec.dimension));
    }

    u32 block() const override { return 16; }

    void play(u64 first, u32 size, const EndgameResults& results, const Searches& searches) override {
        for (u32 j = 0; j < size; ++j) put_game(results, j, play_trial(first + j, searches), searches.log);
    }

    // Plays one trial, and writes the cards of the SETs taken. Returns the result.
    GameResult play_moves(u64 trial, const Searches& searches, u16* moves) {
        std::vector<u32> taken;
        table_.list_into(&taken);
        const GameResult result = play_trial(trial, searches);
        table_.list_into(nullptr);
        std::transform(taken.begin(), taken.end(), moves, [&](u32 mask) { return card_of(mask); });
        return result;
    }

  private:
    static constexpr u32 most_cards = 15625;  // five values, six properties

    GameResult play_trial(u64 trial, const Searches& searches) {
        shuffle(trial);
        table_.clear();
        const auto deck = [&](u32 k) { return game_[k]; };
        const auto chooser = [&](u32 t, u32 bound) { return chosen(trial, t, bound); };
        return Game(spec_.rules, table_, deck, chooser, searches).play();
    }

    u16 card_of(u32 mask) const {
        const auto rank = std::find(mask_of_.begin(), mask_of_.end(), mask) - mask_of_.begin();
        return spec_.deck[static_cast<u64>(rank)];
    }

    void shuffle(u64 trial) {
        const u32 size = static_cast<u32>(spec_.deck.size());
        Undealt<most_cards> undealt(size);
        TrialDraws<16> draws(spec_.seed, trial);
        for (u32 k = 0; k < spec_.rules.dealt; ++k)
            game_[k] = mask_of_[undealt.take(draws.below(k, size - k))];
    }

    u32 chosen(u64 trial, u32 t, u32 bound) const {
        const u64 k = u64{first_choice(spec_)} + t;
        return choice_width(spec_) == 16 ? draw_below<16>(spec_.seed, trial, k, bound)
                                         : draw_below<32>(spec_.seed, trial, k, bound);
    }

    const EndgameSpec& spec_;
    GeneralTable<Values> table_;
    std::vector<u32> mask_of_;  // by rank in the deck
    std::vector<u32> game_;     // the cards in the order in which they are dealt
};

}  // namespace setlab
