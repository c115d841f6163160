// Linear values of positions with many undealt cards, from the SETs of the remaining cards.
// src/setlab/reference/solitaire.py defines them.
#pragma once

#include "solitaire/choice.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// SETs of the remaining cards: through every card, and by the number of their undealt cards.
struct LineCounts {
    u8 where[solitaire_cards + 3];
    u8 through[solitaire_cards + 3];
    i32 hidden[4];

    void begin(const u8* from) {
        u8 left[solitaire_cards];
        u32 number = 0;
        for (i32& count : hidden) count = 0;
        for (u32 c = 0; c < solitaire_cards; ++c) {
            where[c] = from[c];
            through[c] = 0;
            left[number] = static_cast<u8>(c);
            number += from[c] != card_taken;
        }
        for (u32 i = 0; i < number; ++i) {
            for (u32 j = i + 1; j < number; ++j) {
                const u32 a = left[i], b = left[j], c = third_of(a, b);
                if (c < b || where[c] == card_taken) continue;
                ++through[a], ++through[b], ++through[c];
                ++hidden[where[a] + where[b] + where[c] - 3 * card_on_table];
            }
        }
    }

    void take(const CardLine& line) {
        for (const u8 card : line.card) {
            i32 gone[5] = {};
            for (const auto& [a, b] : card_tables.partner[card]) {
                const u32 there = (where[a] != card_taken) & (where[b] != card_taken);
                through[a] = static_cast<u8>(through[a] - there);
                through[b] = static_cast<u8>(through[b] - there);
                ++gone[there ? where[a] + where[b] : 0];
            }
            // A SET loses its type with the card, which lay on the table.
            for (u32 h = 0; h < 3; ++h) hidden[h] -= gone[2 + h];
            where[card] = card_taken;
        }
    }

    void deal(u32 card) {
        i32 moved[5] = {};
        for (const auto& [a, b] : card_tables.partner[card])
            ++moved[where[a] != card_taken && where[b] != card_taken ? where[a] + where[b] : 0];
        for (u32 h = 0; h < 3; ++h) {
            hidden[h] += moved[2 + h];
            hidden[h + 1] -= moved[2 + h];
        }
        where[card] = card_on_table;
    }

    // The features of the position after a move: 1, the four counts, the sums of logarithms over table and
    // undealt cards, those of inverses, and how many cards more than 12 lay on the table before.
    void features(const SolitaireWeights& weights, u32 cards_before, i64* feature) const {
        i32 logs[3] = {}, inverses[3] = {};
        for (u32 c = 0; c < solitaire_cards; ++c) {
            logs[where[c]] += weights.log_of[through[c]];
            inverses[where[c]] += weights.inverse_of[through[c]];
        }
        feature[0] = 1;
        for (u32 h = 0; h < 4; ++h) feature[1 + h] = hidden[h];
        feature[5] = logs[card_on_table];
        feature[6] = logs[card_undealt];
        feature[7] = inverses[card_on_table];
        feature[8] = inverses[card_undealt];
        feature[9] = (static_cast<i64>(cards_before) - full_table) / 3;
    }

    // The same for the position after a SET is taken.
    void features_after(const SolitaireWeights& weights, u32 cards_before, const CardLine& line,
                        i64* feature) const {
        LineCounts next = *this;
        next.take(line);
        next.features(weights, cards_before, feature);
    }

    // The value after a SET is taken, on the scale of the weights.
    i64 value(const SolitaireWeights& weights, const i64* linear, u32 cards_before,
              const CardLine& line) const {
        i64 feature[solitaire_features], sum = 0;
        features_after(weights, cards_before, line, feature);
        for (u32 i = 0; i < solitaire_features; ++i) sum += linear[i] * feature[i];
        return sum;
    }
};

// Whether weights were fitted: they are not all zero.
template <u32 Size>
bool are_fitted(const i64 (&weights)[Size]) {
    for (const i64 weight : weights)
        if (weight != 0) return true;
    return false;
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
