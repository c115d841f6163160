// Tables of draws, several trials at once.
#pragma once

#include "deals/draw_table.hpp"
#include "simd/philox_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "parts of a block are read from memory, low half first");

template <int Width>
struct PartType;
template <>
struct PartType<16> {
    using Part = u16;
    using Product = u32;
};
template <>
struct PartType<32> {
    using Part = u32;
    using Product = u64;
};

template <class W, int Width>
struct DrawsBlock {
    using Word = typename W::Word;
    using Part = typename PartType<Width>::Part;
    using Product = typename PartType<Width>::Product;
    static constexpr u32 lanes = W::lanes;
    static constexpr u32 parts = Draw<Width>::parts;
    // Blocks of one trial that are made before they are turned into draws: few enough for the nearest cache.
    static constexpr u32 most_blocks = 32;
    static constexpr u32 most_draws = most_blocks * parts;

    struct Parts {
        Part part[lanes][most_draws];
    };

    // Blocks first_block ... of the trials first ... first + lanes - 1.
    SETLAB_INLINE void make_parts(const PhiloxLanes<W>& philox, u64 first, u32 first_block, u32 blocks,
                                  Parts& to) {
        Word trial;
        for (u32 lane = 0; lane < lanes; ++lane) trial[lane] = first + lane;
        const Word low_half = W::fill(0xFFFFFFFFu);
        for (u32 b = 0; b < blocks; ++b) {
            const Word block = W::fill((first_block + b) | Draw<Width>::family);
            const BlockLanes<W> out = philox({{trial, trial >> 32, block, Word{}}});
            const Word words_01 = W::select(low_half, out.word[0], out.word[1] << 32);
            const Word words_23 = W::select(low_half, out.word[2], out.word[3] << 32);
            W::store_pairs(&to.part[0][b * parts], sizeof to.part[0], words_01, words_23);
        }
    }

    static void widen(const Part* part, u32 draws, u32* row) {
        for (u32 k = 0; k < draws; ++k) row[k] = part[k];
    }

    // Bounded draws from column k0 on. Rejections are rare: noticed together, repaired one by one.
    static void bound(const DrawTable& table, u64 trial, u64 k0, const Part* part, u32 draws, u32* row) {
        const u32* bound_less_1 = table.bound_less_1 + k0;
        const u32* remainder = table.remainder + k0;
        u32 rejected = 0;
        for (u32 k = 0; k < draws; ++k) {
            const Product product = static_cast<Product>(part[k]) * bound_less_1[k] + part[k];
            row[k] = static_cast<u32>(product >> Width);
            rejected |= static_cast<Part>(product) < remainder[k];
        }
        if (rejected == 0) return;
        for (u32 k = 0; k < draws; ++k) {
            const u64 bound = static_cast<u64>(bound_less_1[k]) + 1;
            u32 result = 0;
            if (!accept<Width>(part[k], bound, result)) {
                row[k] = draw_below<Width>(table.seed, trial, k0 + k, bound, 1);
            }
        }
    }

    static void fill(const DrawTable& table, u64 first, u64 trials, u32* rows) {
        const PhiloxLanes<W> philox(table.seed);
        Parts made;
        for (u64 done = 0; done < trials; done += lanes) {
            const u32 used = static_cast<u32>(trials - done < lanes ? trials - done : lanes);
            for (u64 k0 = 0; k0 < table.draws; k0 += most_draws) {
                const u32 draws =
                    static_cast<u32>(table.draws - k0 < most_draws ? table.draws - k0 : most_draws);
                make_parts(philox, first + done, static_cast<u32>(k0 / parts), (draws + parts - 1) / parts,
                           made);
                for (u32 lane = 0; lane < used; ++lane) {
                    u32* row = rows + (done + lane) * table.draws + k0;
                    if (table.bound_less_1 == nullptr) {
                        widen(made.part[lane], draws, row);
                    } else {
                        bound(table, first + done + lane, k0, made.part[lane], draws, row);
                    }
                }
            }
        }
    }
};

template <class W>
void fill_draws(const DrawTable& table, u64 first, u64 trials, u32* rows) {
    if (table.width == 16) {
        DrawsBlock<W, 16>::fill(table, first, trials, rows);
    } else {
        DrawsBlock<W, 32>::fill(table, first, trials, rows);
    }
}

template <class W>
constexpr DrawsKernel draws_kernel{W::lanes, fill_draws<W>};

}  // namespace SETLAB_TARGET
}  // namespace setlab
