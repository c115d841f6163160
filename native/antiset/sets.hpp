// Sets of points up to symmetry: one representative for each class, found when it is first asked for.
//
// A set of k + 1 points arises in k + 1 ways from a class of sets of k points and one more point. The least
// way, by the number of the class and the point within its orbit, names the class of the larger set; a
// permutation leads every other way to it. Ways that tie give the stabiliser of the set. No set is compared
// with all its images.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "antiset/group.hpp"
#include "threads/interrupt.hpp"

namespace setlab {

template <class Mask>
class SetClasses {
  public:
    using Element = Permutation<Mask>;
    using Group = PermutationGroup<Mask>;

    struct Place {
        u32 id;        // the class
        Element move;  // brings the set to the representative
    };

    SetClasses(Group group, int points) : points_(points) {
        classes_.push_back(Class(0, std::move(group), points));
    }

    Mask set(u32 id) const { return classes_[id].set; }
    const Group& stabiliser(u32 id) const { return classes_[id].stabiliser; }
    u64 size() const { return classes_.size(); }

    // The class of the representative of `id` with one more point.
    const Place& extended(u32 id, int point) {
        if (classes_[id].child[point].id == unknown) {
            const int least = classes_[id].stabiliser.smallest(point);
            if (classes_[id].child[least].id == unknown) extend(id, least);
            if (point != least) {
                const Place& there = classes_[id].child[least];
                classes_[id].child[point] = {
                    there.id, composed(there.move, classes_[id].stabiliser.to_smallest(point))};
            }
        }
        return classes_[id].child[point];
    }

    Place find(Mask set) {
        Place place = {0, Element::identity()};
        for_each_point(set, [&](int point) {
            const Place& next = extended(place.id, place.move(point));
            place = {next.id, composed(next.move, place.move)};
        });
        return place;
    }

  private:
    static constexpr u32 unknown = ~u32{0};

    struct Class {
        Class(Mask set_, Group stabiliser_, int points)
            : set(set_), stabiliser(std::move(stabiliser_)), child(points, {unknown, {}}), parent(points) {}
        Mask set;
        Group stabiliser;
        std::vector<Place> child;   // by the point added
        std::vector<Place> parent;  // by the point taken away
    };

    // A set of k + 1 points as a class of k points and one point.
    struct Way {
        Place rest;     // where the k points go
        int point;      // the smallest of the orbit to which the last point goes
        Element whole;  // brings the k points to the representative and the last one to `point`
        bool operator<(const Way& other) const {
            return std::pair(rest.id, point) < std::pair(other.rest.id, other.point);
        }
        bool same(const Way& other) const { return rest.id == other.rest.id && point == other.point; }
    };

    void extend(u32 id, int point) {
        check_interrupt();
        const Mask set = classes_[id].set | point_mask<Mask>(point);
        std::vector<std::pair<int, Way>> ways;
        for_each_point(set, [&](int last) { ways.emplace_back(last, way(id, point, last)); });
        const Way* best = &ways[0].second;
        for (const auto& [last, candidate] : ways)
            if (candidate < *best) best = &candidate;
        if (best->rest.id != id || best->point != point) {
            const Place there = extended(best->rest.id, best->point);
            classes_[id].child[point] = {there.id, composed(there.move, best->whole)};
            return;
        }
        const u32 fresh = static_cast<u32>(classes_.size());
        classes_.push_back(Class(set, keeping(id, point, ways, *best), points_));
        for (const auto& [last, candidate] : ways) classes_[fresh].parent[last] = candidate.rest;
        classes_[id].child[point] = {fresh, Element::identity()};
    }

    Way way(u32 id, int point, int last) {
        Place rest = {id, Element::identity()};
        if (last != point) {
            const Place below = classes_[id].parent[last];
            const Place above = extended(below.id, below.move(point));
            rest = {above.id, composed(above.move, below.move)};
        }
        const int image = rest.move(last);
        const Group& group = classes_[rest.id].stabiliser;
        return {rest, group.smallest(image), composed(group.to_smallest(image), rest.move)};
    }

    // The permutations that keep the set: those that fix the last point, and one for each way that ties.
    Group keeping(u32 id, int point, const std::vector<std::pair<int, Way>>& ways, const Way& best) const {
        const Group& fixing = classes_[id].stabiliser.stabiliser(point);
        std::vector<Element> ties;
        for (const auto& [last, candidate] : ways)
            if (candidate.same(best)) ties.push_back(candidate.whole);
        if (!fixing.is_listed()) {
            std::vector<Element> generators = fixing.generators();
            generators.insert(generators.end(), ties.begin(), ties.end());
            return Group::generated(std::move(generators), fixing.order() * ties.size(), points_);
        }
        std::vector<Element> elements;
        elements.reserve(fixing.order() * ties.size());
        for (const Element& tie : ties)
            for (const Element& element : fixing.elements()) elements.push_back(composed(element, tie));
        return Group::listed(std::move(elements), points_);
    }

    int points_;
    std::deque<Class> classes_;
};

}  // namespace setlab
