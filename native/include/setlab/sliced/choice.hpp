// One of the SETs on each table, by its rank.
#pragma once

#include "board.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

// Counts of SETs have four digits: a game with 16 or more is left to other code.
constexpr u32 count_digits = 4;

// For which games a pair of places, completed by a third one behind them, is a SET, and how many SETs there
// are up to each first place.
template <class Word, u32 Places>
struct Hits {
    using B = Board<Word, Places>;
    Word hit[B::pairs];
    Word up_to[B::firsts][count_digits];
    Word too_many;

    // larger[s] says which tables have the places of part s + 1.
    SETLAB_SLICED_STEP void find(const B& board, const Word* larger) {
        Word total[count_digits] = {};
        too_many = Word{};
        SETLAB_UNROLL(1)
        for (u32 i = 0; i < B::firsts; ++i) {
            const u32 end = B::pair(i, B::seconds);
            SETLAB_UNROLL(1)
            for (u32 n = B::pair(i, i + 1); n < end; ++n) {
                Word found = ~board.miss[0][n];
                SETLAB_UNROLL(2)
                for (u32 s = 1; s < B::sizes; ++s) found |= larger[s - 1] & ~board.miss[s][n];
                hit[n] = found;
                too_many |= total[0] & total[1] & total[2] & total[3] & found;
                add_bit(total, found);
            }
            SETLAB_UNROLL(4)
            for (u32 d = 0; d < count_digits; ++d) up_to[i][d] = total[d];
        }
    }

    SETLAB_SLICED const Word (&total() const)[count_digits] { return up_to[B::firsts - 1]; }
    SETLAB_SLICED Word some() const {
        const auto& count = total();
        return count[0] | count[1] | count[2] | count[3];
    }
};

// The upper half of draw * bound.
template <class Word>
struct Rank {
    Word digit[count_digits];
    Word rejected;  // perhaps
};

// A draw is rejected if the lower half is below 2^16 mod bound, which is 0 for powers of 2, 1 for the bounds
// 3 and 5, at most 4 for 6 and 7, and below 16 for the others.
template <class Word>
SETLAB_SLICED Rank<Word> rank_below(const Word (&bound)[count_digits], const Word* draw) {
    constexpr u32 bits = 16;
    Word product[bits + count_digits];
    SETLAB_UNROLL(16)
    for (u32 n = 0; n < bits; ++n) product[n] = draw[n] & bound[0];
    product[bits] = Word{};
    SETLAB_UNROLL(3)
    for (u32 d = 1; d < count_digits; ++d) {
        Word carry{};
        SETLAB_UNROLL(16)
        for (u32 n = 0; n < bits; ++n) {
            const Word digit = draw[n] & bound[d], sum = product[n + d];
            product[n + d] = parity(sum, digit, carry);
            carry = majority(sum, digit, carry);
        }
        product[bits + d] = carry;
    }
    Word high = product[4];
    SETLAB_UNROLL(16)
    for (u32 n = 5; n < bits; ++n) high |= product[n];
    const Word below_16 = ~high, below_4 = below_16 & ~(product[2] | product[3]);
    const Word is_0 = below_4 & ~(product[0] | product[1]);
    const Word no_power =
        majority(bound[0], bound[1], bound[2]) | (bound[3] & (bound[0] | bound[1] | bound[2]));
    const Word near = is_0 | (below_4 & bound[2] & bound[1]) | (below_16 & bound[3]);
    return {{product[16], product[17], product[18], product[19]}, near & no_power};
}

// The first and the second place of the SET of each game's rank.
template <class Word, u32 Places>
struct Chosen {
    using B = Board<Word, Places>;
    Word first[Places], second[Places];

    SETLAB_SLICED_STEP void find(const Hits<Word, Places>& hits, const Rank<Word>& rank) {
        Word row[Places];              // hits of the row of the first place
        Word before[3] = {}, below{};  // SETs before that row; whether the rank is below the count so far
        for (u32 j = 0; j < Places; ++j) row[j] = first[j] = second[j] = Word{};
        SETLAB_UNROLL(1)
        for (u32 i = 0; i < B::firsts; ++i) {
            const Word here = less<count_digits>(rank.digit, hits.up_to[i]) & ~below;
            below |= here;
            first[i] = here;
            if (i > 0)
                for (u32 d = 0; d < 3; ++d) before[d] |= here & hits.up_to[i - 1][d];
            SETLAB_UNROLL(1)
            for (u32 j = i + 1; j < B::seconds; ++j) row[j] |= here & hits.hit[B::pair(i, j)];
        }
        // A card is in seven SETs of fifteen cards at most, so the rank in the row has three digits.
        Word left[3];
        subtract(rank.digit, before, left);
        SETLAB_UNROLL(1)
        for (u32 j = 1; j < B::seconds; ++j) {
            const Word lent_0 = row[j] & ~left[0], lent_1 = lent_0 & ~left[1];
            second[j] = lent_1 & ~left[2];
            left[0] ^= row[j];
            left[1] ^= lent_0;
            left[2] ^= lent_1;
        }
    }
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
