// The compiled core as the Python module setlab._core: arrays in, arrays out. src/setlab/_core.pyi describes
// it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "deals/draws.hpp"
#include "geometry/lines.hpp"
#include "setlab/generator.hpp"
#include "setlab/space.hpp"
#include "simd/isa.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {

void bind_interrupt(nb::module_& module);
void bind_places(nb::module_& module);
void bind_endgame(nb::module_& module);
void bind_orbits(nb::module_& module);
void bind_sections(nb::module_& module);
void bind_leftovers(nb::module_& module);
void bind_planes(nb::module_& module);
void bind_antiset(nb::module_& module);
void bind_solitaire(nb::module_& module);

namespace {

using Masks = nb::ndarray<const u64, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bounds = nb::ndarray<const u64, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// --- instruction sets ---

std::string active_isa() { return name_of(choose_isa("")); }

std::vector<std::string> isa_names() {
    std::vector<std::string> names;
    for (const Isa isa : supported_isas()) names.emplace_back(name_of(isa));
    return names;
}

// --- lines ---

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
    {
        const nb::gil_scoped_release release;
        count_lines(collections, workers, isa, counts.get());
    }
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

// --- draws ---

void check_width(int width) {
    if (width != 16 && width != 32) {
        throw std::invalid_argument("width " + std::to_string(width) +
                                    " is not possible: a draw has 16 or 32 bits");
    }
}

void check_bound(u64 bound, int width) {
    if (bound < 1 || bound > u64{1} << width) {
        throw std::invalid_argument("bound " + std::to_string(bound) +
                                    " is out of range: it must be 1 ... 2^" + std::to_string(width));
    }
}

NumpyArray<u32> make_table(const DrawTable& table, u64 first, u64 trials, std::optional<i64> threads,
                           const std::string& isa_name) {
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    if (table.draws != 0 && trials > (u64{1} << 60) / table.draws) throw std::bad_alloc();
    Buffer<u32> rows(trials * table.draws);
    {
        const nb::gil_scoped_release release;
        fill_table(table, first, trials, workers, isa, rows.get());
    }
    return rows.array({trials, table.draws});
}

NumpyArray<u32> draw_bits_table(u64 seed, u64 first, u64 trials, u64 draws, int width,
                                std::optional<i64> threads, const std::string& isa) {
    check_width(width);
    return make_table({seed, width, draws, nullptr, nullptr}, first, trials, threads, isa);
}

NumpyArray<u32> draw_below_table(u64 seed, u64 first, u64 trials, const Bounds& bounds, int width,
                                 std::optional<i64> threads, const std::string& isa) {
    check_width(width);
    const u64 draws = bounds.shape(0);
    std::vector<u32> bound_less_1(draws + 1), remainder(draws + 1);  // never empty: null means "no bounds"
    for (u64 k = 0; k < draws; ++k) {
        const u64 bound = bounds.data()[k];
        check_bound(bound, width);
        bound_less_1[k] = static_cast<u32>(bound - 1);
        remainder[k] = static_cast<u32>((u64{1} << width) % bound);
    }
    return make_table({seed, width, draws, bound_less_1.data(), remainder.data()}, first, trials, threads,
                      isa);
}

std::optional<u32> accept_draw(u32 x, u64 bound, int width) {
    check_width(width);
    check_bound(bound, width);
    if (width == 16 && x >> 16 != 0)
        throw std::invalid_argument("x has more than 16 bits: draw it with width 16");
    u32 result = 0;
    const bool accepted = width == 16 ? accept<16>(x, bound, result) : accept<32>(x, bound, result);
    return accepted ? std::optional<u32>(result) : std::nullopt;
}

u32 draw_below_alone(u64 seed, u64 trial, u64 k, u64 bound, int width) {
    check_width(width);
    check_bound(bound, width);
    return width == 16 ? draw_below<16>(seed, trial, k, bound) : draw_below<32>(seed, trial, k, bound);
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of setlab.";

    module.def("isa", active_isa, "The name of the instruction set that the engines use now.");
    module.def("isas", isa_names, "The names of those that this machine can run, the best first.");

    module.def("count_lines", count_lines_array, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "isa"_a = "", "The number of lines in each collection.");
    module.def("find_lines", find_lines_arrays, "masks"_a, "dimension"_a, nb::kw_only(),
               "threads"_a = nb::none(), "isa"_a = "",
               "Offsets and sorted triples: collection j has triples[offsets[j]:offsets[j + 1]].");

    module.def("draw_bits_table", draw_bits_table, "seed"_a, "first"_a, "trials"_a, "draws"_a, "width"_a = 32,
               nb::kw_only(), "threads"_a = nb::none(), "isa"_a = "", "Draws 0 ... draws - 1 of each trial.");
    module.def("draw_below_table", draw_below_table, "seed"_a, "first"_a, "trials"_a, "bounds"_a,
               "width"_a = 32, nb::kw_only(), "threads"_a = nb::none(), "isa"_a = "",
               "Draw k of each trial, below bounds[k].");
    module.def("accept_draw", accept_draw, "x"_a, "bound"_a, "width"_a = 32,
               "The result of the draw x below a bound, or None when x is rejected.");
    module.def("draw_below", draw_below_alone, "seed"_a, "trial"_a, "k"_a, "bound"_a, "width"_a = 32,
               "One bounded draw by the scalar header.");

    bind_interrupt(module);
    bind_places(module);
    bind_endgame(module);
    bind_orbits(module);
    bind_sections(module);
    bind_leftovers(module);
    bind_planes(module);
    bind_antiset(module);
    bind_solitaire(module);
}

}  // namespace setlab
