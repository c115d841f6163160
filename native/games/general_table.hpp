// The table of a game with any number of values, where a SET is n cards that are all the same or all
// different in every property. For three values there are faster tables, which do not list the SETs taken.
#pragma once

#include <array>
#include <vector>

#include "setlab/rules.hpp"

namespace setlab {

// The table that setlab/game.hpp asks for. A card is a mask with one bit of `Values` for every property.
template <u32 Values>
class GeneralTable {
  public:
    static constexpr u32 set_size = Values;
    struct Slots {
        u32 slot[Values];  // ascending

        static Slots from(u32 first) {
            Slots slots{};
            for (u32 i = 0; i < Values; ++i) slots.slot[i] = first + i;
            return slots;
        }
    };

    explicit GeneralTable(int dimension);

    static u32 mask_of(u32 card, int dimension);

    // From now on the cards of every SET taken are listed there, in the order of their slots, as laid.
    void list_into(std::vector<u32>* taken) { listed_ = taken; }

    void clear();
    u32 slots() const { return slots_; }
    u32 cards() const { return static_cast<u32>(table_.size()); }
    u32 sets() const { return static_cast<u32>(sets_.size()); }

    void lay(u32 slot, u32 card);
    void find_sets() { settle(); }
    void deal(const Slots& at, const u32 (&card)[Values], u32 number);
    u32 candidates(Choice choice);
    Slots take(u32 rank);
    u32 take_first_sets();
    void shrink(u32 number, const Slots& holes);
    // There is a slot for every card.
    void make_room() {}

  private:
    // A SET is known by its slots, in ascending order.
    using Set = std::array<u16, Values>;

    struct Lying {
        u16 slot;
        u32 card;
    };

    // Adds the SETs that consist of the `depth` cards chosen so far and others from `from` on. `allowed` has
    // the bits that a further card may have, `different` those of the properties in which the cards differ.
    void add_sets(u32 depth, u32 from, u32 allowed, u32 different);
    void settle();
    u32 whole_properties(u32 bits) const;

    u32 lowest_bits_;  // of every property
    u32 all_bits_;
    u32 slots_ = 0;
    std::vector<Lying> table_;  // by slot
    std::vector<Set> sets_;     // sorted, except those added last
    u64 settled_ = 0;
    bool narrow_ = false;
    std::vector<Set> candidates_;  // if the choice is narrow
    Set partial_{};
    std::vector<u32>* listed_ = nullptr;
};

extern template class GeneralTable<2>;
extern template class GeneralTable<3>;
extern template class GeneralTable<4>;
extern template class GeneralTable<5>;

}  // namespace setlab
