// The choices by pairs and SETs alone: random, basic, thrifty. src/setlab/solitaire/strategies defines them.
#pragma once

#include "solitaire/table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Draws are those of the kernel `endgame`: SET number t by draw 88 + t, among the SETs ranked by their
// slots.
constexpr u32 first_choice_draw = 88;

inline CardLine ascending(u32 a, u32 b, u32 c) {
    if (a > b) {
        const u32 kept = a;
        a = b;
        b = kept;
    }
    const u32 low = c < a ? c : a, high = c > b ? c : b;
    return {{static_cast<u8>(low), static_cast<u8>(a + b + c - low - high), static_cast<u8>(high)}};
}

inline CardLine choose_random(const SolitaireTable& table, const TableLines& lines, u64 seed, u64 game) {
    if (lines.size == 1) return lines.line[0];
    u32 rank = draw_below<16>(seed, game, first_choice_draw + table.turns(), lines.size);
    for (u32 i = 0; i < table.slots(); ++i) {
        if (!SolitaireTable::is_card(table.card_at(i))) continue;
        for (u32 j = i + 1; j < table.slots(); ++j) {
            if (!SolitaireTable::is_card(table.card_at(j))) continue;
            const u32 c = third_of(table.card_at(i), table.card_at(j));
            if (table.where(c) != card_on_table || table.slot_of(c) < j) continue;
            if (rank-- == 0) return ascending(table.card_at(i), table.card_at(j), c);
        }
    }
    return lines.line[0];
}

inline bool share_card(const CardLine& x, const CardLine& y) {
    bool shared = false;
    for (const u8 a : x.card)
        for (const u8 b : y.card) shared |= a == b;
    return shared;
}

// Most live pairs left, then fewest dead ones, then the first. Of the pairs left, those that are neither live
// nor dead have their third card on the table: so few dead pairs are many SETs left, when the live ones are
// as many.
inline u32 choose_basic(const SolitaireTable& table, const TableLines& lines) {
    if (lines.size == 1) return 0;
    u8 live[solitaire_cards] = {};
    for (u32 i = 0; i < table.slots(); ++i) {
        const u32 a = table.card_at(i);
        if (!SolitaireTable::is_card(a)) continue;
        for (u32 j = i + 1; j < table.slots(); ++j) {
            const u32 b = table.card_at(j);
            if (!SolitaireTable::is_card(b)) continue;
            const u32 is_live = table.where(third_of(a, b)) == card_undealt;
            live[a] += is_live;
            live[b] += is_live;
        }
    }
    u32 best = 0, fewest_live = ~0u, most_left = 0;
    for (u32 k = 0; k < lines.size; ++k) {
        const u8* card = lines.line[k].card;
        const u32 lost = live[card[0]] + live[card[1]] + live[card[2]];
        if (lost > fewest_live) continue;
        u32 left = 0;
        for (u32 other = 0; other < lines.size; ++other)
            left += !share_card(lines.line[k], lines.line[other]);
        if (lost == fewest_live && left <= most_left) continue;
        best = k;
        fewest_live = lost;
        most_left = left;
    }
    return best;
}

// The SETs of the remaining cards through a card.
inline u32 lines_through(const u8* where, u32 card) {
    u32 number = 0;
    for (u32 i = 0; i < 40; ++i) {
        const u8* pair = card_tables.partner[card][i];
        number += where[pair[0]] != card_taken && where[pair[1]] != card_taken;
    }
    return number;
}

// The SET that meets the fewest SETs of all remaining cards, then the first.
inline u32 choose_thrifty(const SolitaireTable& table, const TableLines& lines) {
    if (lines.size == 1) return 0;
    u8 through[solitaire_cards] = {};
    u32 best = 0, fewest = ~0u;
    for (u32 k = 0; k < lines.size; ++k) {
        u32 met = 0;
        for (const u8 card : lines.line[k].card) {
            if (through[card] == 0) through[card] = static_cast<u8>(lines_through(table.where(), card));
            met += through[card];
        }
        if (met >= fewest) continue;
        best = k;
        fewest = met;
    }
    return best;
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
