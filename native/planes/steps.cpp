#include "planes/steps.hpp"

#include <stdexcept>

namespace setlab {
namespace {

// Two planes share at most 3 cards. So only steps of at most 3 cards can be contained in other steps, or
// belong to several planes.
constexpr u32 most_shared = 3;

// Few cards come first: then the neighbour is large, and large unions have few symmetries. A union with many
// symmetries would be left by many steps that lead to the same orbit.
u32 first_rank(u32 cards, u64 on) { return 128 * (most_plane_cards - cards) + count_bits(on); }

}  // namespace

std::vector<Cards> planes_inside(const PlaneSpace& space, Cards collection) {
    std::vector<Cards> inside;
    for (const Cards plane : space.planes) {
        if (is_within(plane, collection)) inside.push_back(plane);
    }
    return inside;
}

std::vector<Step> smallest_steps(const PlaneSpace& space, Cards from, u32 most) {
    std::array<std::vector<Cards>, 10> by_size;
    for (const Cards plane : space.planes) {
        const u32 added = size_of(plane & ~from);
        if (added >= 1 && added <= most) by_size[added].push_back(plane);
    }
    std::vector<Step> steps;
    u64 shared = 0;  // the number of steps at the beginning that have at most 3 cards
    for (u32 size = 1; size <= 9; ++size) {
        const u64 smaller = steps.size();
        if (size <= most_shared + 1) shared = smaller;
        for (const Cards plane : by_size[size]) {
            const Cards added = plane & ~from;
            bool smallest = true, known = false;
            for (u64 k = 0; k < shared && smallest; ++k) smallest = !is_within(steps[k].added, added);
            if (!smallest) continue;
            for (u64 k = smaller; size <= most_shared && k < steps.size() && !known; ++k) {
                known = steps[k].added == added;
                if (known) steps[k].planes.push_back(plane);
            }
            if (!known) steps.push_back({added, {plane}});
        }
    }
    return steps;
}

Neighbours::Neighbours(Cards whole, const std::vector<Cards>& planes) : planes_(planes) {
    if (planes.size() > most_planes_inside)
        throw std::invalid_argument("a union holds more than 64 planes: choose a smaller `largest`");
    std::array<u64, most_plane_cards> on{};
    for (u64 k = 0; k < planes.size(); ++k) {
        for (Cards rest = planes[k]; rest != 0; rest &= rest - 1) on[lowest_card(rest)] |= u64{1} << k;
    }
    for (Cards rest = whole; rest != 0; rest &= rest - 1) {
        const u32 card = lowest_card(rest);
        u32 place = 0;
        while (place < size_ && classes_[place].on != on[card]) ++place;
        if (place == size_) classes_[size_++] = {on[card], 0, 0};
        classes_[place].cards |= card_bit(card);
        ++classes_[place].size;
    }
    keep_smallest();
}

void Neighbours::keep_smallest() {
    const u32 all = size_;
    u64 refused[2] = {};
    for (u32 i = 0; i < all; ++i) {
        for (u32 j = 0; j < all; ++j) {
            if (i == j || (classes_[j].on & ~classes_[i].on) != 0) continue;
            refused[i / 64] |= u64{1} << i % 64;
            break;
        }
    }
    size_ = 0;
    for (u32 i = 0; i < all; ++i) {
        if ((refused[i / 64] >> i % 64 & 1) == 0) classes_[size_++] = classes_[i];
    }
}

// How the planes through the cards meet the others.
u64 Neighbours::last_rank(const Class& one) const {
    u64 rank = 0;
    for (u64 on = one.on; on != 0; on &= on - 1) {
        u64 met = 0;
        for (const Cards other : planes_) met += u64{1} << 6 * (size_of(planes_[lowest_bit(on)] & other) / 2);
        rank += met * met;
    }
    return rank;
}

u32 Neighbours::ties_if_greatest(Cards lacking) const {
    u32 mine = 0;
    while (mine < size_ && classes_[mine].cards != lacking) ++mine;
    if (mine == size_) throw std::logic_error("a step does not lead from a lower neighbour");
    const u32 my_first = first_rank(classes_[mine].size, classes_[mine].on);
    u32 equal = 0;
    for (u32 i = 0; i < size_; ++i) {
        const u32 first = first_rank(classes_[i].size, classes_[i].on);
        if (first > my_first) return 0;
        equal += first == my_first;
    }
    if (equal == 1) return 1;
    const u64 my_last = last_rank(classes_[mine]);
    u32 ties = 0;
    for (u32 i = 0; i < size_; ++i) {
        if (first_rank(classes_[i].size, classes_[i].on) < my_first) continue;
        const u64 last = last_rank(classes_[i]);
        if (last > my_last) return 0;
        ties += last == my_last;
    }
    return ties;
}

bool Neighbours::may_be_greatest(const Step& step) const {
    Cards touched = 0;
    for (const Cards plane : step.planes) touched |= plane;
    const u32 added = size_of(step.added);
    for (u32 i = 0; i < size_; ++i) {
        const u32 untouched = size_of(classes_[i].cards & ~touched);
        if (untouched != 0 && untouched < added) return false;
    }
    return true;
}

}  // namespace setlab
