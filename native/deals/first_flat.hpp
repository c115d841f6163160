// The number of cards dealt when the first line or plane is complete, bit-sliced.
//
// The slots are never computed. The draw of card c decides whether it is among the first n cards: let f be
// the number of free slots below n when card c comes, f = n at first; the card takes one of them if r_c < f,
// and then f decreases by one. One comparison per card gives the first n cards as words with one bit per
// deck, and a few hundred `and` and `or` find the decks that have a flat. Every deck searches for its own n
// by bisection.
#pragma once

#include "deals/slot_draws.hpp"
#include "simd/aligned_array.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class FirstFlat final : public FirstFlatEngine {
  public:
    explicit FirstFlat(const FlatDeals& deals)
        : plan_(*deals.plan),
          seed_(deals.seed),
          draw_(static_cast<u64>(plan_.cards + draws_per_block) * slices),
          card_(plan_.cards),
          point_(plan_.cards) {}

    u32 block() const override { return decks; }

    void deal(u64 first, u32 wanted, u8* dealt) override {
        for (u32 s = 0; s < slices; ++s) {
            DrawsOfDecks<u8>::fill(plan_, seed_, first + s * Ops::size, shift, 0, draw_.get() + s, slices);
        }
        Sliced without = search(plan_.least, plan_.steps);
        const u32 end = plan_.least + (1u << plan_.steps) - 1;
        if (end < plan_.most) search_behind(end, without);
        for (u32 s = 0; s * Ops::size < wanted; ++s) {
            const Bytes numbers = without.slice[s] + all_lanes<u8>(1);
            const u32 left = wanted - s * Ops::size;
            __builtin_memcpy(dealt + s * Ops::size, &numbers, left < Ops::size ? left : Ops::size);
        }
    }

  private:
    using Bytes = Vector<u8>;
    using Ops = Lanes<u8>;
    static constexpr u32 decks = slices * Ops::size;
    static_assert(decks == word_bits);
    // Draws and free slots are compared as signed bytes, 128 less than their values.
    static constexpr u32 shift = 128;

    // Bytes with one number per deck, a slice of the decks each.
    struct Sliced {
        Bytes slice[slices];
    };
    struct SlicedMask {
        Ops::Mask slice[slices];
    };

    // --- is there a flat among the first n cards?

    void mark_dealt(const Sliced& n) const {
        const Bytes* draw = draw_.get();
        Word* card = card_.get();
        Sliced free;
        for (u32 s = 0; s < slices; ++s) free.slice[s] = n.slice[s] + all_lanes<u8>(shift);
        for (u32 c = 0; c < plan_.cards; ++c, draw += slices) {
            SlicedMask dealt;
            SETLAB_UNROLL(8)
            for (u32 s = 0; s < slices; ++s) {
                dealt.slice[s] = Ops::greater(free.slice[s], draw[s]);
                free.slice[s] = Ops::subtract_1_where(dealt.slice[s], free.slice[s]);
            }
            store_slices(dealt.slice, card + c);
        }
    }

    // Nine lines x_u, y_v, z_w, u + v + w = 0. Those with the same z are combined before z is read.
    SETLAB_INLINE static Word find_transversal(Word found, const Word* x, const Word* y, const Word* z) {
        SETLAB_UNROLL(3)
        for (u32 w = 0; w < 3; ++w) {
            Word pair = x[0] & y[(3 - w) % 3];
            pair = or_and(pair, x[1], y[(5 - w) % 3]);
            pair = or_and(pair, x[2], y[(4 - w) % 3]);
            found = or_and(found, pair, z[w]);
        }
        return found;
    }

    static void make_points(const Pencil& pencil, const Word* card, Word* point) {
        const u16* cards = pencil.cards;
        for (u32 i = 0; i < pencil.points; ++i, cards += 3) {
            point[i] = and3(card[cards[0]], card[cards[1]], card[cards[2]]);
        }
    }

    Word find_flat() const {
        Word found{};
        for (u32 p = 0; p < plan_.pencils; ++p) {
            const Pencil& pencil = plan_.pencil[p];
            const Word* point = card_.get();
            if (pencil.cards != nullptr) {
                make_points(pencil, card_.get(), point_.get());
                point = point_.get();
            }
            const u16* triple = plan_.triple;
            for (u32 t = 0; t < pencil.triples; ++t, triple += 3) {
                found = find_transversal(found, point + 3 * triple[0], point + 3 * triple[1],
                                         point + 3 * triple[2]);
            }
            if (!pencil.columns) continue;
            for (u32 i = 0; i < pencil.points; i += 3) {
                found |= and3(point[i], point[i + 1], point[i + 2]);
            }
        }
        return found;
    }

    SETLAB_INLINE SlicedMask has_flat(const Sliced& n) const {
        mark_dealt(n);
        SlicedMask has;
        load_slices(find_flat(), has.slice);
        return has;
    }

    // --- bisection

    // The largest number of cards without a flat, among base ... base + 2^steps - 1.
    Sliced search(u32 base, u32 steps) const {
        Sliced without;
        for (Bytes& slice : without.slice) slice = all_lanes<u8>(base);
        while (steps-- > 0) {
            Sliced n;
            for (u32 s = 0; s < slices; ++s) {
                n.slice[s] = sum_or_255(without.slice[s], all_lanes<u8>(1u << steps));
            }
            const SlicedMask has = has_flat(n);
            for (u32 s = 0; s < slices; ++s) {
                without.slice[s] = Ops::choose(has.slice[s], without.slice[s], n.slice[s]);
            }
        }
        return without;
    }

    // Another search, up to plan.most, for the decks that have no flat among the first `end` cards.
    void search_behind(u32 end, Sliced& without) const {
        SlicedMask again;
        bool any = false;
        for (u32 s = 0; s < slices; ++s) {
            again.slice[s] = Ops::equal(without.slice[s], all_lanes<u8>(end));
            any = any || Ops::any(again.slice[s]);
        }
        if (!any) return;
        u32 steps = 1;
        while (end + (1u << steps) <= plan_.most) ++steps;
        const Sliced better = search(end, steps);
        for (u32 s = 0; s < slices; ++s) {
            without.slice[s] = Ops::choose(again.slice[s], better.slice[s], without.slice[s]);
        }
    }

    const FlatPlan& plan_;
    u64 seed_;
    AlignedArray<Bytes> draw_;  // draw[slices * c + s]: r_c of the decks of slice s
    AlignedArray<Word> card_;   // bit j: is the card among the first n of deck j?
    AlignedArray<Word> point_;  // the same for the lines of one direction
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
