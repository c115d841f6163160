// The pairs of cards on the table that make a SET with a given card, for AG(d,3), d = 2 ... 6, as threads of
// the GPU find them.
//
// Two cards c and e make a SET with x exactly if x + c = -e. The table is kept twice: as its cards, and as
// their negatives. The negatives, moved by -x, are laid over the cards. The deck is cut into blocks of 27
// cells, as in reflections.hpp; within a block, to move a coordinate is to rotate the bits of its three
// values. Every number that depends on the cell of x lies in a row of 32 words of its own: threads that ask
// for different cells find them in different banks of shared memory.
#pragma once

#include "reflections.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The cells of the cards on the table, block by block, and the negatives of these cells. Words is an array,
// or a column of memory that threads of the GPU share (column.hpp).
template <int Dimension, class Words = u32[blocks_in(Dimension)]>
struct PairedMask {
    Words cards;
    Words negatives;

    SETLAB_HD void clear() {
        for (u32 b = 0; b < blocks_in(Dimension); ++b) cards[b] = negatives[b] = 0;
    }
    SETLAB_HD void fill() {
        for (u32 b = 0; b < blocks_in(Dimension); ++b) cards[b] = negatives[b] = (1u << cells) - 1;
    }
};

template <int Dimension>
class Translations {
  public:
    static constexpr u32 blocks = blocks_in(Dimension);
    SETLAB_HD Translations() { fill(); }

    SETLAB_HD void fill() {
        for (u32 cell = 0; cell < cells; ++cell) fill_cell(cell);
        for (u32 block = 0; block < blocks; ++block) fill_block(block);
    }

    template <class Words>
    SETLAB_HD void flip(PairedMask<Dimension, Words>& mask, u32 card) const {
        mask.cards[card >> 5] ^= 1u << (card & 31);
        mask.negatives[card >> 5] ^= negative_[card & 31];
    }

    struct Partners {
        u32 a, b;
    };

    // Calls act(partners) for every SET of x and two cards of the mask; x must not belong to the mask.
    static constexpr bool one_by_one = true;
    template <class Words, class Act>
    SETLAB_HD void for_each_set(const PairedMask<Dimension, Words>& mask, u32 x, Act&& act) const {
        const Move move = move_for(x);
        SETLAB_UNROLL(1)
        for (u32 pair = 0; pair < pairs; pair += 2) {
            u64 left = hits(mask, x, move, pair) | static_cast<u64>(hits(mask, x, move, pair + 1)) << 32;
            SETLAB_UNROLL(1)
            for (; left != 0; left &= left - 1) {
                const u32 bit = lowest_bit(left);
                act(partners(x, pair + bit / 32, bit % 32));
            }
        }
    }

    // The number of pairs of a card of one mask and a card of another that make a SET with x. Within one mask
    // every pair counts twice, and x itself, if it is there, once.
    template <class Words>
    SETLAB_HD u32 count_pairs(const PairedMask<Dimension, Words>& one,
                              const PairedMask<Dimension, Words>& other, u32 x) const {
        const Move move = move_for(x);
        u32 number = 0;
        for (u32 block = 0; block < blocks; ++block) {
            const u32 image = third_block_[x >> 5][block];
            number += count_bits(moved(other.negatives[image], move) & one.cards[block]);
        }
        return number;
    }

    SETLAB_HD u32 third_card(u32 x, u32 y) const {
        return u32{third_block_[x >> 5][y >> 5]} << 5 | third_cell_[x & 31][y & 31];
    }

  private:
    // How words are moved for one card.
    struct Move {
        u32 right;        // how far to the right, in three bytes, one for each coordinate
        u32 left[3];      // how far to the left: a power of two as a factor
        u32 to_right[2];  // the bits of the result that have moved to the right
        u32 once;         // in the block of x every SET shows twice: one of its cells
    };
    SETLAB_HD Move move_for(u32 card) const {
        const u32 cell = card & 31;
        return {right_[cell],
                {left_[0][cell], left_[1][cell], left_[2][cell]},
                {to_right_[0][cell], to_right_[1][cell]},
                once_[cell]};
    }

    // One bit for every SET of x with a card in one block of a pair and another in the other block.
    template <class Words>
    SETLAB_HD u32 hits(const PairedMask<Dimension, Words>& mask, u32 x, const Move& move, u32 pair) const {
        const u32 block = x >> 5;
        if (pair == 0) return moved(mask.negatives[block], move) & mask.cards[block] & move.once;
        if (pair >= pairs) return 0;
        const u32 both = pair_[pair][block];
        return moved(mask.negatives[both >> 8], move) & mask.cards[both & 255];
    }

    // The two cards that a hit stands for.
    SETLAB_HD Partners partners(u32 x, u32 pair, u32 cell) const {
        const u32 both = pair_[pair][x >> 5];
        return {(both & 255) << 5 | cell, both >> 8 << 5 | third_cell_[x & 31][cell]};
    }

    SETLAB_HD static u32 shifted(u32 word, u32 by) {
#if defined(__CUDA_ARCH__)
        return __funnelshift_r(word, 0, by);  // only five bits of `by` count, which saves a mask
#else
        return word >> (by & 31);
#endif
    }

    // Bits beyond the 27 cells of the result mean nothing.
    SETLAB_HD static u32 moved(u32 word, const Move& move) {
        SETLAB_UNROLL(2)
        for (u32 k = 0; k < 2; ++k) {
            const u32 right = shifted(word, move.right >> 8 * k), left = word * move.left[k];
            word = (right & move.to_right[k]) | (left & ~move.to_right[k]);
        }
        return shifted(word, move.right >> 16) | word * move.left[2];
    }

    SETLAB_HD void fill_cell(u32 x) {
        right_[x] = once_[x] = 0;
        for (u32 k = 0, unit = 1; k < 3; ++k, unit *= 3) {
            const u32 value = x / unit % 3;
            right_[x] |= value * unit << 8 * k;
            left_[k][x] = 1u << (3 - value) * unit;
            if (k == 2) continue;
            to_right_[k][x] = 0;
            for (u32 bit = 0; bit < 32; ++bit) to_right_[k][x] |= u32{bit / unit % 3 + value < 3} << bit;
        }
        negative_[x] = 1u << third(0, x);
        for (u32 c = 0; c < cells; ++c) {
            third_cell_[x][c] = static_cast<u8>(third(x, c));
            once_[x] |= u32{c < third(x, c)} << c;
        }
    }

    SETLAB_HD void fill_block(u32 x) {
        u32 pair = 0;
        pair_[pair++][x] = static_cast<u16>(x | x << 8);
        for (u32 block = 0; block < blocks; ++block) {
            const u32 image = third(x, block);
            third_block_[x][block] = static_cast<u8>(image);
            if (block < image) pair_[pair++][x] = static_cast<u16>(block | image << 8);
        }
    }

    static constexpr u32 pairs = (blocks + 1) / 2;

    u32 right_[32];
    u32 left_[3][32];
    u32 to_right_[2][32];
    u32 once_[32];
    u32 negative_[32];
    u16 pair_[pairs]
             [32];  // by block: two blocks that are each other's image; the first pair is itself, twice
    u8 third_cell_[cells][32];
    u8 third_block_[blocks][32];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
