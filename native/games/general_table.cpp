#include "games/general_table.hpp"

#include <algorithm>

#include "setlab/sets.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
namespace {

// From these sizes on, finding the SETs of a card and sorting SETs take long enough to be interrupted.
constexpr u64 many_cards = 64;
constexpr i64 many_sets = 1 << 16;

template <class Iterator>
[[gnu::noinline]] void sort_interruptibly(Iterator begin, Iterator end) {
    u32 comparisons = 0;
    std::sort(begin, end, [&](const auto& a, const auto& b) {
        if (++comparisons % 1024 == 0) check_interrupt();
        return a < b;
    });
}

}  // namespace

template <u32 Values>
GeneralTable<Values>::GeneralTable(int dimension) : lowest_bits_(0) {
    for (int p = 0; p < dimension; ++p) lowest_bits_ |= 1u << (Values * static_cast<u32>(p));
    all_bits_ = lowest_bits_ * ((1u << Values) - 1);
}

template <u32 Values>
u32 GeneralTable<Values>::mask_of(u32 card, int dimension) {
    u32 mask = 0;
    for (int p = 0; p < dimension; ++p, card /= Values) {
        mask |= 1u << (Values * static_cast<u32>(p) + card % Values);
    }
    return mask;
}

template <u32 Values>
void GeneralTable<Values>::clear() {
    slots_ = 0;
    table_.clear();
    sets_.clear();
    settled_ = 0;
}

// --- cards come and go

// The SETs that the card makes are added, but not yet sorted.
template <u32 Values>
void GeneralTable<Values>::lay(u32 slot, u32 card) {
    if (table_.size() >= many_cards) check_interrupt();
    partial_[0] = static_cast<u16>(slot);
    add_sets(1, 0, card, 0);
    const auto behind =
        std::find_if(table_.begin(), table_.end(), [&](const Lying& lying) { return lying.slot > slot; });
    table_.insert(behind, {static_cast<u16>(slot), card});
    slots_ = std::max(slots_, slot + 1);
}

template <u32 Values>
void GeneralTable<Values>::deal(const Slots& at, const u32 (&card)[Values], u32 number) {
    check_interrupt();
    for (u32 i = 0; i < number; ++i) lay(at.slot[i], card[i]);
    settle();
}

template <u32 Values>
u32 GeneralTable<Values>::candidates(Choice choice) {
    check_interrupt();
    narrow_ = is_narrow(choice);
    if (!narrow_) return sets();
    std::vector<u32> sets_at(slots_);
    for (const Set& set : sets_) {
        for (const u16 slot : set) ++sets_at[slot];
    }
    u32 wanted = 0;
    for (const u32 number : sets_at) {
        if (number != 0) wanted = more_wanted(choice, wanted, number);
    }
    candidates_.clear();
    std::copy_if(sets_.begin(), sets_.end(), std::back_inserter(candidates_), [&](const Set& set) {
        return std::any_of(set.begin(), set.end(), [&](u16 slot) { return sets_at[slot] == wanted; });
    });
    return static_cast<u32>(candidates_.size());
}

template <u32 Values>
auto GeneralTable<Values>::take(u32 rank) -> Slots {
    const Set set = narrow_ ? candidates_[rank] : sets_[rank];
    const auto is_taken = [&](u16 slot) { return std::find(set.begin(), set.end(), slot) != set.end(); };
    std::erase_if(sets_, [&](const Set& other) { return std::any_of(other.begin(), other.end(), is_taken); });
    settled_ = sets_.size();
    for (const Lying& lying : table_) {
        if (listed_ != nullptr && is_taken(lying.slot)) listed_->push_back(lying.card);
    }
    std::erase_if(table_, [&](const Lying& lying) { return is_taken(lying.slot); });
    Slots holes{};
    std::copy(set.begin(), set.end(), holes.slot);
    return holes;
}

template <u32 Values>
u32 GeneralTable<Values>::take_first_sets() {
    settle();
    u32 taken = 0;
    for (; candidates(Choice::first) != 0; ++taken) take(0);
    return taken;
}

// The cards in the last `number` slots move to the lowest holes. There are no other holes.
template <u32 Values>
void GeneralTable<Values>::shrink(u32 number, const Slots& holes) {
    const u32 left = slots_ - number;
    std::vector<u16> now_at(slots_);
    for (u32 slot = 0; slot < slots_; ++slot) now_at[slot] = static_cast<u16>(slot);
    u32 filled = 0;
    for (const Lying& lying : table_) {
        if (lying.slot >= left) now_at[lying.slot] = static_cast<u16>(holes.slot[filled++]);
    }
    for (Lying& lying : table_) lying.slot = now_at[lying.slot];
    std::sort(table_.begin(), table_.end(), [](const Lying& a, const Lying& b) { return a.slot < b.slot; });
    for (Set& set : sets_) {
        for (u16& slot : set) slot = now_at[slot];
        std::sort(set.begin(), set.end());
    }
    std::sort(sets_.begin(), sets_.end());
    slots_ = left;
}

// --- SETs

template <u32 Values>
void GeneralTable<Values>::add_sets(u32 depth, u32 from, u32 allowed, u32 different) {
    for (u32 i = from; i < table_.size(); ++i) {
        const u32 card = table_[i].card;
        u32 now_allowed = allowed, now_different = different;
        if (depth == 1) {
            // The second card tells which properties are the same and which differ; `allowed` is the first
            // card.
            now_different = all_bits_ & ~whole_properties(allowed & card);
            now_allowed = (allowed & card) | (now_different & ~(allowed | card));
        } else {
            if ((card & ~allowed) != 0) continue;
            now_allowed = allowed & ~(card & different);
        }
        partial_[depth] = table_[i].slot;
        if (depth + 1 < Values) {
            add_sets(depth + 1, i + 1, now_allowed, now_different);
        } else {
            Set set = partial_;
            std::sort(set.begin(), set.end());
            sets_.push_back(set);
        }
    }
}

// All bits of the properties that have a bit.
template <u32 Values>
u32 GeneralTable<Values>::whole_properties(u32 bits) const {
    u32 any = 0;
    for (u32 value = 0; value < Values; ++value) any |= bits >> value;
    return (any & lowest_bits_) * ((1u << Values) - 1);
}

// Sorts the SETs that were added since the list was sorted last into it.
template <u32 Values>
void GeneralTable<Values>::settle() {
    const auto added = sets_.begin() + static_cast<i64>(settled_);
    if (sets_.end() - added < many_sets) {
        std::sort(added, sets_.end());
    } else {
        sort_interruptibly(added, sets_.end());
    }
    std::inplace_merge(sets_.begin(), added, sets_.end());
    settled_ = sets_.size();
}

template class GeneralTable<2>;
template class GeneralTable<3>;
template class GeneralTable<4>;
template class GeneralTable<5>;

}  // namespace setlab
