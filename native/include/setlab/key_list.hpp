// The SETs on a table of any size. The list is sorted, so that the SET of a given rank is at hand.
#pragma once

#include "sets.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <u32 MostSlots, u32 MostSets>
class KeyList {
  public:
    using Slot = u16;
    static constexpr u32 most_slots = MostSlots;
    static_assert(MostSlots <= 1024, "a key has ten bits for a slot");

    SETLAB_HD KeyList() {
        for (u32 slot = 0; slot < most_slots; ++slot) marked_[slot] = 0;
    }
    SETLAB_HD void clear() { size_ = settled_ = 0; }
    SETLAB_HD u32 size() const { return size_; }
    SETLAB_HD void add(u32 a, u32 b, u32 c) { key_[size_++] = key_of(a, b, c); }

    // Sorts the SETs that were added since the last call into the list. With settle_row, all of them come
    // after the rest.
    SETLAB_HD void settle_row() {
        sort(key_ + settled_, size_ - settled_);
        settled_ = size_;
    }
    SETLAB_HD void settle() {
        const u32 added = size_ - settled_;
        if (added == 0) return;
        sort(key_ + settled_, added);
        for (u32 i = 0; i < added; ++i) aside_[i] = key_[settled_ + i];
        for (u32 old = settled_, fresh = added; fresh != 0;) {
            const bool from_old = old != 0 && key_[old - 1] > aside_[fresh - 1];
            key_[old + fresh - 1] = from_old ? key_[old - 1] : aside_[fresh - 1];
            old -= from_old;
            fresh -= !from_old;
        }
        settled_ = size_;
    }

    SETLAB_HD u32 candidates(Choice choice) {
        narrow_ = is_narrow(choice);
        if (!narrow_) return size_;
        for_each_slot([&](u32 slot) { sets_at_[slot] = 0; });
        for_each_slot([&](u32 slot) { ++sets_at_[slot]; });
        wanted_ = 0;
        for_each_slot([&](u32 slot) { wanted_ = more_wanted(choice, wanted_, sets_at_[slot]); });
        u32 count = 0;
        for (u32 i = 0; i < size_; ++i) count += is_candidate(key_[i]);
        return count;
    }

    SETLAB_HD Three take(u32 rank) {
        const Three three = slots_of(ranked(rank));
        for (u32 p = 0; p < 3; ++p) marked_[three.slot[p]] = 1;
        u32 kept = 0;
        for (u32 i = 0; i < size_; ++i) {
            const u32 key = key_[i];
            const Three slots = slots_of(key);
            key_[kept] = key;
            kept += (marked_[slots.slot[0]] | marked_[slots.slot[1]] | marked_[slots.slot[2]]) == 0;
        }
        for (u32 p = 0; p < 3; ++p) marked_[three.slot[p]] = 0;
        size_ = settled_ = kept;
        return three;
    }

    SETLAB_HD void rename(const Slot* now_at) {
        for (u32 i = 0; i < size_; ++i) {
            const Three three = slots_of(key_[i]);
            key_[i] = key_of(now_at[three.slot[0]], now_at[three.slot[1]], now_at[three.slot[2]]);
        }
    }

    // The SETs that change go to the end of the list, which has to be settled afterwards.
    SETLAB_HD void move(u32 from, u32 to) {
        u32 kept = 0, moved = 0, settled = 0;
        for (u32 i = 0; i < size_; ++i) {
            const Three three = slots_of(key_[i]);
            const bool moves = three.slot[0] == from || three.slot[1] == from || three.slot[2] == from;
            (moves ? aside_[moved++] : key_[kept++]) = key_[i];
            settled += !moves && i < settled_;
        }
        settled_ = settled;
        size_ = kept;
        for (u32 i = 0; i < moved; ++i) {
            Three three = slots_of(aside_[i]);
            for (u32 p = 0; p < 3; ++p) three.slot[p] = three.slot[p] == from ? to : three.slot[p];
            add(three.slot[0], three.slot[1], three.slot[2]);
        }
    }

  private:
    SETLAB_HD static u32 key_of(u32 a, u32 b, u32 c) {
        const u32 low = a < b ? a : b, high = a < b ? b : a;
        const u32 first = low < c ? low : c, last = high > c ? high : c;
        return first << 20 | (a + b + c - first - last) << 10 | last;
    }

    SETLAB_HD static Three slots_of(u32 key) { return {{key >> 20, key >> 10 & 1023, key & 1023}}; }

    template <class Do>
    SETLAB_HD void for_each_slot(Do&& act) const {
        for (u32 i = 0; i < size_; ++i) {
            const Three three = slots_of(key_[i]);
            for (u32 p = 0; p < 3; ++p) act(three.slot[p]);
        }
    }

    SETLAB_HD bool is_candidate(u32 key) const {
        const Three three = slots_of(key);
        return sets_at_[three.slot[0]] == wanted_ || sets_at_[three.slot[1]] == wanted_ ||
               sets_at_[three.slot[2]] == wanted_;
    }

    SETLAB_HD u32 ranked(u32 rank) const {
        if (!narrow_) return key_[rank];
        u32 i = 0;
        while (!is_candidate(key_[i]) || rank-- != 0) ++i;
        return key_[i];
    }

    // Insertion sort: the part to be sorted is short, or nearly in order.
    SETLAB_HD static void sort(u32* key, u32 size) {
        for (u32 i = 1; i < size; ++i) {
            const u32 moving = key[i];
            u32 j = i;
            for (; j != 0 && key[j - 1] > moving; --j) key[j] = key[j - 1];
            key[j] = moving;
        }
    }

    u32 size_;
    u32 settled_;  // the length of the sorted part
    u32 wanted_;
    bool narrow_;
    u8 marked_[MostSlots];
    u16 sets_at_[MostSlots];
    u32 key_[MostSets];
    u32 aside_[MostSets];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
