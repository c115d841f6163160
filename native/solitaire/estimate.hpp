// A value of positions before a move that is cheap enough to be averaged over all deals: a smooth step of two
// sums over partitions. src/setlab/reference/solitaire.py defines it.
#pragma once

#include "solitaire/shown.hpp"
#include "solitaire/sums.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The largest sum of chances that a move can keep, and the largest sum of their squares; or what is certain.
struct BestSums {
    u64 chances, squares;
    i32 certain;  // 0: lost, 1: won, -1: neither
    u32 stage;
    TableKind kind;
};

// The logarithm of a sum, 64 steps for every doubling.
inline i64 steps_of(u64 sum) { return fine_log(sum) >> 6; }

// Of 1 in parts of solitaire_one.
inline i64 smooth_step(i64 score) {
    constexpr i64 one = solitaire_one, most = 32 * one;
    score = score < -most ? -most : score > most ? most : score;
    const double root = __builtin_sqrt(static_cast<double>(score * score + one * one));
    return static_cast<i64>((static_cast<double>(score) / root + 1) * (one / 2));
}

inline i64 value_of_sums(const BestSums& sums, const i64 (*weights)[bound_weights]) {
    if (sums.certain >= 0) return sums.certain * i64{solitaire_one};
    constexpr i64 steps_of_one = 24 * 64;
    const i64 x = steps_of(sums.chances) - steps_of_one,
              y = (sums.squares == 0 ? 0 : steps_of(sums.squares)) - steps_of_one;
    const i64* w = weights[sums.stage] + 3 * static_cast<u32>(sums.kind);
    return smooth_step(w[0] + w[1] * x + w[2] * y);
}

template <u32 Words>
class Estimate {
  public:
    // For the cards that remain, whichever are dealt.
    Estimate(const Cover& cover, u64 gone, const FollowChances& chances, const i64 (*weights)[bound_weights])
        : chances_(chances), weights_(weights), cards_(cover.cards() - count_bits(gone)) {
        for (u32 line = 0; line < cover.lines(); ++line) {
            if ((cover.line_mask(line) & gone) != 0) continue;
            mask_[lines_] = of_line_[line] = cover.line_mask(line);
            line_[lines_++] = static_cast<u8>(line);
        }
    }

    // The mean over all deals of three cards.
    double mean(const Partitions& node) const {
        i64 sum = 0, deals = 0;
        for (u64 a = node.hidden; a != 0; a &= a - 1) {
            for (u64 b = a & (a - 1); b != 0; b &= b - 1) {
                if (node.size >= many) check_interrupt();
                for (u64 c = b & (b - 1); c != 0; c &= c - 1, ++deals)
                    sum += parts(node.after((a & -a) | (b & -b) | (c & -c)));
            }
        }
        return static_cast<double>(sum) / static_cast<double>(deals * i64{solitaire_one});
    }

    double value(const Partitions& node) const { return static_cast<double>(parts(node)) / solitaire_one; }

    BestSums sums(const Partitions& node) const {
        const u32 undealt = count_bits(node.hidden), stage = undealt / 3;
        if (node.size == 0) return {0, 0, 0, stage, TableKind::full};
        const Shown now = shown(node.hidden);
        if (!now.has_open()) return sums_of_deal(node, now, stage);
        const u32 table = cards_ - undealt,
                  needed = stage - 1 + (table > full_table ? (table - full_table) / 3 : 0);
        const TableKind kind = table > full_table ? TableKind::large : TableKind::full;
        const Last last = kind == TableKind::large ? last_of(now) : Last{};
        u64 sum[64 * Words], squares[64 * Words];
        Shown::for_each_line(now.open, [&](u32 line) { sum[line] = squares[line] = 0; });
        for (u32 p = 0; p < node.size; ++p) {
            const u64* partition = node.list + u64{Words} * p;
            const u32 type = now.type_of(partition);
            if ((type & 15) == 0) continue;
            if ((type & 15) >= needed) return {0, 0, 1, stage, kind};
            u64 kept[Words];
            for (u32 w = 0; w < Words; ++w) kept[w] = partition[w] & now.open[w] & ~last.word[w];
            add(kept, chances_.after(cards_ / 3 - 1, type - 1), sum, squares);
            if (last.any == 0) continue;
            for (u32 w = 0; w < Words; ++w) kept[w] = partition[w] & last.word[w];
            add(kept, chances_.dealt(cards_ / 3 - 1, type - 1), sum, squares);
        }
        BestSums best{0, 0, -1, stage, kind};
        Shown::for_each_line(now.open, [&](u32 line) {
            best.chances = sum[line] > best.chances ? sum[line] : best.chances;
            best.squares = squares[line] > best.squares ? squares[line] : best.squares;
        });
        if (best.chances == 0) best.certain = 0;
        return best;
    }

  private:
    // From this number of partitions on, an interrupt is asked for between deals.
    static constexpr u32 many = 1024;

    using Shown = ShownLines<Words>;

    // SETs after which a large table has none, so that cards are dealt.
    struct Last {
        u64 word[Words], any;
    };

    Last last_of(const Shown& now) const {
        Last last{};
        Shown::for_each_line(now.open, [&](u32 line) {
            bool other = false;
            Shown::for_each_line(now.open,
                                 [&](u32 beside) { other |= (of_line_[line] & of_line_[beside]) == 0; });
            last.word[line / 64] |= u64{!other} << line % 64;
            last.any |= !other;
        });
        return last;
    }

    static void add(const u64* lines, u64 chance, u64* sum, u64* squares) {
        const u64 square = chance * chance >> 24;
        Shown::for_each_line(lines, [&](u32 line) {
            sum[line] += chance;
            squares[line] += square;
        });
    }

    Shown shown(u64 hidden) const {
        Shown now{};
        for (u32 i = 0; i < lines_; ++i) now.add(line_[i], mask_[i], hidden);
        return now;
    }

    // Without a SET on the table three cards are dealt.
    BestSums sums_of_deal(const Partitions& node, const Shown& now, u32 stage) const {
        BestSums sums{0, 0, -1, stage, TableKind::bare};
        for (u32 p = 0; p < node.size; ++p) {
            const u64 chance = chances_.dealt(cards_ / 3, now.type_of(node.list + u64{Words} * p));
            sums.chances += chance;
            sums.squares += chance * chance >> 24;
        }
        if (sums.chances == 0) sums.certain = 0;
        return sums;
    }

    i64 parts(const Partitions& node) const { return value_of_sums(sums(node), weights_); }

    const FollowChances& chances_;
    const i64 (*weights_)[bound_weights];
    u32 cards_, lines_ = 0;
    u64 mask_[most_cover_lines], of_line_[most_cover_lines];
    u8 line_[most_cover_lines];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
