// Which engine plays the games of a spec.
#pragma once

#include <functional>
#include <memory>

#include "games/endgame.hpp"
#include "games/game_engine.hpp"

namespace setlab {

// A function that makes engines. The spec must outlive them, and so must the function.
std::function<std::unique_ptr<GameEngine>()> game_engines(const EndgameSpec& spec, Isa isa);

}  // namespace setlab
