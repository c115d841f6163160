// The compiled core as the Python module setlab._core: arrays in, arrays out. src/setlab/_core.pyi describes
// it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "simd/isa.hpp"

namespace nb = nanobind;

namespace setlab {

void bind_interrupt(nb::module_& module);
void bind_lines(nb::module_& module);
void bind_draws(nb::module_& module);
void bind_slots(nb::module_& module);
void bind_endgame(nb::module_& module);
void bind_orbits(nb::module_& module);
void bind_sections(nb::module_& module);
void bind_leftovers(nb::module_& module);
void bind_planes(nb::module_& module);
void bind_antiset(nb::module_& module);
void bind_solitaire(nb::module_& module);
void bind_network(nb::module_& module);

namespace {

std::string active_isa() { return name_of(choose_isa("")); }

std::vector<std::string> isa_names() {
    std::vector<std::string> names;
    for (const Isa isa : supported_isas()) names.emplace_back(name_of(isa));
    return names;
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of setlab.";
#ifdef NDEBUG
    // A thread that is still computing when Ctrl-C ends the process holds its engine: that is no leak.
    nb::set_leak_warnings(false);
#endif
    module.def("isa", active_isa, "The name of the instruction set that the engines use now.");
    module.def("isas", isa_names,
               "The names of the instruction sets that this machine can run, the best first.");
    bind_interrupt(module);
    bind_lines(module);
    bind_draws(module);
    bind_slots(module);
    bind_endgame(module);
    bind_orbits(module);
    bind_sections(module);
    bind_leftovers(module);
    bind_planes(module);
    bind_antiset(module);
    bind_solitaire(module);
    bind_network(module);
}

}  // namespace setlab
