// The draws that choose SETs, for groups of games with one game per lane.
#pragma once

#include "games/card_lanes.hpp"
#include "games/shuffle_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

struct Home {
    u32 group, lane;
};

template <u32 Groups>
class ChoiceLanes {
  public:
    explicit ChoiceLanes(const EndgamePlan& plan) : seed_(plan.seed), first_choice_(plan.first_choice) {}

    // To be called with the first trial of the first group, before the draws of a group are made.
    void begin(u64 first) { first_ = first; }

    void make(const ShuffledGames& games, u32 g) {
        for (u32 b = 0; b < blocks; ++b) games.raw_block(first_choice_ / 8 + b, block_[b][g]);
    }

    // The draw that chooses SET number t, for lanes 2i in `even` and for lanes 2i + 1 in `odd`.
    struct Draw {
        Pairs even, odd;

        SETLAB_INLINE Bytes low_bytes(const Constants& constant) const {
            return as<u8>(select(as<u16>(constant.low_byte), even, odd << 8));
        }
        SETLAB_INLINE Bytes high_bytes(const Constants& constant) const {
            return as<u8>(select(as<u16>(constant.low_byte), even >> 8, odd));
        }
        SETLAB_INLINE static Draw of_bytes(Bytes low, Bytes high, const Constants& constant) {
            const Pairs mask = as<u16>(constant.low_byte), l = as<u16>(low), h = as<u16>(high);
            return {select(mask, l, h << 8), select(mask, l >> 8, h)};
        }
    };

    SETLAB_INLINE Draw draw(u32 g, u32 t, const Constants& constant) const {
        const auto& x = block_[t / 8][g].draws[t % 8 / 2];
        const Vector<u32> low = as<u32>(constant.low_half);
        const Vector<u32> x0 = as<u32>(x[0]), x1 = as<u32>(x[1]), x2 = as<u32>(x[2]), x3 = as<u32>(x[3]);
        if (t % 2 == 0) {
            return {as<u16>(select(low, x0, x2 << 16)), as<u16>(select(low, x1, x3 << 16))};
        }
        return {as<u16>(select(low, x0 >> 16, x2)), as<u16>(select(low, x1 >> 16, x3))};
    }

    // The draw as a number below `bound` for each of the lanes `wanted`; home(lane) is the game whose draw it
    // is, in case it was rejected. Few draws are examined closely: those whose product has a low half below
    // MostSets, which no bound exceeds.
    template <u32 MostSets, class HomeOf>
    SETLAB_INLINE Bytes below(const Draw& draw, u32 t, Bytes bound, u64 wanted, const Constants& constant,
                              HomeOf&& home) const {
        const Pairs low = as<u16>(constant.low_byte), most = all_lanes<u16>(MostSets);
        const Pairs bounds = as<u16>(bound);
        // The upper byte of `odd` is the upper half of the product of 16 bits; no shift is needed.
        const Pairs even = product_high(draw.even, bounds & low), odd = product_high(draw.odd, bounds & ~low);
        const Pairs close_even = difference_or_0(most, draw.even * (bounds & low));
        const Pairs close_odd = difference_or_0(most, draw.odd * (bounds >> 8));
        Bytes result = as<u8>(select(low, even, odd));
        const Bytes close = as<u8>(close_even | close_odd << 8);
        for (u64 left = wanted & ~bits_of(Ops::equal(close, Bytes{})); left != 0; left &= left - 1) {
            const u32 lane = lowest_bit(left);
            const u32 x = lane % 2 == 0 ? draw.even[lane / 2] : draw.odd[lane / 2];
            u32 number = 0;
            if (!accept<16>(x, bound[lane], number))
                result[lane] = static_cast<u8>(redrawn(home(lane), t, bound[lane]));
        }
        return result;
    }

    // The same for one game.
    u32 below(const Home& home, u32 t, u32 bound) const {
        u32 number = 0;
        if (accept<16>(block_[t / 8][home.group].of_game(home.lane, t % 8), bound, number)) return number;
        return redrawn(home, t, bound);
    }

  private:
    static constexpr u32 blocks = 4;  // 23 deals, and four SETs at the end

    [[gnu::noinline]] u32 redrawn(const Home& home, u32 t, u32 bound) const {
        const u64 trial = first_ + home.group * lanes_of_bytes + home.lane;
        return draw_below<16>(seed_, trial, first_choice_ + t, bound, 1);
    }

    u64 seed_;
    u32 first_choice_;
    u64 first_ = 0;
    ShuffledGames::RawBlock block_[blocks][Groups];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
