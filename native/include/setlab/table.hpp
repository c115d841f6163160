// The table of a game with three values: a row of slots, each with a card or a hole, and the SETs that lie
// there.
#pragma once

#include "key_list.hpp"
#include "mask_list.hpp"
#include "reflections.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Which card lies at a slot, at which slot a card lies, and which cards lie there. On the GPU columns of
// shared memory take the place of these arrays (column.hpp).
template <int Dimension, class List>
struct TableLayout {
    u16 card_at[List::most_slots];
    typename List::Slot slot_of[TableMask<Dimension>::codes + 1];
    TableMask<Dimension> mask;
};

// Cards are packed (reflections.hpp). The list is a MaskList or a KeyList, on the GPU a NearList; SETs are
// found by Reflections, on the GPU by Translations.
template <int Dimension, class List, class Layout = TableLayout<Dimension, List>,
          class Finder = Reflections<Dimension>>
class Table {
  public:
    static constexpr u32 set_size = 3;
    static constexpr u32 most_slots = List::most_slots;
    using SetList = List;
    using Slots = Three;

    // `memory` is what the list is made of.
    template <class... Memory>
    SETLAB_HD explicit Table(const Finder& finder, const Layout& layout = {}, const Memory&... memory)
        : finder_(&finder), layout_(layout), sets_(memory...) {
        for (u32 card = 0; card < hole; ++card) put_slot(card, 0);
        clear();
    }

    SETLAB_HD void clear() {
        slots_ = cards_ = 0;
        sets_.clear();
        layout_.mask.clear();
    }

    SETLAB_HD u32 slots() const { return slots_; }
    SETLAB_HD u32 cards() const { return cards_; }
    SETLAB_HD u32 sets() const { return sets_.size(); }
    SETLAB_HD u32 card_at(u32 slot) const { return layout_.card_at[slot]; }
    SETLAB_HD bool has_card(u32 slot) const { return layout_.card_at[slot] != hole; }

    // Lays a card at a hole or at the next slot, without looking for SETs.
    SETLAB_HD void lay(u32 slot, u32 card) {
        put_card(slot, card);
        put_slot(card, slot);
        finder_->flip(layout_.mask, card);
        ++cards_;
        if (slot == slots_) ++slots_;
    }

    // Finds all SETs of the cards that were laid. Each card is removed from the mask before its SETs are
    // sought, so that a SET is found at its first card, and the SETs come in their order.
    SETLAB_HD void find_sets() {
        for (u32 slot = 0; slot < slots_; ++slot) {
            const u32 card = layout_.card_at[slot];
            finder_->flip(layout_.mask, card);
            add_sets_of(slot, card);
            sets_.settle_row();
        }
        for (u32 slot = 0; slot < slots_; ++slot) finder_->flip(layout_.mask, layout_.card_at[slot]);
    }

    // Lays up to three cards and adds the SETs they make.
    SETLAB_HD void deal(const Three& at, const u32 (&card)[3], u32 number) {
        if constexpr (Finder::one_by_one) {
            SETLAB_UNROLL(3)
            for (u32 i = 0; i < 3; ++i) {
                if (i >= number) continue;
                add_sets_of(at.slot[i], card[i]);
                lay(at.slot[i], card[i]);
            }
        } else {
            typename Finder::Hits hits[3] = {};
            SETLAB_UNROLL(3)
            for (u32 i = 0; i < 3; ++i) {
                if (i >= number) break;
                hits[i] = finder_->find(layout_.mask, card[i]);
                lay(at.slot[i], card[i]);
            }
            add_sets(at, card, hits);
        }
        sets_.settle();
    }

    SETLAB_HD u32 candidates(Choice choice) { return sets_.candidates(choice); }

    // Takes the candidate of this rank. Its slots become holes until they are filled or removed.
    SETLAB_HD Three take(u32 rank) { return remove(sets_.take(rank)); }

    // Makes room for three more slots, if necessary by closing up the row.
    SETLAB_HD void make_room() {
        if (slots_ + 3 > most_slots) close_up();
    }

    // Removes the last `number` slots after `take`: their cards move to the lowest holes. There are
    // no other holes.
    SETLAB_HD void shrink(u32 number, const Three& holes) {
        const u32 left = slots_ - number;
        u32 filled = 0;
        for (u32 from = left; from < slots_; ++from) {
            const u32 card = layout_.card_at[from];
            if (card == hole) continue;
            const u32 to = one_of(holes.slot, filled++);
            put_card(to, card);
            put_slot(card, to);
            sets_.move(from, to);
        }
        slots_ = left;
        sets_.settle();
    }

    // Takes the first SET again and again, and returns the number of SETs taken. Nothing may be dealt
    // afterwards. A slot that is not the first of a SET never becomes one, so each slot is tried once, and no
    // list of SETs is needed.
    SETLAB_HD u32 take_first_sets() {
        u32 taken = 0;
        for (u32 slot = 0; slot < slots_; ++slot)
            taken += layout_.card_at[slot] != hole && take_first_set_at(slot);
        cards_ -= 3 * taken;
        return taken;
    }

