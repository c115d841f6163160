// Tables of fifteen: games that had no SET among twelve cards, from many groups, packed side by side.
#pragma once

#include "games/choice_lanes.hpp"
#include "games/scan_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class SideTable {
  public:
    static constexpr u32 old_slots = 12, slots = old_slots + 3;

    void clear() { size_ = 0; }
    u32 size() const { return size_; }
    bool has_room(u32 games) const { return size_ + games <= lanes_of_bytes; }

    u8 card(u32 slot, u32 index) const { return row_[slot][index]; }
    Home home(u32 index) const { return {row_[group_row][index], row_[lane_row][index]}; }

    // Takes in the games of a group that have a bit: twelve cards, three new ones, and the draw.
    template <class Draw>
    SETLAB_INLINE void take_in(u32 group, u64 bits, const Bytes (&card)[old_slots], const Bytes (&fresh)[3],
                               const Draw& draw, const Constants& constant) {
        Bytes row[packed_rows];
        SETLAB_UNROLL(12)
        for (u32 slot = 0; slot < old_slots; ++slot) row[slot] = card[slot];
        SETLAB_UNROLL(3)
        for (u32 i = 0; i < 3; ++i) row[old_slots + i] = fresh[i];
        row[low_row] = draw.low_bytes(constant);
        row[high_row] = draw.high_bytes(constant);
        row[lane_row] = constant.lane;
        pack_lanes(row, bits, row_[0] + size_, sizeof row_[0]);
        store_bytes(row_[group_row] + size_, all_bytes(group));
        size_ += count_bits(bits);
    }

    SETLAB_INLINE void load(Bytes (&card)[slots]) const {
        SETLAB_UNROLL(15)
        for (u32 slot = 0; slot < slots; ++slot) card[slot] = load_bytes(row_[slot]);
    }

    template <class Draw>
    SETLAB_INLINE Draw draw(const Constants& constant) const {
        return Draw::of_bytes(load_bytes(row_[low_row]), load_bytes(row_[high_row]), constant);
    }

    // Takes a SET from fifteen slots and removes the last three. The SET has one of these, since the first
    // twelve cards hold no SET; so the cards left there, at most two, move to the first two slots of the SET.
    // Calls move(index, slot, card) for both; slots from twelve on mean nothing.
    template <class Move>
    SETLAB_INLINE void take_sets(Bytes (&card)[slots], Bytes pair, const Constants& constant,
                                 Move&& move) const {
        const Bytes taken = all_bytes(no_card);
        const SetLanes set = replace_pair(card, pair, taken, taken, constant);
        const Bytes a = card[old_slots], b = card[old_slots + 1], c = card[old_slots + 2];
        const auto is_taken = [&](Bytes last) {
            return Ops::equal(last, taken) | Ops::equal(last, set.third_card);
        };
        const Mask no_a = is_taken(a), no_b = is_taken(b), no_c = is_taken(c);
        alignas(64) u8 slot[2][lanes_of_bytes], left[2][lanes_of_bytes];
        store_bytes(slot[0], set.first);
        store_bytes(slot[1], set.second);
        store_bytes(left[0], choose(no_a, choose(no_b, c, b), a));
        store_bytes(left[1], choose(no_c, choose(no_b, a, b), c));
        for (u32 index = 0; index < size_; ++index) {
            for (u32 i = 0; i < 2; ++i) move(index, slot[i][index], left[i][index]);
        }
    }

  private:
    static constexpr u32 low_row = slots, high_row = low_row + 1, lane_row = high_row + 1,
                         packed_rows = lane_row + 1, group_row = packed_rows, rows = group_row + 1;

    // The second half takes what is written beyond the last game.
    alignas(64) u8 row_[rows][2 * lanes_of_bytes];
    u32 size_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
