// The standard game with random choice: 81 cards, twelve on the table, one game per bit of a word.
//
// A game is cut into 23 deals. At every deal a SET is taken, so that all games use the same draw, and three
// cards come onto the table, whatever happened before: either they replace the SET, or the twelve cards held
// none and they make the table fifteen, from which a SET is taken. Games in which fifteen cards hold no SET,
// 1.6 %, are left to a second pass with 18 places: there a game may be ahead, with the three cards of the
// deal on the table already. What that leaves open, 21 cards, is rare.
//
// How a table is kept and searched differs between CPU and GPU, and between the passes. A table has
//     card(place), put_card(place, card)
//     search<Part>(among)         the SETs with their last place in part 0, 1, 2: below 12, 12 ... 14, 15 ...
//                                 17; returns the games that have some, unless the pass ends with that part
//     hits()                      what has been found, for `Chosen`
//     draw(bit)                   the draw of this deal
//     fetch(chance, deal, place)  called for one place after the other when its card is put: brings the draw
//                                 and the last three cards of a deal, of which there may be none
//     fence()                     keeps the compiler of the GPU from loading what the registers cannot hold
//     at_the_end()                a table of the twelve cards that are left
#pragma once

#include "choice.hpp"
#include "outcome.hpp"
#include "third_cards.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 choices = 26;  // 23 deals and two SETs afterwards; draws come in pairs

// The shuffled decks and the draws that choose SETs.
template <class Word>
struct Chance {
    Card<Word> cards[deck_size];
    Word choice[choices][choice_bits];  // draws, the lowest digit first

    SETLAB_INLINE const Card<Word>& card(u32 k) const { return cards[k]; }
    SETLAB_INLINE Word draw(u32 t, u32 bit) const { return choice[t][bit]; }
};

template <class Word>
SETLAB_INLINE void note(Wanting<Word>& wanting, Word games, bool first, bool last) {
    add_bit(wanting.number, games);
    if (first) wanting.first = games;
    if (last) wanting.last = games;
}

// The three cards of the chosen SET.
template <class Word, u32 Places, class Table>
SETLAB_STEP void find_cards(const Table& table, const Chosen<Word, Places>& chosen, Card<Word> (&set)[3]) {
    Card<Word> first{}, second{};
    SETLAB_GPU_UNROLLED
    for (u32 place = 0; place < Pairs<Places>::seconds; ++place) {
        const Card<Word> card = table.card(place);
        if (place < Pairs<Places>::firsts) add_where(chosen.first[place], card, first);
        if (place > 0) add_where(chosen.second[place], card, second);
    }
    set[0] = first;
    set[1] = second;
    set[2] = third_card(first, second);
}

// Games with tables of this many places.
template <class Word, u32 Places, class Table, class Chance>
class Deals {
  public:
    static_assert(Places == 15 || Places == 18, "the larger table is for the second pass");

    SETLAB_INLINE Deals(const Chance& chance, Table& table, Outcome<Word>& outcome)
        : chance_(chance), table_(table), outcome_(outcome) {}

    SETLAB_INLINE void play(u32 deal) {
        Chosen<Word, Places> chosen;
        take_set(deal, chosen);
        table_.fence();
        Card<Word> set[3];
        find_cards(table_, chosen, set);
        replace(deal, chosen, set[2]);
    }

  private:
    static constexpr bool wide = Places == 18;
    static constexpr u32 kept_places = Places - 3;

    // Chooses a SET on every table, and counts the deals for want of one.
    SETLAB_INLINE void take_set(u32 deal, Chosen<Word, Places>& chosen) {
        const Word none_12 = ~table_.template search<0>(~Word{});
        const Word larger = wide ? none_12 | ahead_ : none_12;
        const Word some_15 = table_.template search<1>(larger);
        note(outcome_.at_12, wide ? Word(none_12 & ~ahead_) : none_12, deal == 0, deal + 1 == deals);
        if constexpr (wide) {
            const Word none = none_12 & ~some_15;
            const bool is_last = deal + 1 == deals;
            ahead_ = is_last ? Word{} : none;
            outcome_.left_15 = is_last ? none : Word{};
            note(outcome_.at_15, ahead_, deal == 0, deal + 2 == deals);
            table_.template search<2>(ahead_);
        }
        const auto& hits = table_.hits();
        Sums<Word, Places> sums;
        count_sets(hits, sums);
        Word draw[choice_bits];
        SETLAB_UNROLLED
        for (u32 bit = 0; bit < choice_bits; ++bit) draw[bit] = table_.draw(bit);
        const Rank<Word> rank = rank_below(sums.total(), draw);
        outcome_.unknown |= or3(rank.rejected, sums.too_many, ~(sums.some() | outcome_.left_15));
        chosen.find(hits, sums, rank);
    }

