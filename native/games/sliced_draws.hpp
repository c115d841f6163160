// Everything that chance decides in the standard games of a word: the shuffled decks, and the draws that
// choose SETs.
#pragma once

#include "choice.hpp"
#include "deck.hpp"
#include "philox.hpp"
#include "transpose.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 first_choice_block = (deck_size + 7) / 8;
constexpr u32 choices = 26;  // 23 deals and two SETs afterwards; draws come in pairs

template <class Word>
struct Chance {
    Card<Word> cards[deck_size];
    Word choice[choices][choice_bits];  // draws, the lowest digit first

    SETLAB_SLICED const Card<Word>& card(u32 k) const { return cards[k]; }
    SETLAB_SLICED Word draw(u32 t, u32 bit) const { return choice[t][bit]; }
};

// Draws for the trials with a common upper half; low(game) is the lower half of a game's trial.
template <class Word, class Low>
class ChanceMaker {
  public:
    SETLAB_HD ChanceMaker(u64 seed, u32 trial_high, const Low& low)
        : seed_(seed), trial_high_(trial_high), low_(low), philox_(seed, trial_high, low) {}

    SETLAB_HD void make(Chance<Word>& chance) const {
        // The last card has no choice: its rank is 0.
        Word rank[deck_size + 7][UndealtCards<Word>::rank_bits] = {};
        for (u32 block = 0; block < deck_size / 8; ++block) make_ranks(block, rank + 8 * block);
        UndealtCards<Word> undealt;
        for (u32 k = 0; k < deck_size; ++k) chance.cards[k] = undealt.take(rank[k]);
        for (u32 t = 0; t < choices; t += 8) make_choices(t, chance);
    }

  private:
    // Eight bounded draws of seven bits: two rows of 32 bits.
    SETLAB_SLICED_STEP void make_ranks(u32 block, Word (*rank)[UndealtCards<Word>::rank_bits]) const {
        Word row[2][32], limit[4];
        const auto bound = [block](u32 draw) { return deck_size - 8 * block - draw; };
        for (u32 w = 0; w < 4; ++w)
            limit[w] = fill_lanes<Word>(65536u % bound(2 * w + 1) << 16 | 65536u % bound(2 * w));
        philox_.for_each_row(block, [&](u32 r, const typename Philox<Word>::Row& drawn) {
            Bounded<Word> bounds[4];
            Word rejected{};
            SETLAB_UNROLL(4)
            for (u32 w = 0; w < 4; ++w) {
                bounds[w] = Arithmetic<Word>::bounded(drawn.word[w], bound(2 * w), bound(2 * w + 1));
                rejected |= below_limit(bounds[w].low, limit[w]);
            }
            if (any(rejected)) redraw(block, r, bounds);
            row[0][r] = bounds[0].high | bounds[1].high << 8;
            row[1][r] = bounds[2].high | bounds[3].high << 8;
        });
        for (u32 half = 0; half < 2; ++half) {
            transpose(row[half]);
            for (u32 n = 0; n < 4; ++n) {
                const u32 k = 4 * half + (n % 2) * 2 + n / 2;  // the bytes hold draws 0, 2, 1, 3
                for (u32 d = 0; d < UndealtCards<Word>::rank_bits; ++d) rank[k][d] = row[half][8 * n + d];
            }
        }
    }

    SETLAB_SLICED_STEP void redraw(u32 block, u32 row, Bounded<Word> (&bounds)[4]) const {
        for (u32 n = 0; n < 8 * lanes_in<Word>; ++n) {
            const u32 w = n % 4, odd = n / 4 % 2, lane = n / 8;
            const u32 k = 8 * block + 2 * w + odd, bound = deck_size - k;
            if (half_at(bounds[w].low, 2 * lane + odd) >= 65536u % bound) continue;
            const u64 trial = u64{trial_high_} << 32 | static_cast<u32>(low_(32 * lane + row));
            put_half(bounds[w].high, 2 * lane + odd, draw_below<16>(seed_, trial, k, bound, 1));
        }
    }

    SETLAB_SLICED_STEP void make_choices(u32 first, Chance<Word>& chance) const {
        Word row[4][32];
        philox_.for_each_row(first_choice_block + first / 8,
                             [&](u32 r, const typename Philox<Word>::Row& drawn) {
                                 SETLAB_UNROLL(4)
                                 for (u32 w = 0; w < 4; ++w) row[w][r] = drawn.word[w];
                             });
        for (u32 w = 0; w < 4 && first + 2 * w < choices; ++w) {
            transpose(row[w]);
            for (u32 d = 0; d < 2 * choice_bits; ++d)
                chance.choice[first + 2 * w + d / choice_bits][d % choice_bits] = row[w][d];
        }
    }

    u64 seed_;
    u32 trial_high_;
    Low low_;
    Philox<Word> philox_;
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
