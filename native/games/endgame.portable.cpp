#include "games/sliced_games.hpp"
#include "setlab/sliced/word128.hpp"

namespace setlab {

// Other games than the standard one are played by the plain code.
template <>
GameEngine* new_engine<GameEngine, Isa::portable>(const EndgamePlan& plan) {
    using Portable = SlicedGames<sliced::Word128>;
    if (Portable::can_play(plan)) return new Portable(plan);
    return new_engine<GameEngine, Isa::plain>(plan);
}

}  // namespace setlab
