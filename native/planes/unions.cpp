// It suffices to grow from one member of each orbit, if the size of the orbit is known.
//
// When U runs through one member of every orbit, the images of U add up, over all steps to unions with the
// hash of V, to (number of ties) * (number of unions with the hash of V). When that is the size of the orbit
// of V, the hash stands for this orbit alone.
#include "planes/unions.hpp"

#include <stdexcept>
#include <unordered_map>

#include "planes/steps.hpp"
#include "planes/symmetry.hpp"
#include "threads/interrupt.hpp"
#include "threads/parallel.hpp"

namespace setlab {
namespace {

struct Candidate {
    Cards cards;
    u64 reached;  // the images of the lower neighbours from which it was reached
    u32 ties;
};

[[noreturn]] void refuse_hash() {
    throw std::logic_error("two orbits of unions of planes have the same hash: choose a smaller `largest`");
}

class UnionFinder {
  public:
    UnionFinder(const PlaneSpace& space, u32 largest)
        : space_(space), largest_(largest), symmetry_(space), of_size_(largest + 1) {}

    std::vector<PlaneUnion> find() {
        accept(0, 1);
        for (u32 size = 1; size <= largest_; ++size) {
            // In the order of the hashes, which is the same on every machine.
            const std::map<u64, Candidate> candidates(of_size_[size].begin(), of_size_[size].end());
            of_size_[size] = {};
            for (const auto& [hash, candidate] : candidates)
                accept(candidate.cards, proved_images(candidate));
        }
        return std::move(unions_);
    }

  private:
    // The size of the orbit, once this candidate is certain to be one orbit.
    u64 proved_images(const Candidate& candidate) {
        symmetry_.look_at(candidate.cards);
        const u64 images = space_.symmetries / symmetry_.stabiliser();
        if (images * candidate.ties != candidate.reached) refuse_hash();
        return images;
    }

    void accept(Cards cards, u64 images) {
        check_interrupt();
        const std::vector<Cards> inside = planes_inside(space_, cards);
        unions_.push_back({cards, images, signed_covers(cards, inside)});
        for_each_preferred(
            space_, cards, inside, largest_,
            [&](Cards next, const std::vector<Cards>&, u32 ties) { note(next, images, ties); });
    }

    void note(Cards cards, u64 images, u32 ties) {
        symmetry_.look_at(cards);
        const auto [place, is_new] =
            of_size_[size_of(cards)].try_emplace(symmetry_.hash(), Candidate{cards, 0, ties});
        place->second.reached += images;
        if (place->second.ties != ties) refuse_hash();
    }

    const PlaneSpace& space_;
    u32 largest_;
    SymmetryFinder symmetry_;
    std::vector<std::unordered_map<u64, Candidate>> of_size_;
    std::vector<PlaneUnion> unions_;
};

// Grows without finding orbits: a union that is reached t times because of ties counts 1/t each time.
class Grower {
  public:
    Grower(const PlaneSpace& space, u32 largest) : space_(space), largest_(largest) {}

    void grow(Cards from, u64 images, u32 above) {
        images_ = images;
        grow(from, planes_inside(space_, from), 1, above);
    }

    const CoefficientSums& sums() const { return sums_; }

  private:
    __extension__ using Wide = __int128;

    void grow(Cards from, const std::vector<Cards>& inside, u64 denominator, u32 above) {
        for_each_preferred(space_, from, inside, largest_,
                           [&](Cards next, const std::vector<Cards>& planes, u32 ties) {
                               const u32 size = size_of(next);
                               if (size <= above) return;
                               check_interrupt();
                               const Wide sum = Wide{signed_covers(next, planes)} * Wide{images_};
                               sums_[{size, denominator * ties}] += sum;
                               if (size < largest_) grow(next, planes, denominator * ties, above);
                           });
    }

    const PlaneSpace& space_;
    u32 largest_;
    u64 images_ = 0;
    CoefficientSums sums_;
};

}  // namespace

std::vector<PlaneUnion> find_plane_unions(const PlaneSpace& space, u32 largest) {
    return UnionFinder(space, largest).find();
}

CoefficientSums sum_coefficients(const PlaneSpace& space, const std::vector<PlaneUnion>& from, u32 above,
                                 u32 largest, u32 threads) {
    const u32 workers = thread_count(threads, from.size());
    std::vector<Grower> growers(workers, Grower(space, largest));
    for_each_piece(from.size(), workers,
                   [&](u64 k, u32 worker) { growers[worker].grow(from[k].cards, from[k].images, above); });
    CoefficientSums sums;
    for (const Grower& grower : growers) {
        for (const auto& [key, sum] : grower.sums()) sums[key] += sum;
    }
    return sums;
}

}  // namespace setlab
