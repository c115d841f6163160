// Shuffled decks from their Lehmer codes: each draw is a rank among the cards that remain.
//
// The 81 cards are nine rows of nine. Counts of the cards that remain before each row give the row of a rank;
// the bits of that row, counted down, give the card.
#pragma once

#include "card.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 deck_size = 81;

template <class Word>
class UndealtCards {
  public:
    static constexpr u32 rank_bits = 7;

    SETLAB_INLINE UndealtCards() {
        SETLAB_UNROLLED
        for (u32 row = 0; row < rows; ++row) {
            SETLAB_UNROLLED
            for (u32 i = 0; i < rows; ++i) there_[row][i] = ~Word{};
            SETLAB_UNROLLED
            for (u32 d = 0; d < rank_bits; ++d)
                before_[row][d] = (rows * row >> d & 1) != 0 ? ~Word{} : Word{};
        }
    }

    // Takes the card that has `rank` smaller ones.
    SETLAB_STEP Card<Word> take(const Word (&rank)[rank_bits]) {
        Word below[rows], in_row[rows];  // whether the rank is below the count before a row
        find_row(rank, below, in_row);
        Word left[4];
        rank_in_row(rank, in_row, left);
        SETLAB_UNROLLED
        for (u32 row = 1; row < rows; ++row) count_down(row, below[row]);
        Word at[rows];
        find_in_row(in_row, left, at);
        SETLAB_UNROLLED
        for (u32 row = 0; row < rows; ++row) {
            SETLAB_UNROLLED
            for (u32 i = 0; i < rows; ++i) {
                there_[row][i] = logic(there_[row][i], in_row[row], at[i],
                                       [](auto x, auto y, auto z) { return x & ~(y & z); });
            }
        }
        return {{below[6], ~below[3], nor3(in_row[2], in_row[5], in_row[8]),
                 nor3(in_row[0], in_row[3], in_row[6]), nor3(at[6], at[7], at[8]), nor3(at[0], at[1], at[2]),
                 nor3(at[2], at[5], at[8]), nor3(at[0], at[3], at[6])}};
    }

  private:
    static constexpr u32 rows = 9;

    // The digits that a count before a row may have.
    SETLAB_HD static constexpr u32 digits(u32 row) {
        u32 needed = 4;
        while (rows * row >> needed != 0) ++needed;
        return needed;
    }

    template <u32 Row>
    SETLAB_INLINE void find_row_from(const Word (&rank)[rank_bits], Word (&below)[rows],
                                     Word (&in_row)[rows]) const {
        if constexpr (Row < rows) {
            constexpr u32 known = digits(Row);
            below[Row] = less<known>(rank, before_[Row]);
            if constexpr (known + 3 == rank_bits) below[Row] &= ~or3(rank[4], rank[5], rank[6]);
            if constexpr (known + 2 == rank_bits) below[Row] = without(below[Row], rank[5], rank[6]);
            if constexpr (known + 1 == rank_bits) below[Row] &= ~rank[6];
            in_row[Row - 1] = below[Row] & ~below[Row - 1];
            find_row_from<Row + 1>(rank, below, in_row);
        }
    }

    SETLAB_INLINE void find_row(const Word (&rank)[rank_bits], Word (&below)[rows],
                                Word (&in_row)[rows]) const {
        below[0] = Word{};
        find_row_from<1>(rank, below, in_row);
        in_row[rows - 1] = ~below[rows - 1];
    }

    SETLAB_INLINE void rank_in_row(const Word (&rank)[rank_bits], const Word (&in_row)[rows],
                                   Word (&left)[4]) const {
        Word count[4];
        SETLAB_UNROLLED
        for (u32 d = 0; d < 4; ++d) {
            count[d] = in_row[1] & before_[1][d];
            SETLAB_UNROLLED
            for (u32 row = 2; row < rows; ++row) count[d] = or_and(count[d], in_row[row], before_[row][d]);
        }
        subtract(rank, count, left);
    }

    SETLAB_INLINE void count_down(u32 row, Word lent) {
        const u32 end = digits(row);
        SETLAB_UNROLLED
        for (u32 d = 0; d < end; ++d) {
            const Word digit = before_[row][d];
            before_[row][d] = digit ^ lent;
            lent &= ~digit;
        }
    }

    // The card that has `left` smaller ones in its row: at every card that is there, one less is left.
    SETLAB_INLINE void find_in_row(const Word (&in_row)[rows], Word (&left)[4], Word (&at)[rows]) const {
        Word found{};
        SETLAB_UNROLLED
        for (u32 i = 0; i + 1 < rows; ++i) {
            Word there = in_row[0] & there_[0][i];
            SETLAB_UNROLLED
            for (u32 row = 1; row < rows; ++row) there = or_and(there, in_row[row], there_[row][i]);
            const Word lent_0 = there & ~left[0], lent_1 = lent_0 & ~left[1];
            at[i] = without(lent_1, left[2], left[3]);
            found |= at[i];
            left[0] ^= there;
            left[1] ^= lent_0;
            left[2] ^= lent_1;
        }
        at[rows - 1] = ~found;
    }

    Word there_[rows][rows];
    Word before_[rows][rank_bits];  // cards in the rows before this one
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
