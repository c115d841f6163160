// The SETs on a table, each known by its three places, ranked by their places in ascending order.
//
// There are two kinds of lists. MaskList is for small tables with a handful of SETs: a SET is a word of 32 or
// 64 bits with three of them set, and the list is in no order. KeyList is for any table: it is sorted, so
// that the SET of a rank is found at once.
#pragma once

#include "bits.hpp"
#include "rules.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

SETLAB_HD constexpr bool is_narrow(Choice choice) {
    return choice == Choice::popular || choice == Choice::reject;
}

// Of two numbers of SETs, the one to be wanted; 0 stands for none yet.
SETLAB_HD constexpr u32 more_wanted(Choice choice, u32 so_far, u32 number) {
    if (so_far == 0) return number;
    return (choice == Choice::popular) == (number > so_far) ? number : so_far;
}

struct Three {
    u32 place[3];  // ascending
};

template <class Mask>
class MaskList {
  public:
    using Place = u8;
    static constexpr u32 most_places = 8 * sizeof(Mask);

    SETLAB_HD MaskList() {
        for (u32 i = 0; i < usual; ++i) set_[i] = candidate_[i] = 0;
    }
    SETLAB_HD void clear() { size_ = 0; }
    SETLAB_HD u32 size() const { return size_; }
    SETLAB_HD void add(u32 a, u32 b, u32 c) { set_[size_++] = bit(a) | bit(b) | bit(c); }
    SETLAB_HD void settle() {}
    SETLAB_HD void settle_row() {}

    // How many SETs the choice is among.
    SETLAB_HD u32 candidates(Choice choice) {
        narrow_ = is_narrow(choice);
        if (!narrow_) return size_;
        const Mask wanted = wanted_places(choice);
        u32 count = 0;
        for (u32 i = 0; i < size_; ++i) {
            candidate_[count] = set_[i];
            count += (set_[i] & wanted) != 0;
        }
        candidates_ = count;
        return count;
    }

    // Takes the candidate of this rank, and with it every SET that shares a place with it.
    SETLAB_HD Three take(u32 rank) {
        const Mask chosen = narrow_ ? ranked(candidate_, candidates_, rank) : ranked(set_, size_, rank);
        u32 kept = 0;
        const auto keep = [&](u32 i) {
            const Mask set = set_[i];
            set_[kept] = set;
            kept += ((set & chosen) == 0) & (i < size_);
        };
#pragma GCC unroll 4
        for (u32 i = 0; i < usual; ++i) keep(i);
        for (u32 i = usual; i < size_; ++i) keep(i);
        size_ = kept;
        return places_of(chosen);
    }

    // The three places are removed, and those behind them come nearer.
    SETLAB_HD void close_up(const Three& gone) {
        const Mask behind_0 = bit(gone.place[0]) - 1, behind_1 = bit(gone.place[1]) - 1,
                   behind_2 = bit(gone.place[2]) - 1;
        for (u32 i = 0; i < size_; ++i) {
            // Twice the bits behind less the bits behind moves them up by one, over a bit that is not set.
            Mask set = set_[i];
            set += set & behind_2;
            set += set & behind_1;
            set_[i] = set + (set & behind_0);
        }
    }

    // The card at one place moves to another.
    SETLAB_HD void move(u32 from, u32 to) {
        for (u32 i = 0; i < size_; ++i) {
            const Mask there = set_[i] << from >> (most_places - 1);
            set_[i] ^= there * (bit(from) | bit(to));
        }
    }

  private:
    // The first place is the top bit: of two SETs, the one that comes first is the larger number.
    SETLAB_HD static Mask bit(u32 place) { return static_cast<Mask>(1) << (most_places - 1 - place); }

    SETLAB_HD static Three places_of(Mask set) {
        const u32 a = leading_zeros(set);
        const Mask rest = set ^ bit(a);
        const u32 b = leading_zeros(rest);
        return {{a, b, leading_zeros(rest ^ bit(b))}};
    }

