// The canonical form of a collection under AGL(d,3), and the cards that come first in it.
//
// Colours are numbers that depend only on the relations of a card to the others. They shorten the search; its
// result does not depend on them.
#pragma once

#include "geometry/affine.hpp"
#include "symmetry/mask.hpp"

namespace setlab {

// A collection with marks: for every card of the space the number of pairs of the collection that it
// completes to a line, and `member` added if it is in the collection.
template <int d>
struct Marked {
    static constexpr u8 member = 128;
    static constexpr u32 cards = cards_in(d);
    static_assert((cards_in(largest_orbit_dimension) - 1) / 2 < member);

    u32 size = 0;
    u8 card[cards];
    u8 mark[cards] = {};

    void add(const Affine<d>& space, u32 p) {
        for (u32 i = 0; i < size; ++i) ++mark[space.third[p][card[i]]];
        mark[p] += member;
        card[size++] = static_cast<u8>(p);
    }

    static Marked of(const Affine<d>& space, const u64* words) {
        Marked marked;
        for (u32 p = 0; p < cards; ++p) {
            if (words[p >> 6] >> (p & 63) & 1) marked.add(space, p);
        }
        return marked;
    }
};

inline u64 stirred(u64 x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    x ^= x >> 32;
    return x;
}

// A fixed number without pattern for every mark.
struct MarkNoise {
    u64 of[256];
    MarkNoise() {
        for (u64 i = 0; i < 256; ++i) {
            u64 z = (i + 1) * 0x9E3779B97F4A7C15u;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
            of[i] = z ^ (z >> 31);
        }
    }
    static const MarkNoise& get() {
        static const MarkNoise noise;
        return noise;
    }
};

template <int d>
class Canonizer {
  public:
    using Space = Affine<d>;
    static constexpr u32 cards = Space::cards;

    // The first colour of a card: from the marks of its third cards with all members.
    u64 first_colour(const Marked<d>& marked, u32 p) const {
        u64 total = 0;
        for (u32 i = 0; i < marked.size; ++i)
            total += noise_.of[marked.mark[space_.third[p][marked.card[i]]]];
        return stirred(total);
    }

    // The canonical form, given the first colours of the cards in their order. `favoured` is a set of cards
    // that is invariant under the stabiliser. `chosen` becomes those of them that some best map takes to the
    // lowest position that a favoured card can have: one orbit of the stabiliser.
    Mask<d> canonical(const Marked<d>& marked, const u64* first_colours, const Mask<d>& favoured) {
        if (marked.size == 0) return {};
        marked_ = &marked;
        favoured_ = &favoured;
        colour_by_thirds(first_colours);
        sort_cards();
        for (u32 before = 0; cells_ < marked.size && cells_ > before;) {
            before = cells_;
            colour_by_hyperplanes();
            sort_cards();
        }
        if (cells_ < marked.size) put_small_cells_first();
        search();
        Mask<d> form;
        form.put(0);
        for (u32 block = 0; block < blocks_; ++block) {
            for (u32 w = 0; w < Mask<d>::words; ++w) form.word[w] |= best_[block].word[w];
        }
        return form;
    }

    Mask<d> canonical(const Marked<d>& marked) {
        u64 colours[cards];
        for (u32 i = 0; i < marked.size; ++i) colours[i] = first_colour(marked, marked.card[i]);
        return canonical(marked, colours, {});
    }

    const Mask<d>& chosen() const { return chosen_; }
    u32 chosen_count() const { return chosen_count_; }

  private:
    struct Coloured {
        u64 colour;
        u8 card;
        u8 cell_size;
    };

    // The colours of a pair go to its third card, and the sums of the third cards come back.
    void colour_by_thirds(const u64* first) {
        const u32 size = marked_->size;
        const u8* card = marked_->card;
        u64 collected[cards] = {};
        for (u32 i = 1; i < size; ++i) {
            const u8* third = space_.third[card[i]];
            for (u32 j = 0; j < i; ++j) collected[third[card[j]]] += first[i] * first[j];
        }
        for (u32 q = 0; q < cards; ++q) collected[q] = stirred(collected[q]);
        for (u32 i = 0; i < size; ++i) {
            const u8* third = space_.third[card[i]];
            u64 total = 3 * first[i];
            for (u32 j = 0; j < size; ++j) total += collected[third[card[j]]];
            points_[i] = {stirred(total), card[i], 1};
        }
    }

