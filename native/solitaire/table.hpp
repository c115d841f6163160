// The table of a game of solitaire: which cards lie where, which SETs can be taken, and how cards are dealt.
#pragma once

#include "setlab/bits.hpp"
#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"
#include "setlab/space.hpp"
#include "solitaire/types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u8 card_taken = 0, card_on_table = 1, card_undealt = 2;
constexpr u32 full_table = 12;
constexpr u32 most_table_lines = most_solitaire_lines;

// For every pair of cards the third, and for every card the 40 pairs that make a SET with it.
// geometry/affine.hpp cannot serve here: it includes the standard library, and this file is compiled once per
// instruction set.
struct CardTables {
    u8 third_card[solitaire_cards][solitaire_cards];
    u8 partner[solitaire_cards][40][2];
};

constexpr CardTables make_card_tables() {
    CardTables tables{};
    for (u32 a = 0; a < solitaire_cards; ++a) {
        u32 pairs = 0;
        for (u32 b = 0; b < solitaire_cards; ++b) {
            const u32 c = third(a, b);
            tables.third_card[a][b] = static_cast<u8>(c);
            if (b == a || b > c) continue;
            tables.partner[a][pairs][0] = static_cast<u8>(b);
            tables.partner[a][pairs++][1] = static_cast<u8>(c);
        }
    }
    return tables;
}

inline constexpr CardTables card_tables = make_card_tables();

inline u32 third_of(u32 a, u32 b) { return card_tables.third_card[a][b]; }

struct CardLine {
    u8 card[3];  // ascending
};

// The SETs on the table in the order (1) of Forbes & Forbes.
struct TableLines {
    CardLine line[most_table_lines];
    u32 size;
};

class SolitaireTable {
  public:
    void start(const u8* order) {
        order_ = order;
        next_ = slots_ = cards_ = turns_ = 0;
        for (u32 c = 0; c < solitaire_cards; ++c) where_[c] = card_undealt;
        while (slots_ < full_table) lay(slots_++, order_[next_++]);
    }

    // The deck is unknown: nothing can be dealt.
    void start(const SolitairePosition& position) {
        order_ = nullptr;
        slots_ = position.slots;
        cards_ = turns_ = 0;
        u32 undealt = 0;
        for (u32 c = 0; c < solitaire_cards; ++c) {
            where_[c] = position.where[c];
            undealt += where_[c] == card_undealt;
        }
        next_ = solitaire_cards - undealt;
        for (u32 p = 0; p < slots_; ++p) {
            card_at_[p] = hole;
            if (position.slot[p] < solitaire_cards) lay(p, position.slot[p]);
        }
    }

    // From now on cards come in this order.
    void use(const u8* order) { order_ = order; }

    u32 where(u32 card) const { return where_[card]; }
    const u8* where() const { return where_; }
    u32 cards() const { return cards_; }
    u32 undealt() const { return solitaire_cards - next_; }
    u32 remaining() const { return cards_ + undealt(); }
    u32 turns() const { return turns_; }
    u32 slots() const { return slots_; }
    u32 card_at(u32 slot) const { return card_at_[slot]; }
    static bool is_card(u32 card) { return card < solitaire_cards; }
    u32 slot_of(u32 card) const { return slot_of_[card]; }

    void find_lines(TableLines& lines) const {
        u8 sorted[32];
        u32 number = 0;
        for (u32 c = 0; c < solitaire_cards; ++c) {
            sorted[number] = static_cast<u8>(c);
            number += where_[c] == card_on_table;
        }
        lines.size = 0;
        for (u32 i = 0; i < number; ++i) {
            for (u32 j = i + 1; j < number; ++j) {
                const u32 c = third_of(sorted[i], sorted[j]);
                lines.line[lines.size] = {{sorted[i], sorted[j], static_cast<u8>(c)}};
                lines.size += c > sorted[j] && where_[c] == card_on_table;
            }
        }
    }

    // Takes a SET and refills the table. As in rules/table.py, new cards go into the holes, the lowest first;
    // above the size of the table nothing is refilled, and the cards in the last slots move into the holes.
    void take(const CardLine& line) {
        u32 holes[3];
        remove(line, holes);
        if (cards_ < full_table && undealt() != 0) {
            for (const u32 slot : holes) lay(slot, order_[next_++]);
        } else if (slots_ > full_table) {
            shrink(holes);
        }
    }

    void deal_three() {
        for (u32 i = 0; i < 3; ++i) lay(slots_++, order_[next_++]);
    }

    // Lets three given cards follow, as if they were next in the deck.
    void take_and_deal(const CardLine& line, const u8* cards) {
        u32 holes[3];
        remove(line, holes);
        for (u32 i = 0; i < 3; ++i) lay(holes[i], cards[i]);
        next_ += 3;
    }

  private:
    static constexpr u8 hole = 255;

    void lay(u32 slot, u32 card) {
        card_at_[slot] = static_cast<u8>(card);
        slot_of_[card] = static_cast<u8>(slot);
        where_[card] = card_on_table;
        ++cards_;
    }

    void remove(const CardLine& line, u32* holes) {
        for (u32 i = 0; i < 3; ++i) {
            holes[i] = slot_of_[line.card[i]];
            card_at_[holes[i]] = hole;
            where_[line.card[i]] = card_taken;
        }
        cards_ -= 3;
        ++turns_;
        const auto order = [&](u32 i, u32 j) {
            if (holes[i] <= holes[j]) return;
            const u32 kept = holes[i];
            holes[i] = holes[j];
            holes[j] = kept;
        };
        order(0, 1);
        order(1, 2);
        order(0, 1);
    }

    void shrink(const u32* holes) {
        const u32 kept = slots_ - 3 > full_table ? slots_ - 3 : full_table;
        u32 filled = 0;
        for (u32 from = kept; from < slots_; ++from) {
            if (card_at_[from] == hole) continue;
            card_at_[holes[filled]] = card_at_[from];
            slot_of_[card_at_[from]] = static_cast<u8>(holes[filled++]);
        }
        slots_ = kept;
    }

    const u8* order_;
    u32 next_, slots_, cards_, turns_;
    u8 where_[solitaire_cards + 3];
    u8 card_at_[32];
    u8 slot_of_[solitaire_cards + 3];
};

// The deck of a game: draw k, 16 bits, picks the next card among those left.
inline void shuffle_deck(u64 seed, u64 game, u8* order) {
    TrialDraws<16> draws(seed, game);
    Undealt<solitaire_cards> undealt(solitaire_cards);
    for (u32 k = 0; k < solitaire_cards; ++k)
        order[k] = static_cast<u8>(undealt.take(draws.below(k, solitaire_cards - k)));
}

// Shuffles the cards from `start` to before `end` by draws of 32 bits, from draw `k` on.
inline void shuffle_part(u64 seed, u64 number, u64 k, u32 start, u32 end, u8* order) {
    for (u32 i = end - 1; i > start; --i) {
        const u32 j = start + draw_below<32>(seed, number, k + i, i - start + 1);
        const u8 kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
