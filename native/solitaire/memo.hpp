// A memory of results by a key of two words: one slot for every hash, the newest stays.
#pragma once

#include "setlab/types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <class Value, u32 Bits>
class Memo {
  public:
    // Memory comes as zeros or as it was left; no round has number 0.
    void prepare() {
        for (Slot& slot : slot_) slot.round = 0;
        round_ = 0;
    }

    // Forgets everything.
    void clear() { ++round_; }

    const Value* find(u64 first, u64 second) const {
        const Slot& slot = slot_[place(first, second)];
        return slot.round == round_ && slot.first == first && slot.second == second ? &slot.value : nullptr;
    }

    void store(u64 first, u64 second, Value value) {
        slot_[place(first, second)] = {first, second, round_, value};
    }

  private:
    struct Slot {
        u64 first, second, round;
        Value value;
    };

    static u64 place(u64 first, u64 second) {
        const u64 mixed = (first * 0x9E3779B97F4A7C15u) ^ (second * 0xC2B2AE3D27D4EB4Fu);
        return (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u >> (64 - Bits);
    }

    u64 round_;
    Slot slot_[u64{1} << Bits];
};

// Where nothing is worth remembering.
struct NoMemo {
    void clear() {}
    const i64* find(u64, u64) const { return nullptr; }
    void store(u64, u64, i64) {}
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
