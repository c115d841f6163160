// Exact values of positions with few undealt cards whose order is unknown: expectimax on the list of all
// partitions.
//
// A value with u undealt cards is an integer, in parts of C(9,3) C(12,3) ... C(u,3).
#pragma once

#include "solitaire/choice.hpp"
#include "solitaire/cover.hpp"
#include "solitaire/memo.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 most_exact_partitions = 1u << 14;
constexpr u32 exact_memory = 8 * most_exact_partitions;

constexpr i64 exact_one(u32 undealt) {
    i64 one = 1;
    for (u32 u = 9; u <= undealt; u += 3) one *= static_cast<i64>(u) * (u - 1) * (u - 2) / 6;
    return one;
}

// The 84 ways to deal three of nine cards, as bits: for a set of the nine, those that deal all of it.
struct DealsOfNine {
    u64 low[512], high[512];
};

constexpr DealsOfNine make_deals_of_nine() {
    DealsOfNine deals{};
    u32 deal = 0;
    for (u32 i = 0; i < 9; ++i)
        for (u32 j = i + 1; j < 9; ++j)
            for (u32 k = j + 1; k < 9; ++k, ++deal) {
                const u32 dealt = 1u << i | 1u << j | 1u << k;
                for (u32 within = dealt;; within = (within - 1) & dealt) {
                    (deal < 42 ? deals.low : deals.high)[within] |= u64{1} << deal % 42;
                    if (within == 0) break;
                }
            }
    return deals;
}

inline constexpr DealsOfNine deals_of_nine = make_deals_of_nine();

template <u32 Words>
struct LineSet {
    u64 word[Words];

    void clear() {
        for (u64& w : word) w = 0;
    }
    void add(u32 line) { word[line / 64] |= u64{1} << line % 64; }
    bool has(u32 line) const { return word[line / 64] >> line % 64 & 1; }
    u32 common(const LineSet& other) const {
        u32 number = 0;
        for (u32 w = 0; w < Words; ++w) number += count_bits(word[w] & other.word[w]);
        return number;
    }
    bool empty() const {
        u64 any = 0;
        for (const u64 w : word) any |= w;
        return any == 0;
    }
};

// The values for one position; Words words hold a set of its SETs. From 15 undealt cards on a position is
// reached in many ways, and remembering pays.
template <u32 Words, class Remembered = NoMemo>
class ExactValues {
  public:
    void prepare() { memo_.prepare(); }

    // Lists the partitions; more than there is memory for are left out, and the values are lower bounds then.
    void begin(Cover& cover) {
        check_interrupt();
        cover_ = &cover;
        partitions_ = steps_ = 0;
        memo_.clear();
        cover.search([&](u32, const u8* chosen, u32 number) {
            if (partitions_ == most_exact_partitions) return false;
            LineSet<Words>& partition = partition_[partitions_];
            partition.clear();
            for (u32 i = 0; i < number; ++i) partition.add(chosen[i]);
            list_[partitions_] = static_cast<u16>(partitions_);
            ++partitions_;
            return true;
        });
        used_ = partitions_;
    }

    u32 partitions() const { return partitions_; }
    bool holds(u32 partition, u32 line) const { return partition_[partition].has(line); }

    // The value before a move.
    i64 value() { return before(table(), cover_->undealt_mask(), list_, partitions_); }

    // The value after a SET was taken, before cards are dealt.
    i64 value_of(u32 line) {
        u16* kept = list_ + partitions_;
        const u32 number = keep(list_, partitions_, line, kept);
        used_ = partitions_ + number;
        const i64 value = after(table() ^ cover_->line_mask(line), cover_->undealt_mask(), kept, number);
        used_ = partitions_;
        return value;
    }

    // The value before three cards are dealt.
    i64 value_of_deal() { return over_deals(table(), cover_->undealt_mask(), list_, partitions_); }

  private:
    u64 table() const { return cover_->all() ^ cover_->undealt_mask(); }

    u32 keep(const u16* list, u32 size, u32 line, u16* kept) const {
        u32 number = 0;
        for (u32 i = 0; i < size; ++i) {
            kept[number] = list[i];
            number += partition_[list[i]].has(line);
        }
        return number;
    }

    LineSet<Words> lines_within(u64 cards) const {
        LineSet<Words> found;
        found.clear();
        for (u32 line = 0; line < cover_->lines(); ++line)
            found.word[line / 64] |= u64{(cover_->line_mask(line) & ~cards) == 0} << line % 64;
        return found;
    }

    i64 before(u64 table, u64 undealt, const u16* list, u32 size) {
        if (size == 0) return 0;
        const u32 hidden = count_bits(undealt);
        if (hidden <= 3) return exact_one(hidden);
        if (const i64* known = memo_.find(table, undealt)) return *known;
        const i64 value = fresh_before(table, undealt, list, size, exact_one(hidden));
        if (hidden >= 9) memo_.store(table, undealt, value);
        return value;
    }

    i64 fresh_before(u64 table, u64 undealt, const u16* list, u32 size, i64 one) {
        if (++steps_ % 256 == 0) check_interrupt();
        const u32 hidden = count_bits(undealt), shown = count_bits(table);
        const u32 needed = hidden / 3 - 1 + (shown > full_table ? (shown - full_table) / 3 : 0);
        const LineSet<Words> open = lines_within(table);
        LineSet<Words> useful;
        useful.clear();
        for (u32 i = 0; i < size; ++i) {
            const LineSet<Words>& partition = partition_[list[i]];
            if (partition.common(open) >= needed) return one;
            for (u32 w = 0; w < Words; ++w) useful.word[w] |= partition.word[w] & open.word[w];
        }
        if (useful.empty()) {
            if (!open.empty()) return 0;
            return hidden <= 6 ? one : over_deals(table, undealt, list, size);
        }
        return best_of(useful, table, undealt, list, size, one);
    }

