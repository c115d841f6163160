// The pairs of cards on the table that make a SET with a given card, for AG(d,3), d = 2 ... 6.
//
// The reflection in a card x takes every card c to third(x, c). Two cards on the table make a SET with x if
// they are each other's image: the mask of the table is reflected and laid over itself. In every coordinate
// the reflection fixes the value of x and swaps the other two. The deck is cut into blocks of 27 cards that
// differ in the last three coordinates; within a block, three swaps of bits reflect the mask. Of two blocks
// that are each other's image only one has to be reflected, and two blocks fit into one word.
#pragma once

#include "bits.hpp"
#include "space.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr int smallest_game_dimension = 2;
constexpr int largest_game_dimension = 6;

// A card is packed 32 * block + cell, which takes it apart without a division.
constexpr u32 cells = 27;
SETLAB_HD constexpr u32 packed(u32 card) { return card / cells << 5 | card % cells; }

SETLAB_HD constexpr u32 blocks_in(int dimension) { return power_of_3(dimension < 3 ? 0 : dimension - 3); }

// The cards of the table in one word per block. The word behind the last block stays 0. Words is an array, or
// a column of memory that threads of the GPU share (column.hpp).
template <int Dimension, class Words = u32[blocks_in(Dimension) + 1]>
struct TableMask {
    static constexpr u32 blocks = blocks_in(Dimension);
    static constexpr u32 codes = 32 * blocks;  // more than any packed card
    Words block;

    SETLAB_HD void clear() {
        for (u32 b = 0; b <= blocks; ++b) block[b] = 0;
    }
    SETLAB_HD void flip(u32 card) { block[card >> 5] ^= 1u << (card & 31); }
};

template <int Dimension>
class Reflections {
  public:
    using Mask = TableMask<Dimension>;

    SETLAB_HD Reflections() { fill(); }

    SETLAB_HD void fill() {
        for (u32 cell = 0; cell < cells; ++cell) fill_cell(cell);
        for (u32 block = 0; block < Mask::blocks; ++block) fill_block(block);
    }

    template <class Words>
    SETLAB_HD void flip(TableMask<Dimension, Words>& mask, u32 card) const {
        mask.flip(card);
    }

    // The hits of several cards are treated together (table.hpp).
    static constexpr bool one_by_one = false;

    // One bit for every SET of x and two cards of the mask; x must not belong to the mask.
    struct Hits {
        static constexpr u32 words = (Mask::blocks + 3) / 4;
        u64 word[words];
    };

    template <class Words>
    SETLAB_HD Hits find(const TableMask<Dimension, Words>& mask, u32 x) const {
        const Cell& cell = cell_[x & 31];
        const Pair* pair = pair_[x >> 5];
        Hits hits;
        SETLAB_UNROLL(7)
        for (u32 w = 0; w < words; ++w, pair += 2) {
            const u64 ones = mask.block[pair[0].one] | static_cast<u64>(mask.block[pair[1].one]) << 32;
            const u64 others = mask.block[pair[0].other] | static_cast<u64>(mask.block[pair[1].other]) << 32;
            hits.word[w] = reflected(ones, cell) & others & (w == 0 ? cell.once : ~static_cast<u64>(0));
        }
        return hits;
    }

    // The two cards that a bit of word w stands for.
    struct Partners {
        u32 a, b;
    };

    SETLAB_HD Partners partners(u32 x, u32 w, u32 bit) const {
        const Pair& blocks = pair_[x >> 5][2 * w + (bit >> 5)];
        const u32 cell = bit & 31;
        return {u32{blocks.other} << 5 | cell, u32{blocks.one} << 5 | cell_[x & 31].third[cell]};
    }

    SETLAB_HD u32 third_card(u32 x, u32 y) const {
        return u32{third_block_[x >> 5][y >> 5]} << 5 | cell_[x & 31].third[y & 31];
    }

  private:
    // Two blocks that are each other's image in some block. The first pair is the block itself, twice.
    struct Pair {
        u8 one, other;
    };
    static constexpr u32 words = Hits::words;

    struct Swap {
        u64 lower;   // the lower of two bits that are swapped
        u64 step;    // how far apart they are
        u64 factor;  // 2^step + 1, which copies the lower bit to the upper one
    };

    struct alignas(128) Cell {
        Swap swap[3];
        u64 once;  // in the block of x every SET shows twice: one of its cells
        u8 third[32];
    };

    SETLAB_HD static u64 reflected(u64 word, const Cell& cell) {
        SETLAB_UNROLL(3)
        for (const Swap& swap : cell.swap) {
            const u64 differ = (word ^ word >> swap.step) & swap.lower;
            word ^= differ * swap.factor;
        }
        return word;
    }

    SETLAB_HD void fill_cell(u32 x) {
        Cell& cell = cell_[x];
        for (u32 k = 0, unit = 1; k < 3; ++k, unit *= 3) {
            const u32 value = x / unit % 3;
            const u32 step = value == 1 ? 2 * unit : unit;
            cell.swap[k] = {0, step, (static_cast<u64>(1) << step) + 1};
            for (u32 c = 0; c < cells; ++c) {
                if (c / unit % 3 == (value == 0 ? 1u : 0u))
                    cell.swap[k].lower |= static_cast<u64>(0x100000001) << c;
            }
        }
        cell.once = static_cast<u64>(0xFFFFFFFF) << 32;
        for (u32 c = 0; c < cells; ++c) {
            cell.third[c] = static_cast<u8>(third(x, c));
            if (c < third(x, c)) cell.once |= static_cast<u64>(1) << c;
        }
    }

    SETLAB_HD void fill_block(u32 x) {
        Pair* pair = pair_[x];
        *pair++ = {static_cast<u8>(x), static_cast<u8>(x)};
        for (u32 block = 0; block < Mask::blocks; ++block) {
            const u32 other = third(x, block);
            third_block_[x][block] = static_cast<u8>(other);
            if (block < other) *pair++ = {static_cast<u8>(block), static_cast<u8>(other)};
        }
        while (pair != pair_[x] + 2 * words) *pair++ = {Mask::blocks, Mask::blocks};
    }

    Cell cell_[cells];
    Pair pair_[Mask::blocks][2 * words];
    u8 third_block_[Mask::blocks][Mask::blocks];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
