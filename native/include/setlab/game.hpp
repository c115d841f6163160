// A whole game with three values, from the first cards on the table to the cards that are left.
//
// docs/experiments.md and the twin src/setlab/experiment/kernels/endgame_twin.py define it.
#pragma once

#include "table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

SETLAB_HD inline void note_look(const Looks& to, u32 cards, bool found, bool taken) {
    ++to.looks[cards];
    if (found) return;
    ++to.no_set[cards];
    if (!taken) ++to.first_no_set[cards];
}

// The game of one trial while it is played. Deck: deck(k) is card k, spelt. Chooser: chooser(t, bound) is the
// draw below a bound that chooses SET number t.
template <class Table, class Deck, class Chooser>
class Game {
  public:
    SETLAB_HD Game(const GameRules& rules, Table& table, Deck deck, Chooser chooser, const Looks& looks)
        : rules_(rules), table_(table), deck_(deck), chooser_(chooser), looks_(looks) {}

    // Plays by the standard rule: to the size of the table, and three more cards when there is no SET.
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

    // Plays by the rule that deals three cards after every search, and searches six times more in the end.
    // The row of cards closes up where a SET was taken; only the order of the places matters, so that can
    // wait until there are no more places.
    SETLAB_HD GameResult play_always() {
        lay_first_cards();
        table_.find_sets();
        Three holes{};
        while (cards_remain()) {
            if (!take(holes)) ++no_set_deals_;
            if (table_.places() + 3 > Table::most_places) table_.close_up();
            deal_to_new_places();
        }
        for (u32 search = 0; search < 6; ++search) {
            if (!take(holes)) break;
        }
        return result();
    }

    // One look at the table by the standard rule, and what follows. False when the game has ended.
    SETLAB_HD bool turn() {
        Three holes{};
        if (!take(holes)) {
            if (!cards_remain()) return false;
            deal_for_want();
        } else if (table_.cards() < rules_.table && cards_remain()) {
            deal(holes);
        } else if (table_.places() > rules_.table) {
            const u32 beyond = table_.places() - rules_.table;
            table_.shrink(beyond < 3 ? beyond : 3, holes);
        }
        return true;
    }

    // Goes on with a game whose table has been laid by someone else, who looked at it and found no SET.
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
    SETLAB_HD void lay_first_cards() {
        const u32 first = rules_.table < rules_.dealt ? rules_.table : rules_.dealt;
        for (; next_ < first; ++next_) table_.lay(next_, deck_(next_));
        note_size();
    }

    // Looks at the table and takes a SET; false when there is none.
    SETLAB_HD bool take(Three& holes) {
        const bool found = table_.sets() != 0;
        if (cards_remain()) note_look(looks_, table_.cards(), found, taken_ != 0);
        if (!found) return false;
        const u32 candidates = table_.candidates(rules_.choice);
        const bool draws = rules_.choice != Choice::first && candidates > 1;
        holes = table_.take(draws ? chooser_(taken_, candidates) : 0);
        ++taken_;
        return true;
    }

    SETLAB_HD void deal(const Three& at) {
        const u32 remaining = rules_.dealt - next_, number = remaining < 3 ? remaining : 3;
        u32 card[3] = {};
        for (u32 p = 0; p < number; ++p) card[p] = deck_(next_ + p);
        next_ += number;
        table_.deal(at, card, number);
    }

    SETLAB_HD void deal_to_new_places() {
        const u32 end = table_.places();
        deal({{end, end + 1, end + 2}});
        note_size();
    }

    SETLAB_HD void deal_for_want() {
        ++no_set_deals_;
        deal_to_new_places();
    }

    SETLAB_HD void note_size() { largest_ = largest_ < table_.cards() ? table_.cards() : largest_; }

    GameRules rules_;
    Table& table_;
    Deck deck_;
    Chooser chooser_;
    Looks looks_;
    u32 next_ = 0;
    u32 taken_ = 0;
    u32 no_set_deals_ = 0;
    u32 largest_ = 0;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
