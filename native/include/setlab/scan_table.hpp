// The table of a game with three values for threads of the GPU: it keeps no list of SETs. Every search counts
// them anew, slot by slot, so that threads that play different games take the same steps.
#pragma once

#include "sets.hpp"
#include "translations.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// What lies where. On the GPU columns of shared memory take the place of these arrays (column.hpp).
template <int Dimension, u32 MostSlots>
struct ScanLayout {
    u16 card_at[MostSlots];
    u16 slot_of[32 * blocks_in(Dimension)];
    PairedMask<Dimension> mask;
    u16 from[MostSlots];    // candidates with their first card at this slot or behind it
    u16 number[MostSlots];  // SETs at a slot, where the choice is narrow
};

// Cards are packed (reflections.hpp). Narrow: for the choices `popular` and `reject` (rules.hpp). The row of
// slots closes up before new ones are added, so it is never longer than the largest table.
template <int Dimension, class Layout, bool Narrow>
class ScanTable {
  public:
    static constexpr u32 set_size = 3;
    using Slots = Three;

    SETLAB_HD ScanTable(const Translations<Dimension>& translations, Layout& layout)
        : translations_(&translations), layout_(layout) {
        for (u32 card = 0; card < hole; ++card) assign(layout_.slot_of[card], 0);
        clear();
    }

    SETLAB_HD void clear() { slots_ = cards_ = 0; }

    SETLAB_HD u32 slots() const { return slots_; }
    SETLAB_HD u32 cards() const { return cards_; }
    SETLAB_HD u32 card_at(u32 slot) const { return layout_.card_at[slot]; }
    SETLAB_HD bool has_card(u32 slot) const { return card_at(slot) != hole; }

    // Lays a card at a hole or at the next slot.
    SETLAB_HD void lay(u32 slot, u32 card) {
        put(slot, card);
        ++cards_;
        if (slot == slots_) ++slots_;
    }
    SETLAB_HD void deal(const Three& at, const u32 (&card)[3], u32 number) {
        SETLAB_UNROLL(3)
        for (u32 i = 0; i < 3; ++i) {
            if (i < number) lay(at.slot[i], card[i]);
        }
    }
    SETLAB_HD void find_sets() {}

    // The number of SETs. They are counted from the last slot on: a SET is met at its first card.
    SETLAB_HD u32 sets() {
        candidates_ = 0;
        layout_.mask.clear();
        for (u32 slot = slots_; slot-- != 0;) {
            const u32 card = card_at(slot);
            if (card != hole) candidates_ += translations_->count_and_add(layout_.mask, card);
            put_from(slot, candidates_);
        }
        return candidates_;
    }

    // The number of SETs among which the choice is made, after `sets`.
    SETLAB_HD u32 candidates(Choice choice) {
        if constexpr (Narrow) {
            find_wanted(choice);
            leave_unwanted_sets_out();
        }
        return candidates_;
    }

    // Takes the candidate of this rank. Its slots become holes until they are filled or removed.
    SETLAB_HD Three take(u32 rank) {
        const u32 wanted = candidates_ - rank;
        u32 first = 0;
        for (u32 slot = 1; slot < slots_; ++slot) first += layout_.from[slot] >= wanted;
        const Three holes = candidate_at(first, layout_.from[first] - wanted);
        for (u32 p = 0; p < 3; ++p) put_hole(holes.slot[p]);
        cards_ -= 3;
        return holes;
    }

    // Makes room for three more slots.
    SETLAB_HD void make_room() {
        if (slots_ == cards_) return;
        u32 to = 0;
        for (u32 from = 0; from < slots_; ++from) {
            const u32 card = card_at(from);
            if (card != hole) put(to++, card);
        }
        slots_ = to;
    }

    // Removes the last `number` slots after `take`: their cards move to the lowest holes. There are no other
    // holes.
    SETLAB_HD void shrink(u32 number, const Three& holes) {
        const u32 left = slots_ - number;
        u32 filled = 0;
        for (u32 from = left; from < slots_; ++from) {
            const u32 card = card_at(from);
            if (card == hole) continue;
            put(filled == 0 ? holes.slot[0] : filled == 1 ? holes.slot[1] : holes.slot[2], card);
            ++filled;
        }
        slots_ = left;
    }

    // Takes the first SET again and again, and returns the number of SETs taken. Nothing may be dealt
    // afterwards. A slot that is not the first of a SET never becomes one, so each slot is tried once.
    SETLAB_HD u32 take_first_sets() {
        u32 taken = 0;
        for (u32 slot = 0; slot < slots_; ++slot) taken += has_card(slot) && take_first_set_at(slot);
        cards_ -= 3 * taken;
        return taken;
    }

