// Games with three values, one after the other, by the headers that the GPU shares. Decks of up to 255 cards
// are shuffled for many games at once.
#pragma once

#include "games/game_engine.hpp"
#include "games/shuffle_lanes.hpp"
#include "setlab/game.hpp"
#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"
#include "setlab/table.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Calls play(game number, deck, chooser) for the trials first ... first + size - 1.
template <int Dimension>
class DealtGames {
  public:
    explicit DealtGames(const EndgamePlan& plan) : plan_(plan) {}

    template <class Play>
    void for_each(u64 first, u32 size, Play&& play) {
        for (u32 done = 0; done < size;) {
            const u64 start = (first + done) / lanes * lanes;
            const u32 skipped = static_cast<u32>(first + done - start);
            const u32 games = lanes - skipped < size - done ? lanes - skipped : size - done;
            const ShuffledGames shuffled(plan_, start);
            shuffled.shuffle(row_);
            for (u32 b = 0; 8 * b < plan_.rules.dealt / 3; ++b) {
                shuffled.raw_block(plan_.first_choice / 8 + b, choice_[b]);
            }
            for (u32 game = skipped; game < skipped + games; ++game) {
                const auto deck = [&](u32 k) -> u32 { return plan_.packed[row_[k][game]]; };
                const auto chooser = [&](u32 t, u32 bound) {
                    u32 number = 0;
                    if (accept<16>(choice_[t / 8].of_game(game, t % 8), bound, number)) return number;
                    return draw_below<16>(plan_.seed, start + game, plan_.first_choice + t, bound, 1);
                };
                play(done++, deck, chooser);
            }
        }
    }

  private:
    static constexpr u32 lanes = ShuffledGames::games;
    static constexpr u32 most_cards = cards_in(Dimension);

    const EndgamePlan& plan_;
    ShuffledGames::Row row_[ShuffledGames::rows(most_cards)];
    ShuffledGames::RawBlock choice_[most_cards / 3 / 8 + 1];
};

template <>
class DealtGames<6> {
  public:
    explicit DealtGames(const EndgamePlan& plan) : plan_(plan) {}

    template <class Play>
    void for_each(u64 first, u32 size, Play&& play) {
        for (u32 game = 0; game < size; ++game) {
            const u64 trial = first + game;
            TrialDraws<16> draws(plan_.seed, trial);
            Undealt<cards_in(6)> undealt(plan_.deck);
            for (u32 k = 0; k < plan_.rules.dealt; ++k) {
                card_[k] = plan_.packed[undealt.take(draws.below(k, plan_.deck - k))];
            }
            const auto deck = [&](u32 k) -> u32 { return card_[k]; };
            const auto chooser = [&](u32 t, u32 bound) {
                if (t % 16 == 0) check_interrupt();
                return draw_below<32>(plan_.seed, trial, plan_.first_choice + t, bound);
            };
            play(game, deck, chooser);
        }
    }

  private:
    const EndgamePlan& plan_;
    u16 card_[cards_in(6)];
};

// One class for each rule: with two rules in one function, GCC inlines less of each.
template <int Dimension, class List, Refill refill>
class ScalarGames final : public GameEngine {
  public:
    explicit ScalarGames(const EndgamePlan& plan) : plan_(plan), table_(reflections_), games_(plan_) {}

    // With more properties a game takes longer: a block should not take much more than a few milliseconds.
    u32 block() const override { return Dimension <= 4 ? 512 : Dimension == 5 ? 128 : 16; }

    void play(u64 first, u32 size, const EndgameResults& results, const Searches& searches) override {
        games_.for_each(first, size, [&](u32 j, const auto& deck, const auto& chooser) {
            if constexpr (Dimension > 4) check_interrupt();
            table_.clear();
            Game game(plan_.rules, table_, deck, chooser, searches);
            put_game(results, j, game.template play<refill>(), searches.log);
        });
    }

  private:
    EndgamePlan plan_;
    Reflections<Dimension> reflections_;
    Table<Dimension, List> table_;
    DealtGames<Dimension> games_;
};

template <int Dimension>
using AnyTable = KeyList<cards_in(Dimension), lines_in(Dimension)>;

}  // namespace SETLAB_TARGET
}  // namespace setlab
