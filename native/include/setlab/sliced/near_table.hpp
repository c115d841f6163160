// The table of the GPU for the first pass: seven places in registers, eight in the memory of the thread.
//
// The search over 455 triples has no loops, and is larger than the instruction cache: memory.together() keeps
// the warps of a block together, so that they share what is fetched, and memory.fence() keeps the compiler
// from moving loads so far ahead that registers run out.
//
// The memory has words, get(w) and put(w, word), and the cards of the far places; card(7) is the first of
// them.
#pragma once

#include "game.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 near_places = 7, near_table_places = 15, far_places = near_table_places - near_places;

// Where misses are kept: those with the third card among the twelve, then those with a new third card. In
// between the same words keep agreements.
struct NearWords {
    using Old = Pairs<full_table>;
    using New = Pairs<near_table_places>;
    static constexpr u32 number = Old::number + New::number;

    SETLAB_INLINE static constexpr u32 old_miss(u32 i, u32 j) { return Old::at(i, j); }
    SETLAB_INLINE static constexpr u32 new_miss(u32 i, u32 j) { return Old::number + New::at(i, j); }

    // Agreements of near with far places are needed twice. As far as there is room, they wait in words of
    // misses that are written later: those of a row i are read before the misses of row i are written, and
    // the misses of far places are the last.
    SETLAB_INLINE static constexpr bool has_room(u32 i, u32 far) {
        return far < 10 || (far == 10 && i != 3 && i != 6);
    }
    SETLAB_INLINE static constexpr u32 room(u32 i, u32 far, u32 c) {
        if (far == 7) return new_miss(i, 7 + c);
        if (far == 8) return c < 3 ? new_miss(i, 11 + c) : old_miss(i, 7);
        if (far == 9 && i < 6)
            return 4 * i + c < 21 ? new_miss(7, 8) + 4 * i + c : old_miss(7, 8) + 4 * i + c - 21;
        // What remains: three words of far places, and three of each row, from the last row to the first.
        const u32 n = 4 * (far == 9 ? 0 : i > 3 ? 6 - i : 5 - i) + c;
        return n < 3 ? old_miss(9, 10) - 2 + n : old_miss(6 - (n - 3) / 3, 8 + (n - 3) % 3);
    }
};

template <class Word>
struct NearHits {
    Word pair[NearWords::New::number];
    SETLAB_INLINE Word hit(u32 i, u32 j) const { return pair[NearWords::New::at(i, j)]; }
};

template <class Word, class Memory>
class NearTable {
  public:
    SETLAB_INLINE explicit NearTable(Memory& memory) : memory_(memory) {}

    template <class Chance>
    SETLAB_INLINE void lay(const Chance& chance) {
        SETLAB_UNROLLED
        for (u32 place = 0; place < near_table_places; ++place) put_card(place, chance.card(place));
        memory_.fetch_draw(chance, 0);
    }

    SETLAB_INLINE Card<Word> card(u32 place) const {
        return place < near_places ? near_[place < near_places ? place : 0] : memory_.card(place);
    }
    SETLAB_INLINE void put_card(u32 place, const Card<Word>& card) {
        if (place < near_places) {
            near_[place < near_places ? place : 0] = card;
        } else {
            memory_.put_card(place, card);
        }
    }
    SETLAB_INLINE Word draw(u32 bit) const { return memory_.draw(bit); }
    template <class Chance>
    SETLAB_INLINE void fetch(const Chance& chance, u32 deal, u32 place) {
        if (place < full_table) memory_.fetch_part(chance, deal, place);
    }
    SETLAB_INLINE void fence() const { memory_.fence(); }

    template <u32 Part>
    SETLAB_INLINE Word search(Word among) {
        if constexpr (Part == 0) {
            Word none = search_near();
            memory_.together();
            none &= search_far();
            memory_.fence();
            return ~none;
        } else {
            larger_ = among;
            return Word{};
        }
    }

    // With a new third card only where there is no SET among the twelve.
    SETLAB_INLINE NearHits<Word> hits() const {
        NearHits<Word> hits;
        SETLAB_UNROLLED
        for (u32 i = 0; i < NearWords::New::firsts; ++i) {
            SETLAB_UNROLLED
            for (u32 j = i + 1; j < NearWords::New::seconds; ++j) {
                const Word fresh = memory_.get(NearWords::new_miss(i, j));
                hits.pair[NearWords::New::at(i, j)] =
                    j < NearWords::Old::seconds ? logic(
                                                      memory_.get(NearWords::old_miss(i, j)), fresh, larger_,
                                                      [](auto x, auto y, auto z) { return ~(x & (y | ~z)); })
                                                : larger_ & ~fresh;
            }
        }
        return hits;
    }

    SETLAB_INLINE auto at_the_end() const {
        memory_.wait_for_cards();  // nothing may arrive from now on
        Card<Word> far[full_table - near_places];
        SETLAB_UNROLLED
        for (u32 place = near_places; place < full_table; ++place) far[place - near_places] = card(place);
        memory_.barrier();  // other threads still use the memory in its old layout
        auto end = memory_.at_the_end();
        SETLAB_UNROLLED
        for (u32 place = 0; place < full_table; ++place)
            end.put_card(place, place < near_places ? card(place < near_places ? place : 0)
                                                    : far[place < near_places ? 0 : place - near_places]);
        return end;
    }

