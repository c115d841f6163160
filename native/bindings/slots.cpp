// The engines on dealt cards in Python. src/setlab/_core.pyi describes it.
#include "deals/slots.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

const FlatPlan& plan_of(Flat flat, int dimension) {
    const int largest = largest_slots_dimension(flat);
    if (dimension < smallest_slots_dimension || dimension > largest) {
        throw std::invalid_argument("dimension " + std::to_string(dimension) + " is out of range: for " +
                                    (flat == Flat::line ? "lines" : "planes") + " it must be 2 ... " +
                                    std::to_string(largest));
    }
    return flat_plan(flat, dimension);
}

Trials checked_range(u64 seed, u64 first, u64 trials) {
    if (trials != 0 && first > ~u64{0} - (trials - 1)) {
        throw std::invalid_argument("trials " + std::to_string(first) + " + " + std::to_string(trials) +
                                    " are out of range: the last trial is 2^64 - 1");
    }
    return {seed, first, trials};
}

template <Flat flat>
NumpyArray<i64> first_flat(u64 seed, u64 first, u64 trials, int dimension, std::optional<i64> threads,
                           const std::string& isa_name) {
    const FlatPlan& plan = plan_of(flat, dimension);
    const Trials range = checked_range(seed, first, trials);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i64> histogram(plan.cards + 1);
    without_lock([&] { tally_first(plan, range, workers, isa, histogram.get()); });
    return histogram.array({plan.cards + 1});
}

template <Flat flat>
NumpyArray<i32> first_flat_trials(u64 seed, u64 first, u64 trials, int dimension, std::optional<i64> threads,
                                  const std::string& isa_name) {
    const FlatPlan& plan = plan_of(flat, dimension);
    const Trials range = checked_range(seed, first, trials);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    if (trials > u64{1} << 60) throw std::bad_alloc();
    Buffer<i32> dealt(trials);
    without_lock([&] { list_first(plan, range, workers, isa, dealt.get()); });
    return dealt.array({trials});
}

std::vector<bool> wanted_histograms(const FlatPlan& plan, const std::vector<i64>& histogram_at) {
    std::vector<bool> wanted(plan.cards + 1);
    for (const i64 n : histogram_at) {
        if (n < 0 || n > plan.cards) {
            throw std::invalid_argument("histogram_at " + std::to_string(n) +
                                        " is out of range: cards dealt are 0 ... " +
                                        std::to_string(plan.cards));
        }
        wanted[static_cast<u64>(n)] = true;
    }
    return wanted;
}

template <Flat flat>
nb::dict count_flats_dealt(u64 seed, u64 first, u64 trials, int dimension,
                           const std::vector<i64>& histogram_at, std::optional<i64> threads,
                           const std::string& isa_name) {
    const FlatPlan& plan = plan_of(flat, dimension);
    const Trials range = checked_range(seed, first, trials);
    if (trials > most_trials(plan)) {
        throw std::invalid_argument(std::to_string(trials) + " trials are too many at once: in dimension " +
                                    std::to_string(dimension) + " take at most " +
                                    std::to_string(most_trials(plan)) + " and add up the parts");
    }
    const std::vector<bool> wanted = wanted_histograms(plan, histogram_at);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    CountSums sums = without_lock([&] { return tally_counts(plan, range, wanted, workers, isa); });
    nb::list histograms;
    for (const i64 n : histogram_at) histograms.append(array_of<i64>(sums.histogram[static_cast<u64>(n)]));
    nb::dict result;
    result["sum"] = array_of<i64>(sums.sum);
    result["sum_of_squares"] = array_of<i64>(sums.squares);
    result["least"] = array_of<i64>(sums.least);
    result["most"] = array_of<i64>(sums.most);
    result["histograms"] = histograms;
    return result;
}

template <Flat flat>
NumpyArray<i32> count_flats_dealt_trials(u64 seed, u64 first, u64 trials, int dimension,
                                         std::optional<i64> threads, const std::string& isa_name) {
    const FlatPlan& plan = plan_of(flat, dimension);
    const Trials range = checked_range(seed, first, trials);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    if (trials > (u64{1} << 60) / (plan.cards + 1)) throw std::bad_alloc();
    Buffer<i32> rows(trials * (plan.cards + 1));
    without_lock([&] { list_counts(plan, range, workers, isa, rows.get()); });
    return rows.array({trials, plan.cards + 1});
}

template <Flat flat>
void bind_flat(nb::module_& module, const std::string& one, const std::string& many) {
    module.def(("first_" + one).c_str(), first_flat<flat>, "seed"_a, "first"_a, "trials"_a, nb::kw_only(),
               "dimension"_a, "threads"_a = nb::none(), "isa"_a = "",
               "How many trials have their first flat after n cards, n = 0 ... 3^d.");
    module.def(("first_" + one + "_trials").c_str(), first_flat_trials<flat>, "seed"_a, "first"_a, "trials"_a,
               nb::kw_only(), "dimension"_a, "threads"_a = nb::none(), "isa"_a = "",
               "The number of cards dealt when the first flat is complete, trial by trial.");
    module.def(("count_" + many + "_dealt").c_str(), count_flats_dealt<flat>, "seed"_a, "first"_a, "trials"_a,
               nb::kw_only(), "dimension"_a, "histogram_at"_a = std::vector<i64>(), "threads"_a = nb::none(),
               "isa"_a = "",
               "Sums, sums of squares, extremes and histograms of the flats in the first n cards.");
    module.def(("count_" + many + "_dealt_trials").c_str(), count_flats_dealt_trials<flat>, "seed"_a,
               "first"_a, "trials"_a, nb::kw_only(), "dimension"_a, "threads"_a = nb::none(), "isa"_a = "",
               "The number of flats in the first n cards, one row n = 0 ... 3^d per trial.");
}

}  // namespace

void bind_slots(nb::module_& module) {
    bind_flat<Flat::line>(module, "line", "lines");
    bind_flat<Flat::plane>(module, "plane", "planes");
}

}  // namespace setlab