    // The places where the number of SETs is the largest, or the smallest above 0. The numbers of all places
    // are added up at once: the bits of a place in several words are the binary digits of its number. A card
    // is in 15 SETs at most on 32 places, and in 31 on 64.
    static constexpr u32 digits = most_places == 32 ? 4 : 5;
    SETLAB_HD Mask wanted_places(Choice choice) const {
        Mask digit[digits] = {}, wanted = 0;
        for (u32 i = 0; i < size_; ++i) {
            wanted |= set_[i];
            Mask carry = set_[i];
            for (u32 d = 0; d < digits; ++d) {
                const Mask sum = digit[d] ^ carry;
                carry &= digit[d];
                digit[d] = sum;
            }
        }
        const Mask turn = choice == Choice::popular ? 0 : ~static_cast<Mask>(0);
        for (u32 d = digits; d-- != 0;) {
            const Mask further = wanted & (digit[d] ^ turn);
            wanted = further != 0 ? further : wanted;
        }
        return wanted;
    }

    // Mostly there are few SETs. How many is hard to predict, so nothing branches on it.
    static constexpr u32 usual = 4;

    SETLAB_HD static Mask ranked(const Mask* set, u32 size, u32 rank) {
        if (size <= usual) return ranked_of_few(set, size, rank);
        u32 i = 0;
        while (number_before(set, size, set[i]) != rank) ++i;
        return set[i];
    }

    SETLAB_HD static u32 number_before(const Mask* set, u32 size, Mask one) {
        u32 before = 0;
        for (u32 j = 0; j < size; ++j) before += set[j] > one;
        return before;
    }

    SETLAB_HD static Mask ranked_of_few(const Mask* set, u32 size, u32 rank) {
        const Mask a = set[0], b = size > 1 ? set[1] : 0, c = size > 2 ? set[2] : 0,
                   d = size > 3 ? set[3] : 0;
        const u32 before_a = (b > a) + (c > a) + (d > a);
        const u32 before_b = (a > b) + (c > b) + (d > b);
        const u32 before_c = (a > c) + (b > c) + (d > c);
        const Mask c_or_d = before_c == rank ? c : d;
        const Mask b_or_further = before_b == rank ? b : c_or_d;
        return before_a == rank ? a : b_or_further;
    }

    // Two cards are in one SET at most.
    static constexpr u32 most_sets = most_places * (most_places - 1) / 6;

    u32 size_;
    u32 candidates_;
    bool narrow_;
    Mask set_[most_sets];
    Mask candidate_[most_sets];
};

template <u32 MostPlaces, u32 MostSets>
class KeyList {
  public:
    using Place = u16;
    static constexpr u32 most_places = MostPlaces;
    static_assert(MostPlaces <= 1024, "a key has ten bits for a place");

    SETLAB_HD KeyList() {
        for (u32 place = 0; place < most_places; ++place) marked_[place] = 0;
    }
    SETLAB_HD void clear() { size_ = settled_ = 0; }
    SETLAB_HD u32 size() const { return size_; }
    SETLAB_HD void add(u32 a, u32 b, u32 c) { key_[size_++] = key_of(a, b, c); }

    // Sorts what was added since the list was sorted last. With settle_row, all of it comes after the rest.
    SETLAB_HD void settle_row() {
        sort(key_ + settled_, size_ - settled_);
        settled_ = size_;
    }
    SETLAB_HD void settle() {
        const u32 added = size_ - settled_;
        if (added == 0) return;
        sort(key_ + settled_, added);
        for (u32 i = 0; i < added; ++i) aside_[i] = key_[settled_ + i];
        for (u32 old = settled_, fresh = added; fresh != 0;) {
            const bool from_old = old != 0 && key_[old - 1] > aside_[fresh - 1];
            key_[old + fresh - 1] = from_old ? key_[old - 1] : aside_[fresh - 1];
            old -= from_old;
            fresh -= !from_old;
        }
        settled_ = size_;
    }

