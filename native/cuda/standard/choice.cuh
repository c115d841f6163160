// The choice among the SETs on a table, ranked by their slots. What is kept is a hit for every pair (i, j), i
// < j: is there a SET with these as its first two slots?
#pragma once

#include "logic.cuh"

namespace setlab {
namespace sliced32 {

// The pairs (i, j), i < j <= Last, in their order. The third slot comes behind j, so that Last + 2 slots are
// searched.
template <int Last>
struct Pairs {
    static constexpr int number = Last * (Last + 1) / 2;
    SETLAB_SLICED static constexpr int at(int i, int j) { return i * (2 * Last - 1 - i) / 2 + j - 1; }
};

template <int Last>
struct Hits {
    u32 pair[Pairs<Last>::number];
    SETLAB_SLICED u32& at(int i, int j) { return pair[Pairs<Last>::at(i, j)]; }
    SETLAB_SLICED u32 at(int i, int j) const { return pair[Pairs<Last>::at(i, j)]; }
};

// For every slot i the number of hits up to its row, with four bits; `over` if there are more than 15.
template <int Last>
struct RowSums {
    u32 upto[Last][4];
    u32 over;
};

// The number of hits among N, which is at most 7: half of the other cards can be the second of a SET.
template <int N>
SETLAB_SLICED void count_hits(const u32* hit, u32 (&number)[3]) {
    u32 ones = hit[0], two[8] = {};
    int twos = 0, i = 1;
    SETLAB_UNROLLED
    for (; i + 1 < N; i += 2) {
        two[twos++] = carry_of(ones, hit[i], hit[i + 1]);
        ones = xor3(ones, hit[i], hit[i + 1]);
    }
    if (i < N) {
        two[twos++] = ones & hit[i];
        ones ^= hit[i];
    }
    number[0] = ones;
    number[1] = twos == 0 ? 0 : two[0];
    number[2] = 0;
    int k = 1;
    SETLAB_UNROLLED
    for (; k + 1 < twos; k += 2) {
        number[2] |= carry_of(number[1], two[k], two[k + 1]);
        number[1] = xor3(number[1], two[k], two[k + 1]);
    }
    if (k < twos) {
        number[2] = or_and(number[2], number[1], two[k]);
        number[1] ^= two[k];
    }
}

template <int Last, int I = 0>
SETLAB_SLICED void sum_rows(const Hits<Last>& hits, RowSums<Last>& sums) {
    if constexpr (I < Last) {
        u32 row[3];
        count_hits<Last - I>(hits.pair + Pairs<Last>::at(I, I + 1), row);
        u32(&sum)[4] = sums.upto[I];
        if constexpr (I == 0) {
            sum[0] = row[0], sum[1] = row[1], sum[2] = row[2], sum[3] = 0;
            sums.over = 0;
        } else {
            const u32(&before)[4] = sums.upto[I - 1];
            const u32 carry = before[0] & row[0];
            sum[0] = before[0] ^ row[0];
            const u32 second = carry_of(before[1], row[1], carry);
            sum[1] = xor3(before[1], row[1], carry);
            const u32 third = carry_of(before[2], row[2], second);
            sum[2] = xor3(before[2], row[2], second);
            sums.over = or_and(sums.over, before[3], third);
            sum[3] = before[3] ^ third;
        }
        sum_rows<Last, I + 1>(hits, sums);
    }
}

// rank = draw * number / 2^16. Returns the games whose draw may have to be repeated: all that have to, and a
// few more.
SETLAB_SLICED u32 rank_among(const u32 (&draw)[16], const u32 (&number)[4], u32 (&rank)[4]) {
    u32 product[20];
    SETLAB_UNROLLED
    for (int n = 0; n < 16; ++n) product[n] = draw[n] & number[0];
    SETLAB_UNROLLED
    for (int shift = 1; shift < 4; ++shift) {
        u32 carry = 0;
        SETLAB_UNROLLED
        for (int n = 0; n < 16; ++n) {
            const u32 bit = draw[n] & number[shift];
            const int at = n + shift;
            // So far the product has 15 + shift bits, one more where something was added before.
            const bool is_new = at == 16 && shift == 1;
            const u32 old = is_new ? 0 : product[at];
            product[at] = n == 0 ? old ^ bit : is_new ? bit ^ carry : xor3(old, bit, carry);
            carry = n == 0 ? old & bit : is_new ? bit & carry : carry_of(old, bit, carry);
        }
        product[16 + shift] = carry;
    }
    SETLAB_UNROLLED
    for (int b = 0; b < 4; ++b) rank[b] = product[16 + b];
    // A draw is repeated if the lower half is below 2^16 mod number, which is 0 for powers of 2, at most 1
    // for 3 and 5, at most 4 for 6 and 7, and at most 9 above.
    u32 high = or3(product[4], product[5], product[6]);
    SETLAB_UNROLLED
    for (int n = 7; n < 15; n += 2) high = or3(high, product[n], product[n + 1]);
    high |= product[15];
    const u32 middle = product[2] | product[3], low = product[0] | product[1];
    const u32 from_8 = number[3], from_6 = or_and(from_8, number[2], number[1]);
    u32 small = logic<~table_a&(table_b | ~table_c)>(high, from_8, middle);
    small = logic<table_a&(table_b | ~table_c)>(small, from_6, low);
    const u32 two_bits =
        or_and(carry_of(number[0], number[1], number[2]), or3(number[0], number[1], number[2]), number[3]);
    return small & two_bits;
}

// The slots of the first two cards of the SET of this rank, one flag for every slot.
template <int Last>
struct Chosen {
    u32 first[Last];
    u32 second[Last + 1];
};

template <int Last>
SETLAB_SLICED void choose_pair(const Hits<Last>& hits, const RowSums<Last>& sums, const u32 (&rank)[4],
                               u32 any, Chosen<Last>& chosen) {
    u32 base[3] = {}, below = 0, row[Last + 1];
    SETLAB_UNROLLED
    for (int i = 0; i < Last; ++i) {
        u32 reached = any;
        if (i < Last - 1) {
            reached = sums.upto[i][0] & ~rank[0];
            SETLAB_UNROLLED
            for (int b = 1; b < 4; ++b) reached = borrow_of(rank[b], sums.upto[i][b], reached);
        }
        chosen.first[i] = i == 0 ? reached : reached & ~below;
        below = reached;
        if (i > 0) {
            SETLAB_UNROLLED
            for (int b = 0; b < 3; ++b)
                base[b] = or_and(base[b], chosen.first[i], sums.upto[i > 0 ? i - 1 : 0][b]);
        }
        SETLAB_UNROLLED
        for (int j = i + 1; j <= Last; ++j) {
            row[j] =
                i == 0 ? chosen.first[i] & hits.at(i, j) : or_and(row[j], chosen.first[i], hits.at(i, j));
        }
    }
    u32 left[3];
    left[0] = rank[0] ^ base[0];
    u32 borrow = ~rank[0] & base[0];
    left[1] = xor3(rank[1], base[1], borrow);
    borrow = borrow_of(rank[1], base[1], borrow);
    left[2] = xor3(rank[2], base[2], borrow);
    chosen.second[0] = 0;
    SETLAB_UNROLLED
    for (int j = 1; j <= Last; ++j) {
        const u32 once = row[j] & ~left[0];
        left[0] ^= row[j];
        const u32 twice = once & ~left[1];
        left[1] ^= once;
        chosen.second[j] = twice & ~left[2];
        left[2] ^= twice;
    }
}

}  // namespace sliced32
}  // namespace setlab
