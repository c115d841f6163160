// SETs as masks of slots: three bits of a word. The first slot is the top bit, so that of two SETs the one
// that comes first is the larger number.
#pragma once

#include "bits.hpp"
#include "sets.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// A word of 128 bits, as far as masks of slots need it.
struct Wide {
    u64 high, low;

    SETLAB_HD friend Wide operator&(Wide a, Wide b) { return {a.high & b.high, a.low & b.low}; }
    SETLAB_HD friend Wide operator|(Wide a, Wide b) { return {a.high | b.high, a.low | b.low}; }
    SETLAB_HD friend Wide operator^(Wide a, Wide b) { return {a.high ^ b.high, a.low ^ b.low}; }
    SETLAB_HD friend bool operator==(Wide a, Wide b) { return a.high == b.high && a.low == b.low; }
    SETLAB_HD friend bool operator<(Wide a, Wide b) {
        return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
};
SETLAB_HD inline u32 leading_zeros(Wide word) {
    return word.high != 0 ? leading_zeros(word.high) : 64 + leading_zeros(word.low);
}

template <class Mask>
SETLAB_HD Mask bit_of(u32 slot) {
    return static_cast<Mask>(1) << (8 * sizeof(Mask) - 1) >> slot;
}
template <>
SETLAB_HD inline Wide bit_of<Wide>(u32 slot) {
    return slot < 64 ? Wide{bit_of<u64>(slot), 0} : Wide{0, bit_of<u64>(slot - 64)};
}

template <class Mask>
SETLAB_HD bool is_empty(Mask mask) {
    return mask == Mask{};
}

template <class Mask>
SETLAB_HD Three slots_of(Mask set) {
    const u32 a = leading_zeros(set);
    const Mask rest = set ^ bit_of<Mask>(a);
    const u32 b = leading_zeros(rest);
    return {{a, b, leading_zeros(rest ^ bit_of<Mask>(b))}};
}

// The number of SETs at every slot. The numbers of all slots are added up at once: the bits of a slot in
// several words are the binary digits of its number. A card is in at most 15 SETs on 32 slots, in at most 31
// on 64, and so on.
template <class Mask>
class SetsAtSlots {
  public:
    SETLAB_HD void add(Mask set) {
        any_ = any_ | set;
        SETLAB_UNROLL(6)
        for (u32 d = 0; d < digits; ++d) {
            const Mask sum = digit_[d] ^ set;
            set = set & digit_[d];
            digit_[d] = sum;
        }
    }

    // The slots where the number is the largest, or the smallest above 0.
    SETLAB_HD Mask wanted(Choice choice) const {
        Mask wanted = any_;
        SETLAB_UNROLL(6)
        for (u32 i = 0; i < digits; ++i) {
            const Mask with = wanted & digit_[digits - 1 - i];
            const Mask further = choice == Choice::popular ? with : wanted ^ with;
            wanted = is_empty(further) ? wanted : further;
        }
        return wanted;
    }

  private:
    static constexpr u32 digits = sizeof(Mask) == 4 ? 4 : sizeof(Mask) == 8 ? 5 : 6;
    Mask digit_[digits] = {};
    Mask any_ = {};
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
