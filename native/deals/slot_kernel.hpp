// The two engines on places, put together for one instruction set.
#pragma once

#include "deals/first_flat.hpp"
#include "deals/flat_tally.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

SETLAB_INLINE bool fits_bytes(const FlatPlan& plan) {
    return plan.cards <= 256 && plan.flats_per_card <= 255;
}

static u64 count_scratch(const FlatPlan& plan) {
    return fits_bytes(plan) ? FlatCounter<u8>::scratch_bytes(plan) + VectorTally<u8>::bytes(plan)
                            : FlatCounter<u16>::scratch_bytes(plan) + VectorTally<u16>::bytes(plan);
}

static void count_flats(const CountJob& job, u64 first, u64 trials, void* scratch) {
    if (fits_bytes(*job.plan)) {
        count_in_lanes<u8>(job, first, trials, scratch);
    } else {
        count_in_lanes<u16>(job, first, trials, scratch);
    }
}

constexpr PlacesKernel places_kernel{FirstFlat::decks, FirstFlat::scratch_bytes, FirstFlat::first,
                                     count_scratch, count_flats};

}  // namespace SETLAB_TARGET
}  // namespace setlab
