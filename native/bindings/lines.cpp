// The engine on lines in Python. src/setlab/_core.pyi describes it.
#include "geometry/lines.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "bindings/numpy_buffer.hpp"
#include "setlab/space.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using Masks = nb::ndarray<const u64, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Collections collections_of(const Masks& masks, int dimension) {
    if (dimension < smallest_dimension || dimension > largest_dimension) {
        throw std::invalid_argument("dimension " + std::to_string(dimension) +
                                    " is out of range: it must be 1 ... 8");
    }
    if (masks.shape(1) != words_in(dimension)) {
        throw std::invalid_argument("masks have " + std::to_string(masks.shape(1)) +
                                    " words each: dimension " + std::to_string(dimension) + " needs " +
                                    std::to_string(words_in(dimension)));
    }
    return {masks.data(), masks.shape(0), dimension};
}

NumpyArray<i32> count_lines_array(const Masks& masks, int dimension, std::optional<i64> threads,
                                  const std::string& isa_name) {
    const Collections collections = collections_of(masks, dimension);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i32> counts(collections.size);
    without_lock([&] { count_lines(collections, workers, isa, counts.get()); });
    return counts.array({collections.size});
}

nb::tuple find_lines_arrays(const Masks& masks, int dimension, std::optional<i64> threads,
                            const std::string& isa_name) {
    const Collections collections = collections_of(masks, dimension);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i64> offsets(collections.size + 1);
    std::optional<Buffer<u16>> triples;
    u64 total = 0;
    {
        const nb::gil_scoped_release release;
        Buffer<i32> counts(collections.size);
        count_lines(collections, workers, isa, counts.get());
        for (u64 j = 0; j < collections.size; ++j) {
            offsets.get()[j] = static_cast<i64>(total);
            total += static_cast<u64>(counts.get()[j]);
        }
        offsets.get()[collections.size] = static_cast<i64>(total);
        triples.emplace(3 * total);
        find_lines(collections, workers, isa, offsets.get(), triples->get());
    }
    return nb::make_tuple(offsets.array({collections.size + 1}), triples->array({total, 3}));
}

}  // namespace

void bind_lines(nb::module_& module) {
    module.def("count_lines", count_lines_array, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "isa"_a = "", "The number of lines in each collection.");
    module.def("find_lines", find_lines_arrays, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "isa"_a = "",
               "Offsets and sorted triples: collection j has triples[offsets[j]:offsets[j + 1]].");
}

}  // namespace setlab
