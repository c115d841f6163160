// Sums over partitions: for each partition alone, the probability that it can be followed to the end.
// src/setlab/reference/solitaire.py defines them.
#pragma once

#include "solitaire/cover.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 follow_one = 1u << 24;
// Where a partition has no SET on the table, there is none at all so often, and cards are dealt.
constexpr u32 follow_lucky = follow_one * 3 / 100;

// The chance that a partition of a type (see Cover) can be followed, by the number of its SETs.
class FollowChances {
  public:
    static constexpr u32 most_lines = most_cover_cards / 3;

    void prepare() {
        for (u32 lines = 0; lines <= most_lines; ++lines)
            for (u32 k0 = 0; k0 <= lines; ++k0)
                for (u32 k1 = 0; k0 + k1 <= lines; ++k1)
                    for (u32 k2 = 0; k0 + k1 + k2 <= lines; ++k2)
                        after_[lines][k0 | k1 << 4 | k2 << 8] = fresh_after(k0, k1, k2, lines - k0 - k1 - k2);
    }

    // After a move.
    u32 after(u32 lines, u32 type) const { return after_[lines][type]; }

    // When three cards are dealt.
    u32 dealt(u32 lines, u32 type) const {
        const u32 k0 = type & 15, k1 = type >> 4 & 15, k2 = type >> 8 & 15, k3 = lines - k0 - k1 - k2;
        const u64 undealt = k1 + 2 * k2 + 3 * k3;
        return static_cast<u32>(deal(k0, k1, k2, k3, 3) / (undealt * (undealt - 1) * (undealt - 2)));
    }

  private:
    u32 fresh_after(u32 k0, u32 k1, u32 k2, u32 k3) const {
        const u32 undealt = k1 + 2 * k2 + 3 * k3, table = 3 * k0 + 2 * k1 + k2;
        if (undealt == 0) return follow_one;
        if (undealt < 3 || table >= full_table) return before(k0, k1, k2, k3);
        return dealt(k0 + k1 + k2 + k3, k0 | k1 << 4 | k2 << 8);
    }

    u32 before(u32 k0, u32 k1, u32 k2, u32 k3) const {
        const u32 undealt = k1 + 2 * k2 + 3 * k3;
        if (undealt <= 3) return follow_one;
        if (k0 != 0) return after_[k0 + k1 + k2 + k3 - 1][(k0 - 1) | k1 << 4 | k2 << 8];
        return undealt <= 9 ? follow_lucky : 0;
    }

    u64 deal(u32 k0, u32 k1, u32 k2, u32 k3, u32 cards) const {
        if (cards == 0) return before(k0, k1, k2, k3);
        u64 sum = 0;
        if (k1 != 0) sum += k1 * deal(k0 + 1, k1 - 1, k2, k3, cards - 1);
        if (k2 != 0) sum += 2 * k2 * deal(k0, k1 + 1, k2 - 1, k3, cards - 1);
        if (k3 != 0) sum += 3 * k3 * deal(k0, k1, k2 + 1, k3 - 1, cards - 1);
        return sum;
    }

    u32 after_[most_lines + 1][1 << 12];
};

// The logarithm of a sum, 4096 for every doubling; linear between powers of two.
constexpr u32 log_doubling = 4096;
inline i64 fine_log(u64 sum) {
    const u32 power = 63 - leading_zeros(sum);
    return i64{log_doubling} * power + static_cast<i64>((sum << (63 - power)) >> 51 & (log_doubling - 1));
}

// The contribution of the other features of a position to the logarithm of its sum.
inline i64 tilt_of(const i64* tilt, const i64* feature) {
    i64 sum = 0;
    for (u32 i = 0; i < solitaire_features; ++i) sum += tilt[i] * feature[i];
    return sum >> 20;
}

// The value that such a logarithm stands for, in parts of solitaire_one.
inline i64 curve_at(const i32* curve, i64 log) {
    constexpr i64 apart = log_doubling / 2;
    if (log < 0) return curve[0];
    const i64 knot = log / apart;
    if (knot + 1 >= solitaire_knots) return curve[solitaire_knots - 1];
    return curve[knot] + (curve[knot + 1] - curve[knot]) * (log % apart) / apart;
}

// The sum for the cards that remain when a SET has been taken; `where` says so. ~0 when they are too many.
inline u64 partition_sum(const u8* where, Cover& cover, const FollowChances& chances) {
    if (!cover.build(where)) return ~u64{0};
    u64 sum = 0;
    const u32 lines = cover.cards() / 3;
    cover.search([&](u32 type, const u8*, u32) {
        sum += chances.after(lines, type);
        return true;
    });
    return sum;
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
