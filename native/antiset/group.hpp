// Groups of permutations whose order is known: stabilisers of points, orbits, smallest images of sets.
//
// A small group is a list of its elements. A large one is kept by generators; a chain of stabilisers
// (Schreier and Sims) leads from it to the stabilisers of its points, until they are small.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "antiset/masks.hpp"
#include "threads/interrupt.hpp"

namespace setlab {

// A base of points, one per link, and for each the elements that bring its orbit back to it.
//
// Random products of the generators are sifted through the chain; a product that is not sifted to the
// identity lengthens it. The chain is complete when the lengths of its orbits multiply to the order: chance
// affects the time, not the result.
template <class Mask>
class StabiliserChain {
  public:
    using Element = Permutation<Mask>;

    StabiliserChain(const std::vector<Element>& generators, u64 order, int first_base_point) {
        links_.push_back(Link(first_base_point));
        for (const Element& generator : generators) insert(generator);
        pool_ = generators;
        while (pool_.size() < 11) pool_.push_back(generators[pool_.size() % generators.size()]);
        for (int idle = 0; size() < order; ++idle) {
            check_interrupt();
            if (insert(random_element())) idle = 0;
            if (idle == most_idle) break;
        }
        if (size() != order) throw std::invalid_argument("the generators do not make a group of that order");
    }

    u64 orbit_length() const { return links_[0].orbit.size(); }

    // Generators of the stabiliser of the first base point.
    std::vector<Element> stabiliser_generators() const {
        return links_.size() > 1 ? links_[1].generators : std::vector<Element>{};
    }

    // All elements that fix the first `from` base points.
    std::vector<Element> elements(std::size_t from) const {
        std::vector<Element> found = {Element::identity()};
        for (std::size_t i = links_.size(); i-- > from;) {
            std::vector<Element> longer;
            longer.reserve(found.size() * links_[i].orbit.size());
            for (const int point : links_[i].orbit) {
                check_interrupt();
                const Element away = links_[i].back[point].inverse();
                for (const Element& element : found) longer.push_back(composed(away, element));
            }
            found = std::move(longer);
        }
        return found;
    }

  private:
    static constexpr int most_idle =
        1000;  // in a larger group each of them would have missed with probability at most 1/2

    struct Link {
        explicit Link(int point) : base(point), back(mask_bits<Mask>), reached(0) { grow(); }
        int base;
        std::vector<Element> generators;
        std::vector<int> orbit;
        std::vector<Element> back;  // back[q] brings q to the base point
        Mask reached;

        void grow() {
            orbit = {base};
            reached = point_mask<Mask>(base);
            back[base] = Element::identity();
            for (std::size_t i = 0; i < orbit.size(); ++i) {
                for (const Element& generator : generators) {
                    const int image = generator(orbit[i]);
                    if (reached & point_mask<Mask>(image)) continue;
                    reached |= point_mask<Mask>(image);
                    orbit.push_back(image);
                    back[image] = composed(back[orbit[i]], generator.inverse());
                }
            }
        }
    };

    u64 size() const {
        u64 product = 1;
        for (const Link& link : links_) product *= link.orbit.size();
        return product;
    }

    // Whether the chain is longer now.
    bool insert(Element element) {
        std::size_t depth = 0;
        for (; depth < links_.size(); ++depth) {
            const int image = element(links_[depth].base);
            if (!(links_[depth].reached & point_mask<Mask>(image))) break;
            element = composed(links_[depth].back[image], element);
        }
        if (element == Element::identity()) return false;
        if (depth == links_.size()) links_.push_back(Link(moved_point(element)));
        for (std::size_t i = 0; i <= depth; ++i) {
            links_[i].generators.push_back(element);
            links_[i].grow();
        }
        return true;
    }

    static int moved_point(const Element& element) {
        int point = 0;
        while (element(point) == point) ++point;
        return point;
    }

    // Product replacement: one of the pool is multiplied by another, and the product is handed out.
    Element random_element() {
        const std::size_t i = next_random() % pool_.size();
        std::size_t j = next_random() % (pool_.size() - 1);
        if (j >= i) ++j;
        pool_[i] = next_random() % 2 ? composed(pool_[i], pool_[j]) : composed(pool_[j].inverse(), pool_[i]);
        accumulated_ = composed(accumulated_, pool_[i]);
        return accumulated_;
    }

    u64 next_random() {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        return random_ >> 33;
    }

    std::vector<Link> links_;
    std::vector<Element> pool_;
    Element accumulated_ = Element::identity();
    u64 random_ = 1;
};

template <class Mask>
class PermutationGroup {
  public:
    using Element = Permutation<Mask>;
    static constexpr u64 most_listed = 50'000;  // more are kept by generators
    static constexpr u64 most_tried = 200;      // with more images, they are not compared one by one

    static PermutationGroup listed(std::vector<Element> elements, int points) {
        PermutationGroup group(points, elements.size());
        group.elements_ = std::move(elements);
        group.find_orbits(group.elements_);
        return group;
    }

