// How many lines or planes are among the first n cards, for all n at once, one deck per lane.
//
// A flat is complete when its last card is dealt. So it is enough to know for every card how many flats it
// completes: three comparisons per line. Written in the order of the places and added up, these numbers are
// X_1, X_2, ...
#pragma once

#include "deals/slot_draws.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// A lane must hold a place, and the number of flats that a card can complete.
template <class Lane>
struct FlatCounter {
    using Ops = Lanes<Lane>;
    using Row = Vector<Lane>;
    static constexpr u32 decks = Ops::size;
    // Places of all dimensions divide into blocks of nine cards.
    static constexpr u32 cards_at_once = 9;
    // Bytes are kept with 128 taken off where they are compared with sign.
    static constexpr u32 shift = sizeof(Lane) == 1 ? 128 : 0;

    struct Scratch {
        Row* draw;       // s_c = r_c + c + 1
        Row* in_order;   // flats that a card completes, by its place: in the memory of the draws
        Row* place;      // of every card
        Row* completed;  // flats that the card completes
        Row* point;      // the last place of the lines of one direction
        Row* of_point;   // planes that the line completes
    };

    SETLAB_INLINE Scratch split(const FlatPlan& plan, void* memory) {
        Scratch scratch;
        scratch.draw = scratch.in_order = static_cast<Row*>(memory);
        scratch.place = scratch.draw + plan.cards + draws_per_block;
        scratch.completed = scratch.place + plan.cards;
        scratch.point = scratch.completed + plan.cards;
        scratch.of_point = scratch.point + plan.cards / 3;
        return scratch;
    }

    static u64 scratch_bytes(const FlatPlan& plan) {
        return (4 * static_cast<u64>(plan.cards) + draws_per_block) * sizeof(Row);
    }

    // --- from draws to places

    // Card c takes the r_c-th place that is free after cards 0 ... c - 1. Putting back card i = c - 1, ..., 0
    // in turn, the number v of the place among the free ones becomes v + 1 if v >= r_i. With u = v + i this
    // reads: u falls by one if u < s_i, which is two instructions.
    static void find_places(const FlatPlan& plan, Scratch scratch) {
        for (u32 c = 0; c < plan.cards; c += cards_at_once) {
            const Row* draw = scratch.draw + c;
            Row u[cards_at_once];
#pragma GCC unroll 9
            for (u32 q = 0; q < cards_at_once; ++q) {
                u[q] = draw[q] - all_lanes<Lane>(1);
#pragma GCC unroll 9
                for (u32 back = 1; back <= q; ++back) {
                    u[q] = Ops::subtract_1_where(Ops::greater(draw[q - back], u[q]), u[q]);
                }
            }
            while (draw-- != scratch.draw) {
#pragma GCC unroll 9
                for (u32 q = 0; q < cards_at_once; ++q) {
                    u[q] = Ops::subtract_1_where(Ops::greater(*draw, u[q]), u[q]);
                }
            }
#pragma GCC unroll 9
            for (u32 q = 0; q < cards_at_once; ++q) scratch.place[c + q] = u[q] + all_lanes<Lane>(shift);
        }
    }

    // --- from places to flats

    // The card of a line that comes last has completed one more.
    SETLAB_INLINE void complete(Row last, Row place, Row& completed) {
        completed = Ops::add_1_where(Ops::equal(place, last), completed);
    }

    // The nine lines of three columns.
    SETLAB_INLINE void complete_transversals(const Row* place, Row* completed, const u16* triple) {
        const u32 first[3] = {3u * triple[0], 3u * triple[1], 3u * triple[2]};
        Row p[3][3], n[3][3];
#pragma GCC unroll 9
        for (u32 i = 0; i < 9; ++i) {
            p[i / 3][i % 3] = place[first[i / 3] + i % 3];
            n[i / 3][i % 3] = completed[first[i / 3] + i % 3];
        }
#pragma GCC unroll 9
        for (u32 i = 0; i < 9; ++i) {
            const u32 u = i / 3, v = i % 3, w = (6 - u - v) % 3;
            const Row last = larger(larger(p[0][u], p[1][v]), p[2][w]);
            complete(last, p[0][u], n[0][u]);
            complete(last, p[1][v], n[1][v]);
            complete(last, p[2][w], n[2][w]);
        }
#pragma GCC unroll 9
        for (u32 i = 0; i < 9; ++i) completed[first[i / 3] + i % 3] = n[i / 3][i % 3];
    }

    static void complete_lines(const FlatPlan& plan, const Pencil& pencil, const Row* place, Row* completed) {
        const u16* triple = plan.triple;
        for (u32 t = 0; t < pencil.triples; ++t, triple += 3) complete_transversals(place, completed, triple);
        if (!pencil.columns) return;
        for (u32 i = 0; i < pencil.points; i += 3) {
            const Row last = larger(larger(place[i], place[i + 1]), place[i + 2]);
            for (u32 j = i; j < i + 3; ++j) complete(last, place[j], completed[j]);
        }
    }

    // A plane is completed by the last of three parallel lines, and by the last card of that line.
    static void complete_planes(const FlatPlan& plan, const Pencil& pencil, Scratch scratch) {
        const u16* cards = pencil.cards;
        for (u32 i = 0; i < pencil.points; ++i, cards += 3) {
            const Row first_two = larger(scratch.place[cards[0]], scratch.place[cards[1]]);
            scratch.point[i] = larger(first_two, scratch.place[cards[2]]);
            scratch.of_point[i] = Row{};
        }
        complete_lines(plan, pencil, scratch.point, scratch.of_point);
        cards = pencil.cards;
        for (u32 i = 0; i < pencil.points; ++i, cards += 3) {
            const Row last = scratch.point[i], completed = scratch.of_point[i];
#pragma GCC unroll 3
            for (u32 j = 0; j < 3; ++j) {
                Row& so_far = scratch.completed[cards[j]];
                so_far = Ops::add_where(Ops::equal(scratch.place[cards[j]], last), so_far, completed);
            }
        }
    }

    static void complete_flats(const FlatPlan& plan, Scratch scratch) {
        for (u32 c = 0; c < plan.cards; ++c) scratch.completed[c] = Row{};
        for (u32 p = 0; p < plan.pencils; ++p) {
            if (plan.pencil[p].cards == nullptr) {
                complete_lines(plan, plan.pencil[p], scratch.place, scratch.completed);
            } else {
                complete_planes(plan, plan.pencil[p], scratch);
            }
        }
    }

    // Every lane has an order of its own: this is the one step that goes lane by lane.
    static void sort_by_place(const FlatPlan& plan, Scratch scratch) {
        const Lane* place = reinterpret_cast<const Lane*>(scratch.place);
        const Lane* completed = reinterpret_cast<const Lane*>(scratch.completed);
        Lane* in_order = reinterpret_cast<Lane*>(scratch.in_order);
        for (u32 c = 0; c < plan.cards; ++c, place += decks, completed += decks) {
#pragma GCC unroll 64
            for (u32 lane = 0; lane < decks; ++lane) {
                in_order[static_cast<u64>(place[lane]) * decks + lane] = completed[lane];
            }
        }
    }

    // Fills in_order for trials first ... first + decks - 1.
    static void deal(const FlatPlan& plan, u64 seed, u64 first, Scratch scratch) {
        DrawsOfDecks<Lane>::fill(plan, seed, first, 1 - shift, 1, scratch.draw, 1);
        find_places(plan, scratch);
        complete_flats(plan, scratch);
        sort_by_place(plan, scratch);
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
