// A player of solitaire: chooses SETs as its plan says, and plays whole games.
#pragma once

#include "solitaire/ahead.hpp"
#include "solitaire/beliefs.hpp"
#include "solitaire/exact.hpp"
#include "solitaire/general.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The kinds of values; src/setlab/solitaire/values.py has the same list.
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
    explicit SolitairePlayer(const SolitairePlan& plan) : plan_(plan) {
        exact_.prepare(plan.budgets.exact_from);
        if (plan.strategy != SolitaireStrategy::valued) return;
        const bool looks_ahead = plan.budgets.ahead_from + plan.budgets.deep_from != 0;
        if (looks_ahead || plan.budgets.sums_from != 0) chances_.prepare();
        if (looks_ahead) ahead_.prepare();
    }

    const SolitairePlan& plan() const { return plan_; }
    u64 seed() const { return seed_; }

    // moves: three cards per turn, or null.
    void play(u64 seed, u64 number, SolitaireRow& row, u8* moves) {
        begin(seed, number);
        while (step([](u32) { return true; })) {
            if (moves == nullptr) continue;
            for (u32 i = 0; i < 3; ++i) moves[3 * (game_.table.turns() - 1) + i] = last_.card[i];
        }
        row = {static_cast<i32>(game_.table.cards()), general_.declared(),
               static_cast<i32>(game_.table.turns()),
               plan_.strategy == SolitaireStrategy::general ? general_.value() : value_};
    }

    // Game `number` of a seed begins.
    void begin(u64 seed, u64 number) {
        seed_ = seed;
        number_ = number;
        shuffle_deck(seed, number, order_);
        general_.begin();
        value_ = -1;
        lost_ = false;
        game_.start(order_, plan_.strategy == SolitaireStrategy::valued);
    }

    // Deals what is due and takes a SET; false when the game is over, or `go_on(undealt)` says so.
    template <class GoOn>
    bool step(GoOn&& go_on) {
        for (game_.table.find_lines(lines_); lines_.size == 0; game_.table.find_lines(lines_)) {
            if (game_.table.undealt() == 0) return false;
            game_.deal_three(order_);
        }
        if (!go_on(game_.table.undealt())) return false;
        if (plan_.strategy == SolitaireStrategy::valued) check_interrupt();
        last_ = choose();
        game_.take(last_, order_);
        return true;
    }

    const u8* order() const { return order_; }
    const SolitaireGame& game() const { return game_; }
    const TableLines& lines() const { return lines_; }
    i32 value() const { return value_; }

    // The values of the SETs on the table.
    ValueKind judge(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                    i64* values) {
        const u32 undealt = table.undealt();
        if (undealt <= plan_.budgets.exact_from && exact_.judge(table, lines, cover_, values))
            return ValueKind::exact;
        if (undealt <= plan_.budgets.deep_from && judge_deep(table, lines, counts, values))
            return ValueKind::deep;
        if (undealt <= plan_.budgets.ahead_from && judge_ahead(table, lines, counts, values))
            return ValueKind::ahead;
        if (undealt <= plan_.budgets.sums_from && judge_sums(table, lines, counts, values))
            return ValueKind::sums;
        if (undealt <= plan_.budgets.beliefs_from && judge_beliefs(table, lines, counts, values))
            return ValueKind::beliefs;
        if (!are_fitted(plan_.weights.linear[undealt / 3])) return ValueKind::none;
        judge_linear(table, lines, counts, values);
        return ValueKind::linear;
    }

    // The SET that the player takes from a position that need not be that of its game.
    u32 best_line(const SolitaireTable& table, const TableLines& lines) {
        if (lines.size == 1) return 0;
        LineCounts counts;
        counts.begin(table.where());
        i64 values[most_table_lines];
        if (judge(table, lines, counts, values) == ValueKind::none) return choose_thrifty(table, lines);
        return best_of(values, lines.size);
    }

    // Logarithms of sums, tilted by the other features, and at least 1; 0 where there is no partition.
    bool judge_sums(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                    i64* values) {
        const i64* tilt = plan_.weights.tilt[table.undealt() / 3];
        for (u32 k = 0; k < lines.size; ++k) {
            const u64 sum = partition_sum(without(table, lines.line[k]), cover_, chances_);
            if (sum == ~u64{0}) return false;
            values[k] = 0;
            if (sum == 0) continue;
            i64 feature[solitaire_features];
            counts.features_after(plan_.weights, table.cards(), lines.line[k], feature);
            const i64 log = fine_log(sum) + tilt_of(tilt, feature);
            values[k] = log < 1 ? 1 : log;
        }
        return true;
    }

    void judge_linear(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                      i64* values) const {
        const i64* linear = plan_.weights.linear[table.undealt() / 3];
        for (u32 k = 0; k < lines.size; ++k)
            values[k] = counts.value(plan_.weights, linear, table.cards(), lines.line[k]);
    }

    bool judge_beliefs(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                       i64* values) {
        const i64(&weight)[solitaire_beliefs] = plan_.weights.belief[table.undealt() / 3];
        if (!are_fitted(weight)) return false;
        for (u32 k = 0; k < lines.size; ++k) {
            i64 feature[solitaire_beliefs];
            if (!belief_features(counts, plan_.weights, table.cards(), lines.line[k], beliefs_, feature))
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
    CardLine choose() {
        const SolitaireTable& table = game_.table;
        switch (plan_.strategy) {
            case SolitaireStrategy::random:
                return choose_random(table, lines_, seed_, number_);
            case SolitaireStrategy::basic:
                return lines_.line[choose_basic(table, lines_)];
            case SolitaireStrategy::thrifty:
                return lines_.line[choose_thrifty(table, lines_)];
            case SolitaireStrategy::general:
                return lines_
                    .line[general_.choose(table, lines_, plan_.budgets.general_from, cover_, exact_)];
            case SolitaireStrategy::valued:
                break;
        }
        return lines_.line[choose_valued()];
    }

    u32 choose_valued() {
        const SolitaireTable& table = game_.table;
        const bool first_exact = table.undealt() <= plan_.budgets.exact_from && value_ < 0;
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
        const Horizon one_step{1, {plan_.budgets.deals, 0, 0}};
        if (plan_.budgets.narrow != 0 && judge_beliefs(table, lines, counts, values)) {
            for (u32 k = 0; k < lines.size; ++k) values[k] >>= 20;  // to parts of solitaire_one
            return look_closer(table, lines, one_step, plan_.budgets.narrow, values);
        }
        for (u32 k = 0; k < lines.size; ++k) {
            values[k] = ahead_.value(without(table, lines.line[k]), one_step, plan_, cover_, chances_);
            if (values[k] < 0) return false;
        }
        return true;
    }

    // After one step, the SETs that are nearly best are examined more closely; the others come below them.
    bool judge_deep(const SolitaireTable& table, const TableLines& lines, const LineCounts& counts,
                    i64* values) {
        if (!judge_ahead(table, lines, counts, values)) return false;
        const u32(&deals)[3] = plan_.budgets.deep_deals;
        const Horizon steps{plan_.budgets.steps, {deals[0], deals[1], deals[2]}};
        return look_closer(table, lines, steps, plan_.budgets.margin, values);
    }

    // Look-ahead for the SETs within a margin of the best; the others come below them. One such SET changes
    // nothing.
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
            values[k] = ahead_.value(without(table, lines.line[k]), horizon, plan_, cover_, chances_);
            if (values[k] < 0) return false;
            best = values[k] > best ? values[k] : best;
        }
        for (u32 k = 0; k < lines.size; ++k)
            if (!is_near[k] && values[k] >= best) values[k] = best - 1;
        return true;
    }

    SolitairePlan plan_;
    u64 seed_, number_;
    u8 order_[solitaire_cards];
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
