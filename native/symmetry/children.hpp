// The orbits of collections with one more card, each from exactly one parent (McKay's canonical
// augmentation).
#pragma once

#include <algorithm>
#include <vector>

#include "symmetry/canonical.hpp"
#include "symmetry/orbits.hpp"

namespace setlab {

template <int d>
struct Orbit {
    Mask<d> form;
    u64 size;
};

// A collection T has one orbit of chosen cards, told by its canonical form. T is a child of T less a chosen
// card, and of no other collection up to maps. So parents are independent of each other.
template <int d>
class Children {
  public:
    explicit Children(Family family) : family_(family) {}

    // Appends the children of the orbit of `words`, in ascending order.
    void append(const u64* words, u64 size, std::vector<Orbit<d>>& orbits) {
        const Marked<d> parent = Marked<d>::of(space_, words);
        children_.clear();
        u8 most = 0;
        for (u32 i = 0; i < parent.size; ++i) most = std::max(most, parent.mark[parent.card[i]]);
        for (u32 p = 0; p < cards; ++p) {
            if (parent.mark[p] >= Marked<d>::member || parent.mark[p] + Marked<d>::member < most) continue;
            if (is_allowed(parent, p)) consider(parent, p);
        }
        std::sort(children_.begin(), children_.end(),
                  [](const Child& a, const Child& b) { return a.form < b.form; });
        for (u64 i = 0, end; i < children_.size(); i = end) {
            for (end = i + 1; end < children_.size() && children_[end].form == children_[i].form;) ++end;
            // Double counting of the pairs (T, chosen card of T).
            orbits.push_back({children_[i].form, size * (end - i) / children_[i].chosen});
        }
    }

    // The number of cards that can be added without leaving the family.
    u32 count_additions(const u64* words) const {
        const Marked<d> parent = Marked<d>::of(space_, words);
        u32 count = 0;
        for (u32 p = 0; p < cards; ++p) {
            count += parent.mark[p] < Marked<d>::member && is_allowed(parent, p);
        }
        return count;
    }

  private:
    static constexpr u32 cards = cards_in(d);

    struct Child {
        Mask<d> form;
        u32 chosen;
    };

    bool is_allowed(const Marked<d>& parent, u32 p) const {
        if (family_ == Family::cap) return parent.mark[p] == 0;
        if (family_ == Family::plane_free) return parent.mark[p] < 4 || !completes_plane(parent, p);
        if (family_ == Family::ultraset_free) return !completes_ultraset(parent, p);
        return true;
    }

    // A plane through p is four lines through p; the directions of two give those of the others.
    bool completes_plane(const Marked<d>& parent, u32 p) const {
        Mask<d> full;
        u8 step[cards];
        u32 steps = 0;
        for (u32 i = 0; i < parent.size; ++i) {
            if (parent.mark[space_.third[p][parent.card[i]]] < Marked<d>::member) continue;
            step[steps] = space_.sum[parent.card[i]][space_.minus[p]];
            full.put(step[steps++]);
        }
        for (u32 i = 1; i < steps; ++i) {
            for (u32 j = 0; j < i; ++j) {
                const u32 other = space_.minus[step[j]];
                if (step[i] != other && full.has(space_.sum[step[i]][step[j]]) &&
                    full.has(space_.sum[step[i]][other])) {
                    return true;
                }
            }
        }
        return false;
    }

    // Some pair has the same third card as p and a card of the collection.
    bool completes_ultraset(const Marked<d>& parent, u32 p) const {
        return std::any_of(parent.card, parent.card + parent.size, [&](u32 card) {
            return (parent.mark[space_.third[p][card]] & ~Marked<d>::member) != 0;
        });
    }

    // The chosen cards are among those in the most lines, and of these among those with the least first
    // colour. Most cards fail this test, before any canonical form is computed.
    void consider(const Marked<d>& parent, u32 p) {
        Marked<d> child = parent;
        child.add(space_, p);
        const u8 mark = child.mark[p];
        for (u32 i = 0; i < parent.size; ++i) {
            if (child.mark[child.card[i]] > mark) return;
        }
        u64 colours[cards];
        const u64 least = colours[parent.size] = canonizer_.first_colour(child, p);
        Mask<d> favoured;
        favoured.put(p);
        u32 ties = 1;
        for (u32 i = 0; i < parent.size; ++i) {
            if (child.mark[child.card[i]] != mark) continue;
            colours[i] = canonizer_.first_colour(child, child.card[i]);
            if (colours[i] < least) return;
            if (colours[i] != least) continue;
            favoured.put(child.card[i]);
            ++ties;
        }
        for (u32 i = 0; i < parent.size; ++i) {
            if (child.mark[child.card[i]] != mark) {
                colours[i] = canonizer_.first_colour(child, child.card[i]);
            }
        }
        const Mask<d> form = canonizer_.canonical(child, colours, ties > 1 ? favoured : Mask<d>{});
        if (ties == 1)
            children_.push_back({form, 1});
        else if (canonizer_.chosen().has(p))
            children_.push_back({form, canonizer_.chosen_count()});
    }

    const Affine<d>& space_ = Affine<d>::get();
    const Family family_;
    Canonizer<d> canonizer_;
    std::vector<Child> children_;
};

}  // namespace setlab
