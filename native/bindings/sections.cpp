// The engine on sections in Python. src/setlab/_core.pyi describes it.
#include "geometry/sections.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "setlab/space.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using SmallMasks = nb::ndarray<const u32, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_dimension(int dimension) {
    if (dimension < 1 || dimension > largest_sections_dimension) {
        throw std::invalid_argument("dimension " + std::to_string(dimension) +
                                    " is out of range: it must be 1 ... 3");
    }
}

void check_size(i64 size, int dimension) {
    if (size < 0 || size > cards_in(dimension)) {
        throw std::invalid_argument("size " + std::to_string(size) + " is out of range: it must be 0 ... " +
                                    std::to_string(cards_in(dimension)));
    }
}

Masks27 checked_masks(const SmallMasks& masks, int dimension) {
    for (u64 i = 0; i < masks.shape(0); ++i) {
        if (masks.data()[i] >> cards_in(dimension) != 0) {
            throw std::invalid_argument("mask " + std::to_string(i) + " has a bit beyond card " +
                                        std::to_string(cards_in(dimension) - 1) +
                                        ": clear it or raise the dimension");
        }
    }
    return {masks.data(), masks.shape(0)};
}

nb::tuple orbits(int dimension, i64 size, bool affine) {
    check_dimension(dimension);
    check_size(size, dimension);
    SubsetOrbits found = without_lock([&] {
        return subset_orbits(dimension, static_cast<u32>(size),
                             affine ? Symmetry::affine : Symmetry::translations);
    });
    return nb::make_tuple(array_of(found.representatives), array_of(found.sizes));
}

nb::tuple extremes(int dimension) {
    check_dimension(dimension);
    LineExtremes found = without_lock([&] { return line_extremes(dimension); });
    return nb::make_tuple(array_of(found.fewest), array_of(found.fewest_in), array_of(found.most),
                          array_of(found.most_in));
}

std::optional<nb::tuple> fewest_over(const SmallMasks& first, const SmallMasks& second, i64 third, i32 limit,
                                     int dimension) {
    check_dimension(dimension);
    check_size(third, dimension);
    const Masks27 firsts = checked_masks(first, dimension), seconds = checked_masks(second, dimension);
    ThreeSections found = without_lock(
        [&] { return fewest_lines_over(dimension, firsts, seconds, static_cast<u32>(third), limit); });
    if (found.lines < 0) return std::nullopt;
    return nb::make_tuple(found.lines, found.first, found.second, found.third);
}

}  // namespace

void bind_sections(nb::module_& module) {
    module.def("subset_orbits", orbits, "dimension"_a, "size"_a, nb::kw_only(), "affine"_a,
               "The smallest mask and the size of every orbit on the collections of a size.");
    module.def("line_extremes", extremes, "dimension"_a,
               "Fewest lines by the number of cards, where, most lines, where.");
    module.def("fewest_lines_over", fewest_over, "first"_a, "second"_a, "third"_a, "limit"_a, nb::kw_only(),
               "dimension"_a,
               "The fewest lines with given sections, if at most limit, and the three sections.");
}

}  // namespace setlab
