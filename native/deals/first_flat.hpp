// How many cards are dealt when the first line or plane is complete, bit-sliced.
//
// The places are never computed. Whether card c is among the first n cards is told by its draw: of the places
// below n, f are still free when card c comes, f = n at first; the card takes one of them if r_c < f, and
// then f falls by one. One comparison per card gives the cards of the first n as words with one bit per deck,
// and a few hundred `and` and `or` tell which decks have a flat. Every deck looks for its own n by bisection.
#pragma once

#include "deals/slot_draws.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

struct FirstFlat {
    using Bytes = Vector<u8>;
    using Ops = Lanes<u8>;
    static constexpr u32 decks = slices * Ops::size;
    static_assert(decks == W::bits);
    // Draws and free places are compared as bytes with 128 taken off, in which the order with sign is theirs.
    static constexpr u32 shift = 128;

    // Bytes with one number per deck, a slice of the decks each.
    struct Sliced {
        Bytes slice[slices];
    };
    struct SlicedMask {
        Ops::Mask slice[slices];
    };

    struct Scratch {
        Bytes* draw;  // draw[slices * c + s]: r_c of the decks of slice s
        Word* card;   // bit j: is the card among the first n of deck j?
        Word* point;  // the same for the lines of one direction
    };

    static constexpr u32 rows(const FlatPlan& plan) { return plan.cards + draws_per_block; }

    static u64 scratch_bytes(const FlatPlan& plan) {
        return (static_cast<u64>(rows(plan)) * slices + 2 * plan.cards) * sizeof(Word);
    }

    SETLAB_INLINE Scratch split(const FlatPlan& plan, void* memory) {
        Word* word = static_cast<Word*>(memory);
        const u64 draws = static_cast<u64>(rows(plan)) * slices;
        return {static_cast<Bytes*>(memory), word + draws, word + draws + plan.cards};
    }

    // --- is there a flat among the first n cards?

    static void mark_dealt(const FlatPlan& plan, const Bytes* draw, const Sliced& n, Word* card) {
        Sliced free;
        for (u32 s = 0; s < slices; ++s) free.slice[s] = n.slice[s] + all_lanes<u8>(shift);
        for (u32 c = 0; c < plan.cards; ++c, draw += slices) {
            SlicedMask dealt;
#pragma GCC unroll 8
            for (u32 s = 0; s < slices; ++s) {
                dealt.slice[s] = Ops::greater(free.slice[s], draw[s]);
                free.slice[s] = Ops::subtract_1_where(dealt.slice[s], free.slice[s]);
            }
            store_slices(dealt.slice, card + c);
        }
    }

    // Nine lines x_u, y_v, z_w, u + v + w = 0. Those with the same z are gathered before z is looked at.
    SETLAB_INLINE Word find_transversal(Word found, const Word* x, const Word* y, const Word* z) {
#pragma GCC unroll 3
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
            point[i] = W::and3(card[cards[0]], card[cards[1]], card[cards[2]]);
        }
    }

    static Word find_flat(const FlatPlan& plan, Scratch scratch) {
        Word found{};
        for (u32 p = 0; p < plan.pencils; ++p) {
            const Pencil& pencil = plan.pencil[p];
            const Word* point = scratch.card;
            if (pencil.cards != nullptr) {
                make_points(pencil, scratch.card, scratch.point);
                point = scratch.point;
            }
            const u16* triple = plan.triple;
            for (u32 t = 0; t < pencil.triples; ++t, triple += 3) {
                found = find_transversal(found, point + 3 * triple[0], point + 3 * triple[1],
                                         point + 3 * triple[2]);
            }
            if (!pencil.columns) continue;
            for (u32 i = 0; i < pencil.points; i += 3) {
                found |= W::and3(point[i], point[i + 1], point[i + 2]);
            }
        }
        return found;
    }

    SETLAB_INLINE SlicedMask has_flat(const FlatPlan& plan, Scratch scratch, const Sliced& n) {
        mark_dealt(plan, scratch.draw, n, scratch.card);
        SlicedMask has;
        load_slices(find_flat(plan, scratch), has.slice);
        return has;
    }

    // --- bisection

    // The largest number of cards without a flat, among base ... base + 2^steps - 1.
    static Sliced search(const FlatPlan& plan, Scratch scratch, u32 base, u32 steps) {
        Sliced without;
        for (Bytes& slice : without.slice) slice = all_lanes<u8>(base);
        while (steps-- > 0) {
            Sliced n;
            for (u32 s = 0; s < slices; ++s) {
                n.slice[s] = sum_or_255(without.slice[s], all_lanes<u8>(1u << steps));
            }
            const SlicedMask has = has_flat(plan, scratch, n);
            for (u32 s = 0; s < slices; ++s) {
                without.slice[s] = Ops::choose(has.slice[s], without.slice[s], n.slice[s]);
            }
        }
        return without;
    }

    // Another search, up to plan.most, for the decks that have no flat among the first `end` cards.
    static void search_behind(const FlatPlan& plan, Scratch scratch, u32 end, Sliced& without) {
        SlicedMask again;
        bool any = false;
        for (u32 s = 0; s < slices; ++s) {
            again.slice[s] = Ops::equal(without.slice[s], all_lanes<u8>(end));
            any = any || Ops::any(again.slice[s]);
        }
        if (!any) return;
        u32 steps = 1;
        while (end + (1u << steps) <= plan.most) ++steps;
        const Sliced better = search(plan, scratch, end, steps);
        for (u32 s = 0; s < slices; ++s) {
            without.slice[s] = Ops::choose(again.slice[s], better.slice[s], without.slice[s]);
        }
    }

    static void first(const FlatPlan& plan, u64 seed, u64 first_trial, u32 wanted, void* memory, u8* dealt) {
        const Scratch scratch = split(plan, memory);
        for (u32 s = 0; s < slices; ++s) {
            DrawsOfDecks<u8>::fill(plan, seed, first_trial + s * Ops::size, shift, 0, scratch.draw + s,
                                   slices);
        }
        Sliced without = search(plan, scratch, plan.least, plan.steps);
        const u32 end = plan.least + (1u << plan.steps) - 1;
        if (end < plan.most) search_behind(plan, scratch, end, without);
        for (u32 s = 0; s * Ops::size < wanted; ++s) {
            const Bytes numbers = without.slice[s] + all_lanes<u8>(1);
            const u32 left = wanted - s * Ops::size;
            __builtin_memcpy(dealt + s * Ops::size, &numbers, left < Ops::size ? left : Ops::size);
        }
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
