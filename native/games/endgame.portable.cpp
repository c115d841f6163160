#include "games/sliced_games.hpp"

namespace setlab {

// Other games than the standard one are played by the plain code.
template <>
GameEngine* new_engine<GameEngine, Isa::portable>(const EndgamePlan& plan) {
    if (SlicedGames::can_play(plan)) return new SlicedGames(plan);
    return new_engine<GameEngine, Isa::plain>(plan);
}

}  // namespace setlab
