// Tables of the CPU for games with 18 places, and for the end of all games.
#pragma once

#include "game.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

// The cards of a table in memory, and the draw of the deal.
template <class Word, u32 Places>
class TableCards {
  public:
    SETLAB_INLINE Card<Word> card(u32 place) const { return card_[place]; }
    SETLAB_INLINE void put_card(u32 place, const Card<Word>& card) { card_[place] = card; }
    SETLAB_INLINE Word draw(u32 bit) const { return draw_[bit]; }

    // The table before the first deal.
    template <class Chance>
    SETLAB_INLINE void lay(const Chance& chance) {
        for (u32 place = 0; place < Places; ++place) card_[place] = chance.card(place);
        fetch(chance, 0, kept_places);
    }

    template <class Chance>
    SETLAB_INLINE void fetch(const Chance& chance, u32 deal, u32 place) {
        if (place != kept_places) return;
        for (u32 bit = 0; bit < choice_bits; ++bit) draw_[bit] = chance.draw(deal, bit);
        const u32 next = kept_places + 3 * deal;
        if (next >= deck_size) return;
        for (u32 i = 0; i < 3; ++i) card_[kept_places + i] = chance.card(next + i);
    }

    SETLAB_INLINE void fence() const {}

  private:
    static constexpr u32 kept_places = Places - 3;

    Card<Word> card_[Places];
    Word draw_[choice_bits];
};

template <class Word, u32 Places>
class PlainTable;

// The twelve cards that are left.
template <class Word, class Table>
SETLAB_INLINE PlainTable<Word, full_table> end_of(const Table& table) {
    PlainTable<Word, full_table> end;
    for (u32 place = 0; place < full_table; ++place) end.put_card(place, table.card(place));
    return end;
}

template <class Word, u32 Places>
class PlainTable : public TableCards<Word, Places> {
  public:
    template <u32 Part>
    SETLAB_INLINE Word search(Word among) {
        return search_part<Part>(*this, among);
    }
    SETLAB_INLINE const PlainTable& hits() const { return *this; }
    SETLAB_INLINE Word hit(u32 i, u32 j) const { return hit_[Pairs<Places>::at(i, j)]; }
    SETLAB_INLINE void put_hit(u32 i, u32 j, Word hit) { hit_[Pairs<Places>::at(i, j)] = hit; }
    SETLAB_INLINE PlainTable<Word, full_table> at_the_end() const { return end_of<Word>(*this); }

  private:
    Word hit_[Pairs<Places>::number];
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
