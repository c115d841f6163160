// Everything that chance decides in the standard games of a word: the shuffled decks, and the draws that
// choose SETs.
#pragma once

#include "setlab/sliced/game.hpp"
#include "setlab/transpose.hpp"
#include "simd/philox.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 first_choice_block = (sliced::deck_size + 7) / 8;

// Draws for the trials with a common upper half; low(game) is the lower half of a game's trial. A word has
// 32 rows of games: once the rows are transposed, game b is bit b.
template <class Low>
class ChanceMaker {
  public:
    ChanceMaker(u64 seed, u32 trial_high, const Low& low)
        : seed_(seed), trial_high_(trial_high), low_(low), philox_(seed, trial_high, low) {}

    void make(sliced::Chance<Word>& chance) const {
        // The last card has no choice: its rank is 0.
        Word rank[sliced::deck_size + 7][rank_bits] = {};
        for (u32 block = 0; block < sliced::deck_size / 8; ++block) make_ranks(block, rank + 8 * block);
        sliced::UndealtCards<Word> undealt;
        for (u32 k = 0; k < sliced::deck_size; ++k) chance.cards[k] = undealt.take(rank[k]);
        for (u32 t = 0; t < sliced::choices; t += 8) make_choices(t, chance);
    }

  private:
    using Philox = MergedPhilox<32>;
    static_assert(Philox::trials == word_bits);
    static constexpr u32 rank_bits = sliced::UndealtCards<Word>::rank_bits;

    // Eight bounded draws of seven bits: two rows of 32 bits.
    SETLAB_STEP void make_ranks(u32 block, Word (*rank)[rank_bits]) const {
        Word row[2][32];
        const auto bound_of = [block](u32 draw) { return sliced::deck_size - 8 * block - draw; };
        Vector<u16> bound[4], remainder[4];
        for (u32 i = 0; i < 4; ++i) {
            const u32 even = bound_of(2 * i), odd = bound_of(2 * i + 1);
            bound[i] = as<u16>(all_lanes<u32>(odd << 16 | even));
            remainder[i] = as<u16>(all_lanes<u32>(65536u % odd << 16 | 65536u % even));
        }
        const Philox::Number number = philox_.number(block);
        SETLAB_UNROLL(1)
        for (u32 r = 0; r < 32; ++r) {
            const Philox::Block drawn = philox_.blocks<1>(r, number).of[0];
            Vector<u16> ranks[4], rejected[4];
            SETLAB_UNROLL(4)
            for (u32 i = 0; i < 4; ++i) {
                ranks[i] = product_high(drawn.draws[i], bound[i]);
                rejected[i] = difference_or_0(remainder[i], drawn.draws[i] * bound[i]);
            }
            const Word all = as<u64>(rejected[0] | rejected[1] | rejected[2] | rejected[3]);
            if (any(all)) redraw(block, r, rejected, ranks);
            row[0][r] = as<u64>(ranks[0] | ranks[1] << 8);
            row[1][r] = as<u64>(ranks[2] | ranks[3] << 8);
        }
        for (u32 half = 0; half < 2; ++half) {
            transpose_32(row[half]);
            for (u32 n = 0; n < 4; ++n) {
                const u32 k = 4 * half + (n % 2) * 2 + n / 2;  // the bytes hold draws 0, 2, 1, 3
                for (u32 d = 0; d < rank_bits; ++d) rank[k][d] = row[half][8 * n + d];
            }
        }
    }

    SETLAB_STEP void redraw(u32 block, u32 row, const Vector<u16> (&rejected)[4],
                            Vector<u16> (&ranks)[4]) const {
        for (u32 i = 0; i < 4; ++i) {
            for_each_nonzero(rejected[i], [&](u32 lane) {
                const u32 k = 8 * block + 2 * i + lane % 2;
                const u64 trial =
                    u64{trial_high_} << 32 | static_cast<u32>(low_(Philox::trial_of(row, lane)));
                ranks[i][lane] = static_cast<u16>(draw_below<16>(seed_, trial, k, sliced::deck_size - k, 1));
            });
        }
    }

    SETLAB_STEP void make_choices(u32 first, sliced::Chance<Word>& chance) const {
        Word row[4][32];
        const Philox::Number number = philox_.number(first_choice_block + first / 8);
        SETLAB_UNROLL(1)
        for (u32 r = 0; r < 32; ++r) {
            const Philox::Block drawn = philox_.blocks<1>(r, number).of[0];
            SETLAB_UNROLL(4)
            for (u32 i = 0; i < 4; ++i) row[i][r] = as<u64>(drawn.draws[i]);
        }
        for (u32 i = 0; i < 4 && first + 2 * i < sliced::choices; ++i) {
            transpose_32(row[i]);
            for (u32 d = 0; d < 2 * sliced::choice_bits; ++d)
                chance.choice[first + 2 * i + d / sliced::choice_bits][d % sliced::choice_bits] = row[i][d];
        }
    }

    u64 seed_;
    u32 trial_high_;
    Low low_;
    Philox philox_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
