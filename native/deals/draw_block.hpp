// Tables of draws, several trials at once.
#pragma once

#include "deals/draw_engine.hpp"
#include "simd/philox.hpp"

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

template <int Width>
class DrawBlock final : public DrawEngine {
  public:
    explicit DrawBlock(const DrawTable& table) : table_(table) {}

    u32 block() const override { return lanes; }

    void fill(u64 first, u64 trials, u32* rows) override {
        while (trials != 0) {
            const u64 before_carry = low_half - (first & low_half) + 1;
            const u64 size = trials < before_carry ? trials : before_carry;
            fill_range(first, size, rows);
            first += size;
            trials -= size;
            rows += size * table_.draws;
        }
    }

  private:
    using Part = typename PartType<Width>::Part;
    using Product = typename PartType<Width>::Product;
    static constexpr u64 low_half = 0xFFFFFFFFu;
    static constexpr u32 lanes = word_lanes;
    static constexpr u32 parts = Draw<Width>::parts;
    // Blocks of one trial that are made before they are turned into draws: few enough for the nearest cache.
    static constexpr u32 most_blocks = 32;
    static constexpr u32 most_draws = most_blocks * parts;

    struct Parts {
        Part part[lanes][most_draws];
    };

    // The trials have a common upper half.
    void fill_range(u64 first, u64 trials, u32* rows) const {
        const PhiloxLanes philox(table_.seed, static_cast<u32>(first >> 32));
        Parts made;
        for (u64 done = 0; done < trials; done += lanes) {
            const u32 used = static_cast<u32>(trials - done < lanes ? trials - done : lanes);
            Word trial;
            for (u32 lane = 0; lane < lanes; ++lane) trial[lane] = first + done + lane;
            const PhiloxLanes::Trials started = philox.start(trial);
            for (u64 k0 = 0; k0 < table_.draws; k0 += most_draws) {
                const u64 left = table_.draws - k0;
                const u32 draws = static_cast<u32>(left < most_draws ? left : most_draws);
                make_parts(philox, started, static_cast<u32>(k0 / parts), (draws + parts - 1) / parts, made);
                for (u32 lane = 0; lane < used; ++lane) {
                    u32* row = rows + (done + lane) * table_.draws + k0;
                    if (table_.bound_less_1 == nullptr) {
                        widen(made.part[lane], draws, row);
                    } else {
                        bound(first + done + lane, k0, made.part[lane], draws, row);
                    }
                }
            }
        }
    }

    SETLAB_INLINE static void make_parts(const PhiloxLanes& philox, const PhiloxLanes::Trials& trials,
                                         u32 first_block, u32 blocks, Parts& to) {
        for (u32 b = 0; b < blocks; ++b) {
            const PhiloxLanes::Counter out = philox.block(trials, (first_block + b) | Draw<Width>::family);
            store_pairs(&to.part[0][b * parts], sizeof to.part[0], lower_halves(out.word[0], out.word[1]),
                        lower_halves(out.word[2], out.word[3]));
        }
    }

    static void widen(const Part* part, u32 draws, u32* row) {
        for (u32 k = 0; k < draws; ++k) row[k] = part[k];
    }

    // Bounded draws from column k0 on. Rejections are rare: they are noticed together and repaired one by
    // one.
    void bound(u64 trial, u64 k0, const Part* part, u32 draws, u32* row) const {
        const u32* bound_less_1 = table_.bound_less_1 + k0;
        const u32* remainder = table_.remainder + k0;
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
                row[k] = draw_below<Width>(table_.seed, trial, k0 + k, bound, 1);
            }
        }
    }

    DrawTable table_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
