// The graph of the game in Python. src/setlab/_core.pyi describes it.
#include "symmetry/leftovers.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "setlab/bits.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using MaskArray = nb::ndarray<const u32, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Position checked_position(u64 table, u64 undealt) {
    if ((table | undealt) >> position_cards != 0)
        throw std::invalid_argument("a mask has a bit above 26: the cards of AG(3,3) are 0 ... 26");
    if ((table & undealt) != 0)
        throw std::invalid_argument("card " + std::to_string(lowest_bit(table & undealt)) +
                                    " is on the table and undealt: it must be in one mask only");
    return {static_cast<u32>(table), static_cast<u32>(undealt)};
}

nb::dict game_graph_arrays(u64 table, u64 undealt, u32 due, u32 size) {
    const GameState start{checked_position(table, undealt), due};
    if (due > count_bits(undealt))
        throw std::invalid_argument(std::to_string(due) + " cards cannot be due: " +
                                    std::to_string(count_bits(undealt)) + " are undealt");
    GameGraph graph = without_lock([&] { return game_graph(start, size); });
    nb::dict result;
    result["table"] = array_of<u32>(graph.classes, [](const GameState& s) { return s.position.table; });
    result["undealt"] = array_of<u32>(graph.classes, [](const GameState& s) { return s.position.undealt; });
    result["due"] = array_of<u32>(graph.classes, [](const GameState& s) { return s.due; });
    result["offsets"] = array_of<i64>(graph.offsets);
    result["children"] = array_of(graph.children);
    result["ways"] = array_of(graph.ways);
    return result;
}

nb::tuple canonical_positions(const MaskArray& tables, const MaskArray& undealts) {
    if (tables.shape(0) != undealts.shape(0))
        throw std::invalid_argument(std::to_string(tables.shape(0)) + " tables and " +
                                    std::to_string(undealts.shape(0)) +
                                    " decks make no positions: give one deck for each table");
    std::vector<Position> images;
    for (u64 i = 0; i < tables.shape(0); ++i) {
        const Position position = checked_position(tables.data()[i], undealts.data()[i]);
        images.push_back(position_of(canonical_key(position)));
    }
    return nb::make_tuple(array_of<u32>(images, [](const Position& p) { return p.table; }),
                          array_of<u32>(images, [](const Position& p) { return p.undealt; }));
}

}  // namespace

void bind_leftovers(nb::module_& module) {
    module.def("game_graph", game_graph_arrays, nb::kw_only(), "table"_a, "undealt"_a, "due"_a, "size"_a,
               "The states of a game in AG(3,3) up to symmetry, and in how many ways one follows another.");
    module.def("canonical_positions", canonical_positions, "tables"_a, "undealts"_a,
               "Of all images of a position under AGL(3,3) a fixed one: tables and undealt cards.");
}

}  // namespace setlab
