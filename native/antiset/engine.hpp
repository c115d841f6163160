// Anti-SET on any list of blocks: who can force whom to complete a block, and by when.
//
// A position is Xavier's set and Olivia's set; Xavier moves when they have the same size. A ply is one move,
// and a game that ends at ply e has its block completed by the e-th move of the game. Positions that a given
// group of permutations takes into each other are examined once.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "setlab/types.hpp"

namespace setlab {

constexpr int most_antiset_points = 128;

struct AntisetBoard {
    int points;
    std::vector<std::vector<int>> blocks;
    std::vector<std::vector<int>> generators;  // permutations that take blocks to blocks
    u64 order;                                 // of the group that they generate
};

struct AntisetPosition {
    std::vector<int> x;
    std::vector<int> o;
};

// A position with its value: 0 for a draw, points + 1 − e when Xavier wins at ply e, the negative for Olivia.
struct AntisetValued {
    u64 x[2];
    u64 o[2];
    int value;
    u64 images;  // the size of its orbit
};

class AntisetEngine {
  public:
    virtual ~AntisetEngine() = default;

    // Whether the attacker can force the other to complete a block at ply `by` or before. No value if that
    // takes more than `budget` positions that have not been examined before.
    virtual std::optional<bool> forces(bool xavier, const AntisetPosition& position, int by, u64 budget) = 0;

    // The position that stands for all images of this one.
    virtual AntisetPosition canonical(const AntisetPosition& position) = 0;

    // All positions that can be reached without completing a block, one of each class, from lowest ply to
    // highest, and their exact values. No value if there are more than `budget`.
    virtual std::optional<std::vector<AntisetValued>> reachable(const AntisetPosition& position,
                                                                u64 budget) = 0;

    virtual u64 positions() const = 0;  // examined by `forces` so far
    virtual void clear() = 0;           // forget them
};

// An interrupted engine keeps what it has found.
std::unique_ptr<AntisetEngine> make_antiset_engine(const AntisetBoard& board);

}  // namespace setlab
