// The game with random choice in AG(3,3) as a graph: its states up to symmetry, and what can follow each.
#pragma once

#include <vector>

#include "symmetry/positions.hpp"

namespace setlab {

// A position, and how many cards are still to be dealt before anybody looks for a SET.
struct GameState {
    Position position;
    u32 due;
};

// What follows class i: classes children[j], each in ways[j] ways, all ways equally likely, for the j from
// offsets[i] to offsets[i + 1]. Where a game is over, nothing follows. Class 0 is the start.
struct GameGraph {
    std::vector<GameState> classes;
    std::vector<u64> offsets;
    std::vector<u32> children, ways;
};

// All states that the game with `size` cards on the table can reach from the given one, each class once.
GameGraph game_graph(const GameState& start, u32 size);

}  // namespace setlab