    static PermutationGroup generated(std::vector<Element> generators, u64 order, int points) {
        if (order == 1) return listed({Element::identity()}, points);
        if (order <= most_listed)
            return listed(StabiliserChain<Mask>(generators, order, 0).elements(0), points);
        PermutationGroup group(points, order);
        group.generators_ = std::move(generators);
        group.find_orbits(group.generators_);
        return group;
    }

    u64 order() const { return order_; }
    bool is_listed() const { return !elements_.empty(); }
    const std::vector<Element>& elements() const { return elements_; }
    const std::vector<Element>& generators() const { return generators_; }

    // The smallest point of the orbit, and an element that brings the point there.
    int smallest(int point) const { return smallest_[point]; }
    const Element& to_smallest(int point) const { return to_smallest_[point]; }

    const PermutationGroup& stabiliser(int point) const {
        auto& known = stabilisers_[point];
        if (!known) known = std::make_unique<PermutationGroup>(find_stabiliser(point));
        return *known;
    }

    // The image that represents the orbit of the set.
    Mask canonical_image(Mask set) const {
        if (order_ == 1 || set == 0) return set;
        return order_ <= most_tried ? smallest_image(set) : chained_image(set);
    }

    // The number of elements that keep the set.
    u64 count_keeping(Mask set) const {
        if (set == 0) return order_;
        if (order_ > most_tried) return count_keeping_by_chain(set);
        u64 keeping = 0;
        for (const Element& element : elements_) keeping += element.image(set) == set;
        return keeping;
    }

  private:
    PermutationGroup(int points, u64 order) : points_(points), order_(order) {}

    Mask smallest_image(Mask set) const {
        Mask best = ~Mask{0};
        for (const Element& element : elements_) {
            const Mask image = element.image(set);
            if (image < best) best = image;
        }
        return best;
    }

    // The smallest orbit first; among the points of the set that lie in it, the one that leads to the least.
    Mask chained_image(Mask set) const {
        if (!is_listed()) check_interrupt();
        const int target = smallest_in(set);
        const PermutationGroup& rest = stabiliser(target);
        Mask best = ~Mask{0};
        for_each_point(set, [&](int point) {
            if (smallest_[point] != target) return;
            const Mask moved = to_smallest_[point].image(set) & ~point_mask<Mask>(target);
            const Mask image = rest.canonical_image(moved);
            if (image < best) best = image;
        });
        return best | point_mask<Mask>(target);
    }

    u64 count_keeping_by_chain(Mask set) const {
        const int target = smallest_in(set);
        const PermutationGroup& rest = stabiliser(target);
        Mask best = ~Mask{0};
        u64 keeping = 0;
        for_each_point(set, [&](int point) {
            if (smallest_[point] != target) return;
            const Mask moved = to_smallest_[point].image(set) & ~point_mask<Mask>(target);
            const Mask image = rest.canonical_image(moved);
            if (image < best) best = image, keeping = 0;
            if (image == best) keeping += rest.count_keeping(moved);
        });
        return keeping;
    }

    int smallest_in(Mask set) const {
        int target = mask_bits<Mask>;
        for_each_point(set, [&](int point) {
            if (smallest_[point] < target) target = smallest_[point];
        });
        return target;
    }

    PermutationGroup find_stabiliser(int point) const {
        check_interrupt();
        if (is_listed()) {
            std::vector<Element> fixing;
            for (const Element& element : elements_)
                if (element(point) == point) fixing.push_back(element);
            return listed(std::move(fixing), points_);
        }
        const StabiliserChain<Mask> chain(generators_, order_, point);
        const u64 order = order_ / chain.orbit_length();
        if (order <= most_listed) return listed(chain.elements(1), points_);
        return generated(chain.stabiliser_generators(), order, points_);
    }

    void find_orbits(const std::vector<Element>& maps) {
        smallest_.assign(mask_bits<Mask>, -1);
        to_smallest_.assign(points_, Element::identity());
        for (int start = 0; start < points_; ++start) {
            if (smallest_[start] >= 0) continue;
            std::vector<int> orbit = {start};
            smallest_[start] = start;
            for (std::size_t i = 0; i < orbit.size(); ++i) {
                for (const Element& map : maps) {
                    const int image = map(orbit[i]);
                    if (smallest_[image] >= 0) continue;
                    smallest_[image] = start;
                    to_smallest_[image] = composed(to_smallest_[orbit[i]], map.inverse());
                    orbit.push_back(image);
                }
                if (is_listed()) break;  // all elements reach the whole orbit in one step
            }
        }
    }

    int points_;
    u64 order_;
    std::vector<Element> elements_;
    std::vector<Element> generators_;
    std::vector<int> smallest_;
    std::vector<Element> to_smallest_;
    mutable std::map<int, std::unique_ptr<PermutationGroup>> stabilisers_;
};

}  // namespace setlab
