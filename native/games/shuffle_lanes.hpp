// Shuffled decks, one game per byte of a word.
#pragma once

#include "games/game_engine.hpp"
#include "simd/philox.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Games of consecutive trials; the first is a multiple of their number. Decks have at most 255 cards.
class ShuffledGames {
  public:
    using Row = Vector<u8>;
    static constexpr u32 games = Lanes<u8>::size;
    static constexpr u32 merged_words = 4;
    static constexpr u32 at_once = 7;  // cards of a game whose ranks are found together

    // More rows than there are cards: draws come in blocks, and so do the ranks.
    static constexpr u32 rows(u32 cards) { return cards + 8 + at_once; }

    ShuffledGames(const EndgamePlan& plan, u64 first)
        : plan_(plan),
          first_(first),
          philox_(plan.seed, static_cast<u32>(first >> 32), [first](u32 game) { return first + game; }) {}

    // row[k] becomes card number k of every game, as its rank in the deck, for k < plan.rules.dealt.
    void shuffle(Row* row) const {
        const u32 dealt = plan_.rules.dealt, last = plan_.deck - 1;
        for (u32 block = 0; 8 * block < (dealt < last ? dealt : last); ++block)
            draw_block(block, row + 8 * block);
        row[last] = all_lanes<u8>(shift + last);  // the last card of the deck needs no draw
        to_ranks(dealt, row);
    }

    // A block of draws without a bound, for all games.
    struct RawBlock {
        Vector<u16> draws[4][merged_words];

        u16 of_game(u32 game, u32 part) const {
            return draws[part / 2][game % merged_words][game / merged_words * 2 + part % 2];
        }
    };

    void raw_block(u32 block, RawBlock& to) const {
        const Philox::Number number = philox_.number(block);
        for (u32 m = 0; m < merged_words; m += 2) {
            const auto made = philox_.blocks<2>(m, number);
            SETLAB_UNROLL(4)
            for (u32 i = 0; i < 4; ++i) {
                to.draws[i][m] = made.of[0].draws[i];
                to.draws[i][m + 1] = made.of[1].draws[i];
            }
        }
    }

  private:
    using Philox = MergedPhilox<merged_words>;
    static_assert(games == Philox::trials);
    // Numbers from -1 to 254 are kept as signed bytes, 127 less than their values.
    static constexpr u32 shift = 256 - 127;

    struct Rejected {
        Vector<u16> draws[4][merged_words];  // not 0 where the draw has to be repeated
    };

    // Rows 8 b ... 8 b + 7 become the draws of a block, each with its number added.
    void draw_block(u32 block, Row* row) const {
        const u32* bounds = plan_.bounds + 4 * block;
        const u32* remainders = plan_.remainders + 4 * block;
        const Vector<u16> low_byte = all_lanes<u16>(0xFF);
        Vector<u32> numbers[4][2];  // of lanes 4 i and 4 i + 1, and of lanes 4 i + 2 and 4 i + 3
        Rejected rejected;
        Vector<u16> any{};
        const Philox::Number number = philox_.number(block);
        for (u32 m = 0; m < merged_words; m += 2) {
            const auto made = philox_.blocks<2>(m, number);
            SETLAB_UNROLL(4)
            for (u32 i = 0; i < 4; ++i) {
                const Vector<u16> x = made.of[0].draws[i], y = made.of[1].draws[i];
                const Vector<u16> bound = as<u16>(all_lanes<u32>(bounds[i]));
                const Vector<u16> remainder = as<u16>(all_lanes<u32>(remainders[i]));
                // The second number is wanted in the upper byte. A bound 256 times as large puts it there,
                // with arbitrary bits below it.
                numbers[i][m / 2] =
                    as<u32>(select(low_byte, product_high(x, bound), product_high(y, bound << 8)));
                rejected.draws[i][m] = difference_or_0(remainder, x * bound);
                rejected.draws[i][m + 1] = difference_or_0(remainder, y * bound);
                any |= rejected.draws[i][m] | rejected.draws[i][m + 1];
            }
        }
        const Vector<u32> low_half = all_lanes<u32>(0xFFFF);
        Row added = all_lanes<u8>(shift + 8 * block);
        SETLAB_UNROLL(4)
        for (u32 i = 0; i < 4; ++i) {
            const Vector<u32> front = numbers[i][0], back = numbers[i][1];
            row[2 * i] = as<u8>(select(low_half, front, back << 16)) + added;
            added += all_lanes<u8>(1);
            row[2 * i + 1] = as<u8>(select(low_half, front >> 16, back)) + added;
            added += all_lanes<u8>(1);
        }
        if (nonzero_lanes(as<u64>(any)) != 0) redraw(block, rejected, row);
    }

    // Rejected draws are rare: one block of draws in six has one.
    [[gnu::noinline]] void redraw(u32 block, const Rejected& rejected, Row* row) const {
        for (u32 i = 0; i < 4; ++i) {
            for (u32 m = 0; m < merged_words; ++m) {
                for_each_nonzero(rejected.draws[i][m], [&](u32 lane) {
                    const u32 part = 2 * i + lane % 2, k = 8 * block + part, game = Philox::trial_of(m, lane);
                    const u32 number = draw_below<16>(plan_.seed, first_ + game, k, plan_.deck - k, 1);
                    row[part][game] = static_cast<u8>(number + shift + k);
                });
            }
        }
    }

