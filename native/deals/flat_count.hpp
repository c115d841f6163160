// The number of lines or planes among the first n cards, for all n at once, one deck per lane.
//
// A flat is complete when its last card is dealt. So the number of flats that each card completes suffices:
// three comparisons per line. In the order of the slots, the partial sums of these numbers are X_1, X_2, ...
#pragma once

#include "deals/slot_draws.hpp"
#include "simd/aligned_array.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// A lane must hold a slot, and the number of flats that a card can complete.
template <class Lane>
class FlatCounter {
  public:
    using Ops = Lanes<Lane>;
    using Row = Vector<Lane>;
    static constexpr u32 decks = Ops::size;

    explicit FlatCounter(const FlatPlan& plan)
        : plan_(plan),
          draw_(plan.cards + draws_per_block),
          slot_(plan.cards),
          completed_(plan.cards),
          point_(plan.cards / 3),
          of_point_(plan.cards / 3) {}

    // Deals trials first ... first + decks - 1. Row n of the result is the number of flats that card n of
    // every deck completes; it is valid until the next call.
    const Row* deal(u64 seed, u64 first) {
        DrawsOfDecks<Lane>::fill(plan_, seed, first, 1 - shift, 1, draw_.get(), 1);
        find_slots();
        complete_flats();
        sort_by_slot();
        return in_order();
    }

  private:
    // The cards of all dimensions divide into blocks of nine.
    static constexpr u32 cards_at_once = 9;
    // Bytes that are compared are kept 128 less than their values, since comparisons are signed.
    static constexpr u32 shift = sizeof(Lane) == 1 ? 128 : 0;

    // Flats that a card completes, by its slot: in the memory of the draws.
    Row* in_order() const { return draw_.get(); }

    // --- from draws to slots

    // Card c takes the r_c-th slot that is free after cards 0 ... c - 1. Putting back card i = c - 1, ..., 0
    // in turn, the number v of the slot among the free ones becomes v + 1 if v >= r_i. With u = v + i this
    // reads: u falls by one if u < s_i, which is two instructions.
    void find_slots() const {
        const Row* const draws = draw_.get();
        Row* const slot = slot_.get();
        for (u32 c = 0; c < plan_.cards; c += cards_at_once) {
            const Row* draw = draws + c;
            Row u[cards_at_once];
            SETLAB_UNROLL(9)
            for (u32 q = 0; q < cards_at_once; ++q) {
                u[q] = draw[q] - all_lanes<Lane>(1);
                SETLAB_UNROLL(9)
                for (u32 back = 1; back <= q; ++back) {
                    u[q] = Ops::subtract_1_where(Ops::greater(draw[q - back], u[q]), u[q]);
                }
            }
            while (draw-- != draws) {
                SETLAB_UNROLL(9)
                for (u32 q = 0; q < cards_at_once; ++q) {
                    u[q] = Ops::subtract_1_where(Ops::greater(*draw, u[q]), u[q]);
                }
            }
            SETLAB_UNROLL(9)
            for (u32 q = 0; q < cards_at_once; ++q) slot[c + q] = u[q] + all_lanes<Lane>(shift);
        }
    }

    // --- from slots to flats

    // The last card of a line completes one more flat.
    SETLAB_INLINE static void complete(Row last, Row slot, Row& completed) {
        completed = Ops::add_1_where(Ops::equal(slot, last), completed);
    }

    // The nine lines of three columns.
    SETLAB_INLINE static void complete_transversals(const Row* slot, Row* completed, const u16* triple) {
        const u32 first[3] = {3u * triple[0], 3u * triple[1], 3u * triple[2]};
        Row p[3][3], n[3][3];
        SETLAB_UNROLL(9)
        for (u32 i = 0; i < 9; ++i) {
            p[i / 3][i % 3] = slot[first[i / 3] + i % 3];
            n[i / 3][i % 3] = completed[first[i / 3] + i % 3];
        }
        SETLAB_UNROLL(9)
        for (u32 i = 0; i < 9; ++i) {
            const u32 u = i / 3, v = i % 3, w = (6 - u - v) % 3;
            const Row last = larger(larger(p[0][u], p[1][v]), p[2][w]);
            complete(last, p[0][u], n[0][u]);
            complete(last, p[1][v], n[1][v]);
            complete(last, p[2][w], n[2][w]);
        }
        SETLAB_UNROLL(9)
        for (u32 i = 0; i < 9; ++i) completed[first[i / 3] + i % 3] = n[i / 3][i % 3];
    }

    void complete_lines(const Pencil& pencil, const Row* slot, Row* completed) const {
        const u16* triple = plan_.triple;
        for (u32 t = 0; t < pencil.triples; ++t, triple += 3) complete_transversals(slot, completed, triple);
        if (!pencil.columns) return;
        for (u32 i = 0; i < pencil.points; i += 3) {
            const Row last = larger(larger(slot[i], slot[i + 1]), slot[i + 2]);
            for (u32 j = i; j < i + 3; ++j) complete(last, slot[j], completed[j]);
        }
    }

    // A plane is completed by the last of three parallel lines, and by the last card of that line.
    void complete_planes(const Pencil& pencil) const {
        const Row* const slot = slot_.get();
        Row* const point = point_.get();
        Row* const of_point = of_point_.get();
        Row* const all_completed = completed_.get();
        const u16* cards = pencil.cards;
        for (u32 i = 0; i < pencil.points; ++i, cards += 3) {
            point[i] = larger(larger(slot[cards[0]], slot[cards[1]]), slot[cards[2]]);
            of_point[i] = Row{};
        }
        complete_lines(pencil, point, of_point);
        cards = pencil.cards;
        for (u32 i = 0; i < pencil.points; ++i, cards += 3) {
            const Row last = point[i], completed = of_point[i];
            SETLAB_UNROLL(3)
            for (u32 j = 0; j < 3; ++j) {
                Row& so_far = all_completed[cards[j]];
                so_far = Ops::add_where(Ops::equal(slot[cards[j]], last), so_far, completed);
            }
        }
    }

    void complete_flats() const {
        for (u32 c = 0; c < plan_.cards; ++c) completed_.get()[c] = Row{};
        for (u32 p = 0; p < plan_.pencils; ++p) {
            if (plan_.pencil[p].cards == nullptr) {
                complete_lines(plan_.pencil[p], slot_.get(), completed_.get());
            } else {
                complete_planes(plan_.pencil[p]);
            }
        }
    }

    // Every lane has an order of its own: this is the only step that proceeds lane by lane.
    void sort_by_slot() const {
        const Lane* slot = reinterpret_cast<const Lane*>(slot_.get());
        const Lane* completed = reinterpret_cast<const Lane*>(completed_.get());
        Lane* sorted = reinterpret_cast<Lane*>(in_order());
        for (u32 c = 0; c < plan_.cards; ++c, slot += decks, completed += decks) {
            SETLAB_UNROLL(64)
            for (u32 lane = 0; lane < decks; ++lane) {
                sorted[static_cast<u64>(slot[lane]) * decks + lane] = completed[lane];
            }
        }
    }

    const FlatPlan& plan_;
    AlignedArray<Row> draw_;       // s_c = r_c + c + 1
    AlignedArray<Row> slot_;       // of every card
    AlignedArray<Row> completed_;  // flats that the card completes
    AlignedArray<Row> point_;      // the last slot of the lines of one direction
    AlignedArray<Row> of_point_;   // planes that the line completes
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
