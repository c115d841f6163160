// The engine on draws in Python. src/setlab/_core.pyi describes it.
#include "deals/draws.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "setlab/generator.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using Bounds = nb::ndarray<const u64, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

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
    without_lock([&] { fill_table(table, first, trials, workers, isa, rows.get()); });
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

void bind_draws(nb::module_& module) {
    module.def("draw_bits_table", draw_bits_table, "seed"_a, "first"_a, "trials"_a, "draws"_a, "width"_a = 32,
               nb::kw_only(), "threads"_a = nb::none(), "isa"_a = "", "Draws 0 ... draws - 1 of each trial.");
    module.def("draw_below_table", draw_below_table, "seed"_a, "first"_a, "trials"_a, "bounds"_a,
               "width"_a = 32, nb::kw_only(), "threads"_a = nb::none(), "isa"_a = "",
               "Draw k of each trial, below bounds[k].");
    module.def("accept_draw", accept_draw, "x"_a, "bound"_a, "width"_a = 32,
               "The result of the draw x below a bound, or None when x is rejected.");
    module.def("draw_below", draw_below_alone, "seed"_a, "trial"_a, "k"_a, "bound"_a, "width"_a = 32,
               "One bounded draw by the scalar header.");
}

}  // namespace setlab
