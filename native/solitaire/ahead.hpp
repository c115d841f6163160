// Look-ahead over common deals: the best sum over partitions that the next moves can keep.
#pragma once

#include "solitaire/shown.hpp"
#include "solitaire/sums.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 most_ahead_partitions = 1u << 16;
constexpr u32 most_ahead_deals = 2048;
constexpr u32 least_ahead_deals = 48;
// With more cards than these, one partition in four is examined.
constexpr u32 most_listed_cards = 39;
constexpr u32 ahead_each = 4;

// Deals of three undealt cards, by their ranks: all of them, or a fixed choice in which every card comes
// equally often. It depends on nothing but the number of undealt cards.
class DealLists {
  public:
    void prepare() {
        for (u32 stage = 1; stage < stages; ++stage) {
            const u32 undealt = 3 * stage;
            u32 number = 0;
            for (u32 round = 0; number + stage <= most_ahead_deals; ++round) {
                u8 order[3 * stages];
                TrialDraws<16> draws(stage, round);
                for (u32 i = 0; i < undealt; ++i) order[i] = static_cast<u8>(i);
                for (u32 i = undealt - 1; i > 0; --i) {
                    const u32 j = draws.below(i, i + 1);
                    const u8 kept = order[i];
                    order[i] = order[j];
                    order[j] = kept;
                }
                for (u32 i = 0; i < undealt; i += 3)
                    deal_[stage][number++] = bits(order[i], order[i + 1], order[i + 2]);
            }
        }
    }

    // Calls use(mask of ranks) for some deals and returns how many: whole rounds, one at least.
    template <class Use>
    u32 for_each(u32 undealt, u32 wanted, Use&& use) const {
        const u32 all = undealt * (undealt - 1) * (undealt - 2) / 6;
        if (all <= wanted) {
            for (u32 i = 0; i < undealt; ++i)
                for (u32 j = i + 1; j < undealt; ++j)
                    for (u32 k = j + 1; k < undealt; ++k) use(bits(i, j, k));
            return all;
        }
        const u32 stage = undealt / 3, most = wanted < most_ahead_deals ? wanted : most_ahead_deals,
                  deals = most < stage ? stage : most / stage * stage;
        for (u32 i = 0; i < deals; ++i) use(deal_[stage][i]);
        return deals;
    }

  private:
    static constexpr u32 stages = most_cover_cards / 3 + 1;
    static u64 bits(u32 i, u32 j, u32 k) { return u64{1} << i | u64{1} << j | u64{1} << k; }
    u64 deal_[stages][most_ahead_deals];
};

// The number of steps, and the number of deals at the first, second and third.
struct Horizon {
    u32 steps;
    u32 deals[3];
};

// Values after a move: deals are averaged, the best SETs are taken, and after the last step a sum
// over partitions is turned into a value. src/setlab/reference/solitaire.py defines them.
class LookAhead {
  public:
    void prepare() { deals_.prepare(); }

    // In parts of solitaire_one; -1 when there are too many cards.
    i64 value(const u8* where, const Horizon& horizon, const SolitairePlan& plan, Cover& cover,
              const FollowChances& chances) {
        if (!cover.build(where)) return -1;
        horizon_ = horizon;
        plan_ = &plan;
        cover_ = &cover;
        chances_ = &chances;
        if (cover.words() == 1) return value<1>();
        if (cover.words() == 2) return value<2>();
        if (cover.words() == 3) return value<3>();
        return value<most_cover_words>();
    }

  private:
    // With 12 undealt cards the curves begin.
    static constexpr u32 first_curve = 4;

    template <u32 Words>
    i64 value() {
        const u32 most = plan_->budgets.partitions < most_ahead_partitions ? plan_->budgets.partitions
                                                                           : most_ahead_partitions;
        each_ = cover_->cards() > most_listed_cards ? ahead_each : 1;
        cover_->thin(each_);
        const u32 size = write_partitions<Words>(*cover_, most, partition_).size;
        used_ = Words * size;
        return after<Words>({partition_, size, cover_->undealt_mask(), 0}, 0);
    }

    u32 shown(const Partitions& node) const {
        return cover_->cards() - count_bits(node.hidden) - count_bits(node.gone);
    }

    template <u32 Words>
    i64 after(const Partitions& node, u32 step) {
        check_interrupt();
        if (node.size == 0) return 0;
        if (node.hidden == 0 || shown(node) >= full_table) return before<Words>(node, step + 1);
        u64 bit[most_cover_cards];
        u32 number = 0;
        for (u64 rest = node.hidden; rest != 0; rest &= rest - 1) bit[number++] = rest & -rest;
        u32 wanted = horizon_.deals[step];
        if (u64{wanted} * node.size > plan_->budgets.work) {
            const u32 affordable = plan_->budgets.work / node.size;
            const u32 least = wanted < least_ahead_deals ? wanted : least_ahead_deals;
            wanted = affordable < least ? least : affordable;
        }
        i64 sum = 0;
        const u32 deals = deals_.for_each(number, wanted, [&](u64 ranks) {
            u64 dealt = 0;
            for (; ranks != 0; ranks &= ranks - 1) dealt |= bit[lowest_bit(ranks)];
            sum += before<Words>(node.after(dealt), step + 1);
        });
        return sum / deals;
    }

    template <u32 Words>
    ShownLines<Words> shown_lines(const Partitions& node) const {
        ShownLines<Words> now{};
        for (u32 line = 0; line < cover_->lines(); ++line)
            if ((cover_->line_mask(line) & node.gone) == 0)
                now.add(line, cover_->line_mask(line), node.hidden);
        return now;
    }

