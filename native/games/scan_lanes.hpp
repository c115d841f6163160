// The search for SETs on tables of equal size, one game per lane, and the taking of SETs.
#pragma once

#include "games/hit_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The pairs of slots (i, j), i < j < Slots - 1, in lexicographic order: those with room for a third slot
// behind them.
template <u32 Slots>
struct SlotPairs {
    static constexpr u32 size = (Slots - 1) * (Slots - 2) / 2;
    static_assert(size < 128);

    // Behind the last pair, a slot that no table has.
    struct Lists {
        u8 first[128] = {};
        u8 second[128] = {};
        constexpr Lists() {
            first[size] = second[size] = 0xFF;
            u32 pair = 0;
            for (u32 i = 0; i + 2 < Slots; ++i) {
                for (u32 j = i + 1; j + 1 < Slots; ++j, ++pair) {
                    first[pair] = static_cast<u8>(i);
                    second[pair] = static_cast<u8>(j);
                }
            }
        }
    };
    alignas(64) static constexpr Lists lists{};

    SETLAB_INLINE static Bytes look_up(const u8* list, Bytes pair) {
        return size < 64 ? look_up_64(list, pair) : look_up_128(list, pair);
    }
    SETLAB_INLINE static Bytes first(Bytes pair) { return look_up(lists.first, pair); }
    SETLAB_INLINE static Bytes second(Bytes pair) { return look_up(lists.second, pair); }
};

template <u32 Slots>
using PairHits = Hits<SlotPairs<Slots>::size>;

// Notes for every pair of slots whether its third card lies behind them.
//
// A triple of slots has two in the same half of the table. Third cards are made for the pairs within a half
// only, and compared with the third slot of the triple, before or behind them.
template <u32 Slots>
SETLAB_INLINE void scan(const Bytes (&card)[Slots], PairHits<Slots>& hits) {
    constexpr u32 half = Slots / 2;
    Point points[Slots];
    Bytes upper[Slots][Slots];
    SETLAB_UNROLL(16)
    for (u32 i = 0; i < Slots; ++i) points[i] = point(card[i]);
    SETLAB_UNROLL(16)
    for (u32 i = half; i < Slots; ++i) {
        SETLAB_UNROLL(16)
        for (u32 j = i + 1; j < Slots; ++j) upper[i][j] = third(points[i], points[j]);
    }
    u32 pair = 0;
    SETLAB_UNROLL(16)
    for (u32 i = 0; i + 2 < Slots; ++i) {
        SETLAB_UNROLL(16)
        for (u32 j = i + 1; j + 1 < Slots; ++j, ++pair) {
            const Bytes wanted = i >= half ? upper[i][j] : j < half ? third(points[i], points[j]) : card[i];
            Seeker seeker(j == half || j == half + 1);
            SETLAB_UNROLL(16)
            for (u32 k = j + 1; k < Slots; ++k)
                seeker.compare(wanted, i < half && j >= half ? upper[j][k] : card[k]);
            hits.note(pair, seeker);
        }
    }
}

// The same for a table whose first `Old` cards are known to hold no SET.
template <u32 Slots, u32 Old>
SETLAB_INLINE void scan_new(const Bytes (&card)[Slots], PairHits<Slots>& hits) {
    Point points[Slots];
    SETLAB_UNROLL(16)
    for (u32 i = 0; i < Slots; ++i) points[i] = point(card[i]);
    u32 pair = 0;
    SETLAB_UNROLL(16)
    for (u32 i = 0; i + 2 < Slots; ++i) {
        Bytes with_new[Slots];
        SETLAB_UNROLL(16)
        for (u32 k = Old; k < Slots; ++k) with_new[k] = third(points[i], points[k]);
        SETLAB_UNROLL(16)
        for (u32 j = i + 1; j + 1 < Slots; ++j, ++pair) {
            Seeker seeker;
            SETLAB_UNROLL(16)
            for (u32 k = j < Old ? Old : j + 1; k < Slots; ++k) seeker.compare(with_new[k], card[j]);
            hits.note(pair, seeker);
        }
    }
}

// A SET in every lane. Lanes without a SET have slots that no table has, and a hole.
struct SetLanes {
    Bytes first, second;  // slots
    Bytes third_card;
};

// Puts `one` and `two` on the first two slots of the SETs, and gives the card on the third.
template <u32 Slots>
SETLAB_INLINE SetLanes replace_pair(Bytes (&card)[Slots], Bytes pair, Bytes one, Bytes two,
                                    const Constants& constant) {
    const Bytes first = SlotPairs<Slots>::first(pair), second = SlotPairs<Slots>::second(pair);
    Bytes a{}, b{};
    SETLAB_UNROLL(16)
    for (u32 slot = 0; slot + 2 < Slots; ++slot) {
        const Mask here = Ops::equal(first, constant.of[slot]);
        a = choose(here, card[slot], a);
        card[slot] = choose(here, one, card[slot]);
    }
    SETLAB_UNROLL(16)
    for (u32 slot = 1; slot + 1 < Slots; ++slot) {
        const Mask here = Ops::equal(second, constant.of[slot]);
        b = choose(here, card[slot], b);
        card[slot] = choose(here, two, card[slot]);
    }
    return {first, second, third(point(a), point(b))};
}

// Takes the SETs and lays three new cards on their slots.
template <u32 Slots>
SETLAB_INLINE void replace(Bytes (&card)[Slots], Bytes pair, const Bytes (&fresh)[3],
                           const Constants& constant) {
    const SetLanes set = replace_pair(card, pair, fresh[0], fresh[1], constant);
    SETLAB_UNROLL(16)
    for (u32 slot = 2; slot < Slots; ++slot) {
        card[slot] = choose(Ops::equal(card[slot], set.third_card), fresh[2], card[slot]);
    }
}

// Takes the SETs and closes up the row: the order of the cards stays.
template <u32 Slots>
SETLAB_INLINE void close_up(Bytes (&card)[Slots], Bytes pair, Bytes (&left)[Slots - 3],
                            const Constants& constant) {
    const Bytes mark = all_bytes(no_card), marks[3] = {mark, mark, mark};
    replace(card, pair, marks, constant);
    // From the left, cards come one, two or three slots nearer, one for each mark passed.
    Mask passed_1 = mask_of(0), passed_2 = passed_1, passed_3 = passed_1;
    SETLAB_UNROLL(16)
    for (u32 slot = 0; slot + 3 < Slots; ++slot) {
        Bytes from = card[slot];
        // After one mark the card comes from the next slot; if that has a mark too, from the one after it,
        // and so on.
        passed_1 = passed_1 | Ops::equal(card[slot], mark);
        passed_2 = passed_2 | (passed_1 & Ops::equal(card[slot + 1], mark));
        passed_3 = passed_3 | (passed_2 & Ops::equal(card[slot + 2], mark));
        from = choose(passed_1, card[slot + 1], from);
        from = choose(passed_2, card[slot + 2], from);
        left[slot] = choose(passed_3, card[slot + 3], from);
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
