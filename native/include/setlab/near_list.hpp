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
    static constexpr u32 size = near_sets;
    Near near;
    Mask* far;

    // The SETs before `size` are visited in two loops: the first need not ask where a SET is.
    template <class Act>
    SETLAB_HD void for_each(u32 size, Act&& act) const {
        const u32 first = size < near_sets ? size : near_sets;
        SETLAB_UNROLL(2)
        for (u32 i = 0; i < first; ++i) act(near[i]);
        SETLAB_UNROLL(1)
        for (u32 i = first; i < size; ++i) act(far[i - near_sets]);
    }

    // Replaces every SET by what `become` makes of it; 0 removes it. Returns the number of those that are
    // left.
    template <class Become>
    SETLAB_HD u32 replace(u32 size, Become&& become) {
        const u32 first = size < near_sets ? size : near_sets;
        u32 kept = 0;
        SETLAB_UNROLL(2)
        for (u32 i = 0; i < first; ++i) {
            const Mask now = become(near[i]);
            near[kept] = now;
            kept += now != 0;
        }
        SETLAB_UNROLL(1)
        for (u32 i = first; i < size; ++i) {
            const Mask now = become(far[i - near_sets]);
            put(kept, now);
            kept += now != 0;
        }
        return kept;
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
    using Set = Mask;
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
    SETLAB_HD Three take(u32 rank) { return take_set(ranked(rank)); }
    SETLAB_HD Three take_set(Mask chosen) {
        size_ = set_.replace(size_, [&](Mask set) { return (set & chosen) == 0 ? set : 0; });
        return slots_of(chosen);
    }

    template <class Act>
    SETLAB_HD void for_each(Act&& act) const {
        set_.for_each(size_, act);
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
        size_ = set_.replace(size_, [&](Mask set) {
            SETLAB_UNROLL(3)
            for (u32 n = 0; n < 3; ++n) {
                if ((set & move_[n].from) != 0) set ^= move_[n].from | move_[n].to;
            }
            return set;
        });
        move_[0] = move_[1] = move_[2] = {};
        moving_ = false;
    }

    // Renumbers the slots in the same order.
    template <class Slots>
    SETLAB_HD void rename(const Slots& now_at) {
        size_ = set_.replace(size_, [&](Mask set) {
            const Three three = slots_of(set);
            return bit_of<Mask>(now_at[three.slot[0]]) | bit_of<Mask>(now_at[three.slot[1]]) |
                   bit_of<Mask>(now_at[three.slot[2]]);
        });
    }

  private:
    struct Move {
        Mask from, to;
    };

    SETLAB_HD bool is_candidate(Mask set) const { return !narrow_ || (set & wanted_) != 0; }

    SETLAB_HD Mask ranked(u32 rank) const {
        if constexpr (few != 0) {
            if (size_ <= few) return ranked_of_few(rank);
        }
        Mask chosen = bit_of<Mask>(0) | bit_of<Mask>(1) | bit_of<Mask>(2) | bit_of<Mask>(3);
        for (u32 n = 0; n <= rank; ++n) chosen = next_candidate(chosen);
        return chosen;
    }

    // The candidate that follows one of them: the largest among the smaller numbers.
    SETLAB_HD Mask next_candidate(Mask after) const {
        Mask next = 0;
        for_each([&](Mask set) {
            if (set < after && next < set && is_candidate(set)) next = set;
        });
        return next;
    }

    // Mostly there are few SETs. A network sorts them in registers: the same steps for every thread.
    static constexpr u32 few = sizeof(Mask) == 4 && Memory::size >= 8 ? 8 : 0;
    SETLAB_HD Mask ranked_of_few(u32 rank) const {
        constexpr u8 network[19][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6},
                                       {5, 7}, {1, 2}, {5, 6}, {0, 4}, {1, 5}, {2, 6}, {3, 7},
                                       {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
        Mask sorted[few];
        SETLAB_UNROLL(8)
        for (u32 i = 0; i < few; ++i) {
            const Mask set = set_.near[i];
            sorted[i] = i < size_ && is_candidate(set) ? set : 0;
        }
        SETLAB_UNROLL(19)
        for (u32 n = 0; n < 19; ++n) order(sorted[network[n][0]], sorted[network[n][1]]);
        SETLAB_UNROLL(4)
        for (u32 i = 0; i < 4; ++i) sorted[i] = rank & 4 ? sorted[i + 4] : sorted[i];
        const Mask even = rank & 2 ? sorted[2] : sorted[0], odd = rank & 2 ? sorted[3] : sorted[1];
        return rank & 1 ? odd : even;
    }

    SETLAB_HD static void order(Mask& larger, Mask& smaller) {
        const Mask a = larger, b = smaller;
        larger = a < b ? b : a;
        smaller = a < b ? a : b;
    }

    Memory set_;
    u32 size_ = 0;
    bool narrow_ = false, moving_ = false;
    Mask wanted_ = 0;
    Move move_[3] = {};
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