  private:
    // The pairs of N things.
    SETLAB_INLINE static constexpr u32 pair(u32 i, u32 j, u32 n) {
        return i * (2 * n - i - 1) / 2 + j - i - 1;
    }
    SETLAB_INLINE static constexpr u32 near_pair(u32 i, u32 j) { return pair(i, j, near_places); }
    SETLAB_INLINE static constexpr u32 far_pair(u32 i, u32 j) {
        return pair(i - near_places, j - near_places, far_places);
    }

    // Misses of two near places: with a third near place, then with each far place. Returns the games without
    // a SET among the first twelve that has such a pair.
    SETLAB_INLINE Word search_near() {
        constexpr u32 pairs = near_places * (near_places - 1) / 2;
        Agreement<Word> of[pairs];
        Word miss[pairs], none = ~Word{};
        SETLAB_UNROLLED
        for (u32 i = 0; i < near_places; ++i) {
            SETLAB_UNROLLED
            for (u32 j = i + 1; j < near_places; ++j) of[near_pair(i, j)] = agreement(near_[i], near_[j]);
        }
        memory_.fence();
        SETLAB_UNROLLED
        for (u32 i = 0; i < near_places; ++i) {
            SETLAB_UNROLLED
            for (u32 j = i + 1; j < near_places; ++j) {
                Word& here = miss[near_pair(i, j)];
                here = ~Word{};
                SETLAB_UNROLLED
                for (u32 k = j + 1; k < near_places; ++k)
                    here = still_missing(here, of[near_pair(i, j)], of[near_pair(i, k)], of[near_pair(j, k)]);
            }
        }
        Card<Word> card = memory_.card(near_places);
        SETLAB_UNROLLED
        for (u32 far = near_places; far < near_table_places; ++far) {
            memory_.fence();
            Agreement<Word> with[near_places];
            SETLAB_UNROLLED
            for (u32 i = 0; i < near_places; ++i) {
                with[i] = agreement(near_[i], card);
                if (NearWords::has_room(i, far)) {
                    SETLAB_UNROLLED
                    for (u32 c = 0; c < Agreement<Word>::words; ++c)
                        memory_.put(NearWords::room(i, far, c), with[i].in[c]);
                }
            }
            if (far + 1 == full_table) memory_.wait_for_cards();
            if (far + 1 < near_table_places) card = memory_.card(far + 1);
            SETLAB_UNROLLED
            for (u32 i = 0; i < near_places; ++i) {
                SETLAB_UNROLLED
                for (u32 j = i + 1; j < near_places; ++j) {
                    Word& here = miss[near_pair(i, j)];
                    if (far == full_table) here = ~Word{};
                    here = still_missing(here, of[near_pair(i, j)], with[i], with[j]);
                    if (far + 1 == full_table) memory_.put(NearWords::old_miss(i, j), here), none &= here;
                    if (far + 1 == near_table_places) memory_.put(NearWords::new_miss(i, j), here);
                }
            }
        }
        return none;
    }

    // Misses of the pair (i, j), j a far place, given the agreements of i with far places, and of far places
    // with each other.
    SETLAB_INLINE void search_pair(u32 i, u32 j, const Agreement<Word>* with, const Agreement<Word>* of,
                                   Word& none) {
        Word old = ~Word{}, fresh = ~Word{};
        SETLAB_UNROLLED
        for (u32 k = j + 1; k < near_table_places; ++k) {
            Word& here = k < full_table ? old : fresh;
            here = still_missing(here, with[j - near_places], with[k - near_places], of[far_pair(j, k)]);
        }
        if (j < NearWords::Old::seconds) memory_.put(NearWords::old_miss(i, j), old), none &= old;
        memory_.put(NearWords::new_miss(i, j), fresh);
    }

    SETLAB_INLINE Word search_far() {
        Agreement<Word> of[far_places * (far_places - 1) / 2];
        Word none = ~Word{};
        {
            Card<Word> card[far_places];
            SETLAB_UNROLLED
            for (u32 j = 0; j < far_places; ++j) card[j] = memory_.card(near_places + j);
            SETLAB_UNROLLED
            for (u32 k = 1; k < far_places; ++k) {
                SETLAB_UNROLLED
                for (u32 j = 0; j < k; ++j) of[pair(j, k, far_places)] = agreement(card[j], card[k]);
            }
        }
        memory_.fence();
        SETLAB_UNROLLED
        for (u32 i = 0; i < near_places; ++i) {
            memory_.fence();
            Agreement<Word> with[far_places];
            SETLAB_UNROLLED
            for (u32 j = 0; j < far_places; ++j) {
                if (NearWords::has_room(i, near_places + j)) {
                    SETLAB_UNROLLED
                    for (u32 c = 0; c < Agreement<Word>::words; ++c)
                        with[j].in[c] = memory_.get(NearWords::room(i, near_places + j, c));
                } else {
                    with[j] = agreement(near_[i], memory_.card(near_places + j));
                }
            }
            SETLAB_UNROLLED
            for (u32 j = near_places; j + 1 < near_table_places; ++j) search_pair(i, j, with, of, none);
        }
        SETLAB_UNROLLED
        for (u32 i = near_places; i + 2 < near_table_places; ++i) {
            Agreement<Word> with[far_places];
            SETLAB_UNROLLED
            for (u32 j = i + 1; j < near_table_places; ++j) with[j - near_places] = of[far_pair(i, j)];
            SETLAB_UNROLLED
            for (u32 j = i + 1; j + 1 < near_table_places; ++j) search_pair(i, j, with, of, none);
        }
        return none;
    }

    Card<Word> near_[near_places];
    Memory& memory_;
    Word larger_;
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
