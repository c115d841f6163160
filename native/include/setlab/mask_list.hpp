// The SETs on a small table, of which there are few. A SET is a word of 32 or 64 bits, three of them set; the
// list is not sorted.
#pragma once

#include "slot_masks.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <class Mask>
class MaskList {
  public:
    using Slot = u8;
    static constexpr u32 most_slots = 8 * sizeof(Mask);

    SETLAB_HD MaskList() {
        for (u32 i = 0; i < usual; ++i) set_[i] = candidate_[i] = 0;
    }
    SETLAB_HD void clear() { size_ = 0; }
    SETLAB_HD u32 size() const { return size_; }
    SETLAB_HD void add(u32 a, u32 b, u32 c) { set_[size_++] = bit(a) | bit(b) | bit(c); }
    SETLAB_HD void settle() {}
    SETLAB_HD void settle_row() {}

    // The number of SETs among which the choice is made.
    SETLAB_HD u32 candidates(Choice choice) {
        narrow_ = is_narrow(choice);
        if (!narrow_) return size_;
        SetsAtSlots<Mask> numbers;
        for (u32 i = 0; i < size_; ++i) numbers.add(set_[i]);
        const Mask wanted = numbers.wanted(choice);
        u32 count = 0;
        for (u32 i = 0; i < size_; ++i) {
            candidate_[count] = set_[i];
            count += (set_[i] & wanted) != 0;
        }
        candidates_ = count;
        return count;
    }

    // Takes the candidate of this rank, and removes every SET that shares a slot with it.
    SETLAB_HD Three take(u32 rank) {
        const Mask chosen = narrow_ ? ranked(candidate_, candidates_, rank) : ranked(set_, size_, rank);
        u32 kept = 0;
        for (u32 i = 0; i < size_; ++i) {
            const Mask set = set_[i];
            set_[kept] = set;
            kept += (set & chosen) == 0;
        }
        size_ = kept;
        return slots_of(chosen);
    }

    // Renumbers the slots in the same order.
    SETLAB_HD void rename(const Slot* now_at) {
        for (u32 i = 0; i < size_; ++i) {
            const Three three = slots_of(set_[i]);
            set_[i] = bit(now_at[three.slot[0]]) | bit(now_at[three.slot[1]]) | bit(now_at[three.slot[2]]);
        }
    }

    // The card at one slot moves to another.
    SETLAB_HD void move(u32 from, u32 to) {
        for (u32 i = 0; i < size_; ++i) {
            const Mask there = set_[i] << from >> (most_slots - 1);
            set_[i] ^= there * (bit(from) | bit(to));
        }
    }

  private:
    SETLAB_HD static Mask bit(u32 slot) { return bit_of<Mask>(slot); }

    // Mostly there are few SETs. Their number is hard to predict, so nothing branches on it.
    static constexpr u32 usual = 4;

    SETLAB_HD static Mask ranked(const Mask* set, u32 size, u32 rank) {
        if (size == 1) return set[0];
        if (size <= usual) return ranked_of_few(set, size, rank);
        u32 i = 0;
        while (number_before(set, size, set[i]) != rank) ++i;
        return set[i];
    }

    SETLAB_HD static u32 number_before(const Mask* set, u32 size, Mask one) {
        u32 before = 0;
        for (u32 j = 0; j < size; ++j) before += set[j] > one;
        return before;
    }

    SETLAB_HD static Mask ranked_of_few(const Mask* set, u32 size, u32 rank) {
        const Mask a = set[0], b = set[1] & all_if(size > 1), c = set[2] & all_if(size > 2),
                   d = set[3] & all_if(size > 3);
        const u32 before_a = (b > a) + (c > a) + (d > a);
        const u32 before_b = (a > b) + (c > b) + (d > b);
        const u32 before_c = (a > c) + (b > c) + (d > c);
        const u32 before_d = (a > d) + (b > d) + (c > d);
        return (a & all_if(before_a == rank)) | (b & all_if(before_b == rank)) |
               (c & all_if(before_c == rank)) | (d & all_if(before_d == rank));
    }

    SETLAB_HD static Mask all_if(bool condition) { return static_cast<Mask>(0) - condition; }

    // Two cards are in at most one SET.
    static constexpr u32 most_sets = most_slots * (most_slots - 1) / 6;

    u32 size_;
    u32 candidates_;
    bool narrow_;
    Mask set_[most_sets];
    Mask candidate_[most_sets];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
