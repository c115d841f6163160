// The standard game with random choice in bit slices, as many games at a time as the word has bits.
//
// Games that need a table of 18 wait in a queue for a second pass; what that leaves open is played by the
// scalar code, one game after the other. All three use the same draws.
#pragma once

#include "games/game_engine.hpp"
#include "games/sliced_draws.hpp"
#include "setlab/game.hpp"
#include "setlab/mask_list.hpp"
#include "setlab/shuffle.hpp"
#include "setlab/sliced/agreement_table.hpp"
#include "setlab/table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class SlicedGames final : public GameEngine {
  public:
    static constexpr u32 games = word_bits;
    // So many games that the queue fills a word or two; a block takes a few milliseconds.
    static constexpr u32 games_in_block = 8192;

    static bool can_play(const EndgamePlan& plan) {
        return plan.dimension == 4 && plan.deck == sliced::deck_size &&
               plan.rules.dealt == sliced::deck_size && plan.rules.table == sliced::full_table &&
               plan.rules.choice == Choice::random && plan.rules.refill == Refill::standard &&
               !plan.count_sets;
    }

    explicit SlicedGames(const EndgamePlan& plan) : plan_(plan), table_(reflections_) {}

    u32 block() const override { return games_in_block; }

    void play(u64 first, u32 size, const EndgameResults& results, const Searches& searches) override {
        base_ = first / games_in_block * games_in_block;
        begin_ = static_cast<u32>(first - base_);
        results_ = results;
        searches_ = searches;
        const u32 end = begin_ + size;
        queued_ = 0;
        for (u32 start = begin_ / games * games; start < end; start += games) {
            play_word(start, ones_between<Word>(begin_ > start ? begin_ - start : 0, end - start));
        }
        play_queue();
    }

  private:
    // With fewer games than this in a word, the scalar code is faster.
    static constexpr u32 few_games = games / 4;

    // The first pass, for consecutive trials.
    void play_word(u32 start, Word among) {
        const auto game = [start](u32 bit) { return start + bit; };
        draw(game);
        first_table_.lay(chance_);
        sliced::play_games<Word, 15>(chance_, first_table_, outcome_);
        note(among & ~outcome_.unknown, game);
        for_each_one(Word(among & outcome_.unknown), [&](u32 bit) {
            queue_[queued_++] = start + bit;
            if (queued_ == games) play_queue();
        });
    }

    // The second pass, for the games in the queue.
    void play_queue() {
        const auto game = [this](u32 bit) { return queue_[bit < queued_ ? bit : 0]; };
        Word known{};
        if (queued_ > few_games) {
            draw(game);
            second_table_.lay(chance_);
            sliced::play_games<Word, 18>(chance_, second_table_, outcome_);
            known = ~outcome_.unknown;
        }
        const Word among = ones_between<Word>(0, queued_);
        note(among & known, game);
        for_each_one(Word(among & ~known), [&](u32 bit) { play_scalar(queue_[bit]); });
        queued_ = 0;
    }

    // game(bit) is the game of a bit, counted from the first one of the block.
    template <class GameOf>
    void draw(const GameOf& game) {
        const auto low = [&](u32 bit) { return static_cast<u32>(base_) + game(bit); };
        ChanceMaker(plan_.seed, static_cast<u32>(base_ >> 32), low).make(chance_);
    }

    template <class GameOf>
    void note(Word among, const GameOf& game) {
        sliced::for_each_result(outcome_, among, [&](const GameResult& result, Word these) {
            for_each_one(these, [&](u32 bit) { results_.put(game(bit) - begin_, result); });
        });
        i64* const histograms[3] = {searches_.searches, searches_.no_set, searches_.first_no_set};
        sliced::for_each_search(outcome_, among, [&](u32 histogram, u32 cards, i64 number) {
            histograms[histogram][cards] += number;
        });
    }

    void play_scalar(u32 game) {
        const u64 trial = base_ + game;
        TrialDraws<16> draws(plan_.seed, trial);
        Undealt<sliced::deck_size> undealt(plan_.deck);
        u16 card[sliced::deck_size];
        for (u32 k = 0; k < plan_.deck; ++k)
            card[k] = plan_.packed[undealt.take(draws.below(k, plan_.deck - k))];
        const auto deck = [&](u32 k) -> u32 { return card[k]; };
        const auto chooser = [&](u32 t, u32 bound) { return draws.below(plan_.first_choice + t, bound); };
        table_.clear();
        Game played(plan_.rules, table_, deck, chooser, searches_);
        results_.put(game - begin_, played.play<Refill::standard>());
    }

    EndgamePlan plan_;
    Reflections<4> reflections_;
    Table<4, MaskList<u32>> table_;

    sliced::Chance<Word> chance_;
    sliced::AgreementTable<Word> first_table_;
    sliced::PlainTable<Word, 18> second_table_;
    sliced::Outcome<Word> outcome_;

    // The range that is being played.
    u64 base_;   // the first trial of its block
    u32 begin_;  // its first game, counted from there
    EndgameResults results_;
    Searches searches_;
    u32 queue_[games];
    u32 queued_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
