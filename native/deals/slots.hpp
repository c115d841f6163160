// First flats and numbers of flats for any number of trials, on any number of threads.
#pragma once

#include <vector>

#include "deals/flat_plan.hpp"
#include "simd/isa.hpp"

namespace setlab {

// Trials first ... first + trials - 1 of a seed; first + trials is at most 2^64.
struct Trials {
    u64 seed;
    u64 first;
    u64 trials;
};

// histogram[n] = the number of trials whose first flat is complete when n cards are dealt, n = 0 ... cards.
void tally_first(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, i64* histogram);

// dealt[j] = that number of cards for trial first + j.
void list_first(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, i32* dealt);

// For n = 0 ... cards. The moments of no trials are zero, the least is the number of all flats, the most is
// 0.
struct CountSums {
    std::vector<u64> sum, squares;
    std::vector<u32> least, most;
    std::vector<std::vector<u64>> histogram;  // [n][x], empty where it is not wanted
};

// The number of trials whose sum of squares is certain to fit into 63 bits.
u64 most_trials(const FlatPlan& plan);

// wanted[n] says whether the histogram of X_n is wanted. At most `most_trials` trials.
CountSums tally_counts(const FlatPlan& plan, const Trials& range, const std::vector<bool>& wanted,
                       u32 threads, Isa isa);

// One row X_0 ... X_cards per trial.
void list_counts(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, i32* rows);

}  // namespace setlab
