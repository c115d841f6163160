// Who plays the games that a spec asks for.
#pragma once

#include <functional>
#include <memory>

#include "games/endgame.hpp"
#include "games/engine.hpp"

namespace setlab {

// One worker's means to play.
class Player {
  public:
    virtual ~Player() = default;
    virtual void play(u64 first, u32 size, const EndgameResults& results, const Looks& looks) = 0;
};

struct Players {
    u32 block;  // trials are played in ranges that do not cross a multiple of this
    std::function<std::unique_ptr<Player>()> make;
};

// What it makes must not outlive it.
Players players_for(const EndgameSpec& spec, Isa isa);

}  // namespace setlab
