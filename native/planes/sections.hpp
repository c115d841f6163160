// Sets of cards that meet every plane, layer by layer.
//
// AG(d,3) is three parallel layers AG(d-1,3), for d = 3 or 4. Given the cards chosen in the first two layers,
// the third section must meet every plane of its layer, and, for every plane that the first two sections
// miss, the line of that plane in its layer.
#pragma once

#include <functional>
#include <vector>

#include "planes/space.hpp"

namespace setlab {

class SectionFinder {
  public:
    // `dimension` is that of the whole space.
    explicit SectionFinder(int dimension);

    // Appends all third sections of exactly `size` cards.
    void list(u32 first, u32 second, u32 size, std::vector<u32>& found);
    // The number of partial choices examined so far.
    u64 looked_at() const { return looked_at_; }

  private:
    void gather_targets(u32 first, u32 second);
    void extend(u32 chosen, u32 refused, u32 left);
    void fill_up(u32 chosen, u32 free, u32 left);

    PlaneSpace layer_;
    std::vector<std::vector<u32>> parallel_lines_;  // one row per direction
    std::vector<u32> targets_;
    std::vector<u32>* found_ = nullptr;
    u64 looked_at_ = 0;
};

}  // namespace setlab
