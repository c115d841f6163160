// The engine on orbits in Python. src/setlab/_core.pyi describes it.
#include "symmetry/orbits.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "symmetry/mask.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using Masks = nb::ndarray<const u64, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sizes = nb::ndarray<const u64, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Representatives representatives_of(const Masks& masks, int dimension) {
    if (dimension < smallest_orbit_dimension || dimension > largest_orbit_dimension) {
        throw std::invalid_argument("dimension " + std::to_string(dimension) +
                                    " is out of range: for orbits it must be 2 ... 5");
    }
    const u32 words = words_in(dimension), cards = cards_in(dimension);
    if (masks.shape(1) != words) {
        throw std::invalid_argument("masks have " + std::to_string(masks.shape(1)) +
                                    " words each: dimension " + std::to_string(dimension) + " needs " +
                                    std::to_string(words));
    }
    for (u64 i = 0; i < masks.shape(0); ++i) {
        if (masks.data()[(i + 1) * words - 1] >> (cards - 64 * (words - 1)) == 0) continue;
        throw std::invalid_argument("mask " + std::to_string(i) + " has a bit above card " +
                                    std::to_string(cards - 1) + ": clear it or raise the dimension");
    }
    return {masks.data(), masks.shape(0), dimension};
}

void check_sizes(const Representatives& representatives, const Sizes& sizes) {
    if (sizes.shape(0) == representatives.count) return;
    throw std::invalid_argument(std::to_string(sizes.shape(0)) + " sizes do not fit " +
                                std::to_string(representatives.count) + " masks: give one for each");
}

Family family_of(const std::string& name) {
    if (name == "all") return Family::all;
    if (name == "cap") return Family::cap;
    if (name == "plane-free") return Family::plane_free;
    if (name == "ultraset-free") return Family::ultraset_free;
    throw std::invalid_argument("'" + name +
                                "' is not a family: choose all, cap, plane-free or ultraset-free");
}

nb::tuple next_orbits_arrays(const Masks& masks, const Sizes& sizes, int dimension, const std::string& family,
                             std::optional<i64> threads) {
    const Representatives parents = representatives_of(masks, dimension);
    check_sizes(parents, sizes);
    const Family members = family_of(family);
    const u32 workers = checked_threads(threads);
    OrbitList orbits = without_lock([&] { return next_orbits(parents, sizes.data(), members, workers); });
    const u64 count = orbits.sizes.size();
    return nb::make_tuple(matrix_of(orbits.masks, count, words_in(dimension)), array_of(orbits.sizes));
}

NumpyArray<u64> count_additions_array(const Masks& masks, int dimension, const std::string& family,
                                      std::optional<i64> threads) {
    const Representatives collections = representatives_of(masks, dimension);
    const Family members = family_of(family);
    const u32 workers = checked_threads(threads);
    Buffer<u64> counts(collections.count);
    without_lock([&] { count_additions(collections, members, workers, counts.get()); });
    return counts.array({collections.count});
}

NumpyArray<u64> count_ultrasets_array(const Masks& masks, int dimension, std::optional<i64> threads) {
    const Representatives collections = representatives_of(masks, dimension);
    const u32 workers = checked_threads(threads);
    Buffer<u64> counts(collections.count);
    without_lock([&] { count_ultrasets(collections, workers, counts.get()); });
    return counts.array({collections.count});
}

NumpyArray<u64> canonical_forms_array(const Masks& masks, int dimension, std::optional<i64> threads) {
    const Representatives collections = representatives_of(masks, dimension);
    const u32 workers = checked_threads(threads);
    Buffer<u64> forms(collections.count * words_in(dimension));
    without_lock([&] { canonical_forms(collections, workers, forms.get()); });
    return forms.array({collections.count, words_in(dimension)});
}

NumpyArray<u64> stabilizers_array(const Masks& masks, int dimension, std::optional<i64> threads) {
    const Representatives collections = representatives_of(masks, dimension);
    const u32 workers = checked_threads(threads);
    Buffer<u64> orders(collections.count);
    without_lock([&] { stabilizer_orders(collections, workers, orders.get()); });
    return orders.array({collections.count});
}

NumpyArray<u64> extend_lines_array(const Masks& masks, const Sizes& sizes, int dimension, int extra,
                                   std::optional<i64> threads) {
    const Representatives representatives = representatives_of(masks, dimension);
    check_sizes(representatives, sizes);
    if (extra < 0 || extra > 3) {
        throw std::invalid_argument("extra " + std::to_string(extra) +
                                    " is out of range: it must be 0 ... 3 cards");
    }
    const u32 workers = checked_threads(threads);
    std::vector<Wide> totals =
        without_lock([&] { return extend_lines(representatives, sizes.data(), extra, workers); });
    Buffer<u64> words(2 * totals.size());
    for (u64 i = 0; i < totals.size(); ++i) {
        words.get()[2 * i] = totals[i].low;
        words.get()[2 * i + 1] = totals[i].high;
    }
    return words.array({totals.size(), 2});
}

}  // namespace

void bind_orbits(nb::module_& module) {
    module.def("next_orbits", next_orbits_arrays, "masks"_a, "sizes"_a, "dimension"_a, "family"_a = "all",
               nb::kw_only(), "threads"_a = nb::none(),
               "Canonical masks and sizes of the orbits with one card more whose parents are given.");
    module.def("count_additions", count_additions_array, "masks"_a, "dimension"_a, "family"_a, nb::kw_only(),
               "threads"_a = nb::none(), "How many cards each collection can take and stay in the family.");
    module.def("count_ultrasets", count_ultrasets_array, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "How many UltraSETs each collection has.");
    module.def("canonical_forms", canonical_forms_array, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "The mask that stands for the orbit of each collection.");
    module.def("stabilizers", stabilizers_array, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "The order of the stabiliser of each collection in AGL(d,3).");
    module.def("extend_lines", extend_lines_array, "masks"_a, "sizes"_a, "dimension"_a, "extra"_a,
               nb::kw_only(), "threads"_a = nb::none(),
               "How many collections with extra cards have each number of lines, as low and high words.");
}

}  // namespace setlab
