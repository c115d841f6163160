// The game with random choice in AG(3,3) as a graph: its states up to symmetry, and their successors.
#pragma once

#include <vector>

#include "symmetry/positions.hpp"

namespace setlab {

// A position, and the number of cards still to be dealt before the table is searched.
struct GameState {
    Position position;
    u32 due;
};

// The successors of class i: classes children[j], each in ways[j] ways, all ways equally likely, for j from
// offsets[i] to offsets[i + 1]. A game that is over has none. Class 0 is the start.
struct GameGraph {
    std::vector<GameState> classes;
    std::vector<u64> offsets;
    std::vector<u32> children, ways;
};

// All states that the game with `size` cards on the table can reach from the given one, each class once.
GameGraph game_graph(const GameState& start, u32 size);

}  // namespace setlab
