// The SETs on the table for a thread of the GPU: a list of masks that is not sorted. All steps are loops over
// the list: games with lists of different lengths take the same steps.
#pragma once

#include "slot_masks.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Two cards are in at most one SET.
constexpr u32 most_sets(u32 slots) { return slots * (slots - 1) / 6; }

// Room for SETs: the first ones are near, in a column of shared memory (column.hpp); the others, which few
// games need, are in memory of the thread.
template <class Mask, class Near, u32 near_sets>
struct SetMemory {
    Near near;
    Mask* far;

    // Calls act(set) for the first `size` ones, in two loops: the first need not ask where a SET is.
    template <class Act>
    SETLAB_HD void for_each(u32 size, Act&& act) const {
        const u32 first = size < near_sets ? size : near_sets;
        SETLAB_UNROLL(2)
        for (u32 i = 0; i < first; ++i) act(near[i]);
        SETLAB_UNROLL(1)
        for (u32 i = first; i < size; ++i) act(far[i - near_sets]);
    }
    SETLAB_HD void put(u32 i, Mask set) {
        if (i < near_sets) {
            near[i] = set;
        } else {
            far[i - near_sets] = set;
        }
    }
};

template <class Mask, u32 MostSlots, class Memory>
class NearList {
  public:
    using Slot = u8;
    static constexpr u32 most_slots = MostSlots;
    static_assert(MostSlots <= 8 * sizeof(Mask), "a slot is a bit of a mask");

    SETLAB_HD explicit NearList(const Memory& memory) : set_(memory) {}
    SETLAB_HD void clear() { size_ = 0; }
    SETLAB_HD u32 size() const { return size_; }
    SETLAB_HD void add(u32 a, u32 b, u32 c) {
        set_.put(size_++, bit_of<Mask>(a) | bit_of<Mask>(b) | bit_of<Mask>(c));
    }
    SETLAB_HD void settle_row() {}

    // The number of SETs among which the choice is made.
    SETLAB_HD u32 candidates(Choice choice) {
        narrow_ = is_narrow(choice);
        if (!narrow_) return size_;
        SetsAtSlots<Mask> numbers;
        for_each([&](Mask set) { numbers.add(set); });
        wanted_ = numbers.wanted(choice);
        u32 count = 0;
        for_each([&](Mask set) { count += is_candidate(set); });
        return count;
    }

    // Takes the candidate of this rank, and removes every SET that shares a slot with it.
    SETLAB_HD Three take(u32 rank) {
        Mask chosen = bit_of<Mask>(0) | bit_of<Mask>(1) | bit_of<Mask>(2) | bit_of<Mask>(3);
        for (u32 n = 0; n <= rank; ++n) chosen = next_candidate(chosen);
        keep_some([&](Mask set) { return is_empty(set & chosen) ? set : Mask{}; });
        return slots_of(chosen);
    }

    // The card at one slot moves to another when the list is settled; at most three do at the same time.
    SETLAB_HD void move(u32 from, u32 to) {
        move_[2] = move_[1];
        move_[1] = move_[0];
        move_[0] = {bit_of<Mask>(from), bit_of<Mask>(to)};
        moving_ = true;
    }
    SETLAB_HD void settle() {
        if (!moving_) return;
        keep_some([&](Mask set) {
            SETLAB_UNROLL(3)
            for (u32 n = 0; n < 3; ++n) {
                if (!is_empty(set & move_[n].from)) set = set ^ (move_[n].from | move_[n].to);
            }
            return set;
        });
        move_[0] = move_[1] = move_[2] = {};
        moving_ = false;
    }

    // Renumbers the slots in the same order.
    template <class Slots>
    SETLAB_HD void rename(const Slots& now_at) {
        keep_some([&](Mask set) {
            const Three three = slots_of(set);
            return bit_of<Mask>(now_at[three.slot[0]]) | bit_of<Mask>(now_at[three.slot[1]]) |
                   bit_of<Mask>(now_at[three.slot[2]]);
        });
    }

  private:
    struct Move {
        Mask from, to;
    };

    template <class Act>
    SETLAB_HD void for_each(Act&& act) const {
        set_.for_each(size_, act);
    }

    // Replaces every SET by what `become` makes of it; 0 removes it.
    template <class Become>
    SETLAB_HD void keep_some(Become&& become) {
        u32 kept = 0;
        for_each([&](Mask set) {
            const Mask now = become(set);
            if (!is_empty(now)) set_.put(kept++, now);
        });
        size_ = kept;
    }

    SETLAB_HD bool is_candidate(Mask set) const { return !narrow_ || !is_empty(set & wanted_); }

    // The candidate that follows one of them: the largest among the smaller numbers.
    SETLAB_HD Mask next_candidate(Mask after) const {
        Mask next{};
        for_each([&](Mask set) {
            if (set < after && next < set && is_candidate(set)) next = set;
        });
        return next;
    }

    Memory set_;
    u32 size_ = 0;
    bool narrow_ = false, moving_ = false;
    Mask wanted_ = {};
    Move move_[3] = {};
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
