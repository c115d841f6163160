// The cards and choices of one game, drawn when the game asks for them: no deck is kept in memory.
#pragma once

#include "game.hpp"
#include "generator.hpp"
#include "shuffle.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The cards of a shuffled deck from the first on. `packed` maps the rank of a card in the deck to the card as the
// table has it (reflections.hpp).
template <u32 MostCards>
class DealtCards {
  public:
    SETLAB_HD DealtCards(u64 seed, u64 trial, u32 deck, const u16* packed)
        : draws_(seed, trial), undealt_(deck), deck_(deck), packed_(packed) {}

    // Card k; the cards must be asked for in order, each once.
    SETLAB_HD u32 operator()(u32 k) { return packed_[undealt_.take(draws_.below(k, deck_ - k))]; }

  private:
    TrialDraws<16> draws_;
    Undealt<MostCards> undealt_;
    u32 deck_;
    const u16* packed_;
};

// The draws that choose the SETs. With many SETs on the table a draw has 32 bits (docs/core.md).
template <int Width>
class ChoiceDraws {
  public:
    SETLAB_HD ChoiceDraws(u64 seed, u64 trial, u32 first) : draws_(seed, trial), first_(first) {}
    SETLAB_HD u32 operator()(u32 t, u32 bound) { return draws_.below(first_ + t, bound); }

  private:
    TrialDraws<Width> draws_;
    u32 first_;
};

// What all games of an experiment share.
struct SharedDeal {
    u64 seed;
    u32 deck;           // cards that are shuffled
    const u16* packed;  // by rank
    u32 first_choice;   // the number of the draw that chooses the first SET
};

template <u32 MostCards, int ChoiceWidth, class Table, class Notes>
SETLAB_HD GameResult play_trial(const SharedDeal& deal, const GameRules& rules, u64 trial, Table& table,
                                const Notes& notes) {
    DealtCards<MostCards> cards(deal.seed, trial, deal.deck, deal.packed);
    ChoiceDraws<ChoiceWidth> choices(deal.seed, trial, deal.first_choice);
    const auto deck = [&](u32 k) { return cards(k); };
    const auto chooser = [&](u32 t, u32 bound) { return choices(t, bound); };
    table.clear();
    Game game(rules, table, deck, chooser, notes);
    return rules.refill == Refill::always_three ? game.template play<Refill::always_three>()
                                                : game.template play<Refill::standard>();
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
