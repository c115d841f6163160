// The slots of the cards of one dealt deck, and the lines or planes that its cards complete.
//
// setlab/experiment/kernels/dealing.py says how slots are drawn. A flat is complete when the last of its
// cards is dealt, which is the one with the largest slot.
#pragma once

#include "column.hpp"
#include "generator.hpp"
#include "shuffle.hpp"
#include "space.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <int Dimension, class Slot>
SETLAB_HD void draw_slots(u64 seed, u64 trial, const Column<Slot>& slot) {
    constexpr u32 cards = cards_in(Dimension);
    TrialDraws<16> draws(seed, trial);
    Undealt<cards, u32> free(cards);
    for (u32 card = 0; card < cards; ++card) {
        slot[card] = static_cast<Slot>(free.take(draws.below(card, cards - card)));
    }
}

// The slot with which a flat of Size cards is complete.
template <u32 Size, class Slot>
SETLAB_HD u32 last_slot(const u16* flat, const Column<Slot>& slot) {
    u32 last = 0;
    SETLAB_UNROLL(9)
    for (u32 i = 0; i < Size; ++i) {
        const u32 here = slot[flat[i]];
        last = here > last ? here : last;
    }
    return last;
}

// The number of cards dealt when the first flat is complete.
template <u32 Size, class Slot>
SETLAB_HD u32 first_flat(const u16* flat, u32 flats, const Column<Slot>& slot) {
    u32 first = ~0u;
    for (u32 f = 0; f < flats; ++f, flat += Size) {
        const u32 last = last_slot<Size>(flat, slot);
        first = last < first ? last : first;
    }
    return first + 1;
}

// For every slot the number of flats that its card completes.
template <u32 Size, class Slot, class Count>
SETLAB_HD void count_completed(const u16* flat, u32 flats, u32 cards, const Column<Slot>& slot,
                               const Column<Count>& completed) {
    for (u32 n = 0; n < cards; ++n) completed[n] = 0;
    for (u32 f = 0; f < flats; ++f, flat += Size) ++completed[last_slot<Size>(flat, slot)];
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
