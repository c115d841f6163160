#include "symmetry/leftovers.hpp"

#include <doctest/doctest.h>

using namespace setlab;

TEST_CASE("nine cards of a plane on the table are taken in three steps") {
    const GameGraph graph = game_graph({{0b111111111, 0}, 0}, 9);
    REQUIRE(graph.classes.size() == 4);
    CHECK(graph.ways[0] == 12);
    CHECK(graph.classes.back().position.table == 0);
}
