// Which SETs lie on a table of twelve cards and three more that are dealt only if there is none: 455 triples.
//
// Slots 0 ... 6 are in registers, slots 7 ... 14 in the memory of the thread. The code has no loops, and is
// larger than the instruction cache: memory.together() keeps the warps of a block together, so that they
// share what is fetched, and memory.fence() keeps the compiler from moving loads so far ahead that registers
// run out.
#pragma once

#include "cards.cuh"
#include "choice.cuh"

namespace setlab {
namespace sliced32 {

constexpr int table_slots = 12, all_slots = 15;
constexpr int near_slots = 7, far_slots = all_slots - near_slots;

// Where hits are kept: those with the third card among the twelve, then those with a new third card.
constexpr int old_pairs = Pairs<table_slots - 2>::number, all_pairs = Pairs<all_slots - 2>::number;
constexpr int hit_words = old_pairs + all_pairs;
SETLAB_SLICED constexpr int old_hit(int i, int j) { return Pairs<table_slots - 2>::at(i, j); }
SETLAB_SLICED constexpr int new_hit(int i, int j) { return old_pairs + Pairs<all_slots - 2>::at(i, j); }

// Agreements of a near slot with slots 7, 8 and 9 are needed twice. They wait in words of hits that are
// written later: those of the row of slot i, and those of the pairs of far slots.
SETLAB_SLICED constexpr int stash(int i, int far, int c) {
    if (far == 7) return new_hit(i, 7 + c);
    if (far == 8) return c < 3 ? new_hit(i, 11 + c) : old_hit(i, 7);
    return 4 * i + c < 21 ? new_hit(7, 8) + 4 * i + c : old_hit(7, 8) + 4 * i + c - 21;
}
SETLAB_SLICED constexpr int stashed(int i) { return i < 6 ? 3 : 2; }

// The pairs of N things.
SETLAB_SLICED constexpr int pair_of(int i, int j, int n) { return i * (2 * n - i - 1) / 2 + j - i - 1; }

// Hits of two near slots: with a third near slot, then with each far slot. Returns those that have an old
// third card.
template <class Memory>
SETLAB_SLICED u32 scan_near(const Card (&near)[near_slots], Memory& memory) {
    constexpr int pairs = near_slots * (near_slots - 1) / 2;
    Agreement of[pairs];
    u32 hit[pairs], any = 0;
    SETLAB_UNROLLED
    for (int i = 0; i < near_slots; ++i) {
        SETLAB_UNROLLED
        for (int j = i + 1; j < near_slots; ++j) of[pair_of(i, j, near_slots)] = agreement(near[i], near[j]);
    }
    memory.fence();
    SETLAB_UNROLLED
    for (int i = 0; i < near_slots; ++i) {
        SETLAB_UNROLLED
        for (int j = i + 1; j < near_slots; ++j) {
            u32& here = hit[pair_of(i, j, near_slots)];
            SETLAB_UNROLLED
            for (int k = j + 1; k < near_slots; ++k) {
                const Agreement &ij = of[pair_of(i, j, near_slots)], &ik = of[pair_of(i, k, near_slots)],
                                &jk = of[pair_of(j, k, near_slots)];
                here = k == j + 1 ? is_set(ij, ik, jk) : or_set(here, ij, ik, jk);
            }
        }
    }
    Card card = memory.card(near_slots);
    SETLAB_UNROLLED
    for (int far = near_slots; far < all_slots; ++far) {
        memory.fence();
        Agreement with[near_slots];
        SETLAB_UNROLLED
        for (int i = 0; i < near_slots; ++i) {
            with[i] = agreement(near[i], card);
            if (far < near_slots + stashed(i)) {
                SETLAB_UNROLLED
                for (int c = 0; c < 4; ++c) memory.put(stash(i, far, c), with[i].in[c]);
            }
        }
        if (far + 1 == table_slots) memory.wait_for_cards();
        if (far + 1 < all_slots) card = memory.card(far + 1);
        SETLAB_UNROLLED
        for (int i = 0; i < near_slots; ++i) {
            SETLAB_UNROLLED
            for (int j = i + 1; j < near_slots; ++j) {
                u32& here = hit[pair_of(i, j, near_slots)];
                const Agreement& ij = of[pair_of(i, j, near_slots)];
                const bool is_first = far == table_slots || (far == near_slots && j == near_slots - 1);
                here = is_first ? is_set(ij, with[i], with[j]) : or_set(here, ij, with[i], with[j]);
                if (far == table_slots - 1) memory.put(old_hit(i, j), here), any |= here;
                if (far == all_slots - 1) memory.put(new_hit(i, j), here);
            }
        }
    }
    return any;
}

// Hits of the pair (i, j), j a far slot, given the agreements of slot i and of the far slots with each other.
template <class Memory>
SETLAB_SLICED void scan_pair(int i, int j, const Agreement* with, const Agreement* of, Memory& memory,
                             u32& any) {
    u32 old = 0, fresh = 0;
    SETLAB_UNROLLED
    for (int k = j + 1; k < all_slots; ++k) {
        const Agreement &ij = with[j - near_slots], &ik = with[k - near_slots],
                        &jk = of[pair_of(j - near_slots, k - near_slots, far_slots)];
        if (k < table_slots) {
            old = k == j + 1 ? is_set(ij, ik, jk) : or_set(old, ij, ik, jk);
        } else {
            fresh = k == table_slots || k == j + 1 ? is_set(ij, ik, jk) : or_set(fresh, ij, ik, jk);
        }
    }
    if (j <= table_slots - 2) memory.put(old_hit(i, j), old), any |= old;
    memory.put(new_hit(i, j), fresh);
}

template <class Memory>
SETLAB_SLICED u32 scan_far(const Card (&near)[near_slots], Memory& memory) {
    constexpr int pairs = far_slots * (far_slots - 1) / 2;
    Agreement of[pairs];
    u32 any = 0;
    {
        Card card[far_slots];
        SETLAB_UNROLLED
        for (int j = 0; j < far_slots; ++j) card[j] = memory.card(near_slots + j);
        SETLAB_UNROLLED
        for (int k = 1; k < far_slots; ++k) {
            SETLAB_UNROLLED
            for (int j = 0; j < k; ++j) of[pair_of(j, k, far_slots)] = agreement(card[j], card[k]);
        }
    }
    memory.fence();
    SETLAB_UNROLLED
    for (int i = 0; i < near_slots; ++i) {
        memory.fence();
        Agreement with[far_slots];
        SETLAB_UNROLLED
        for (int j = 0; j < far_slots; ++j) {
            if (j < stashed(i)) {
                SETLAB_UNROLLED
                for (int c = 0; c < 4; ++c) with[j].in[c] = memory.get(stash(i, near_slots + j, c));
            } else {
                with[j] = agreement(near[i], memory.card(near_slots + j));
            }
        }
        SETLAB_UNROLLED
        for (int j = near_slots; j < all_slots - 1; ++j) scan_pair(i, j, with, of, memory, any);
    }
    SETLAB_UNROLLED
    for (int i = near_slots; i < all_slots - 2; ++i) {
        Agreement with[far_slots];
        SETLAB_UNROLLED
        for (int j = i + 1; j < all_slots; ++j) {
            with[j - near_slots] = of[pair_of(i - near_slots, j - near_slots, far_slots)];
        }
        SETLAB_UNROLLED
        for (int j = i + 1; j < all_slots - 1; ++j) scan_pair(i, j, with, of, memory, any);
    }
    return any;
}

// Writes all hits; returns the games that have a SET among the twelve.
template <class Memory>
SETLAB_SLICED u32 scan(const Card (&near)[near_slots], Memory& memory) {
    u32 any = scan_near(near, memory);
    memory.together();
    any |= scan_far(near, memory);
    memory.fence();
    return any;
}

// The hits that count: with a new third card only where there is no SET among the twelve.
template <class Memory>
SETLAB_SLICED void join_hits(Memory& memory, u32 none_old, Hits<all_slots - 2>& hits) {
    SETLAB_UNROLLED
    for (int i = 0; i < all_slots - 2; ++i) {
        SETLAB_UNROLLED
        for (int j = i + 1; j < all_slots - 1; ++j) {
            const u32 fresh = memory.get(new_hit(i, j));
            hits.at(i, j) =
                j <= table_slots - 2 ? or_and(memory.get(old_hit(i, j)), fresh, none_old) : fresh & none_old;
        }
    }
}

}  // namespace sliced32
}  // namespace setlab
