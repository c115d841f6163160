// One of the SETs on each table, by its rank.
//
// The SETs are ranked by their places. What is known of them are hits: whether a pair of places i < j is
// completed to a SET by a place behind j. Hits are anything with hit(i, j).
#pragma once

#include "card.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 choice_bits = 16;  // of the draw that chooses

// Counts of SETs have four digits: a game with 16 or more is left to other code.
constexpr u32 count_digits = 4;

// The pairs i < j of places that can be the first two of a SET, in lexicographic order.
template <u32 Places>
struct Pairs {
    static constexpr u32 firsts = Places - 2, seconds = Places - 1;  // i and j are below these
    static constexpr u32 number = firsts * seconds / 2;
    SETLAB_INLINE static constexpr u32 at(u32 i, u32 j) { return i * (2 * Places - 5 - i) / 2 + j - 1; }
};

// The number of SETs up to each first place.
template <class Word, u32 Places>
struct Sums {
    Word up_to[Pairs<Places>::firsts][count_digits];
    Word too_many;

    SETLAB_INLINE const Word (&total() const)[count_digits] { return up_to[Pairs<Places>::firsts - 1]; }
    SETLAB_INLINE Word some() const {
        const auto& count = total();
        return or3(count[0], count[1], count[2] | count[3]);
    }
};

// The sum of N bits, which is at most 7: no more SETs share a card of fifteen. Where eighteen lie on the
// table, the first fifteen hold no SET, so that three SETs at most share a card.
template <u32 N, class Word>
SETLAB_INLINE void add_up(const Word (&bit)[N], Word (&sum)[3]) {
    Word two[(N + 1) / 2];
    u32 twos = 0, n = 1;
    sum[0] = bit[0];
    SETLAB_UNROLLED
    for (; n + 1 < N; n += 2) {
        two[twos++] = full_add(sum[0], bit[n], bit[n + 1]);
    }
    if (n < N) two[twos++] = half_add(sum[0], bit[n]);
    sum[1] = twos == 0 ? Word{} : two[0];
    sum[2] = Word{};
    SETLAB_UNROLLED
    for (n = 1; n + 1 < twos; n += 2) {
        sum[2] |= full_add(sum[1], two[n], two[n + 1]);
    }
    if (n < twos) {
        sum[2] = or_and(sum[2], sum[1], two[n]);
        sum[1] ^= two[n];
    }
}

// Row i of the sums, and the rows behind it.
template <u32 I = 0, class Word, u32 Places, class Hits>
SETLAB_INLINE void add_rows(const Hits& hits, Sums<Word, Places>& sums) {
    if constexpr (I < Pairs<Places>::firsts) {
        constexpr u32 length = Places - 2 - I;
        Word hit[length], row[3];
        SETLAB_UNROLLED
        for (u32 n = 0; n < length; ++n) hit[n] = hits.hit(I, I + 1 + n);
        add_up(hit, row);
        Word(&sum)[count_digits] = sums.up_to[I];
        if constexpr (I == 0) {
            sum[0] = row[0], sum[1] = row[1], sum[2] = row[2], sum[3] = Word{};
            sums.too_many = Word{};
        } else {
            const Word(&before)[count_digits] = sums.up_to[I - 1];
            const Word carry_1 = before[0] & row[0], carry_2 = majority(before[1], row[1], carry_1);
            const Word carry_3 = majority(before[2], row[2], carry_2);
            sum[0] = before[0] ^ row[0];
            sum[1] = xor3(before[1], row[1], carry_1);
            sum[2] = xor3(before[2], row[2], carry_2);
            sum[3] = before[3] ^ carry_3;
            sums.too_many = or_and(sums.too_many, before[3], carry_3);
        }
        add_rows<I + 1>(hits, sums);
    }
}

template <class Word, u32 Places, class Hits>
SETLAB_STEP void count_sets(const Hits& hits, Sums<Word, Places>& sums) {
    add_rows(hits, sums);
}

// The upper half of draw * bound.
template <class Word>
struct Rank {
    Word digit[count_digits];
    Word rejected;  // perhaps
};

// A draw is rejected if the lower half is below 2^16 mod bound, which is 0 for powers of 2, 1 for the bounds
// 3 and 5, at most 4 for 6 and 7, and below 16 for the others.
template <class Word>
SETLAB_INLINE Word may_be_rejected(const Word* product, const Word (&bound)[count_digits]) {
    Word high = product[15];
    SETLAB_UNROLLED
    for (u32 n = 4; n < 14; n += 2) high = or3(high, product[n], product[n + 1]);
    high |= product[14];
    const Word from_6 = or_and(bound[3], bound[2], bound[1]);
    const Word near =
        logic(high, bound[3], product[2] | product[3], [](auto x, auto y, auto z) { return ~x & (y | ~z); });
    const Word nearer =
        logic(near, from_6, product[0] | product[1], [](auto x, auto y, auto z) { return x & (y | ~z); });
    const Word two_digits =
        or_and(majority(bound[0], bound[1], bound[2]), or3(bound[0], bound[1], bound[2]), bound[3]);
    return nearer & two_digits;
}

template <class Word>
SETLAB_INLINE Rank<Word> rank_below(const Word (&bound)[count_digits], const Word (&draw)[choice_bits]) {
    Word product[choice_bits + count_digits];
    SETLAB_UNROLLED
    for (u32 n = 0; n < choice_bits; ++n) product[n] = draw[n] & bound[0];
    SETLAB_UNROLLED
    for (u32 d = 1; d < count_digits; ++d) {
        Word carry{};
        SETLAB_UNROLLED
        for (u32 n = 0; n < choice_bits; ++n) {
            const Word digit = draw[n] & bound[d];
            Word& sum = product[n + d];
            if (d == 1 && n + 1 == choice_bits) {  // nothing was added there before
                sum = digit ^ carry;
                carry &= digit;
            } else if (n == 0) {
                carry = half_add(sum, digit);
            } else {
                carry = full_add(sum, digit, carry);
            }
        }
        product[choice_bits + d] = carry;
    }
    return {{product[16], product[17], product[18], product[19]}, may_be_rejected(product, bound)};
}

// The first and the second place of the SET of each game's rank.
template <class Word, u32 Places>
struct Chosen {
    Word first[Places], second[Places];

    template <class Hits>
    SETLAB_STEP void find(const Hits& hits, const Sums<Word, Places>& sums, const Rank<Word>& rank) {
        using P = Pairs<Places>;
        Word row[Places];              // hits of the row of the first place
        Word before[3] = {}, below{};  // SETs before that row; whether the rank is below the count so far
        SETLAB_GPU_UNROLLED
        for (u32 j = 0; j < Places; ++j) row[j] = first[j] = second[j] = Word{};
        SETLAB_GPU_UNROLLED
        for (u32 i = 0; i < P::firsts; ++i) {
            const Word reached =
                i + 1 < P::firsts ? less<count_digits>(rank.digit, sums.up_to[i]) : sums.some();
            first[i] = reached & ~below;
            below = reached;
            if (i > 0) {
                SETLAB_UNROLLED
                for (u32 d = 0; d < 3; ++d) before[d] = or_and(before[d], first[i], sums.up_to[i - 1][d]);
            }
            SETLAB_GPU_UNROLLED
            for (u32 j = i + 1; j < P::seconds; ++j) row[j] = or_and(row[j], first[i], hits.hit(i, j));
        }
        // The rank in the row has three digits, as its sum.
        Word left[3];
        subtract(rank.digit, before, left);
        SETLAB_GPU_UNROLLED
        for (u32 j = 1; j < P::seconds; ++j) {
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
