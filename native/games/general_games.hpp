// Whole games with any number of values, one after the other.
#pragma once

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
        for (u32 j = 0; j < size; ++j) {
            const u64 trial = first + j;
            shuffle(trial);
            table_.clear();
            const auto deck = [&](u32 k) { return game_[k]; };
            const auto chooser = [&](u32 t, u32 bound) { return chosen(trial, t, bound); };
            Game game(spec_.rules, table_, deck, chooser, searches);
            results.put(j, game.play());
        }
    }

  private:
    static constexpr u32 most_cards = 15625;  // five values, six properties

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
