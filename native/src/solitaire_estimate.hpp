// What the sums over partitions say of a position before a move: a value that is cheap enough to be averaged
// over all deals.
#pragma once

#include "solitaire_sums.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 most_bound_partitions = 1u << 16;

// Partitions of the cards that remain; of the cards of the cover, `gone` have been taken since.
struct Partitions {
    const u64* list;
    u32 size;
    u64 hidden, gone;
};

template <u32 Words>
class Estimate {
  public:
    Estimate(const Cover& cover, const FollowChances& chances, const SolitaireWeights& weights)
        : cover_(cover), chances_(chances), weights_(weights) {}

    // The mean over all deals of three cards.
    double mean(const Partitions& node) const {
        i64 sum = 0, deals = 0;
        for (u64 a = node.hidden; a != 0; a &= a - 1)
            for (u64 b = a & (a - 1); b != 0; b &= b - 1)
                for (u64 c = b & (b - 1); c != 0; c &= c - 1, ++deals)
                    sum += parts({node.list, node.size, node.hidden ^ ((a & -a) | (b & -b) | (c & -c)), node.gone});
        return static_cast<double>(sum) / solitaire_one / static_cast<double>(deals);
    }

    double value(const Partitions& node) const { return static_cast<double>(parts(node)) / solitaire_one; }

  private:
    // The SETs that remain, by the number of their undealt cards.
    struct Shown {
        u64 open[Words], one_hidden[Words], two_hidden[Words];
    };

    Shown shown(const Partitions& node) const {
        Shown now{};
        for (u32 line = 0; line < cover_.lines(); ++line) {
            const u64 mask = cover_.line_mask(line), here = mask & node.hidden, bit = u64{1} << line % 64;
            if ((mask & node.gone) != 0) continue;
            const u64 less = here & (here - 1), least = less & (less - 1);
            now.open[line / 64] |= here == 0 ? bit : 0;
            now.one_hidden[line / 64] |= here != 0 && less == 0 ? bit : 0;
            now.two_hidden[line / 64] |= less != 0 && least == 0 ? bit : 0;
        }
        return now;
    }

    static u32 type_of(const u64* partition, const Shown& now) {
        u32 k0 = 0, k1 = 0, k2 = 0;
        for (u32 w = 0; w < Words; ++w) {
            k0 += count_bits(partition[w] & now.open[w]);
            k1 += count_bits(partition[w] & now.one_hidden[w]);
            k2 += count_bits(partition[w] & now.two_hidden[w]);
        }
        return k0 | k1 << 4 | k2 << 8;
    }

    i64 parts(const Partitions& node) const {
        if (node.size == 0) return 0;
        const u32 undealt = count_bits(node.hidden), stage = undealt / 3,
                  remaining = cover_.cards() - count_bits(node.gone), lines = remaining / 3,
                  cards = remaining - undealt;
        const Shown now = shown(node);
        u64 any = 0;
        for (const u64 word : now.open) any |= word;
        if (any == 0) {
            u64 sum = 0;
            for (u32 p = 0; p < node.size; ++p)
                sum += chances_.dealt(lines, type_of(node.list + u64{Words} * p, now));
            return curve_value(weights_.curve[stage > 4 ? stage - 1 : 4], sum);
        }
        const u32 needed = stage - 1 + (cards > full_table ? (cards - full_table) / 3 : 0);
        u64 sums[64 * Words];
        for (u32 w = 0; w < Words; ++w)
            for (u64 rest = now.open[w]; rest != 0; rest &= rest - 1) sums[64 * w + lowest_bit(rest)] = 0;
        for (u32 p = 0; p < node.size; ++p) {
            const u64* partition = node.list + u64{Words} * p;
            const u32 type = type_of(partition, now);
            if ((type & 15) == 0) continue;
            if ((type & 15) >= needed) return solitaire_one;
            const u32 chance = chances_.after(lines - 1, type - 1);
            for (u32 w = 0; w < Words; ++w)
                for (u64 rest = partition[w] & now.open[w]; rest != 0; rest &= rest - 1)
                    sums[64 * w + lowest_bit(rest)] += chance;
        }
        u64 best = 0;
        for (u32 w = 0; w < Words; ++w)
            for (u64 rest = now.open[w]; rest != 0; rest &= rest - 1) {
                const u64 sum = sums[64 * w + lowest_bit(rest)];
                best = sum > best ? sum : best;
            }
        return curve_value(weights_.curve[stage > 4 ? stage : 4], best);
    }

    const Cover& cover_;
    const FollowChances& chances_;
    const SolitaireWeights& weights_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
