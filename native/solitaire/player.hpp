// A player of solitaire: chooses a SET by the strategy of a spec, and plays whole games.
#pragma once

#include "solitaire/ahead.hpp"
#include "solitaire/beliefs.hpp"
#include "solitaire/exact.hpp"
#include "solitaire/general.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// What the values of SETs mean; src/setlab/solitaire/strategies/advice.py has the same list.
enum class ValueKind : i32 { none, exact, deep, ahead, sums, linear, beliefs };

// A position during a game: the table, and the SETs of the remaining cards, kept up to date.
struct SolitaireGame {
    SolitaireTable table;
    LineCounts counts;
    bool counted;  // whether `counts` is kept

    void start(const u8* order, bool with_counts) {
        table.start(order);
        counted = with_counts;
        if (counted) counts.begin(table.where());
    }

    void take(const CardLine& line, const u8* order) {
        const u32 undealt = table.undealt();
        table.take(line);
        if (!counted) return;
        counts.take(line);
        for (u32 u = undealt; u > table.undealt(); --u) counts.deal(order[solitaire_cards - u]);
    }

    void deal_three(const u8* order) {
        const u32 undealt = table.undealt();
        table.deal_three();
        for (u32 u = undealt; counted && u > table.undealt(); --u) counts.deal(order[solitaire_cards - u]);
    }
};

class SolitairePlayer {
  public:
    void prepare(const SolitaireSpec& spec) {
        spec_ = spec;
        exact_.prepare(spec.exact_from);
        // Tables take longer than a question about one position.
        if (spec.strategy != SolitaireStrategy::valued) return;
        if (spec.ahead_from + spec.deep_from + spec.sums_from != 0) chances_.prepare();
        if (spec.ahead_from + spec.deep_from != 0) ahead_.prepare();
    }

    const SolitaireSpec& spec() const { return spec_; }
    Cover& cover() { return cover_; }
    const FollowChances& chances() const { return chances_; }

    void play_order(const u8* order, u64 number, SolitaireRow& row, u8* moves) {
        begin(order);
        while (step(order, number, [](u32) { return true; })) {
            if (moves == nullptr) continue;
            for (u32 i = 0; i < 3; ++i) moves[3 * (game_.table.turns() - 1) + i] = last_.card[i];
        }
        row = {static_cast<i32>(game_.table.cards()), general_.declared(),
               static_cast<i32>(game_.table.turns()),
               spec_.strategy == SolitaireStrategy::general ? general_.value() : value_};
    }

    void begin(const u8* order) {
        general_.begin();
        value_ = -1;
        lost_ = false;
        game_.start(order, spec_.strategy == SolitaireStrategy::valued);
    }

    // Deals what is due and takes a SET; false when the game is over, or `go_on(undealt)` says so.
    template <class GoOn>
    bool step(const u8* order, u64 number, GoOn&& go_on) {
        for (game_.table.find_lines(lines_); lines_.size == 0; game_.table.find_lines(lines_)) {
            if (game_.table.undealt() == 0) return false;
            game_.deal_three(order);
        }
        if (!go_on(game_.table.undealt())) return false;
        if (spec_.strategy == SolitaireStrategy::valued) check_interrupt();
        last_ = choose(number);
        game_.take(last_, order);
        return true;
    }

    const SolitaireGame& game() const { return game_; }
    const TableLines& lines() const { return lines_; }
    i32 value() const { return value_; }

    // The values of the SETs on the table.
    ValueKind judge(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                    i64* values) {
        const u32 undealt = table.undealt();
        if (undealt <= spec_.exact_from && exact_.judge(table, lines, cover_, values))
            return ValueKind::exact;
        if (undealt <= spec_.deep_from && judge_deep(table, lines, counts, values)) return ValueKind::deep;
        if (undealt <= spec_.ahead_from && judge_ahead(table, lines, counts, values)) return ValueKind::ahead;
        if (undealt <= spec_.sums_from && judge_sums(table, lines, counts, values)) return ValueKind::sums;
        if (undealt <= spec_.beliefs_from && judge_beliefs(table, lines, counts, values))
            return ValueKind::beliefs;
        if (!are_fitted(spec_.weights.linear[undealt / 3])) return ValueKind::none;
        judge_linear(table, lines, counts, values);
        return ValueKind::linear;
    }

    // Logarithms of sums, tilted by the other features, and at least 1; 0 where there is no partition.
    bool judge_sums(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                    i64* values) {
        const i64* tilt = spec_.weights.tilt[table.undealt() / 3];
        for (u32 k = 0; k < lines.size; ++k) {
            const u64 sum = partition_sum(without(table, lines.line[k]), cover_, chances_);
            if (sum == ~u64{0}) return false;
            values[k] = 0;
            if (sum == 0) continue;
            i64 feature[solitaire_features];
            counts.features_after(spec_.weights, table.cards(), lines.line[k], feature);
            const i64 log = fine_log(sum) + tilt_of(tilt, feature);
            values[k] = log < 1 ? 1 : log;
        }
        return true;
    }

