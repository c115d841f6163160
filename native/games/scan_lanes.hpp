// The search for SETs on tables of equal size, one game per lane, and what becomes of the places.
#pragma once

#include "games/hit_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The pairs of places (i, j), i < j < Places - 1, in lexicographic order: all that can have a third place
// behind.
template <u32 Places>
struct PlacePairs {
    static constexpr u32 size = (Places - 1) * (Places - 2) / 2;
    static_assert(size < 128);

    // Behind the last pair, a place that no table has.
    struct Lists {
        u8 first[128] = {};
        u8 second[128] = {};
        constexpr Lists() {
            first[size] = second[size] = 0xFF;
            u32 pair = 0;
            for (u32 i = 0; i + 2 < Places; ++i) {
                for (u32 j = i + 1; j + 1 < Places; ++j, ++pair) {
                    first[pair] = static_cast<u8>(i);
                    second[pair] = static_cast<u8>(j);
                }
            }
        }
    };
    alignas(64) static constexpr Lists lists{};

    SETLAB_INLINE Bytes look_up(const u8* list, Bytes pair) {
        return size < 64 ? look_up_64(list, pair) : look_up_128(list, pair);
    }
    SETLAB_INLINE Bytes first(Bytes pair) { return look_up(lists.first, pair); }
    SETLAB_INLINE Bytes second(Bytes pair) { return look_up(lists.second, pair); }
};

template <u32 Places>
using PairHits = Hits<PlacePairs<Places>::size>;

// Notes for every pair of places whether its third card lies behind them.
//
// A triple of places has two in the same half of the table. Third cards are made for the pairs within a half
// only, and compared with the third place of the triple, be it before or behind.
template <u32 Places>
SETLAB_INLINE void scan(const Bytes (&card)[Places], PairHits<Places>& hits) {
    constexpr u32 half = Places / 2;
    Point points[Places];
    Bytes upper[Places][Places];
#pragma GCC unroll 16
    for (u32 i = 0; i < Places; ++i) points[i] = point(card[i]);
#pragma GCC unroll 16
    for (u32 i = half; i < Places; ++i) {
#pragma GCC unroll 16
        for (u32 j = i + 1; j < Places; ++j) upper[i][j] = third(points[i], points[j]);
    }
    u32 pair = 0;
#pragma GCC unroll 16
    for (u32 i = 0; i + 2 < Places; ++i) {
#pragma GCC unroll 16
        for (u32 j = i + 1; j + 1 < Places; ++j, ++pair) {
            const Bytes wanted = i >= half ? upper[i][j] : j < half ? third(points[i], points[j]) : card[i];
            Seeker seeker(j == half || j == half + 1);
#pragma GCC unroll 16
            for (u32 k = j + 1; k < Places; ++k)
                seeker.compare(wanted, i < half && j >= half ? upper[j][k] : card[k]);
            hits.note(pair, seeker);
        }
    }
}

// The same for a table whose first `Old` cards are known to hold no SET.
template <u32 Places, u32 Old>
SETLAB_INLINE void scan_new(const Bytes (&card)[Places], PairHits<Places>& hits) {
    Point points[Places];
#pragma GCC unroll 16
    for (u32 i = 0; i < Places; ++i) points[i] = point(card[i]);
    u32 pair = 0;
#pragma GCC unroll 16
    for (u32 i = 0; i + 2 < Places; ++i) {
        Bytes with_new[Places];
#pragma GCC unroll 16
        for (u32 k = Old; k < Places; ++k) with_new[k] = third(points[i], points[k]);
#pragma GCC unroll 16
        for (u32 j = i + 1; j + 1 < Places; ++j, ++pair) {
            Seeker seeker;
#pragma GCC unroll 16
            for (u32 k = j < Old ? Old : j + 1; k < Places; ++k) seeker.compare(with_new[k], card[j]);
            hits.note(pair, seeker);
        }
    }
}

// A SET in every lane. Lanes without a SET have places that no table has, and a hole.
struct SetLanes {
    Bytes first, second;  // places
    Bytes third_card;
};

// Puts `one` and `two` on the first two places of the SETs, and tells the card on the third.
template <u32 Places>
SETLAB_INLINE SetLanes replace_pair(Bytes (&card)[Places], Bytes pair, Bytes one, Bytes two,
                                    const Constants& constant) {
    const Bytes first = PlacePairs<Places>::first(pair), second = PlacePairs<Places>::second(pair);
    Bytes a{}, b{};
#pragma GCC unroll 16
    for (u32 place = 0; place + 2 < Places; ++place) {
        const Mask here = Ops::equal(first, constant.of[place]);
        a = choose(here, card[place], a);
        card[place] = choose(here, one, card[place]);
    }
#pragma GCC unroll 16
    for (u32 place = 1; place + 1 < Places; ++place) {
        const Mask here = Ops::equal(second, constant.of[place]);
        b = choose(here, card[place], b);
        card[place] = choose(here, two, card[place]);
    }
    return {first, second, third(point(a), point(b))};
}

// Takes the SETs and lays three new cards on their places.
template <u32 Places>
SETLAB_INLINE void replace(Bytes (&card)[Places], Bytes pair, const Bytes (&fresh)[3],
                           const Constants& constant) {
    const SetLanes set = replace_pair(card, pair, fresh[0], fresh[1], constant);
#pragma GCC unroll 16
    for (u32 place = 2; place < Places; ++place) {
        card[place] = choose(Ops::equal(card[place], set.third_card), fresh[2], card[place]);
    }
}

// Takes the SETs and closes up the row: the order of the cards stays.
template <u32 Places>
SETLAB_INLINE void close_up(Bytes (&card)[Places], Bytes pair, Bytes (&left)[Places - 3],
                            const Constants& constant) {
    const Bytes mark = all_bytes(no_card), marks[3] = {mark, mark, mark};
    replace(card, pair, marks, constant);
    // From the left, cards come one, two or three places nearer, as many as marks have been passed.
    Mask passed_1 = mask_of(0), passed_2 = passed_1, passed_3 = passed_1;
#pragma GCC unroll 16
    for (u32 place = 0; place + 3 < Places; ++place) {
        Bytes from = card[place];
        // After one mark the next place is meant; if that has a mark too, the one after it, and so on.
        passed_1 = passed_1 | Ops::equal(card[place], mark);
        passed_2 = passed_2 | (passed_1 & Ops::equal(card[place + 1], mark));
        passed_3 = passed_3 | (passed_2 & Ops::equal(card[place + 2], mark));
        from = choose(passed_1, card[place + 1], from);
        from = choose(passed_2, card[place + 2], from);
        left[place] = choose(passed_3, card[place + 3], from);
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
