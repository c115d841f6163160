// How unions of planes grow.
//
// A step from a union U is a set of cards that some plane adds to U, and that contains no smaller such set.
// Then nothing lies between U and U + step: U is a lower neighbour of U + step. Every union but the empty one
// has lower neighbours, and is reached by steps from each of them. To reach it once, or only a few times, one
// neighbour is preferred by a rule that depends on the larger union alone: that of the greatest rank, or each
// of those that tie.
#pragma once

#include <array>
#include <vector>

#include "planes/space.hpp"

namespace setlab {

constexpr u32 most_planes_inside = 64;

struct Step {
    Cards added;
    std::vector<Cards> planes;  // those that add exactly these cards
};

std::vector<Cards> planes_inside(const PlaneSpace& space, Cards collection);

// The steps of at most `most` cards.
std::vector<Step> smallest_steps(const PlaneSpace& space, Cards from, u32 most);

// The lower neighbours of a union, from the planes inside it. The cards that a neighbour lacks lie on exactly
// the same planes, and no card of the union lies on fewer of these only.
class Neighbours {
  public:
    Neighbours(Cards whole, const std::vector<Cards>& planes);

    // The number of neighbours of the greatest rank, if the one that lacks these cards is among them;
    // otherwise 0.
    u32 ties_if_greatest(Cards lacking) const;

    // False if after this step another neighbour is certain to have a greater rank: cards that lie on the
    // same planes as before, and no others do, which are fewer than the step adds.
    bool may_be_greatest(const Step& step) const;

  private:
    struct Class {
        u64 on;  // the planes on which its cards lie
        Cards cards;
        u32 size;
    };

    void keep_smallest();
    u64 last_rank(const Class& one) const;

    const std::vector<Cards>& planes_;
    std::array<Class, most_plane_cards> classes_;
    u32 size_ = 0;
};

// Calls reach(union, its planes, ties) for every union of at most `largest` cards for which `from` is
// preferred.
template <class Reach>
void for_each_preferred(const PlaneSpace& space, Cards from, const std::vector<Cards>& inside, u32 largest,
                        const Reach& reach) {
    const Neighbours lower(from, inside);
    std::vector<Cards> planes = inside;
    for (const Step& step : smallest_steps(space, from, largest - size_of(from))) {
        if (!lower.may_be_greatest(step)) continue;
        planes.resize(inside.size());
        planes.insert(planes.end(), step.planes.begin(), step.planes.end());
        const Cards next = from | step.added;
        const u32 ties = Neighbours(next, planes).ties_if_greatest(step.added);
        if (ties != 0) reach(next, planes, ties);
    }
}

}  // namespace setlab