    // The colours of the cards go to the hyperplanes, each beside its two parallels, and come back. It is
    // slower and sees more: the traces of all hyperplanes on cards of different colours determine the
    // collection up to a map.
    void colour_by_hyperplanes() {
        const u32 size = marked_->size;
        u64 plane[Space::directions][3] = {};
        for (u32 i = 0; i < size; ++i) {
            const u8* side = space_.side[points_[i].card];
            for (u32 v = 0; v < Space::directions; ++v) plane[v][side[v]] += points_[i].colour;
        }
        for (u32 v = 0; v < Space::directions; ++v) {
            const u64 all = stirred(plane[v][0]) + stirred(plane[v][1]) + stirred(plane[v][2]);
            for (u32 s = 0; s < 3; ++s) plane[v][s] = stirred(5 * stirred(plane[v][s]) + all);
        }
        for (u32 i = 0; i < size; ++i) {
            const u8* side = space_.side[points_[i].card];
            u64 total = 3 * points_[i].colour;
            for (u32 v = 0; v < Space::directions; ++v) total += plane[v][side[v]];
            points_[i].colour = stirred(total);
        }
    }

    template <class Before>
    void insertion_sort(const Before& before) {
        for (u32 i = 1; i < marked_->size; ++i) {
            const Coloured point = points_[i];
            u32 j = i;
            for (; j > 0 && before(point, points_[j - 1]); --j) points_[j] = points_[j - 1];
            points_[j] = point;
        }
    }

    void sort_cards() {
        insertion_sort([](const Coloured& a, const Coloured& b) { return a.colour < b.colour; });
        cells_ = 1;
        for (u32 i = 1; i < marked_->size; ++i) cells_ += points_[i].colour != points_[i - 1].colour;
    }

    void put_small_cells_first() {
        for (u32 i = 0, end; i < marked_->size; i = end) {
            for (end = i + 1; end < marked_->size && points_[end].colour == points_[i].colour;) ++end;
            for (u32 j = i; j < end; ++j) points_[j].cell_size = static_cast<u8>(end - i);
        }
        insertion_sort([](const Coloured& a, const Coloured& b) {
            return a.cell_size != b.cell_size ? a.cell_size < b.cell_size : a.colour < b.colour;
        });
    }

    // --- the search ---
    //
    // A frame of the collection is laid on the cards 0, 1, 3, 9, ...; its first k + 1 cards fill the
    // positions 0 ... 3^k - 1. Of all frames that take the next card from the first cell with a card outside
    // the flat, those win whose membership bits are the largest, block by block.

    void search() {
        blocks_ = 0;
        restart();
        const u64 first_colour = points_[0].colour;
        for (u32 i = 0; i < marked_->size && points_[i].colour == first_colour; ++i) {
            at_[0] = points_[i].card;
            Mask<d> flat;
            flat.put(at_[0]);
            deepen(0, 1, flat);
        }
    }

    void restart() {
        chosen_ = {};
        chosen_count_ = 0;
    }

    void deepen(u32 depth, u32 filled, const Mask<d>& flat) {
        u32 i = 0;
        while (i < marked_->size && flat.has(points_[i].card)) ++i;
        if (i == marked_->size || filled == cards) return finish(filled);
        const u64 colour = points_[i].colour;
        for (; i < marked_->size && points_[i].colour == colour; ++i) {
            const u32 card = points_[i].card;
            if (flat.has(card)) continue;
            Mask<d> wider = flat;
            if (enter(depth, filled, card, wider)) deepen(depth + 1, 3 * filled, wider);
        }
    }

    // Fills the positions filled ... 3 * filled - 1; false if their bits are less than the best.
    bool enter(u32 depth, u32 filled, u32 card, Mask<d>& flat) {
        const u8* once = space_.sum[space_.sum[card][space_.minus[at_[0]]]];
        const u8* twice = space_.sum[space_.minus[once[0]]];
        for (u32 j = 0; j < filled; ++j) {
            at_[filled + j] = once[at_[j]];
            at_[2 * filled + j] = twice[at_[j]];
        }
        Mask<d> block;
        for (u32 j = filled; j < 3 * filled; ++j) {
            block.word[j >> 6] |= u64{marked_->mark[at_[j]] >= Marked<d>::member} << (j & 63);
        }
        if (depth < blocks_ && block < best_[depth]) return false;
        if (depth >= blocks_ || best_[depth] < block) {
            best_[depth] = block;
            blocks_ = depth + 1;
            restart();
        }
        widen(filled, flat);
        return true;
    }

    void widen(u32 filled, Mask<d>& flat) const {
        if (3 * filled == cards) {
            for (u64& word : flat.word) word = ~u64{0};
            return;
        }
        for (u32 j = filled; j < 3 * filled; ++j) flat.put(at_[j]);
    }

    void finish(u32 filled) {
        for (u32 j = 0; j < filled; ++j) {
            if (!favoured_->has(at_[j])) continue;
            chosen_count_ += !chosen_.has(at_[j]);
            chosen_.put(at_[j]);
            return;
        }
    }

    const Space& space_ = Space::get();
    const MarkNoise& noise_ = MarkNoise::get();
    const Marked<d>* marked_ = nullptr;
    const Mask<d>* favoured_ = nullptr;
    Coloured points_[cards];
    u32 cells_ = 0;
    u8 at_[cards];
    Mask<d> best_[d];
    u32 blocks_ = 0;
    Mask<d> chosen_;
    u32 chosen_count_ = 0;
};

}  // namespace setlab