    // The last three cards of the table that are not in the SET move to its places, in order.
    SETLAB_STEP void replace(u32 deal, const Chosen<Word, Places>& chosen, const Card<Word>& third) {
        Card<Word> last[3];
        Word gone[3];
        SETLAB_UNROLLED
        for (u32 i = 0; i < 3; ++i) find_last(i, chosen, third, last[i], gone[i]);
        const Card<Word> to_first = select_card(gone[0], select_card(gone[1], last[2], last[1]), last[0]);
        const Card<Word> to_second = select_card(Word(gone[0] | gone[1]), last[2], last[1]);
        SETLAB_GPU_UNROLLED
        for (u32 place = 0; place < kept_places; ++place) {
            table_.fetch(chance_, deal + 1, place);
            Card<Word> card = table_.card(place);
            const Word is_third = is_same(third, card);
            card = select_card(chosen.first[place], to_first, card);
            if (place > 0) card = select_card(chosen.second[place], to_second, card);
            if (place > 1) card = select_card(is_third, last[2], card);
            if (place >= full_table) card = select_card(ahead_, card, table_.card(place + 3));
            table_.put_card(place, card);
        }
        table_.fetch(chance_, deal + 1, kept_places);
    }

    // Card i of the last three, and whether it is in the SET.
    SETLAB_INLINE void find_last(u32 i, const Chosen<Word, Places>& chosen, const Card<Word>& third,
                                 Card<Word>& last, Word& gone) const {
        const auto in_set = [&](u32 place, const Card<Word>& card) {
            return or3(chosen.first[place], chosen.second[place], is_same(third, card));
        };
        last = table_.card(full_table + i);
        gone = in_set(full_table + i, last);
        if constexpr (wide) {
            const Card<Word> behind = table_.card(kept_places + i);
            gone = select(ahead_, in_set(kept_places + i, behind), gone);
            last = select_card(ahead_, behind, last);
        }
    }

    const Chance& chance_;
    Table& table_;
    Outcome<Word>& outcome_;
    Word ahead_{};  // the table has fifteen cards when the deal begins
};

// Takes one of the SETs on a table of twelve when the deck is empty, and leaves holes; returns the games in
// which a SET remains.
template <class Word, class Table, class Chance>
SETLAB_STEP Word take_last(const Chance& chance, u32 draw_number, Table& table, Outcome<Word>& outcome) {
    Sums<Word, full_table> sums;
    count_sets(table, sums);
    Word draw[choice_bits];
    SETLAB_UNROLLED
    for (u32 bit = 0; bit < choice_bits; ++bit) draw[bit] = chance.draw(draw_number, bit);
    const Rank<Word> rank = rank_below(sums.total(), draw);
    outcome.unknown |= (rank.rejected | sums.too_many) & ~outcome.left_15;
    Chosen<Word, full_table> chosen;
    chosen.find(table, sums, rank);
    Card<Word> set[3];
    find_cards(table, chosen, set);
    SETLAB_GPU_UNROLLED
    for (u32 place = 0; place < full_table; ++place) {
        Card<Word> card = table.card(place);
        const Word gone = or3(chosen.first[place], chosen.second[place], is_same(set[2], card));
        SETLAB_UNROLLED
        for (u32 n = 0; n < Card<Word>::bits; ++n) card.bit[n] &= ~gone;
        table.put_card(place, card);
    }
    return forget_cards(table, set);
}

// Plays the games of a word; the first cards lie on the table, and its draw is that of the first deal.
template <class Word, u32 Places, class Table, class Chance>
SETLAB_INLINE void play_games(const Chance& chance, Table& table, Outcome<Word>& outcome) {
    outcome = Outcome<Word>{};
    Deals<Word, Places, Table, Chance> all(chance, table, outcome);
    SETLAB_UNROLL(1)
    for (u32 deal = 0; deal < deals; ++deal) all.play(deal);
    // Six cards with a SET are two SETs, since the cards of the deck add up to zero: two choices suffice.
    auto end = table.at_the_end();
    outcome.taken[0] = search_part<0>(end, ~Word{});
    SETLAB_UNROLL(1)
    for (u32 n = 0; n < 2; ++n) {
        const Word remains = take_last(chance, deals + n, end, outcome);
        (n == 0 ? outcome.taken[1] : outcome.taken[2]) = remains;
    }
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