    // --- from draws to cards
    //
    // Row i holds r_i + i, where r_i is the rank of card i among those that were left. Card q comes down from
    // its own r_q + q - 1 through the rows before it, the last first: one step down wherever the row is
    // higher. One step up gives its rank in the whole deck. (Counting upwards would take one more addition.)

    // Moves the cards of one part down through each other.
    SETLAB_INLINE static void start_part(Row (&z)[at_once], const Row* row) {
        SETLAB_UNROLL(7)
        for (u32 q = 0; q < at_once; ++q) {
            z[q] = row[q] - all_lanes<u8>(1);
            SETLAB_UNROLL(7)
            for (u32 i = q; i-- != 0;) come_down(z[q], row[i]);
        }
    }

    SETLAB_INLINE static void finish_part(const Row (&z)[at_once], Row* row) {
        SETLAB_UNROLL(7)
        for (u32 q = 0; q < at_once; ++q) row[q] = z[q] + all_lanes<u8>(1 - shift);
    }

#if defined(__AVX512BW__)

    // Seven rows that are passed together, as seven heights in ascending order: a card comes down as many
    // steps as heights are above it. Three comparisons count them.
    struct Heights {
        Row of[at_once];

        SETLAB_INLINE void set(const Row (&z)[at_once]) {
            SETLAB_UNROLL(7)
            for (u32 i = 0; i < at_once; ++i) of[i] = z[i];
            constexpr u8 network[16][2] = {{0, 6}, {2, 3}, {4, 5}, {0, 2}, {1, 4}, {3, 6}, {0, 1}, {2, 5},
                                           {3, 4}, {1, 2}, {4, 6}, {2, 3}, {4, 5}, {1, 2}, {3, 4}, {5, 6}};
            SETLAB_UNROLL(16)
            for (u32 n = 0; n < 16; ++n) {
                const __m512i a = machine(of[network[n][0]]), b = machine(of[network[n][1]]);
                of[network[n][0]] = as<u8>(_mm512_min_epi8(a, b));
                of[network[n][1]] = as<u8>(_mm512_max_epi8(a, b));
            }
            // Each row that a card has passed is one step for the cards after it.
            SETLAB_UNROLL(7)
            for (u32 i = 0; i < at_once; ++i) of[i] += all_lanes<u8>(at_once - i);
        }

        SETLAB_INLINE Row come_down(Row z) const {
            using Ops = Lanes<u8>;
            const auto above_3 = Ops::greater(of[3], z);
            const auto above_1_or_5 = Ops::greater(Ops::choose(above_3, of[1], of[5]), z);
            const Row even = Ops::choose(above_3, Ops::choose(above_1_or_5, of[0], of[2]),
                                         Ops::choose(above_1_or_5, of[4], of[6]));
            const auto above_even = Ops::greater(even, z);
            z = subtract_where(above_3, z, 4);
            z = subtract_where(above_1_or_5, z, 2);
            return subtract_where(above_even, z, 1);
        }

        SETLAB_INLINE static Row subtract_where(__mmask64 mask, Row z, u32 steps) {
            return as<u8>(_mm512_mask_sub_epi8(machine(z), mask, machine(z), machine(all_lanes<u8>(steps))));
        }
    };
    static_assert(at_once == 7);

    // All parts begin before any continues: one part alone would wait for its own results most of the time.
    static void to_ranks(u32 dealt, Row* row) {
        struct Part {
            Row z[at_once];
            Heights heights;
        };
        Part part[(255 + at_once - 1) / at_once];
        const u32 parts = (dealt + at_once - 1) / at_once;
        for (u32 p = 0; p < parts; ++p) {
            start_part(part[p].z, row + at_once * p);
            part[p].heights.set(part[p].z);
        }
        for (u32 p = 0; p < parts; ++p) {
            Row z[at_once];
            SETLAB_UNROLL(7)
            for (u32 q = 0; q < at_once; ++q) z[q] = part[p].z[q];
            for (u32 before = p; before-- != 0;) {
                const Heights& heights = part[before].heights;
                SETLAB_UNROLL(7)
                for (u32 q = 0; q < at_once; ++q) z[q] = heights.come_down(z[q]);
            }
            finish_part(z, row + at_once * p);
        }
    }

#else

    // The last part first: the rows before it are still draws.
    static void to_ranks(u32 dealt, Row* row) {
        for (u32 part = (dealt + at_once - 1) / at_once; part-- != 0;) {
            const u32 start = at_once * part;
            Row z[at_once];
            start_part(z, row + start);
            for (u32 i = start; i-- != 0;) {
                const Row passed = row[i];
                SETLAB_UNROLL(7)
                for (u32 q = 0; q < at_once; ++q) come_down(z[q], passed);
            }
            finish_part(z, row + start);
        }
    }

#endif

    SETLAB_INLINE static void come_down(Row& z, Row passed) {
        z = Lanes<u8>::subtract_1_where(Lanes<u8>::greater(passed, z), z);
    }

    const EndgamePlan& plan_;
    u64 first_;
    Philox philox_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
