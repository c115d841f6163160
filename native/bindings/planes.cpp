// The engines on planes in Python. src/setlab/_core.pyi describes it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "planes/sections.hpp"
#include "planes/unions.hpp"
#include "threads/interrupt.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using Masks = nb::ndarray<const u64, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Images = nb::ndarray<const i64, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Sections = nb::ndarray<const u32, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_dimension(int dimension, int smallest) {
    if (dimension < smallest || dimension > largest_planes_dimension) {
        throw std::invalid_argument("dimension " + std::to_string(dimension) +
                                    " is out of range: it must be " + std::to_string(smallest) + " ... " +
                                    std::to_string(largest_planes_dimension));
    }
}

void check_largest(const PlaneSpace& space, u32 largest) {
    if (largest > space.cards) {
        throw std::invalid_argument("largest " + std::to_string(largest) + " is out of range: there are " +
                                    std::to_string(space.cards) + " cards");
    }
}

nb::tuple plane_unions(int dimension, u32 largest) {
    check_dimension(dimension, smallest_planes_dimension);
    std::vector<PlaneUnion> unions;
    const PlaneSpace space(dimension);
    check_largest(space, largest);
    without_lock([&] { unions = find_plane_unions(space, largest); });
    const u64 words = (space.cards + 63) / 64;
    Buffer<u64> masks(words * unions.size());
    Buffer<i64> images(unions.size()), coefficients(unions.size());
    for (u64 k = 0; k < unions.size(); ++k) {
        for (u64 word = 0; word < words; ++word)
            masks.get()[words * k + word] = static_cast<u64>(unions[k].cards >> 64 * word);
        images.get()[k] = static_cast<i64>(unions[k].images);
        coefficients.get()[k] = unions[k].coefficient;
    }
    return nb::make_tuple(masks.array({unions.size(), words}), images.array({unions.size()}),
                          coefficients.array({unions.size()}));
}

std::vector<PlaneUnion> unions_of(const PlaneSpace& space, const Masks& masks, const Images& images) {
    const u64 words = (space.cards + 63) / 64;
    if (masks.shape(1) != words || masks.shape(0) != images.shape(0)) {
        throw std::invalid_argument("masks of " + std::to_string(masks.shape(0)) + " rows and " +
                                    std::to_string(masks.shape(1)) + " columns do not fit: give " +
                                    std::to_string(images.shape(0)) + " and " + std::to_string(words));
    }
    std::vector<PlaneUnion> unions(masks.shape(0), {0, 0, 0});
    for (u64 k = 0; k < unions.size(); ++k) {
        for (u64 word = 0; word < words; ++word)
            unions[k].cards |= Cards{masks.data()[words * k + word]} << 64 * word;
        if (unions[k].cards >> space.cards != 0) {
            throw std::invalid_argument("mask " + std::to_string(k) + " has a bit that is no card: clear it");
        }
        unions[k].images = static_cast<u64>(images.data()[k]);
    }
    return unions;
}

nb::tuple sum_plane_unions(int dimension, const Masks& masks, const Images& images, u32 above, u32 largest,
                           std::optional<i64> threads) {
    check_dimension(dimension, smallest_planes_dimension);
    const PlaneSpace space(dimension);
    check_largest(space, largest);
    const std::vector<PlaneUnion> unions = unions_of(space, masks, images);
    const u32 workers = checked_threads(threads);
    CoefficientSums sums =
        without_lock([&] { return sum_coefficients(space, unions, above, largest, workers); });
    std::vector<i64> size_column, denominator_column, sum_column;
    for (const auto& [key, sum] : sums) {
        size_column.push_back(key.first);
        denominator_column.push_back(static_cast<i64>(key.second));
        sum_column.push_back(static_cast<i64>(sum));
        if (sum_column.back() != sum)
            throw std::invalid_argument(
                "a sum of coefficients has more than 63 bits: give fewer unions at once");
    }
    return nb::make_tuple(array_of(size_column), array_of(denominator_column), array_of(sum_column));
}

void check_sections(const Sections& sections, u32 cards) {
    for (u64 k = 0; k < sections.shape(0); ++k) {
        if (sections.data()[k] >> cards != 0) {
            throw std::invalid_argument("section " + std::to_string(sections.data()[k]) +
                                        " has a bit that is no card: a layer has " + std::to_string(cards));
        }
    }
}

nb::tuple third_sections(int dimension, const Sections& first, const Sections& second, u32 size) {
    check_dimension(dimension, smallest_planes_dimension + 1);
    const u32 cards = dimension == 3 ? 9 : 27;
    check_sections(first, cards);
    check_sections(second, cards);
    if (first.shape(0) != second.shape(0)) {
        throw std::invalid_argument(std::to_string(first.shape(0)) + " first and " +
                                    std::to_string(second.shape(0)) +
                                    " second sections: give as many of both");
    }
    const u64 pairs = first.shape(0);
    std::vector<i64> offsets{0};
    std::vector<u32> found;
    u64 looked_at = 0;
    {
        const nb::gil_scoped_release release;
        SectionFinder finder(dimension);
        for (u64 k = 0; k < pairs; ++k) {
            check_interrupt();
            finder.list(first.data()[k], second.data()[k], size, found);
            offsets.push_back(static_cast<i64>(found.size()));
        }
        looked_at = finder.looked_at();
    }
    return nb::make_tuple(array_of(offsets), array_of(found), looked_at);
}

}  // namespace

void bind_planes(nb::module_& module) {
    module.def("plane_unions", plane_unions, "dimension"_a, "largest"_a,
               "One union of planes of every orbit: masks, sizes of the orbits, coefficients.");
    module.def("sum_plane_unions", sum_plane_unions, "dimension"_a, "masks"_a, "images"_a, "above"_a,
               "largest"_a, nb::kw_only(), "threads"_a = nb::none(),
               "Sizes, denominators and sums of the coefficients of the unions that are reached from these.");
    module.def("third_sections", third_sections, "dimension"_a, "first"_a, "second"_a, "size"_a,
               "Offsets and masks of the sections that make each pair meet every plane, and the work done.");
}

}  // namespace setlab