    i64 best_of(const LineSet<Words>& useful, u64 table, u64 undealt, const u16* list, u32 size, i64 one) {
        i64 best = 0;
        const u32 used = used_;
        for (u32 w = 0; w < Words; ++w) {
            for (u64 rest = useful.word[w]; rest != 0 && best < one; rest &= rest - 1) {
                const u32 line = 64 * w + lowest_bit(rest);
                // A list that no longer fits is cut: the value is a lower bound then.
                const u32 room = exact_memory - used;
                u16* kept = list_ + used;
                const u32 number = keep(list, size < room ? size : room, line, kept);
                used_ = used + number;
                const i64 value = after(table ^ cover_->line_mask(line), undealt, kept, number);
                best = value > best ? value : best;
            }
        }
        used_ = used;
        return best;
    }

    i64 after(u64 table, u64 undealt, const u16* list, u32 size) {
        const u32 hidden = count_bits(undealt);
        if (size == 0) return 0;
        if (hidden == 0 || count_bits(table) >= full_table) return before(table, undealt, list, size);
        if (hidden <= 6) return exact_one(hidden);
        return hidden == 9 ? over_deals_of_nine(table, undealt, list, size)
                           : over_deals(table, undealt, list, size);
    }

    i64 over_deals(u64 table, u64 undealt, const u16* list, u32 size) {
        i64 sum = 0;
        for (u64 a = undealt; a != 0; a &= a - 1) {
            for (u64 b = a & (a - 1); b != 0; b &= b - 1) {
                for (u64 c = b & (b - 1); c != 0; c &= c - 1) {
                    const u64 dealt = (a & -a) | (b & -b) | (c & -c);
                    sum += before(table | dealt, undealt ^ dealt, list, size);
                }
            }
        }
        return sum;
    }

    // From 9 undealt cards and 9 on the table, a deal wins if it lays a SET of a partition, or leaves no SET
    // at all.
    i64 over_deals_of_nine(u64 table, u64 undealt, const u16* list, u32 size) {
        constexpr u64 all = (u64{1} << 42) - 1;
        u16 bit[most_cover_cards];
        u32 place = 0;
        for (u64 rest = undealt; rest != 0; rest &= rest - 1)
            bit[lowest_bit(rest)] = static_cast<u16>(1u << place++);
        LineSet<Words> useful;
        useful.clear();
        for (u32 i = 0; i < size; ++i)
            for (u32 w = 0; w < Words; ++w) useful.word[w] |= partition_[list[i]].word[w];
        u64 won[2] = {}, laid[2] = {};
        for (u32 line = 0; line < cover_->lines(); ++line) {
            const u64 mask = cover_->line_mask(line);
            if ((mask & ~(table | undealt)) != 0) continue;
            u32 within = 0;
            for (u64 rest = mask & undealt; rest != 0; rest &= rest - 1) within |= bit[lowest_bit(rest)];
            laid[0] |= deals_of_nine.low[within];
            laid[1] |= deals_of_nine.high[within];
            if (!useful.has(line)) continue;
            won[0] |= deals_of_nine.low[within];
            won[1] |= deals_of_nine.high[within];
        }
        return count_bits((won[0] | ~laid[0]) & all) + count_bits((won[1] | ~laid[1]) & all);
    }

    Cover* cover_;
    [[no_unique_address]] Remembered memo_;
    u32 partitions_, used_, steps_;
    LineSet<Words> partition_[most_exact_partitions];
    u16 list_[exact_memory];
};

// Exact values that remember, wide enough for any number of SETs.
template <u32 Bits>
class RememberingValues {
  public:
    void prepare() {
        narrow_.prepare();
        wide_.prepare();
    }

    // Calls ask(values) with those of the width that the cover needs.
    template <class Ask>
    auto with(const Cover& cover, Ask&& ask) {
        return cover.words() == 1 ? ask(narrow_) : ask(wide_);
    }

  private:
    ExactValues<1, Memo<i64, Bits>> narrow_;
    ExactValues<most_cover_words, Memo<i64, Bits>> wide_;
};

// Chooses the width by the number of SETs, and memory by the number of undealt cards.
class ExactPlayer {
  public:
    // For positions with at most `undealt` undealt cards.
    void prepare(u32 undealt) {
        if (undealt > most_forgotten) remembering_.prepare();
    }

    // Values of the SETs on the table, in parts of exact_one(undealt); false when there are too many cards.
    bool judge(const SolitaireTable& table, const TableLines& lines, Cover& cover, i64* values) {
        if (!cover.build(table.where())) return false;
        if (cover.undealt() > most_forgotten) {
            remembering_.with(cover, [&](auto& exact) { judge(lines, cover, exact, values); });
        } else if (cover.words() == 1) {
            judge(lines, cover, narrow_, values);
        } else if (cover.words() == 2) {
            judge(lines, cover, medium_, values);
        } else {
            judge(lines, cover, wide_, values);
        }
        return true;
    }

  private:
    static constexpr u32 most_forgotten = 12;
    static constexpr u32 remembered_bits = 16;

    template <class Exact>
    static void judge(const TableLines& lines, Cover& cover, Exact& exact, i64* values) {
        exact.begin(cover);
        for (u32 k = 0; k < lines.size; ++k) values[k] = exact.value_of(cover.line_of(lines.line[k]));
    }

    ExactValues<1> narrow_;
    ExactValues<2> medium_;
    ExactValues<most_cover_words> wide_;
    RememberingValues<remembered_bits> remembering_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