    SETLAB_HD u32 candidates(Choice choice) {
        narrow_ = is_narrow(choice);
        if (!narrow_) return size_;
        for_each_place([&](u32 place) { sets_at_[place] = 0; });
        for_each_place([&](u32 place) { ++sets_at_[place]; });
        wanted_ = 0;
        for_each_place([&](u32 place) { wanted_ = more_wanted(choice, wanted_, sets_at_[place]); });
        u32 count = 0;
        for (u32 i = 0; i < size_; ++i) count += is_candidate(key_[i]);
        return count;
    }

    SETLAB_HD Three take(u32 rank) {
        const Three three = places_of(ranked(rank));
        for (u32 p = 0; p < 3; ++p) marked_[three.place[p]] = 1;
        u32 kept = 0;
        for (u32 i = 0; i < size_; ++i) {
            const u32 key = key_[i];
            const Three places = places_of(key);
            key_[kept] = key;
            kept += (marked_[places.place[0]] | marked_[places.place[1]] | marked_[places.place[2]]) == 0;
        }
        for (u32 p = 0; p < 3; ++p) marked_[three.place[p]] = 0;
        size_ = settled_ = kept;
        return three;
    }

    SETLAB_HD void close_up(const Three& gone) {
        const auto now_at = [&](u32 place) {
            return place - (place > gone.place[0]) - (place > gone.place[1]) - (place > gone.place[2]);
        };
        for (u32 i = 0; i < size_; ++i) {
            const Three three = places_of(key_[i]);
            key_[i] = now_at(three.place[0]) << 20 | now_at(three.place[1]) << 10 | now_at(three.place[2]);
        }
    }

    // To be settled: the SETs that change go to the end of the list.
    SETLAB_HD void move(u32 from, u32 to) {
        u32 kept = 0, moved = 0, settled = 0;
        for (u32 i = 0; i < size_; ++i) {
            const Three three = places_of(key_[i]);
            const bool moves = three.place[0] == from || three.place[1] == from || three.place[2] == from;
            (moves ? aside_[moved++] : key_[kept++]) = key_[i];
            settled += !moves && i < settled_;
        }
        settled_ = settled;
        size_ = kept;
        for (u32 i = 0; i < moved; ++i) {
            Three three = places_of(aside_[i]);
            for (u32 p = 0; p < 3; ++p) three.place[p] = three.place[p] == from ? to : three.place[p];
            add(three.place[0], three.place[1], three.place[2]);
        }
    }

  private:
    SETLAB_HD static u32 key_of(u32 a, u32 b, u32 c) {
        const u32 low = a < b ? a : b, high = a < b ? b : a;
        const u32 first = low < c ? low : c, last = high > c ? high : c;
        return first << 20 | (a + b + c - first - last) << 10 | last;
    }

    SETLAB_HD static Three places_of(u32 key) { return {{key >> 20, key >> 10 & 1023, key & 1023}}; }

    template <class Do>
    SETLAB_HD void for_each_place(Do&& act) const {
        for (u32 i = 0; i < size_; ++i) {
            const Three three = places_of(key_[i]);
            for (u32 p = 0; p < 3; ++p) act(three.place[p]);
        }
    }

    SETLAB_HD bool is_candidate(u32 key) const {
        const Three three = places_of(key);
        return sets_at_[three.place[0]] == wanted_ || sets_at_[three.place[1]] == wanted_ ||
               sets_at_[three.place[2]] == wanted_;
    }

    SETLAB_HD u32 ranked(u32 rank) const {
        if (!narrow_) return key_[rank];
        u32 i = 0;
        while (!is_candidate(key_[i]) || rank-- != 0) ++i;
        return key_[i];
    }

    // Insertion: what is to be sorted is short, or nearly in order.
    SETLAB_HD static void sort(u32* key, u32 size) {
        for (u32 i = 1; i < size; ++i) {
            const u32 moving = key[i];
            u32 j = i;
            for (; j != 0 && key[j - 1] > moving; --j) key[j] = key[j - 1];
            key[j] = moving;
        }
    }

    u32 size_;
    u32 settled_;  // so many at the front are sorted
    u32 wanted_;
    bool narrow_;
    u8 marked_[MostPlaces];
    u16 sets_at_[MostPlaces];
    u32 key_[MostSets];
    u32 aside_[MostSets];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
