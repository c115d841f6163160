// The draws r_0, r_1, ... of many decks at once, one deck per lane.
#pragma once

#include "deals/slot_kernels.hpp"
#include "setlab/generator.hpp"
#include "simd/lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Philox for the blocks 0, 1, ... of many trials. The counter of a block is (trial, block) and nothing else,
// so that the products of the first two rounds belong to the trial or to the block alone and are made once.
class PhiloxOfTrials {
  public:
    // What the first two rounds have made of the lower half of a trial's number.
    struct Trial {
        Word high_1, product_1, product_0;
    };

    struct Output {
        Word word[4];  // lower halves; the upper may hold anything
    };

    PhiloxOfTrials(u64 seed, u32 trial_high) {
        u32 key_0 = static_cast<u32>(seed), key_1 = static_cast<u32>(seed >> 32);
        for (u32 round = 0; round < philox_rounds; ++round) {
            key_[round][0] = key_0;
            key_[round][1] = key_1;
            key_0 += philox_key_step_0;
            key_1 += philox_key_step_1;
        }
        block_key_ = key_[0][0] ^ trial_high;
    }

    [[gnu::always_inline]] Trial trial(Word low) const {
        const Word product_0 = W::multiply_low_halves(W::fill(philox_multiplier_0), low);
        const Word product_1 =
            W::multiply_low_halves(W::fill(philox_multiplier_1), (product_0 >> 32) ^ W::fill(key_[0][1]));
        return {product_1 >> 32, product_1, product_0};
    }

    [[gnu::always_inline]] Output block(const Trial& trial, u32 number) const {
        const u64 of_block = static_cast<u64>(philox_multiplier_1) * number;
        const u32 word_0 = static_cast<u32>(of_block >> 32) ^ block_key_;
        const u64 product_0 = static_cast<u64>(philox_multiplier_0) * word_0;
        Word c[4] = {trial.high_1 ^ W::fill(static_cast<u32>(of_block) ^ key_[1][0]), trial.product_1,
                     trial.product_0 ^ W::fill(static_cast<u32>(product_0 >> 32) ^ key_[1][1]),
                     W::fill(static_cast<u32>(product_0))};
        const Word multiplier_0 = W::fill(philox_multiplier_0), multiplier_1 = W::fill(philox_multiplier_1);
#pragma GCC unroll 8
        for (u32 round = 2; round < philox_rounds; ++round) {
            const Word of_0 = W::multiply_low_halves(multiplier_0, c[0]);
            const Word of_2 = W::multiply_low_halves(multiplier_1, c[2]);
            c[0] = W::xor3(of_2 >> 32, c[1], W::fill(key_[round][0]));
            c[1] = of_2;
            c[2] = W::xor3(of_0 >> 32, c[3], W::fill(key_[round][1]));
            c[3] = of_0;
        }
        return {{c[0], c[1], c[2], c[3]}};
    }

  private:
    u64 key_[philox_rounds][2];
    u32 block_key_;
};

// Draws for as many decks as the word has lanes. Lane j is trial first + j.
template <class Lane>
struct DrawsOfDecks {
    using Row = Vector<Lane>;
    static constexpr u32 decks = Lanes<Lane>::size;
    // A merged word holds two draws of 16 bits for 2 * W::lanes trials. So many make a row.
    static constexpr u32 merged = decks / (2 * W::lanes);

    struct Numbers {
        Vector<u16> drawn[merged][4];     // [..][i]: draws 2i and 2i + 1 of a block
        Vector<u16> rejected[merged][4];  // not 0 where the draw has to be repeated
    };

    // Lower halves of a and b side by side.
    SETLAB_INLINE Word merge(Word a, Word b) {
#if defined(__AVX512F__)
        return reinterpret_cast<Word>(_mm512_mask_shuffle_epi32(reinterpret_cast<__m512i>(a), 0xAAAA,
                                                                reinterpret_cast<__m512i>(b), _MM_PERM_CCAA));
#else
        return W::select(W::fill(0xFFFFFFFFu), a, b << 32);
#endif
    }

    // The trial in 16-bit lane number `lane` of merged word m, counted from the first.
    SETLAB_INLINE u32 trial_of(u32 m, u32 lane) { return lane / 4 * 2 * merged + lane / 2 % 2 * merged + m; }

    // Trials of which a merged word holds one half.
    SETLAB_INLINE Word trials(u64 first, u32 m, u32 half) {
        Word trial;
        for (u32 lane = 0; lane < W::lanes; ++lane) trial[lane] = first + trial_of(m, 4 * lane + 2 * half);
        return trial;
    }