  protected:
    SETLAB_HD Three remove(const Three& slots) {
        SETLAB_UNROLL(3)
        for (u32 p = 0; p < 3; ++p) {
            finder_->flip(layout_.mask, layout_.card_at[slots.slot[p]]);
            put_card(slots.slot[p], hole);
        }
        cards_ -= 3;
        return slots;
    }

    const Finder* finder_;
    u32 slots_;
    u32 cards_;
    Layout layout_;
    List sets_;

  private:
    static constexpr u16 hole = TableMask<Dimension>::codes;  // behind the last card

    SETLAB_HD void put_card(u32 slot, u32 card) { put(layout_.card_at[slot], card); }
    SETLAB_HD void put_slot(u32 card, u32 slot) { put(layout_.slot_of[card], slot); }
    template <class Entry>
    SETLAB_HD static void put(Entry& at, u32 value) {
        at = static_cast<Entry>(value);
    }

    // Closes up the row: there are no holes any more, and the order of the cards is the same.
    SETLAB_HD void close_up() {
        typename List::Slot now_at[most_slots];
        u32 to = 0;
        for (u32 from = 0; from < slots_; ++from) {
            // A hole is overwritten by what comes next.
            const u32 card = layout_.card_at[from];
            put_card(to, card);
            put_slot(card, to);
            now_at[from] = static_cast<typename List::Slot>(to);
            to += card != hole;
        }
        slots_ = to;
        sets_.rename(now_at);
    }

    SETLAB_HD bool take_first_set_at(u32 first) {
        for (u32 second = first + 1; second < slots_; ++second) {
            if (layout_.card_at[second] == hole) continue;
            const u32 card = finder_->third_card(layout_.card_at[first], layout_.card_at[second]);
            const u32 third = layout_.slot_of[card];
            if (third <= second || third >= slots_ || layout_.card_at[third] != card) continue;
            put_card(first, hole);
            put_card(second, hole);
            put_card(third, hole);
            return true;
        }
        return false;
    }

    template <class Partners>
    SETLAB_HD void add_set(u32 slot, const Partners& other) {
        sets_.add(slot, layout_.slot_of[other.a], layout_.slot_of[other.b]);
    }

    // Adds the SETs of a card that does not lie there yet.
    SETLAB_HD void add_sets_of(u32 slot, u32 card) {
        if constexpr (Finder::one_by_one) {
            finder_->for_each_set(layout_.mask, card, [&](const auto& other) { add_set(slot, other); });
        } else {
            const auto hits = finder_->find(layout_.mask, card);
            for (u32 w = 0; w < hits.words; ++w) {
                for (u64 left = hits.word[w]; left != 0; left &= left - 1) {
                    add_set(slot, finder_->partners(card, w, lowest_bit(left)));
                }
            }
        }
    }

    // On the GPU, arrays with an index that has to be computed are not kept in registers.
    template <class Entry>
    SETLAB_HD static Entry one_of(const Entry (&three)[3], u32 i) {
#if defined(__CUDA_ARCH__)
        return i == 0 ? three[0] : i == 1 ? three[1] : three[2];
#else
        return three[i];
#endif
    }

    // The length of a loop over hits is hard to predict. So one loop treats the hits of all three cards, or,
    // where many words have few hits, the words that have any.
    template <class Hits>
    SETLAB_HD void add_sets(const Three& at, const u32 (&card)[3], const Hits (&hits)[3]) {
        constexpr u32 words = Hits::words;
        if constexpr (words == 1) {
            u64 word[3] = {hits[0].word[0], hits[1].word[0], hits[2].word[0]};
            while ((word[0] | word[1] | word[2]) != 0) {
                const u32 i = (word[0] == 0) + ((word[0] | word[1]) == 0);
                const u64 now = one_of(word, i);
                add_set(one_of(at.slot, i), finder_->partners(one_of(card, i), 0, lowest_bit(now)));
                SETLAB_UNROLL(3)
                for (u32 n = 0; n < 3; ++n) word[n] = n == i ? now & (now - 1) : word[n];
            }
        } else {
            u32 with_hits = 0;
            SETLAB_UNROLL(21)
            for (u32 n = 0; n < 3 * words; ++n) with_hits |= u32{hits[n / words].word[n % words] != 0} << n;
            for (; with_hits != 0; with_hits &= with_hits - 1) {
                const u32 n = lowest_bit(with_hits), i = n / words, w = n % words;
                for (u64 left = hits[i].word[w]; left != 0; left &= left - 1) {
                    add_set(at.slot[i], finder_->partners(card[i], w, lowest_bit(left)));
                }
            }
        }
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