    void judge_linear(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                      i64* values) const {
        const i64* linear = spec_.weights.linear[table.undealt() / 3];
        for (u32 k = 0; k < lines.size; ++k)
            values[k] = counts.value(spec_.weights, linear, table.cards(), lines.line[k]);
    }

    bool judge_beliefs(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                       i64* values) {
        const i64(&weight)[solitaire_beliefs] = spec_.weights.belief[table.undealt() / 3];
        if (!are_fitted(weight)) return false;
        for (u32 k = 0; k < lines.size; ++k) {
            i64 feature[solitaire_beliefs];
            if (!belief_features(counts, spec_.weights, table.cards(), lines.line[k], beliefs_, feature))
                return false;
            values[k] = 0;
            for (u32 i = 0; i < solitaire_beliefs; ++i) values[k] += weight[i] * feature[i];
        }
        return true;
    }

    Beliefs& beliefs() { return beliefs_; }

    static u32 best_of(const i64* values, u32 size) {
        u32 best = 0;
        for (u32 k = 1; k < size; ++k) best = values[k] > values[best] ? k : best;
        return best;
    }

  private:
    CardLine choose(u64 number) {
        const SolitaireTable& table = game_.table;
        switch (spec_.strategy) {
            case SolitaireStrategy::random:
                return choose_random(table, lines_, spec_.seed, number);
            case SolitaireStrategy::basic:
                return lines_.line[choose_basic(table, lines_)];
            case SolitaireStrategy::thrifty:
                return lines_.line[choose_thrifty(table, lines_)];
            case SolitaireStrategy::general:
                return lines_.line[general_.choose(table, lines_, spec_.general_from, cover_, exact_)];
            case SolitaireStrategy::valued:
                break;
        }
        return lines_.line[choose_valued()];
    }

    u32 choose_valued() {
        const SolitaireTable& table = game_.table;
        const bool first_exact = table.undealt() <= spec_.exact_from && value_ < 0;
        if (lost_ || (lines_.size == 1 && !first_exact)) return 0;
        i64 values[most_table_lines];
        const ValueKind kind = judge(table, lines_, game_.counts, values);
        if (kind == ValueKind::none) return choose_thrifty(table, lines_);
        const u32 best = best_of(values, lines_.size);
        if (kind == ValueKind::exact) {
            if (value_ < 0)
                value_ = static_cast<i32>(values[best] * solitaire_one / exact_one(table.undealt()));
            lost_ = values[best] == 0;
        }
        return best;
    }

    const u8* without(const SolitaireTable& table, const CardLine& line) {
        for (u32 c = 0; c < solitaire_cards; ++c) where_[c] = static_cast<u8>(table.where(c));
        for (const u8 card : line.card) where_[card] = card_taken;
        return where_;
    }

    // One step of look-ahead for every SET, or for those alone that beliefs call nearly best.
    bool judge_ahead(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                     i64* values) {
        const Horizon one_step{1, {spec_.deals, 0, 0}};
        if (spec_.narrow != 0 && judge_beliefs(table, lines, counts, values)) {
            for (u32 k = 0; k < lines.size; ++k) values[k] >>= 20;  // to parts of solitaire_one
            return look_closer(table, lines, one_step, spec_.narrow, values);
        }
        for (u32 k = 0; k < lines.size; ++k) {
            values[k] = ahead_.value(without(table, lines.line[k]), one_step, spec_, cover_, chances_);
            if (values[k] < 0) return false;
        }
        return true;
    }

    // After one step, the SETs that are nearly best are looked at more closely; the others come behind them.
    bool judge_deep(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                    i64* values) {
        if (!judge_ahead(table, lines, counts, values)) return false;
        const Horizon steps{spec_.steps, {spec_.deep_deals[0], spec_.deep_deals[1], spec_.deep_deals[2]}};
        return look_closer(table, lines, steps, spec_.margin, values);
    }

    // Looks so many steps ahead for the SETs within a margin of the best; the others come behind them.
    // Nothing changes where there is only one.
    bool look_closer(const SolitaireTable& table, const TableLines& lines, const Horizon& horizon, i64 margin,
                     i64* values) {
        const i64 least = values[best_of(values, lines.size)] - margin;
        bool is_near[most_table_lines];
        u32 near = 0;
        for (u32 k = 0; k < lines.size; ++k) near += is_near[k] = values[k] >= least && values[k] > 0;
        if (near < 2) return true;
        i64 best = 0;
        for (u32 k = 0; k < lines.size; ++k) {
            if (!is_near[k]) continue;
            values[k] = ahead_.value(without(table, lines.line[k]), horizon, spec_, cover_, chances_);
            if (values[k] < 0) return false;
            best = values[k] > best ? values[k] : best;
        }
        for (u32 k = 0; k < lines.size; ++k)
            if (!is_near[k] && values[k] >= best) values[k] = best - 1;
        return true;
    }

    SolitaireSpec spec_;
    SolitaireGame game_;
    TableLines lines_;
    CardLine last_;
    i32 value_;
    bool lost_;
    u8 where_[solitaire_cards];
    GeneralStrategy general_;
    Cover cover_;
    FollowChances chances_;
    LookAhead ahead_;
    Beliefs beliefs_;
    ExactPlayer exact_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
