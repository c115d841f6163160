// Anti-SET on a list of blocks.
#include <optional>

#include "antiset/engine.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

struct Solver {
    int points;
    std::unique_ptr<AntisetEngine> engine;
};

Kept<Solver> solvers;

using Points = std::vector<int>;

// The points of both players; no value if they cannot be a position.
std::optional<AntisetPosition> position_of(const Solver& solver, const u8* x, u32 xs, const u8* o, u32 os) {
    std::vector<bool> seen(solver.points);
    if (!are_cards({x, xs}, seen) || !are_cards({o, os}, seen) || (xs != os && xs != os + 1))
        return std::nullopt;
    return AntisetPosition{Points(x, x + xs), Points(o, o + os)};
}

}  // namespace

// A solver on points 0 ... points - 1 with blocks of these sizes, one behind the other: its number, or minus
// a fault.
SETLAB_EXPORT(make_solver) i32 make_solver(u32 points, const u8* block, const u32* sizes, u32 blocks) {
    answers.clear();
    if (points < 1 || points > most_antiset_points) return -bad_board;
    AntisetBoard board{static_cast<int>(points), {}, {}, 1};
    for (u32 i = 0; i < blocks; block += sizes[i++]) {
        std::vector<bool> seen(points);
        if (sizes[i] == 0 || !are_cards({block, sizes[i]}, seen)) return -bad_board;
        board.blocks.push_back(Points(block, block + sizes[i]));
    }
    return solvers.keep(std::make_unique<Solver>(Solver{board.points, make_antiset_engine(board)}));
}

SETLAB_EXPORT(drop_solver) void drop_solver(u32 solver) { solvers.drop(solver); }

// Whether a player can force the other to complete a block at ply `by` or before: 1, 0, or -1 if the budget
// of positions did not suffice.
SETLAB_EXPORT(antiset_forces)
i32 antiset_forces(u32 solver, u32 xavier, const u8* x, u32 xs, const u8* o, u32 os, int by, u64 budget) {
    answers.clear();
    Solver* const known = solvers.find(solver);
    if (known == nullptr) return bad_handle;
    const std::optional<AntisetPosition> position = position_of(*known, x, xs, o, os);
    if (!position) return bad_position;
    const std::optional<bool> found = known->engine->forces(xavier != 0, *position, by, budget);
    const i32 told = found ? *found : -1;
    answer(&told, 1);
    return none;
}

}  // namespace setlab
