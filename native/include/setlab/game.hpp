// A whole game, from the first cards on the table to the cards that are left: the rules, once for every
// table.
//
// docs/experiments.md describes it, and setlab.reference defines it in Python.
#pragma once

#include "sets.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

SETLAB_HD inline void note_search(const Searches& to, u32 cards, u32 sets, bool taken) {
    ++to.searches[cards];
    if (to.log != nullptr) to.log->search[to.log->size++] = {cards, sets};
    if (sets != 0) return;
    ++to.no_set[cards];
    if (!taken) ++to.first_no_set[cards];
}

// The game of one trial while it is played. A SET has Table::set_size cards. deck(k) is card k in the form
// that the table uses; chooser(t, bound) is the draw below a bound that chooses SET number t. note_search
// counts the searches in a `Notes`: `Searches` here, histograms of a block of threads on the GPU.
template <class Table, class Deck, class Chooser, class Notes = Searches>
class Game {
  public:
    SETLAB_HD Game(const GameRules& rules, Table& table, Deck deck, Chooser chooser, const Notes& searches)
        : rules_(rules), table_(table), deck_(deck), chooser_(chooser), searches_(searches) {}

    SETLAB_HD GameResult play() {
        return rules_.refill == Refill::always_three ? play<Refill::always_three>()
                                                     : play<Refill::standard>();
    }

    // The same for a rule that is known when the code is compiled.
    template <Refill refill>
    SETLAB_HD GameResult play() {
        if constexpr (refill == Refill::always_three) {
            return play_always_three();
        } else {
            return play_standard();
        }
    }

    // One search of the table by the standard rule, and what follows. False when the game has ended.
    SETLAB_HD bool turn() {
        Slots at{};
        const bool found = take(at), remain = cards_remain();
        if (!found && !remain) return false;
        // Cards are dealt at one place in the code: threads of the GPU that deal for different reasons do so
        // together.
        if (!found || (remain && table_.cards() < rules_.table)) {
            no_set_deals_ += !found;
            deal(found ? at : Slots::from(table_.slots()));
            note_size();
        } else if (table_.slots() > rules_.table) {
            const u32 beyond = table_.slots() - rules_.table;
            table_.shrink(beyond < set_size ? beyond : set_size, at);
        }
        return true;
    }

    // Continues a game by the standard rule after a search of the table found no SET. The table has been
    // laid.
    SETLAB_HD void resume(u32 next, u32 taken) {
        next_ = next;
        taken_ = taken;
        note_size();
        if (cards_remain()) deal_for_want();
    }

    SETLAB_HD bool cards_remain() const { return next_ < rules_.dealt; }
    SETLAB_HD u32 next() const { return next_; }
    SETLAB_HD u32 no_set_deals() const { return no_set_deals_; }
    SETLAB_HD GameResult result() const { return {table_.cards(), largest_, taken_ + no_set_deals_}; }

  private:
    using Slots = typename Table::Slots;
    static constexpr u32 set_size = Table::set_size;

    SETLAB_HD GameResult play_standard() {
        lay_first_cards();
        if (!cards_remain() && rules_.choice == Choice::first) {
            taken_ = table_.take_first_sets();
            return result();
        }
        table_.find_sets();
        while (turn()) {
        }
        return result();
    }

    // After the last deal the table is searched a few times more, twice for every card of a SET. The row of
    // cards closes up where a SET was taken; only the order of the slots matters, so that can wait until
    // there is no slot left.
    SETLAB_HD GameResult play_always_three() {
        lay_first_cards();
        table_.find_sets();
        Slots holes{};
        for (u32 last_searches = 0; last_searches < 2 * set_size;) {
            const bool found = take(holes);
            if (cards_remain()) {
                no_set_deals_ += !found;
                table_.make_room();
                deal_to_new_slots();
            } else {
                last_searches += found ? 1 : 2 * set_size;
            }
        }
        return result();
    }

    SETLAB_HD void lay_first_cards() {
        const u32 first = rules_.table < rules_.dealt ? rules_.table : rules_.dealt;
        for (; next_ < first; ++next_) table_.lay(next_, deck_(next_));
        note_size();
    }

    // Searches the table and takes a SET; false when there is none.
    SETLAB_HD bool take(Slots& holes) {
        const u32 sets = table_.sets();
        if (cards_remain()) note_search(searches_, table_.cards(), sets, taken_ != 0);
        if (sets == 0) return false;
        const u32 candidates = table_.candidates(rules_.choice);
        holes = table_.take(rank_among(candidates));
        ++taken_;
        return true;
    }

    SETLAB_HD u32 rank_among(u32 candidates) {
        if (rules_.choice == Choice::first || candidates == 1) return 0;
        return rules_.choice == Choice::last ? candidates - 1 : chooser_(taken_, candidates);
    }

    SETLAB_HD void deal(const Slots& at) {
        const u32 remaining = rules_.dealt - next_, number = remaining < set_size ? remaining : set_size;
        u32 card[set_size] = {};
        SETLAB_UNROLL(5)
        for (u32 p = 0; p < set_size; ++p) {
            if (p < number) card[p] = deck_(next_ + p);
        }
        next_ += number;
        table_.deal(at, card, number);
    }

    SETLAB_HD void deal_to_new_slots() {
        deal(Slots::from(table_.slots()));
        note_size();
    }

    SETLAB_HD void deal_for_want() {
        ++no_set_deals_;
        deal_to_new_slots();
    }

    SETLAB_HD void note_size() { largest_ = largest_ < table_.cards() ? table_.cards() : largest_; }

    GameRules rules_;
    Table& table_;
    Deck deck_;
    Chooser chooser_;
    Notes searches_;
    u32 next_ = 0;
    u32 taken_ = 0;
    u32 no_set_deals_ = 0;
    u32 largest_ = 0;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
