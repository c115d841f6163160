// Counting and finding lines, bit-sliced: word c holds card c of as many collections as a word has bits.
#pragma once

#include "geometry/line_engine.hpp"
#include "geometry/line_pairs.hpp"
#include "simd/aligned_array.hpp"
#include "simd/lanes.hpp"
#include "simd/transpose.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class LineBlock final : public LineEngine {
  public:
    explicit LineBlock(const LinePlan& plan)
        : plan_(plan), card_(64 * plan.words + 3 * step), padded_(static_cast<u64>(word_bits) * plan.words) {}

    u32 block() const override { return word_bits; }

    bool count(const u64* masks, u32 rows, i32* counts) override {
        if (has_few_pairs(plan_, masks, rows, lines_per_pair_counting)) {
            return count_by_pairs(plan_, masks, rows, counts);
        }
        if (!slice_checked(masks, rows)) return false;
        const u64 block_words = static_cast<u64>(word_bits) * plan_.words;
        const Prefetch prefetch{
            reinterpret_cast<const u8*>(masks + block_words),
            reinterpret_cast<const u8*>(masks + (rows == word_bits ? 2 : 1) * block_words)};
        Word counter[32] = {};
        add_all_lines(plan_, card_.get(), prefetch, counter);
        if (rows == word_bits) {
            planes_to_counts(counter, counts);
        } else {
            i32 all[word_bits];
            planes_to_counts(counter, all);
            __builtin_memcpy(counts, all, rows * sizeof(i32));
        }
        return true;
    }

    bool find(const u64* masks, u32 rows, const i64* offsets, u16* triples) override {
        if (has_few_pairs(plan_, masks, rows, lines_per_pair_finding)) {
            return find_by_pairs(plan_, masks, rows, offsets, triples);
        }
        if (!slice_checked(masks, rows)) return false;
        Found found;
        found.triples = triples;
        __builtin_memcpy(found.next, offsets, rows * sizeof(i64));
        const bool rare = static_cast<u64>(offsets[rows] - offsets[0]) * 8 < plan_.lines;
        rare ? write_all_lines<true>(plan_, card_.get(), found)
             : write_all_lines<false>(plan_, card_.get(), found);
        return true;
    }

  private:
    static constexpr u32 lanes = word_lanes;
    static constexpr u32 step = column_lines_per_step;

    // --- from masks to words ---

    // The usual deck of 81 cards has rows of two words, which lie interleaved: two loads and one shuffle.
    template <int Which>
    SETLAB_INLINE static Word row_of_two(const u64* masks, u32 k) {
        const u64* from = masks + 2 * lanes * k;
        return every_second<Which>(load_word(from), load_word(from + lanes));
    }

    SETLAB_INLINE static Word row_of_many(const u64* masks, u32 k, u32 words) {
        Word row;
        SETLAB_UNROLL(8)
        for (u32 lane = 0; lane < lanes; ++lane)
            row[lane] = masks[static_cast<u64>(lanes * k + lane) * words];
        return row;
    }

    // Fills card[]; returns the union of the last words of the masks.
    static Word slice(const LinePlan& plan, const u64* masks, Word* card) {
        Word last{};
        const auto noting_bits = [&](const auto& row) {
            return [&](u32 k) {
                const Word word = row(k);
                last |= word;
                return word;
            };
        };
        const u32 last_word = plan.words - 1;
        const u32 last_groups = (plan.cards - 64 * last_word + 7) / 8;
        if (plan.words == 1) {
            const auto row = [&](u32 k) { return load_word(masks + lanes * k); };
            rows_to_words(noting_bits(row), last_groups, card);
        } else if (plan.words == 2) {
            const auto row_0 = [&](u32 k) { return row_of_two<0>(masks, k); };
            const auto row_1 = [&](u32 k) { return row_of_two<1>(masks, k); };
            rows_to_words(row_0, 8, card);
            rows_to_words(noting_bits(row_1), last_groups, card + 64);
        } else {
            for (u32 word = 0; word < plan.words; ++word) {
                const auto row = [&](u32 k) { return row_of_many(masks + word, k, plan.words); };
                last = Word{};
                rows_to_words(noting_bits(row), word == last_word ? last_groups : 8, card + 64 * word);
            }
        }
        for (u32 empty = 0; empty < 3 * step; ++empty) card[plan.cards + empty] = Word{};
        return last;
    }

    bool slice_checked(const u64* masks, u32 rows) const {
        if (rows < word_bits) {
            const u64 used = static_cast<u64>(rows) * plan_.words;
            __builtin_memcpy(padded_.get(), masks, used * sizeof(u64));
            __builtin_memset(padded_.get() + used, 0,
                             (static_cast<u64>(word_bits) * plan_.words - used) * sizeof(u64));
            masks = padded_.get();
        }
        const Word last = slice(plan_, masks, card_.get());
        return nonzero_lanes(last & all_lanes<u64>(~allowed_in_last_word(plan_))) == 0;
    }

    // --- counting ---

    // The 9 * step lines that meet each of three columns in one card, for `step` triples of columns.
    struct Transversals {
        const Word* card;
        const u16* column_line;

        SETLAB_INLINE const Word* column(int n) const { return card + 3 * static_cast<u64>(column_line[n]); }

        template <int N>
        SETLAB_INLINE Word line() const {
            constexpr int which = N / 9, u = N % 9 / 3, v = N % 3, w = (6 - u - v) % 3;
            return and3(column(3 * which)[u], column(3 * which + 1)[v], column(3 * which + 2)[w]);
        }
    };

    // Column n itself, the line in the direction of the last coordinate.
    struct Columns {
        const Word* card;

        template <int N>
        SETLAB_INLINE Word line() const {
            return and3(card[3 * N], card[3 * N + 1], card[3 * N + 2]);
        }
    };

    // Adds the 2^Level lines from line First on to sum[0] ... sum[Level - 1] and returns the carry.
    // This is the tree of Harley and Seal: half of the additions have weight 1, a quarter weight 2 ...
    template <int Level, int First, class Lines>
    SETLAB_INLINE static Word add_lines(const Lines& lines, Word* sum) {
        if constexpr (Level == 0) {
            return lines.template line<First>();
        } else {
            const Word a = add_lines<Level - 1, First>(lines, sum);
            const Word b = add_lines<Level - 1, First + (1 << (Level - 1))>(lines, sum);
            return full_add(sum[Level - 1], a, b);
        }
    }

    SETLAB_INLINE static void carry_on(Word carry, Word* sum, u32 from, u32 to) {
        for (u32 level = from; level < to; ++level) carry = half_add(sum[level], carry);
    }

    // Prefetches a part of the next block while this one is counted: the transposition, which reads rows with
    // a stride, then finds them in the cache.
    struct Prefetch {
        static constexpr u32 cache_lines_per_step = 9;
        const u8* next;
        const u8* end;

        SETLAB_INLINE void step() {
            if (next >= end) return;
            SETLAB_UNROLL(9)
            for (u32 i = 0; i < cache_lines_per_step; ++i) __builtin_prefetch(next + 64 * i);
            next += 64 * cache_lines_per_step;
        }
    };

    static void add_all_lines(const LinePlan& plan, const Word* card, Prefetch prefetch,
                              Word (&counter)[32]) {
        static_assert(9 * step == 64 + 8);
        Word sum[7] = {};
        for (u32 n = 0; n < plan.column_lines; n += step) {
            prefetch.step();
            const Transversals lines{card, plan.column_line + 3 * n};
            const Word of_64 = add_lines<6, 0>(lines, sum);
            Word of_8 = add_lines<3, 64>(lines, sum);
            of_8 = half_add(sum[3], of_8);
            of_8 = half_add(sum[4], of_8);
            of_8 = half_add(sum[5], of_8);
            carry_on(full_add(sum[6], of_64, of_8), counter, 7, plan.counter_bits);
        }
        SETLAB_UNROLL(7)
        for (int level = 0; level < 7; ++level) counter[level] = sum[level];
        for (u32 n = 0; n < plan.columns; n += step) {
            carry_on(add_lines<3, 0>(Columns{card + 3 * n}, counter), counter, 3, plan.counter_bits);
        }
    }

    // --- finding ---

    // Lines that some collection has, kept for a while and then written in one go: first the lanes with hits
    // are packed without branching, then every hit is written.
    struct Found {
        static constexpr u32 most_lines = 128;

        u16* triples;
        i64 next[word_bits];  // where the next triple of each collection goes
        u32 lines = 0;
        u32 hits = 0;
        u16 line[most_lines][3];
        u64 bits[most_lines * lanes];
        u32 label[most_lines * lanes];  // lanes * line + lane

        template <bool Rare>
        SETLAB_INLINE void add(Word having, u32 a, u32 b, u32 c) {
            if (Rare && nonzero_lanes(having) == 0) return;
            line[lines][0] = static_cast<u16>(a);
            line[lines][1] = static_cast<u16>(b);
            line[lines][2] = static_cast<u16>(c);
            hits += pack_nonzero(having, lanes * lines, bits + hits, label + hits);
            if (++lines == most_lines) write();
        }

        void write() {
            for (u32 hit = 0; hit < hits; ++hit) {
                const u32 lane = label[hit] % lanes;
                const u16* cards = line[label[hit] / lanes];
                for (u64 left = bits[hit]; left != 0; left &= left - 1) {
                    const u32 collection = lanes * static_cast<u32>(__builtin_ctzll(left)) + lane;
                    __builtin_memcpy(triples + 3 * next[collection]++, cards, 3 * sizeof(u16));
                }
            }
            lines = hits = 0;
        }
    };

    // Lines in lexicographic order, so that the triples of every collection come out sorted. `Rare` says that
    // most lines are in no collection of the block, so that a branch that skips them is predicted well.
    template <bool Rare>
    static void write_all_lines(const LinePlan& plan, const Word* card, Found& found) {
        for (u32 a = 0; a < plan.cards; ++a) {
            const Word has_a = card[a];
            if (nonzero_lanes(has_a) == 0) continue;
            const u32 column = a / 3, u = a % 3;
            if (u == 0) found.template add<Rare>(and3(has_a, card[a + 1], card[a + 2]), a, a + 1, a + 2);
            for (u32 n = plan.first_of[column]; n < plan.first_of[column + 1]; ++n) {
                const u32 b = 3u * plan.column_line[3 * n + 1], c = 3u * plan.column_line[3 * n + 2];
                for (u32 v = 0; v < 3; ++v) {
                    const u32 w = (6 - u - v) % 3;
                    found.template add<Rare>(and3(has_a, card[b + v], card[c + w]), a, b + v, c + w);
                }
            }
        }
        found.write();
    }

    const LinePlan& plan_;
    AlignedArray<Word> card_;   // one word per card, then `step` columns without cards
    AlignedArray<u64> padded_;  // a copy of the last block, filled up with empty masks
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
