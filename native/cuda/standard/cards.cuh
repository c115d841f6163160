// Cards of 32 games: four coordinates of two bits each, which code the values 0, 1, 2 as 1, 3, 2; a hole is
// 0.
#pragma once

#include "logic.cuh"

namespace setlab {
namespace sliced32 {

constexpr int planes = 8;

struct Card {
    u32 plane[planes];
};

// The third card of the SET: where both bits agree in the other plane, ...
SETLAB_SLICED Card third(const Card& a, const Card& b) {
    constexpr u32 other_bit = (table_a ^ table_b) | (table_a & ~table_c);
    Card card;
    SETLAB_UNROLLED
    for (int p = 0; p < planes; p += 2) {
        const u32 low = a.plane[p] ^ b.plane[p], high = a.plane[p + 1] ^ b.plane[p + 1];
        card.plane[p] = logic<other_bit>(a.plane[p], b.plane[p], high);
        card.plane[p + 1] = logic<other_bit>(a.plane[p + 1], b.plane[p + 1], low);
    }
    return card;
}

SETLAB_SLICED u32 same(const Card& a, const Card& b) {
    u32 different = a.plane[0] ^ b.plane[0];
    SETLAB_UNROLLED
    for (int p = 1; p < planes - 1; ++p) different = or_xor(different, a.plane[p], b.plane[p]);
    return nor_xor(different, a.plane[planes - 1], b.plane[planes - 1]);
}

SETLAB_SLICED u32 is_hole(const Card& card) { return ~(card.plane[0] | card.plane[1]); }

// The coordinates in which two cards agree. Three cards are a SET exactly if the three pairs agree in the
// same ones.
struct Agreement {
    u32 in[4];
};

SETLAB_SLICED Agreement agreement(const Card& a, const Card& b) {
    Agreement found;
    SETLAB_UNROLLED
    for (int c = 0; c < 4; ++c) {
        const u32 low = a.plane[2 * c] ^ b.plane[2 * c];
        found.in[c] = nor_xor(low, a.plane[2 * c + 1], b.plane[2 * c + 1]);
    }
    return found;
}

SETLAB_SLICED u32 first_three_alike(const Agreement& a, const Agreement& b, const Agreement& c) {
    return and3(all_alike(a.in[0], b.in[0], c.in[0]), all_alike(a.in[1], b.in[1], c.in[1]),
                all_alike(a.in[2], b.in[2], c.in[2]));
}
SETLAB_SLICED u32 is_set(const Agreement& a, const Agreement& b, const Agreement& c) {
    return first_three_alike(a, b, c) & all_alike(a.in[3], b.in[3], c.in[3]);
}
SETLAB_SLICED u32 or_set(u32 before, const Agreement& a, const Agreement& b, const Agreement& c) {
    return or_and(before, first_three_alike(a, b, c), all_alike(a.in[3], b.in[3], c.in[3]));
}

}  // namespace sliced32
}  // namespace setlab
