// Knowledge of positions: a hash table from two sets of points to bounds on the value.
#pragma once

#include <utility>
#include <vector>

#include "antiset/masks.hpp"
#include "threads/interrupt.hpp"

namespace setlab {

// Bounds on the value of a position. Nothing is known at first.
struct Bounds {
    short lower = -32767;
    short upper = 32767;
};

template <class Mask>
class PositionTable {
  public:
    struct Entry {
        Mask x;
        Mask o;
        Bounds bounds;
    };

    PositionTable() { clear(); }

    u64 size() const { return size_; }

    void clear() {
        size_ = 0;
        entries_.assign(1024, empty());
    }

    // The entry, or nullptr. It is valid until the next insertion.
    Bounds* find(Mask x, Mask o) {
        Entry& entry = entries_[slot(x, o)];
        return is_empty(entry) ? nullptr : &entry.bounds;
    }

    Bounds& find_or_insert(Mask x, Mask o) {
        u64 place = slot(x, o);
        if (is_empty(entries_[place])) {
            if (3 * (size_ + 1) > 2 * entries_.size()) {
                grow();
                place = slot(x, o);
            }
            entries_[place] = {x, o, {}};
            ++size_;
        }
        return entries_[place].bounds;
    }

    template <class Visit>
    void for_each(Visit visit) const {
        for (const Entry& entry : entries_)
            if (!is_empty(entry)) visit(entry);
    }

  private:
    // No point belongs to both players, so that two full sets cannot be a position.
    static Entry empty() { return {~Mask{0}, ~Mask{0}, {}}; }
    static bool is_empty(const Entry& entry) { return entry.x == ~Mask{0}; }

    static u64 folded(u32 mask) { return mask; }
    static u64 folded(u64 mask) { return mask; }
    static u64 folded(u128 mask) {
        return static_cast<u64>(mask) ^ static_cast<u64>(mask >> 64) * 0xD6E8FEB86659FD93u;
    }

    static u64 hash(Mask x, Mask o) {
        u64 h = folded(x) * 0x9E3779B97F4A7C15u;
        h = (h ^ (h >> 32) ^ folded(o)) * 0xBF58476D1CE4E5B9u;
        h = (h ^ (h >> 29)) * 0x94D049BB133111EBu;
        return h ^ (h >> 32);
    }

    u64 slot(Mask x, Mask o) const {
        const u64 last = entries_.size() - 1;
        u64 place = hash(x, o) & last;
        while (!is_empty(entries_[place]) && (entries_[place].x != x || entries_[place].o != o))
            place = (place + 1) & last;
        return place;
    }

    // Every entry can be found at any moment, even if this is interrupted.
    void grow() {
        PositionTable larger;
        larger.entries_.assign(2 * entries_.size(), empty());
        for (u64 i = 0; i < entries_.size(); ++i) {
            if (i % 1024 == 0) check_interrupt();
            if (!is_empty(entries_[i]))
                larger.entries_[larger.slot(entries_[i].x, entries_[i].o)] = entries_[i];
        }
        entries_.swap(larger.entries_);
    }

    u64 size_ = 0;
    std::vector<Entry> entries_;
};

}  // namespace setlab
