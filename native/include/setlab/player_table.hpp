// The table of a player of Solitaire SET who looks at pairs and SETs alone, for a thread of the GPU.
// src/setlab/solitaire/strategies defines the players.
#pragma once

#include "table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

enum class Player { basic, thrifty };

// The base is a Table with a NearList and with Translations; its layout has a second mask, `others`: the
// undealt cards for `basic`, all cards that are not taken for `thrifty`. Nothing is drawn: there is one
// candidate.
template <class Base, Player player>
class PlayerTable : public Base {
  public:
    using Base::Base;

    SETLAB_HD void clear() {
        Base::clear();
        layout_.others.fill();
    }
    SETLAB_HD void lay(u32 slot, u32 card) {
        Base::lay(slot, card);
        if constexpr (player == Player::basic) leave_others(card);
    }
    SETLAB_HD void deal(const Three& at, const u32 (&card)[3], u32 number) {
        Base::deal(at, card, number);
        SETLAB_UNROLL(3)
        for (u32 i = 0; i < 3; ++i) {
            if (player == Player::basic && i < number) leave_others(card[i]);
        }
    }

    SETLAB_HD u32 candidates(Choice) const { return 1; }

    SETLAB_HD Three take(u32) {
        const Three slots = sets_.take_set(best_set());
        SETLAB_UNROLL(3)
        for (u32 p = 0; p < 3; ++p) {
            if (player == Player::thrifty) leave_others(Base::card_at(slots.slot[p]));
        }
        return Base::remove(slots);
    }

  private:
    using Base::finder_;
    using Base::layout_;
    using Base::sets_;
    using Set = typename Base::SetList::Set;

    SETLAB_HD void leave_others(u32 card) { finder_->flip(layout_.others, card); }

    SETLAB_HD Set best_set() const {
        u64 least = ~static_cast<u64>(0);
        Set best{};
        sets_.for_each([&](Set set) {
            const u64 cost = cost_of(set);
            best = cost < least ? set : best;
            least = cost < least ? cost : least;
        });
        return best;
    }

    // What is to be smallest, then what is to be largest, then the cards: of equal SETs the first is taken.
    SETLAB_HD u64 cost_of(Set set) const {
        const Three slots = slots_of(set);
        const u32 a = Base::card_at(slots.slot[0]), b = Base::card_at(slots.slot[1]),
                  c = Base::card_at(slots.slot[2]);
        const u32 low = a < b ? a : b, high = a < b ? b : a, first = low < c ? low : c,
                  last = high < c ? c : high;
        const u32 cards = first << 14 | (a + b + c - first - last) << 7 | last;
        const u32 lost = pairs_of(a) + pairs_of(b) + pairs_of(c);
        return static_cast<u64>(lost) << 32 | (255 - sets_left(set)) << 24 | cards;
    }

    // basic: the live pairs of a card, whose third card is undealt. thrifty: twice the SETs of the remaining
    // cards through a card, and 1.
    SETLAB_HD u32 pairs_of(u32 card) const {
        return finder_->count_pairs(player == Player::basic ? layout_.mask : layout_.others, layout_.others,
                                    card);
    }

    // basic: the SETs on the table that would be left. With as many live pairs, few dead ones are many SETs.
    SETLAB_HD u32 sets_left(Set taken) const {
        u32 left = 0;
        if constexpr (player == Player::basic) sets_.for_each([&](Set set) { left += (set & taken) == 0; });
        return left;
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
