// Cards dealt one after the other: when the first SET or plane lies there, and how many of them lie among the
// first n cards.
#include "deals/slots.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

Fault fault_of(Flat flat, u64 first, u64 trials, int dimension) {
    if (dimension < smallest_slots_dimension || dimension > largest_slots_dimension(flat))
        return bad_dimension;
    return fits(first, trials) ? none : bad_range;
}

i32 answer_first(Flat flat, u64 seed, u64 first, u64 trials, int dimension) {
    answers.clear();
    if (const Fault fault = fault_of(flat, first, trials, dimension)) return fault;
    const FlatPlan& plan = flat_plan(flat, dimension);
    std::vector<i64> histogram(plan.cards + 1);
    tally_first(plan, {seed, first, trials}, 1, Isa::plain, histogram.data());
    answer(histogram);
    return none;
}

i32 answer_counts(Flat flat, u64 seed, u64 first, u64 trials, int dimension, const u32* histogram_at,
                  u32 histograms) {
    answers.clear();
    if (const Fault fault = fault_of(flat, first, trials, dimension)) return fault;
    const FlatPlan& plan = flat_plan(flat, dimension);
    if (trials > most_trials(plan)) return too_many;
    std::vector<bool> wanted(plan.cards + 1);
    for (u32 i = 0; i < histograms; ++i) {
        if (histogram_at[i] > plan.cards) return bad_cards;
        wanted[histogram_at[i]] = true;
    }
    const CountSums sums = tally_counts(plan, {seed, first, trials}, wanted, 1, Isa::plain);
    answer(sums.sum);
    answer(sums.squares);
    answer(sums.least);
    answer(sums.most);
    for (u32 i = 0; i < histograms; ++i) answer(sums.histogram[histogram_at[i]]);
    return none;
}

}  // namespace

// How many trials have their first SET after n cards.
SETLAB_EXPORT(first_line) i32 first_line(u64 seed, u64 first, u64 trials, int dimension) {
    return answer_first(Flat::line, seed, first, trials, dimension);
}

SETLAB_EXPORT(first_plane) i32 first_plane(u64 seed, u64 first, u64 trials, int dimension) {
    return answer_first(Flat::plane, seed, first, trials, dimension);
}

// For every n the sum of the numbers of SETs, that of their squares, the least and the most; then the
// histograms that are asked for, in their order.
SETLAB_EXPORT(count_lines_dealt)
i32 count_lines_dealt(u64 seed, u64 first, u64 trials, int dimension, const u32* histogram_at,
                      u32 histograms) {
    return answer_counts(Flat::line, seed, first, trials, dimension, histogram_at, histograms);
}

SETLAB_EXPORT(count_planes_dealt)
i32 count_planes_dealt(u64 seed, u64 first, u64 trials, int dimension, const u32* histogram_at,
                       u32 histograms) {
    return answer_counts(Flat::plane, seed, first, trials, dimension, histogram_at, histograms);
}

}  // namespace setlab
