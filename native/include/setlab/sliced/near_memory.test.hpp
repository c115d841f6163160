// The memory of the GPU's table, on the CPU.
#pragma once

#include "setlab/sliced/near_table.hpp"
#include "setlab/sliced/plain_table.hpp"

namespace setlab {

template <class Word>
struct PlainNearMemory {
    sliced::Card<Word> cards[sliced::far_places];
    Word words[sliced::NearWords::number];
    Word drawn[sliced::choice_bits];

    Word get(u32 w) const { return words[w]; }
    void put(u32 w, Word value) { words[w] = value; }
    Word draw(u32 bit) const { return drawn[bit]; }
    sliced::Card<Word> card(u32 place) const { return cards[place - sliced::near_places]; }
    void put_card(u32 place, const sliced::Card<Word>& card) { cards[place - sliced::near_places] = card; }

    template <class Chance>
    void fetch_draw(const Chance& chance, u32 t) {
        for (u32 bit = 0; bit < sliced::choice_bits; ++bit) drawn[bit] = chance.draw(t, bit);
    }
    template <class Chance>
    void fetch_part(const Chance& chance, u32 deal, u32 part) {
        if (part != sliced::full_table - 1 || deal == sliced::deals) return;
        for (u32 i = 0; i < 3; ++i)
            put_card(sliced::full_table + i, chance.card(sliced::full_table + 3 * deal + i));
        fetch_draw(chance, deal);
    }
    void wait_for_cards() const {}
    void fence() const {}
    void together() const {}
    void barrier() const {}
    sliced::PlainTable<Word, sliced::full_table> at_the_end() const { return {}; }
};

}  // namespace setlab
