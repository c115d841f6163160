// Philox for as many trials as a word has bits, in rows of lanes.
//
// The counter of a block is (trial, block) and nothing else, so the products of the first two rounds belong
// to the trial or to the block alone: those of a trial are computed once for all its blocks.
#pragma once

#include "../generator.hpp"
#include "lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

// The trials have a common upper half; low(game) is the lower half of a game's trial.
template <class Word>
class Philox {
  public:
    using P = Arithmetic<Word>;
    using Lanes = typename P::Lanes;

    // The four words of a block for the games of a row, draws 2i and 2i + 1 in word i.
    struct Row {
        Word word[4];
    };

    template <class Low>
    SETLAB_HD Philox(u64 seed, u32 trial_high, const Low& low) : trial_high_(trial_high) {
        for (u32 round = 0; round < philox_rounds; ++round) {
            key_[round][0] = static_cast<u32>(seed) + round * philox_key_step_0;
            key_[round][1] = static_cast<u32>(seed >> 32) + round * philox_key_step_1;
        }
        for (u32 row = 0; row < 32; ++row) {
            for (u32 group = 0; group < P::groups; ++group) {
                start(row, group, P::gather(group, [&](u32 lane) -> u64 { return low(32 * lane + row); }));
            }
        }
    }

    // Calls use(row number, row) for the 32 rows of a block.
    template <class Use>
    SETLAB_SLICED void for_each_row(u32 block, Use&& use) const {
        const u64 of_block = u64{philox_multiplier_1} * block;
        const u32 first = static_cast<u32>(of_block >> 32) ^ trial_high_ ^ key_[0][0];
        const u64 of_first = u64{philox_multiplier_0} * first;
        const Lanes key_0 = P::fill(static_cast<u32>(of_block) ^ key_[1][0]);
        const Lanes key_1 = P::fill(static_cast<u32>(of_first >> 32) ^ key_[1][1]);
        const Lanes last = P::fill(static_cast<u32>(of_first));
        SETLAB_UNROLL(1)
        for (u32 row = 0; row < 32; ++row) {
            Lanes c[4][P::groups];
            SETLAB_UNROLL(2)
            for (u32 g = 0; g < P::groups; ++g) {
                c[0][g] = (product_1_[row][g] >> 32) ^ key_0;
                c[1][g] = product_1_[row][g];
                c[2][g] = product_0_[row][g] ^ key_1;
                c[3][g] = last;
            }
            last_rounds(c);
            use(row, Row{{P::merge(c[0]), P::merge(c[1]), P::merge(c[2]), P::merge(c[3])}});
        }
    }

  private:
    SETLAB_SLICED void start(u32 row, u32 group, Lanes trial) {
        product_0_[row][group] = P::times(trial, philox_multiplier_0);
        product_1_[row][group] =
            P::times((product_0_[row][group] >> 32) ^ P::fill(key_[0][1]), philox_multiplier_1);
    }

    SETLAB_SLICED void last_rounds(Lanes (&c)[4][P::groups]) const {
        SETLAB_UNROLL(8)
        for (u32 round = 2; round < philox_rounds; ++round) {
            SETLAB_UNROLL(2)
            for (u32 g = 0; g < P::groups; ++g) {
                const Lanes of_0 = P::times(c[0][g], philox_multiplier_0);
                const Lanes of_2 = P::times(c[2][g], philox_multiplier_1);
                c[0][g] = parity(of_2 >> 32, c[1][g], P::fill(key_[round][0]));
                c[2][g] = parity(of_0 >> 32, c[3][g], P::fill(key_[round][1]));
                c[1][g] = of_2;
                c[3][g] = of_0;
            }
        }
    }

    u32 trial_high_;
    u32 key_[philox_rounds][2];
    Lanes product_0_[32][P::groups], product_1_[32][P::groups];  // of the first rounds
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
