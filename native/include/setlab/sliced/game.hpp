// The standard game with random choice: 81 cards, twelve on the table, one game per bit of a word.
//
// A game is cut into 23 deals. At every deal a SET is taken, so that all games use the same draw, and three
// cards come onto the table, whatever happened before: either they replace the SET, or the twelve cards held
// none and they make the table fifteen, from which a SET is taken. Games in which fifteen cards hold no SET,
// 1.6 %, are left to a second pass with 18 places: there a game may be ahead, with the three cards of the
// deal on the table already. What that leaves open, 21 cards, is rare.
#pragma once

#include "choice.hpp"
#include "outcome.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

template <class Word, u32 Places>
class Games {
  public:
    static_assert(Places == 15 || Places == 18, "the larger table is for the second pass");

    SETLAB_HD void play(const Chance<Word>& chance, Outcome<Word>& outcome) {
        outcome = Outcome<Word>{};
        ahead_ = Word{};
        for (u32 place = 0; place < Places; ++place) board_.card[place] = chance.card[place];
        for (u32 deal = 0; deal < deals; ++deal) {
            lay_deal(chance, deal);
            take_set(deal, chance.choice[deal], outcome);
            replace();
        }
        for (u32 place = 0; place < full_table; ++place) end_.card[place] = board_.card[place];
        for (u32 n = 0; n < 3; ++n) outcome.taken[n] = take_last(n, chance.choice[deals + n], outcome);
    }

  private:
    static constexpr bool wide = Places == 18;
    static constexpr u32 last_places = Places - 3;

    // The cards of a deal lie behind the twelve. In the second pass those of the next deal lie behind them.
    SETLAB_SLICED void lay_deal(const Chance<Word>& chance, u32 deal) {
        const u32 next = last_places + 3 * deal;
        if (next >= deck_size) return;
        for (u32 i = 0; i < 3; ++i) board_.card[last_places + i] = chance.card[next + i];
    }

    // Chooses a SET on every table, and counts the deals for want of one.
    SETLAB_SLICED void take_set(u32 deal, const Word (&draw)[choice_bits], Outcome<Word>& outcome) {
        find_agreements(board_);
        find_misses<false>(board_);
        const Word want_12 = board_.none[0] & ~ahead_;
        Word larger[2] = {board_.none[0] | ahead_, Word{}};
        note(outcome.at_12, want_12, deal == 0, deal + 1 == deals);
        if constexpr (wide) {
            const Word none = board_.none[0] & board_.none[1] & larger[0];
            if (deal + 1 < deals) {
                larger[1] = none;
                note(outcome.at_15, none, deal == 0, deal + 2 == deals);
            } else {
                outcome.left_15 = none;
            }
        }
        hits_.find(board_, larger);
        const Rank<Word> rank = rank_below(hits_.total(), draw);
        outcome.unknown |= rank.rejected | hits_.too_many | ~(hits_.some() | outcome.left_15);
        chosen_.find(hits_, rank);
        ahead_ = larger[1];
    }

    SETLAB_SLICED static void note(Wanting<Word>& wanting, Word games, bool first, bool last) {
        add_bit(wanting.number, games);
        if (first) wanting.first = games;
        if (last) wanting.last = games;
    }

    // The last three cards of the table that are not in the SET move to its places, in order.
    SETLAB_SLICED_STEP void replace() {
        Card<Word> first{}, second{};
        SETLAB_UNROLL(1)
        for (u32 place = 0; place < Board<Word, Places>::seconds; ++place) {
            add_where(chosen_.first[place], board_.card[place], first);
            add_where(chosen_.second[place], board_.card[place], second);
        }
        const Card<Word> third = third_card(first, second);
        Card<Word> last[3];
        Word gone[3];
        for (u32 i = 0; i < 3; ++i) find_last(i, third, last[i], gone[i]);
        const Card<Word> to_first = choose(gone[0], choose(gone[1], last[2], last[1]), last[0]);
        const Card<Word> to_second = choose(gone[0] | gone[1], last[2], last[1]);
        SETLAB_UNROLL(1)
        for (u32 place = 0; place < last_places; ++place) {
            const Card<Word> card = board_.card[place];
            const Card<Word> now = choose(
                is_same(third, card), last[2],
                choose(chosen_.second[place], to_second, choose(chosen_.first[place], to_first, card)));
            board_.card[place] = place < full_table ? now : choose(ahead_, now, board_.card[place + 3]);
        }
    }

    // Card i of the last three, and whether it is in the SET.
    SETLAB_SLICED void find_last(u32 i, const Card<Word>& third, Card<Word>& last, Word& gone) const {
        const auto in_set = [&](u32 place) {
            return chosen_.first[place] | chosen_.second[place] | is_same(third, board_.card[place]);
        };
        last = board_.card[full_table + i];
        gone = in_set(full_table + i);
        if constexpr (wide) {
            last = choose(ahead_, board_.card[last_places + i], last);
            gone = choose(ahead_, in_set(last_places + i), gone);
        }
    }

    // Takes a SET from the twelve places when the deck is empty, and leaves holes. Six cards with a SET are
    // two SETs, since the cards of the deck add up to zero: the third search is the last.
    SETLAB_SLICED_STEP Word take_last(u32 search, const Word* draw, Outcome<Word>& outcome) {
        find_agreements(end_);
        mark_holes(end_);
        find_misses<true>(end_);
        const Word found = ~end_.none[0];
        if (search == 2) return found;
        end_hits_.find(end_, nullptr);
        const Rank<Word> rank = rank_below(end_hits_.total(), draw);
        outcome.unknown |= (rank.rejected | end_hits_.too_many) & ~outcome.left_15;
        end_chosen_.find(end_hits_, rank);
        remove();
        return found;
    }

    SETLAB_SLICED void remove() {
        Card<Word> first{}, second{};
        for (u32 place = 0; place < full_table; ++place) {
            add_where(end_chosen_.first[place], end_.card[place], first);
            add_where(end_chosen_.second[place], end_.card[place], second);
        }
        const Card<Word> third = third_card(first, second);
        for (u32 place = 0; place < full_table; ++place) {
            const Word kept =
                ~(end_chosen_.first[place] | end_chosen_.second[place] | is_same(third, end_.card[place]));
            for (u32 n = 0; n < Card<Word>::bits; ++n) end_.card[place].bit[n] &= kept;
        }
    }

    Board<Word, Places> board_;
    Hits<Word, Places> hits_;
    Chosen<Word, Places> chosen_;
    Word ahead_;  // the table has fifteen cards when the deal begins
    Board<Word, full_table> end_;
    Hits<Word, full_table> end_hits_;
    Chosen<Word, full_table> end_chosen_;
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
