// Collections up to the symmetries of AG(d,3): colours that symmetries keep, a hash, and the stabiliser.
#pragma once

#include <array>

#include "planes/space.hpp"

namespace setlab {

// Works on one collection at a time; `look_at` says which.
class SymmetryFinder {
  public:
    explicit SymmetryFinder(const PlaneSpace& space) : space_(space) {}

    void look_at(Cards collection);
    // The same for all images of a collection. Different orbits may share a hash.
    u64 hash() const;
    // The number of symmetries of AG(d,3) that carry the collection into itself.
    u64 stabiliser();

  private:
    using Colours = std::array<u64, most_plane_cards>;
    using Labels = std::array<u64, 3 * most_directions>;

    void colour();
    void refine(Colours& colours) const;
    u64 summary(const Colours& colours) const;
    u32 choose_frame();
    void span_further(u8* flat, u32 size, u32 card) const;
    u64 count_images(u32 chosen);

    const PlaneSpace& space_;
    Cards collection_ = 0;
    u32 size_ = 0;
    std::array<u8, most_plane_cards> card_{};
    Colours colour_{};
    Labels label_{};
    std::array<u32, most_plane_cards> cell_{};  // the number of cards with the colour of this one

    u32 frame_size_ = 0;
    std::array<u64, largest_planes_dimension + 1> frame_colour_{};
    std::array<u8, most_plane_cards> flat_{};   // what the frame spans, in the order of its coordinates
    std::array<u8, most_plane_cards> image_{};  // and the images of these cards
    std::array<bool, most_plane_cards> inside_{};
};

}  // namespace setlab
