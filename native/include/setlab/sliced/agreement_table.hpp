// The table of the CPU for the first pass: agreements of all pairs in memory, searched in loops.
#pragma once

#include "plain_table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

template <class Word>
class AgreementTable : public TableCards<Word, 15> {
  public:
    // All places are searched at once; the mask of the second part comes later.
    template <u32 Part>
    SETLAB_INLINE Word search(Word among) {
        if constexpr (Part == 0) {
            find_agreements();
            return find_misses();
        } else {
            join(among);
            return Word{};
        }
    }
    SETLAB_INLINE const AgreementTable& hits() const { return *this; }
    SETLAB_INLINE Word hit(u32 i, u32 j) const { return hit_[P::at(i, j)]; }
    SETLAB_INLINE PlainTable<Word, full_table> at_the_end() const { return end_of<Word>(*this); }

  private:
    static constexpr u32 places = 15;
    using P = Pairs<places>;

    SETLAB_INLINE static constexpr u32 pair(u32 i, u32 j) { return i * (2 * places - 1 - i) / 2 + j - i - 1; }

    SETLAB_STEP void find_agreements() {
        Agreement<Word>* agree = agree_;
        SETLAB_UNROLL(1)
        for (u32 i = 0; i + 1 < places; ++i) {
            const Card<Word> card = this->card(i);
            SETLAB_UNROLL(1)
            for (u32 j = i + 1; j < places; ++j) *agree++ = agreement(card, this->card(j));
        }
    }

    // A miss: no third card behind the pair completes it, apart for the places below 12 and for the others.
    // Returns the games that have a SET below 12.
    SETLAB_STEP Word find_misses() {
        Word none = ~Word{};
        u32 n = 0;
        SETLAB_UNROLL(1)
        for (u32 i = 0; i < P::firsts; ++i) {
            SETLAB_UNROLL(1)
            for (u32 j = i + 1; j < P::seconds; ++j, ++n) {
                const Agreement<Word>& ij = agree_[pair(i, j)];
                const Agreement<Word>*ik = agree_ + pair(i, j) + 1, *jk = agree_ + pair(j, j + 1);
                Word miss_12 = ~Word{}, miss_15 = ~Word{};
                u32 k = j + 1;
                SETLAB_UNROLL(1)
                for (; k < full_table; ++k) miss_12 = still_missing(miss_12, ij, *ik++, *jk++);
                SETLAB_UNROLL(1)
                for (; k < places; ++k) miss_15 = still_missing(miss_15, ij, *ik++, *jk++);
                miss_12_[n] = miss_12;
                miss_15_[n] = miss_15;
                none &= miss_12;
            }
        }
        return ~none;
    }

    SETLAB_STEP void join(Word larger) {
        SETLAB_UNROLL(1)
        for (u32 n = 0; n < P::number; ++n) hit_[n] = ~(miss_12_[n] & (miss_15_[n] | ~larger));
    }

    Agreement<Word> agree_[places * (places - 1) / 2];
    Word miss_12_[P::number], miss_15_[P::number], hit_[P::number];
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