  private:
    static constexpr u32 hole = 32 * blocks_in(Dimension);  // behind the last card

    SETLAB_HD void put(u32 slot, u32 card) {
        assign(layout_.card_at[slot], card);
        assign(layout_.slot_of[card], slot);
    }
    SETLAB_HD void put_hole(u32 slot) { assign(layout_.card_at[slot], hole); }
    SETLAB_HD void put_from(u32 slot, u32 number) { assign(layout_.from[slot], number); }
    template <class Entry>
    SETLAB_HD static void assign(Entry& to, u32 value) {
        to = static_cast<Entry>(value);
    }

    SETLAB_HD bool is_wanted(u32 slot) const {
        if constexpr (Narrow) return layout_.number[slot] == wanted_;
        return true;
    }

    SETLAB_HD void find_wanted(Choice choice) {
        wanted_ = 0;
        for (u32 slot = 0; slot < slots_; ++slot) {
            const u32 number = has_card(slot) ? translations_->count(layout_.mask, card_at(slot)) : 0;
            assign(layout_.number[slot], number);
            if (number != 0) wanted_ = more_wanted(choice, wanted_, number);
        }
    }

    // A SET is a candidate unless it consists of cards at unwanted slots.
    SETLAB_HD void leave_unwanted_sets_out() {
        u32 unwanted = 0;
        layout_.mask.clear();
        for (u32 slot = slots_; slot-- != 0;) {
            const u32 card = card_at(slot);
            if (card != hole && !is_wanted(slot))
                unwanted += translations_->count_and_add(layout_.mask, card);
            put_from(slot, layout_.from[slot] - unwanted);
        }
        candidates_ -= unwanted;
        for (u32 slot = 0; slot < slots_; ++slot) {
            if (is_wanted(slot)) translations_->add(layout_.mask, card_at(slot));
        }
    }

    // The candidate of this rank among those with the first card at a given slot. They are ranked by their
    // second slots: after `rank` of them, the smallest is sought.
    SETLAB_HD Three candidate_at(u32 first, u32 rank) const {
        const u32 card = card_at(first);
        Three found{{first, first, first}};
        for (u32 n = 0; n <= rank; ++n) found = next_candidate(card, found);
        return found;
    }

    SETLAB_HD Three next_candidate(u32 card, const Three& last) const {
        constexpr u32 words = Translations<Dimension>::words;
        const auto move = translations_->move_for(card);
        Three next{{last.slot[0], ~0u, ~0u}};
        SETLAB_UNROLL(7)
        for (u32 w = 0; w < words; w += 2) {
            const u32 upper = w + 1 < words ? translations_->hits(layout_.mask, card, move, w + 1) : 0;
            u64 left = translations_->hits(layout_.mask, card, move, w) | static_cast<u64>(upper) << 32;
            for (; left != 0; left &= left - 1) {
                const u32 bit = lowest_bit(left);
                const auto other = translations_->partners(card, w + bit / 32, bit % 32);
                next = earlier(next, last, layout_.slot_of[other.a], layout_.slot_of[other.b]);
            }
        }
        return next;
    }

    // The next SET, or the one with the slots a and b if it is a candidate between the last and that one.
    SETLAB_HD Three earlier(const Three& next, const Three& last, u32 a, u32 b) const {
        const u32 low = a < b ? a : b, high = a < b ? b : a;
        const bool wanted = is_wanted(last.slot[0]) || is_wanted(a) || is_wanted(b);
        const bool take = wanted && low > last.slot[1] && low < next.slot[1];
        return {{next.slot[0], take ? low : next.slot[1], take ? high : next.slot[2]}};
    }

    SETLAB_HD bool take_first_set_at(u32 first) {
        for (u32 second = first + 1; second < slots_; ++second) {
            if (!has_card(second)) continue;
            const u32 card = translations_->third_card(card_at(first), card_at(second));
            const u32 third = layout_.slot_of[card];
            if (third <= second || third >= slots_ || card_at(third) != card) continue;
            put_hole(first);
            put_hole(second);
            put_hole(third);
            return true;
        }
        return false;
    }

    const Translations<Dimension>* translations_;
    Layout& layout_;
    u32 slots_;
    u32 cards_;
    u32 candidates_ = 0;
    u32 wanted_ = 0;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
