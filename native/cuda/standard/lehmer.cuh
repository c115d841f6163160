// From ranks to cards: the cards that are not dealt yet are nine groups of nine flags, and for each group
// there is the number of flags in the groups before it.
#pragma once

#include "cards.cuh"

namespace setlab {
namespace sliced32 {

constexpr int rank_bits = 7;

class Undealt81 {
  public:
    SETLAB_SLICED Undealt81() {
        SETLAB_UNROLLED
        for (int g = 0; g < 9; ++g) {
            SETLAB_UNROLLED
            for (int p = 0; p < 9; ++p) there_[g][p] = ~0u;
            SETLAB_UNROLLED
            for (int b = 0; b < rank_bits; ++b) before_[g][b] = 9 * g >> b & 1 ? ~0u : 0u;
        }
    }

    // The card of this rank, which is dealt now.
    SETLAB_SLICED Card take(const u32 (&rank)[rank_bits]) {
        u32 below[9], group[9], base[4], within[4], place[9];
        find_group(rank, below, group);
        sum_before(group, base);
        count_out(below);
        subtract(rank, base, within);
        find_place(group, within, place);
        SETLAB_UNROLLED
        for (int g = 0; g < 9; ++g) {
            SETLAB_UNROLLED
            for (int p = 0; p < 9; ++p) {
                there_[g][p] = logic<table_a & ~(table_b & table_c)>(there_[g][p], group[g], place[p]);
            }
        }
        return {{below[6], ~below[3], nor3(group[2], group[5], group[8]), nor3(group[0], group[3], group[6]),
                 nor3(place[6], place[7], place[8]), nor3(place[0], place[1], place[2]),
                 nor3(place[2], place[5], place[8]), nor3(place[0], place[3], place[6])}};
    }

  private:
    // The bits of the number of flags before a group.
    SETLAB_SLICED static constexpr int width(int g) {
        return 9 * g < 16 ? 4 : 9 * g < 32 ? 5 : 9 * g < 64 ? 6 : 7;
    }

    // below[g]: the rank is below the number of flags before group g.
    SETLAB_SLICED void find_group(const u32 (&rank)[rank_bits], u32 (&below)[9], u32 (&group)[9]) const {
        const u32 high[3] = {or3(rank[4], rank[5], rank[6]), rank[5] | rank[6], rank[6]};
        SETLAB_UNROLLED
        for (int g = 1; g < 9; ++g) {
            u32 borrow = before_[g][0] & ~rank[0];
            SETLAB_UNROLLED
            for (int b = 1; b < width(g); ++b) borrow = borrow_of(rank[b], before_[g][b], borrow);
            below[g] = width(g) < 7 ? borrow & ~high[width(g) < 7 ? width(g) - 4 : 0] : borrow;
            group[g - 1] = g == 1 ? below[1] : below[g] & ~below[g - 1];
        }
        group[8] = ~below[8];
    }

    SETLAB_SLICED void sum_before(const u32 (&group)[9], u32 (&base)[4]) const {
        SETLAB_UNROLLED
        for (int b = 0; b < 4; ++b) {
            base[b] = group[1] & before_[1][b];
            SETLAB_UNROLLED
            for (int g = 2; g < 9; ++g) base[b] = or_and(base[b], group[g], before_[g][b]);
        }
    }

    SETLAB_SLICED void count_out(const u32 (&below)[9]) {
        SETLAB_UNROLLED
        for (int g = 1; g < 9; ++g) {
            u32 borrow = below[g];
            SETLAB_UNROLLED
            for (int b = 0; b < width(g); ++b) {
                const u32 bit = before_[g][b];
                before_[g][b] = bit ^ borrow;
                borrow &= ~bit;
            }
        }
    }

    // A group has at most nine flags, so four bits of the difference suffice.
    SETLAB_SLICED static void subtract(const u32 (&rank)[rank_bits], const u32 (&base)[4], u32 (&within)[4]) {
        within[0] = rank[0] ^ base[0];
        u32 borrow = ~rank[0] & base[0];
        SETLAB_UNROLLED
        for (int b = 1; b < 4; ++b) {
            within[b] = xor3(rank[b], base[b], borrow);
            borrow = borrow_of(rank[b], base[b], borrow);
        }
    }

    // Counts down at every flag of the group; the flag that comes at zero is the one. The ninth is what is
    // left.
    SETLAB_SLICED void find_place(const u32 (&group)[9], u32 (&within)[4], u32 (&place)[9]) const {
        u32 found = 0;
        SETLAB_UNROLLED
        for (int p = 0; p < 8; ++p) {
            u32 flag = group[0] & there_[0][p];
            SETLAB_UNROLLED
            for (int g = 1; g < 9; ++g) flag = or_and(flag, group[g], there_[g][p]);
            const u32 borrow = flag & ~within[0];
            within[0] ^= flag;
            const u32 further = borrow & ~within[1];
            within[1] ^= borrow;
            place[p] = logic<table_a & ~table_b & ~table_c>(further, within[2], within[3]);
            within[2] ^= further;
            found |= place[p];
        }
        place[8] = ~found;
    }

    u32 there_[9][9];
    u32 before_[9][rank_bits];
};

}  // namespace sliced32
}  // namespace setlab
