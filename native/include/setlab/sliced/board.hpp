// The tables of all games, and where SETs lie on them.
//
// A table has 12 places, and 3 or 6 more for the cards of the next deals. The misses of a pair of places say
// for which games no third card behind the pair completes it: apart for the places below 12, for 12 ... 14,
// and for 15 ... 17, since it depends on the game how many places its table has.
#pragma once

#include "card.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 full_table = 12;

template <class Word, u32 Places>
struct Board {
    static_assert(Places == 12 || Places == 15 || Places == 18, "three cards are dealt at a time");
    static constexpr u32 sizes = (Places - full_table) / 3 + 1;
    static constexpr u32 pairs = Places * (Places - 1) / 2;
    // The first place of a SET, and the second, are below these.
    static constexpr u32 firsts = Places - 2, seconds = Places - 1;

    // Pairs i < j in lexicographic order, which is the order of the SETs.
    SETLAB_SLICED static constexpr u32 pair(u32 i, u32 j) { return i * (2 * Places - 1 - i) / 2 + j - i - 1; }

    Card<Word> card[Places];
    Agreement<Word> agree[pairs];
    Word miss[sizes][pairs];
    Word none[sizes];  // no SET whose last place is in that part
};

template <class Word, u32 Places>
SETLAB_SLICED_STEP void find_agreements(Board<Word, Places>& board) {
    Agreement<Word>* agree = board.agree;
    SETLAB_UNROLL(1)
    for (u32 i = 0; i + 1 < Places; ++i) {
        const Card<Word> card = board.card[i];
        SETLAB_UNROLL(1)
        for (u32 j = i + 1; j < Places; ++j) *agree++ = agreement(card, board.card[j]);
    }
}

// A hole agrees with place i in the coordinates that are the binary digits of i. These differ for two places,
// so no three places with a hole look like a SET.
template <class Word>
SETLAB_SLICED_STEP void mark_holes(Board<Word, full_table>& board) {
    Agreement<Word>* agree = board.agree;
    const auto hole = [&](u32 i) { return ~(board.card[i].bit[0] | board.card[i].bit[1]); };
    for (u32 i = 0; i + 1 < full_table; ++i) {
        for (u32 j = i + 1; j < full_table; ++j, ++agree) {
            SETLAB_UNROLL(4)
            for (u32 c = 0; c < 4; ++c) {
                const Word digit_i = (i >> c & 1) != 0 ? ~Word{} : Word{};
                const Word digit_j = (j >> c & 1) != 0 ? ~Word{} : Word{};
                agree->in[c] = choose(hole(j), digit_i, choose(hole(i), digit_j, agree->in[c]));
            }
        }
    }
}

template <bool Holes, class Word, u32 Places>
SETLAB_SLICED_STEP void find_misses(Board<Word, Places>& board) {
    using B = Board<Word, Places>;
    for (u32 size = 0; size < B::sizes; ++size) board.none[size] = ~Word{};
    SETLAB_UNROLL(1)
    for (u32 i = 0; i < B::firsts; ++i) {
        SETLAB_UNROLL(1)
        for (u32 j = i + 1; j < B::seconds; ++j) {
            const u32 n = B::pair(i, j);
            const Agreement<Word> ij = board.agree[n];
            const Agreement<Word>*ik = board.agree + n + 1, *jk = board.agree + B::pair(j, j + 1);
            u32 k = j + 1;
            SETLAB_UNROLL(1)
            for (u32 size = 0; size < B::sizes; ++size) {
                Word miss = ~Word{};
                SETLAB_UNROLL(1)
                for (; k < full_table + 3 * size; ++k) miss &= is_no_set<Holes>(ij, *ik++, *jk++);
                board.miss[size][n] = miss;
                board.none[size] &= miss;
            }
        }
    }
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
