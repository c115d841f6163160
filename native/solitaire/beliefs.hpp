// Beliefs: how many partitions the remaining cards have, about, and how likely each SET is to be in one of
// them, by messages between cards and SETs (belief propagation) instead of a list.
// src/setlab/reference/solitaire.py defines them, and says what the numbers mean.
//
// The arithmetic is that of IEEE doubles, operation by operation: the compiler may not contract or reorder
// it.
#pragma once

#include "solitaire/linear.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 belief_rounds = 6;
constexpr u32 most_belief_cards = 60;
constexpr u32 most_belief_lines = 512;
constexpr double belief_scale = 1u << 16;  // the features are kept in these parts

// The natural logarithm of a positive normal number, the same on every machine.
inline double plain_log(double x) {
    constexpr double log_of_two = 0.693147180559945309417232121458;
    const u64 bits = __builtin_bit_cast(u64, x);
    const double power = static_cast<double>(static_cast<i64>(bits >> 52)) - 1023;
    const double mantissa = __builtin_bit_cast(double, (bits & ((u64{1} << 52) - 1)) | u64{1023} << 52);
    const double s = (mantissa - 1.5) / (mantissa + 1.5), t = s * s;
    constexpr double log_of_middle = 0.405465108108164381978013115464;  // ln 1.5
    const double series = 1 + t * (1.0 / 3 + t * (1.0 / 5 + t * (1.0 / 7 + t * (1.0 / 9 + t * (1.0 / 11)))));
    return power * log_of_two + (log_of_middle + 2 * s * series);
}

class Beliefs {
  public:
    // Adds the five features of the cards that remain; false when there are too many cards or SETs.
    bool features(const u8* where, i64* feature) {
        if (!list_lines(where)) return false;
        exchange_messages();
        double log_count = 0, squares[4] = {};
        for (u32 c = 0; c < cards_; ++c) log_count += plain_log(at_least(sum_[c]));
        for (u32 line = 0; line < lines_; line += chunk) {
            double product = 1;
            for (u32 l = line; l < lines_ && l < line + chunk; ++l) {
                const double odds = in_[0][l] * out_[0][l], chance = odds / (1 + odds);
                product *= 1 + odds;
                squares[hidden_[l]] += chance * chance;
            }
            log_count -= 2 * plain_log(product);
        }
        feature[0] = fixed(log_count);
        for (u32 h = 0; h < 4; ++h) feature[1 + h] = fixed(squares[h]);
        return true;
    }

  private:
    static constexpr double least = 1.0 / (1u << 20);
    static constexpr u32 chunk = 8;  // odds are below 2^60: their product stays finite

    static double at_least(double x) { return x > least ? x : least; }

    static i64 fixed(double x) {
        const double scaled = x * belief_scale;
        return static_cast<i64>(scaled >= 0 ? scaled + 0.5 : scaled - 0.5);
    }

    bool list_lines(const u8* where) {
        cards_ = lines_ = 0;
        for (u32 c = 0; c < solitaire_cards; ++c) {
            if (where[c] == card_taken) continue;
            if (cards_ == most_belief_cards) return false;
            rank_[c] = static_cast<u8>(cards_);
            card_[cards_++] = static_cast<u8>(c);
        }
        for (u32 i = 0; i < cards_; ++i) {
            if (lines_ + cards_ > most_belief_lines) return false;
            for (u32 j = i + 1; j < cards_; ++j) {
                const u32 a = card_[i], b = card_[j], c = third_of(a, b);
                end_[0][lines_] = i;
                end_[1][lines_] = j;
                end_[2][lines_] = rank_[c];
                hidden_[lines_] = static_cast<u8>(where[a] + where[b] + where[c] - 3 * card_on_table);
                lines_ += c > b && where[c] != card_taken;
            }
        }
        return true;
    }

    // Every SET tells each of its cards how well the other two could spare it; every card tells each of its
    // SETs how much it needs it, given the others. Half of the old message is kept, so that they settle.
    void exchange_messages() {
        for (auto& messages : out_)
            for (u32 l = 0; l < lines_; ++l) messages[l] = 0.5;
        tell_cards();
        for (u32 round = 0; round < belief_rounds; ++round) {
            for (u32 e = 0; e < 3; ++e)
                for (u32 l = 0; l < lines_; ++l)
                    out_[e][l] = 0.5 * (out_[e][l] + 1 / at_least(sum_[end_[e][l]] - in_[e][l]));
            tell_cards();
        }
    }

    void tell_cards() {
        for (u32 l = 0; l < lines_; ++l) {
            in_[0][l] = out_[1][l] * out_[2][l];
            in_[1][l] = out_[0][l] * out_[2][l];
            in_[2][l] = out_[0][l] * out_[1][l];
        }
        for (u32 c = 0; c < cards_; ++c) sum_[c] = 0;
        for (u32 l = 0; l < lines_; ++l)
            for (u32 e = 0; e < 3; ++e) sum_[end_[e][l]] += in_[e][l];
    }

    u32 cards_, lines_;
    u8 card_[most_belief_cards], rank_[solitaire_cards + 3];
    u8 hidden_[most_belief_lines];
    u32 end_[3][most_belief_lines];
    double in_[3][most_belief_lines], out_[3][most_belief_lines], sum_[most_belief_cards];
};

// The features of the position after a SET is taken: those of the linear values, then the beliefs.
inline bool belief_features(const LineCounts& counts, const SolitaireWeights& weights, u32 cards_before,
                            const CardLine& line, Beliefs& beliefs, i64* feature) {
    LineCounts next = counts;
    next.take(line);
    next.features(weights, cards_before, feature);
    return beliefs.features(next.where, feature + solitaire_features);
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
