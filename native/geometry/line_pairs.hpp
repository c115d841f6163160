// The short way for a few small collections: try every pair of cards, and look up the third.
//
// The bit-sliced engine takes the same time for any mask. A block whose masks have fewer pairs than the space
// has lines (single queries, small collections in high dimensions) is treated faster here, with the same
// result.
#pragma once

#include "geometry/line_engine.hpp"
#include "setlab/space.hpp"
#include "simd/word.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Bits of the last word of a mask that stand for a card.
SETLAB_INLINE u64 allowed_in_last_word(const LinePlan& plan) {
    return ~static_cast<u64>(0) >> (64 * plan.words - plan.cards);
}

// The cost of a pair here, in lines of a sliced block: measured, and much the same for every word size.
constexpr u64 lines_per_pair_counting = 2;
constexpr u64 lines_per_pair_finding = 1;

static bool has_few_pairs(const LinePlan& plan, const u64* masks, u32 rows, u64 lines_per_pair) {
    u64 pairs = 0;
    for (u32 row = 0; row < rows; ++row, masks += plan.words) {
        u64 cards = 0;
        for (u32 word = 0; word < plan.words; ++word)
            cards += static_cast<u64>(__builtin_popcountll(masks[word]));
        pairs += cards * cards / 2;
        if (lines_per_pair * pairs > plan.lines) return false;
    }
    return true;
}

// Calls found(a, b, c) for the lines a < b < c of one collection in lexicographic order.
template <class Found>
SETLAB_INLINE void lines_by_pairs(const LinePlan& plan, const u64* mask, Found&& found) {
    struct Split {
        u16 card, high, low;  // card = 81 high + low, so that one table serves all dimensions
    };
    Split cards[cards_in(largest_dimension)];
    u32 size = 0;
    for (u32 word = 0; word < plan.words; ++word) {
        for (u64 bits = mask[word]; bits != 0; bits &= bits - 1) {
            const u32 card = 64 * word + static_cast<u32>(__builtin_ctzll(bits));
            cards[size++] = {static_cast<u16>(card), static_cast<u16>(card / 81),
                             static_cast<u16>(card % 81)};
        }
    }
    for (u32 i = 0; i < size; ++i) {
        const u8* high = plan.third + third_stride * cards[i].high;
        const u8* low = plan.third + third_stride * cards[i].low;
        for (u32 j = i + 1; j < size; ++j) {
            const u32 third = 81u * high[cards[j].high] + low[cards[j].low];
            // Each half of the condition alone is a coin toss; both together are rare, a branch that is
            // predicted.
            const u64 is_new = third > cards[j].card;
            if (is_new & mask[third / 64] >> third % 64) found(cards[i].card, cards[j].card, third);
        }
    }
}

static bool masks_hold_cards_only(const LinePlan& plan, const u64* masks, u32 rows) {
    u64 last = 0;
    for (u32 row = 0; row < rows; ++row) last |= masks[static_cast<u64>(row + 1) * plan.words - 1];
    return (last & ~allowed_in_last_word(plan)) == 0;
}

static bool count_by_pairs(const LinePlan& plan, const u64* masks, u32 rows, i32* counts) {
    if (!masks_hold_cards_only(plan, masks, rows)) return false;
    for (u32 row = 0; row < rows; ++row, masks += plan.words) {
        i32 count = 0;
        lines_by_pairs(plan, masks, [&](u32, u32, u32) { ++count; });
        counts[row] = count;
    }
    return true;
}

static bool find_by_pairs(const LinePlan& plan, const u64* masks, u32 rows, const i64* offsets,
                          u16* triples) {
    if (!masks_hold_cards_only(plan, masks, rows)) return false;
    for (u32 row = 0; row < rows; ++row, masks += plan.words) {
        u16* triple = triples + 3 * offsets[row];
        lines_by_pairs(plan, masks, [&](u32 a, u32 b, u32 c) {
            triple[0] = static_cast<u16>(a);
            triple[1] = static_cast<u16>(b);
            triple[2] = static_cast<u16>(c);
            triple += 3;
        });
    }
    return true;
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
