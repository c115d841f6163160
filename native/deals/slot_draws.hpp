// The draws r_0, r_1, ... of many decks at once, one deck per lane.
#pragma once

#include "deals/flat_engines.hpp"
#include "simd/philox.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Draws for as many decks as the word has lanes. Lane j is trial first + j.
template <class Lane>
struct DrawsOfDecks {
    using Row = Vector<Lane>;
    static constexpr u32 decks = Lanes<Lane>::size;
    // A merged word holds two draws of 16 bits for 2 * word_lanes trials. `merged` of them make a row.
    static constexpr u32 merged = decks / (2 * word_lanes);
    using Philox = MergedPhilox<merged>;

    struct Numbers {
        Vector<u16> drawn[merged][4];     // [..][i]: draws 2i and 2i + 1 of a block
        Vector<u16> rejected[merged][4];  // not 0 where the draw has to be repeated
    };

    // Rejected draws are rare: one block in several has one.
    [[gnu::noinline]] static void repair(const FlatPlan& plan, u64 seed, u64 first, u32 block,
                                         Numbers& made) {
        for (u32 m = 0; m < merged; ++m) {
            for (u32 i = 0; i < 4; ++i) {
                for_each_nonzero(made.rejected[m][i], [&](u32 lane) {
                    const u32 k = draws_per_block * block + 2 * i + lane % 2;
                    made.drawn[m][i][lane] = static_cast<u16>(
                        draw_below<16>(seed, first + Philox::trial_of(m, lane), k, plan.cards - k, 1));
                });
            }
        }
    }

    // Row k of `rows`, `stride` rows apart, becomes draw k of every deck plus `offset` plus k times `step`.
    // With bytes, draws above 255 become 255.
    static void fill(const FlatPlan& plan, u64 seed, u64 first, u32 offset, u32 step, Row* rows, u32 stride) {
        const Philox philox(seed, static_cast<u32>(first >> 32), [first](u32 deck) { return first + deck; });
        const u32 blocks = (plan.cards - 1 + draws_per_block - 1) / draws_per_block;
        Numbers made;
        for (u32 block = 0; block < blocks; ++block) {
            const u32* bounds = plan.bounds + 4 * block;
            const u32* remainders = plan.remainders + 4 * block;
            Vector<u16> any_rejected{};
            const typename Philox::Number number = philox.number(block);
            for (u32 m = 0; m < merged; m += 2) {
                const auto two = philox.template blocks<2>(m, number);
                SETLAB_UNROLL(2)
                for (u32 n = 0; n < 2; ++n) {
                    SETLAB_UNROLL(4)
                    for (u32 i = 0; i < 4; ++i) {
                        const Vector<u16> x = two.of[n].draws[i];
                        const Vector<u16> bound = as<u16>(all_lanes<u32>(bounds[i]));
                        made.drawn[m + n][i] = product_high(x, bound);
                        made.rejected[m + n][i] =
                            difference_or_0(as<u16>(all_lanes<u32>(remainders[i])), x * bound);
                        any_rejected |= made.rejected[m + n][i];
                    }
                }
            }
            if (nonzero_lanes(as<u64>(any_rejected)) != 0) repair(plan, seed, first, block, made);
            SETLAB_UNROLL(4)
            for (u32 i = 0; i < 4; ++i) {
                const u32 k = draws_per_block * block + 2 * i;
                write(made, i, plan.cards > 256, rows + static_cast<u64>(k) * stride, stride,
                      offset + k * step, step);
            }
        }
        // The last card takes the last slot. Its draw may lie behind the last block.
        rows[static_cast<u64>(plan.cards - 1) * stride] = all_lanes<Lane>(offset + (plan.cards - 1) * step);
    }

    SETLAB_INLINE static void write(const Numbers& made, u32 i, bool large, Row* row, u32 stride, u32 offset,
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
        const Vector<u32> even = select(low_half, front, back << 16);
        const Vector<u32> odd = select(low_half, front >> 16, back);
        row[0] = as<Lane>(even) + all_lanes<Lane>(offset);
        row[stride] = as<Lane>(odd) + all_lanes<Lane>(offset + step);
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