    // Rejected draws are rare: one block in several has one.
    [[gnu::noinline]] static void repair(const FlatPlan& plan, u64 seed, u64 first, u32 block,
                                         Numbers& made) {
        for (u32 m = 0; m < merged; ++m) {
            for (u32 i = 0; i < 4; ++i) {
                const Word rejected = as<u64>(made.rejected[m][i]);
                for (u32 left = W::nonzero_lanes(rejected); left != 0; left &= left - 1) {
                    const u32 four = static_cast<u32>(__builtin_ctz(left));
                    for (u32 lane = 4 * four; lane < 4 * four + 4; ++lane) {
                        if (made.rejected[m][i][lane] == 0) continue;
                        const u32 k = draws_per_block * block + 2 * i + lane % 2;
                        made.drawn[m][i][lane] = static_cast<u16>(
                            draw_below<16>(seed, first + trial_of(m, lane), k, plan.cards - k, 1));
                    }
                }
            }
        }
    }

    // Row k of `rows`, `stride` rows apart, becomes draw k of every deck plus `offset` plus k times `step`.
    // With bytes, draws above 255 become 255.
    static void fill(const FlatPlan& plan, u64 seed, u64 first, u32 offset, u32 step, Row* rows, u32 stride) {
        const PhiloxOfTrials philox(seed, static_cast<u32>(first >> 32));
        PhiloxOfTrials::Trial trial[merged][2];
        for (u32 m = 0; m < merged; ++m) {
            for (u32 half = 0; half < 2; ++half) trial[m][half] = philox.trial(trials(first, m, half));
        }
        const u32 blocks = (plan.cards - 1 + draws_per_block - 1) / draws_per_block;
        Numbers made;
        for (u32 block = 0; block < blocks; ++block) {
            const u32* bounds = plan.bounds + 4 * block;
            const u32* remainders = plan.remainders + 4 * block;
            Vector<u16> any_rejected{};
            for (u32 m = 0; m < merged; ++m) {
                const auto a = philox.block(trial[m][0], block), b = philox.block(trial[m][1], block);
#pragma GCC unroll 4
                for (u32 i = 0; i < 4; ++i) {
                    const Vector<u16> x = as<u16>(merge(a.word[i], b.word[i]));
                    const Vector<u16> bound = as<u16>(all_lanes<u32>(bounds[i]));
                    made.drawn[m][i] = product_high(x, bound);
                    made.rejected[m][i] = difference_or_0(as<u16>(all_lanes<u32>(remainders[i])), x * bound);
                    any_rejected |= made.rejected[m][i];
                }
            }
            if (W::nonzero_lanes(as<u64>(any_rejected)) != 0) repair(plan, seed, first, block, made);
#pragma GCC unroll 4
            for (u32 i = 0; i < 4; ++i) {
                const u32 k = draws_per_block * block + 2 * i;
                write(made, i, plan.cards > 256, rows + static_cast<u64>(k) * stride, stride,
                      offset + k * step, step);
            }
        }
        // The last card takes the last place. Its draw may lie behind the last block.
        rows[static_cast<u64>(plan.cards - 1) * stride] = all_lanes<Lane>(offset + (plan.cards - 1) * step);
    }

    SETLAB_INLINE void write(const Numbers& made, u32 i, bool large, Row* row, u32 stride, u32 offset,
                             u32 step) {
        const Vector<u32> low_half = all_lanes<u32>(0xFFFF);
        Vector<u32> front, back;  // numbers of the even and of the odd draw in the lower and the upper half
        if constexpr (sizeof(Lane) == 1) {
            Vector<u16> number[4];
            const Vector<u16> most = all_lanes<u16>(255);
            for (u32 m = 0; m < 4; ++m) {
                number[m] = large ? smaller(made.drawn[m][i], most) : made.drawn[m][i];
            }
            front = as<u32>(number[0] | (number[1] << 8));
            back = as<u32>(number[2] | (number[3] << 8));
        } else {
            front = as<u32>(made.drawn[0][i]);
            back = as<u32>(made.drawn[1][i]);
        }
        const Word even = W::select(as<u64>(low_half), as<u64>(front), as<u64>(back << 16));
        const Word odd = W::select(as<u64>(low_half), as<u64>(front >> 16), as<u64>(back));
        row[0] = as<Lane>(even) + all_lanes<Lane>(offset);
        row[stride] = as<Lane>(odd) + all_lanes<Lane>(offset + step);
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