    template <u32 Words>
    i64 before(const Partitions& node, u32 step) {
        const u32 undealt = count_bits(node.hidden), stage = undealt / 3;
        if (undealt <= 3) return solitaire_one;
        const ShownLines<Words> now = shown_lines<Words>(node);
        const u32 lines = (cover_->cards() - count_bits(node.gone)) / 3, cards = shown(node);
        if (!now.has_open()) {
            u64 sum = 0;
            for (u32 p = 0; p < node.size; ++p)
                sum += chances_->dealt(lines, now.type_of(node.list + u64{Words} * p));
            const i32* curve = plan_->weights.curve[stage > first_curve ? stage - 1 : first_curve];
            return sum == 0 ? 0 : curve_at(curve, fine_log(each_ * sum));
        }
        const u32 needed = stage - 1 + (cards > full_table ? (cards - full_table) / 3 : 0);
        u64 sums[64 * Words];
        now.for_each_line(now.open, [&](u32 line) { sums[line] = 0; });
        for (u32 p = 0; p < node.size; ++p) {
            const u64* partition = node.list + u64{Words} * p;
            const u32 type = now.type_of(partition);
            if ((type & 15) == 0) continue;
            if ((type & 15) >= needed) return solitaire_one;
            const u32 chance = chances_->after(lines - 1, type - 1);
            for (u32 w = 0; w < Words; ++w)
                for_each_bit(partition[w] & now.open[w], [&](u32 bit) { sums[64 * w + bit] += chance; });
        }
        return step >= horizon_.steps ? at_end<Words>(node, now, sums)
                                      : best_of<Words>(node, now, sums, step);
    }

    // The best value of a move: its sum, tilted by the features of the position after it.
    template <u32 Words>
    i64 at_end(const Partitions& node, const ShownLines<Words>& now, const u64* sums) const {
        const u32 stage =
            count_bits(node.hidden) / 3 > first_curve ? count_bits(node.hidden) / 3 : first_curve;
        const i64* tilt = plan_->weights.tilt[stage];
        i64 best = -1;
        now.for_each_line(now.open, [&](u32 line) {
            if (sums[line] == 0) return;
            i64 feature[solitaire_features];
            features<Words>(node, now, line, feature);
            const i64 log = fine_log(each_ * sums[line]) + tilt_of(tilt, feature);
            best = log > best ? log : best;
        });
        return best < 0 ? 0 : curve_at(plan_->weights.curve[stage], best);
    }

    // The features of the position after a SET is taken: those of LineCounts, from bits.
    template <u32 Words>
    void features(const Partitions& node, const ShownLines<Words>& now, u32 line, i64* feature) const {
        const u64* meeting = cover_->meeting(line);
        u64 left[Words];
        for (u32 h = 0; h < 4; ++h) feature[1 + h] = 0;
        for (u32 w = 0; w < Words; ++w) {
            feature[1] += count_bits(now.open[w] & ~meeting[w]);
            feature[2] += count_bits(now.one_hidden[w] & ~meeting[w]);
            feature[3] += count_bits(now.two_hidden[w] & ~meeting[w]);
            feature[4] += count_bits(now.three_hidden[w] & ~meeting[w]);
            left[w] =
                (now.open[w] | now.one_hidden[w] | now.two_hidden[w] | now.three_hidden[w]) & ~meeting[w];
        }
        i64 logs[2] = {}, inverses[2] = {};
        const u64 cards = cover_->all() & ~node.gone & ~cover_->line_mask(line);
        for (u64 rest = cards; rest != 0; rest &= rest - 1) {
            const u32 rank = lowest_bit(rest), hidden = node.hidden >> rank & 1;
            u32 through = 0;
            for (u32 w = 0; w < Words; ++w) through += count_bits(cover_->through(rank)[w] & left[w]);
            logs[hidden] += plan_->weights.log_of[through];
            inverses[hidden] += plan_->weights.inverse_of[through];
        }
        feature[0] = 1;
        feature[5] = logs[0];
        feature[6] = logs[1];
        feature[7] = inverses[0];
        feature[8] = inverses[1];
        feature[9] = (static_cast<i64>(shown(node)) - full_table) / 3;
    }

    // The SETs with the largest sums are tried.
    template <u32 Words>
    i64 best_of(const Partitions& node, const ShownLines<Words>& now, u64* sums, u32 step) {
        i64 best = 0;
        for (u32 tried = 0; tried < plan_->budgets.width; ++tried) {
            u32 line = 0;
            u64 most = 0;
            now.for_each_line(now.open, [&](u32 other) {
                if (sums[other] <= most) return;
                most = sums[other];
                line = other;
            });
            if (most == 0) break;
            sums[line] = 0;
            const u64 used = used_;
            u64* kept = partition_ + used;
            const u32 size = write_those_with<Words>(line, node, ahead_memory - used, kept).size;
            used_ = used + Words * size;
            const i64 value =
                after<Words>({kept, size, node.hidden, node.gone | cover_->line_mask(line)}, step);
            used_ = used;
            best = value > best ? value : best;
        }
        return best;
    }

    static constexpr u64 ahead_memory = u64{2} * most_cover_words * most_ahead_partitions;

    DealLists deals_;
    Horizon horizon_;
    const SolitairePlan* plan_;
    Cover* cover_;
    const FollowChances* chances_;
    u64 used_;
    u32 each_;  // one partition in `each_` is examined
    u64 partition_[ahead_memory];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
