// SETs as masks of slots: three bits of a word. The first slot is the top bit, so that of two SETs the one
// that comes first is the larger number.
#pragma once

#include "bits.hpp"
#include "sets.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <class Mask>
SETLAB_HD Mask bit_of(u32 slot) {
    return static_cast<Mask>(1) << (8 * sizeof(Mask) - 1) >> slot;
}
template <class Mask>
SETLAB_HD Three slots_of(Mask set) {
    const u32 a = leading_zeros(set);
    const Mask rest = set ^ bit_of<Mask>(a);
    const u32 b = leading_zeros(rest);
    return {{a, b, leading_zeros(rest ^ bit_of<Mask>(b))}};
}

// The number of SETs at every slot. The numbers of all slots are added up at once: the bits of a slot in
// several words are the binary digits of its number. A card is in at most 15 SETs on 32 slots, and in at most
// 31 on 64.
template <class Mask>
class SetsAtSlots {
  public:
    SETLAB_HD void add(Mask set) {
        any_ |= set;
        SETLAB_UNROLL(5)
        for (u32 d = 0; d < digits; ++d) {
            const Mask sum = digit_[d] ^ set;
            set &= digit_[d];
            digit_[d] = sum;
        }
    }

    // The slots where the number is the largest, or the smallest above 0.
    SETLAB_HD Mask wanted(Choice choice) const {
        Mask wanted = any_;
        SETLAB_UNROLL(5)
        for (u32 i = 0; i < digits; ++i) {
            const Mask with = wanted & digit_[digits - 1 - i];
            const Mask further = choice == Choice::popular ? with : wanted ^ with;
            wanted = further != 0 ? further : wanted;
        }
        return wanted;
    }

  private:
    static constexpr u32 digits = sizeof(Mask) == 4 ? 4 : 5;
    Mask digit_[digits] = {};
    Mask any_ = 0;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
