// One game from its number on: the shuffled deck, the draws that choose, the game.
#pragma once

#include "game.hpp"
#include "generator.hpp"
#include "shuffle.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Shuffles a deck: rank[k] becomes the rank of card k among the cards of the deck, k < dealt. The draws of a
// block come out of it one after the other at the same place, so that on the GPU its words stay in registers
// and the code is short.
template <u32 MostCards, class Ranks>
SETLAB_HD void shuffle(u64 seed, u64 trial, u32 deck, u32 dealt, Ranks& rank) {
    Undealt<MostCards, u32> undealt(deck);
    Block block{};
    for (u32 k = 0; k < dealt; ++k) {
        if (k % Draw<16>::parts == 0) block = draw_block<16>(seed, trial, k / Draw<16>::parts, 0);
        u32 r = 0;
        if (!accept<16>(part_of<16>(block, 0), deck - k, r)) r = draw_below<16>(seed, trial, k, deck - k, 1);
        rank[k] = static_cast<u16>(undealt.take(r));
        for (u32 w = 0; w < 4; ++w)
            block.word[w] = block.word[w] >> 16 | (w < 3 ? block.word[w + 1] << 16 : 0);
    }
}

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

// The common settings of all games of an experiment.
struct SharedDeal {
    u64 seed;
    u32 deck;           // cards that are shuffled
    const u16* packed;  // by rank: the card as the table has it (reflections.hpp)
    u32 first_choice;   // the number of the draw that chooses the first SET
};

// `rank` has room for the ranks of all cards that are dealt.
template <u32 MostCards, int ChoiceWidth, class Ranks, class Table, class Notes>
SETLAB_HD GameResult play_trial(const SharedDeal& deal, const GameRules& rules, u64 trial, Ranks& rank,
                                Table& table, const Notes& notes) {
    shuffle<MostCards>(deal.seed, trial, deal.deck, rules.dealt, rank);
    ChoiceDraws<ChoiceWidth> choices(deal.seed, trial, deal.first_choice);
    const auto deck = [&](u32 k) -> u32 { return deal.packed[rank[k]]; };
    const auto chooser = [&](u32 t, u32 bound) { return choices(t, bound); };
    table.clear();
    Game game(rules, table, deck, chooser, notes);
    return rules.refill == Refill::always_three ? game.template play<Refill::always_three>()
                                                : game.template play<Refill::standard>();
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
