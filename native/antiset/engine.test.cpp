#include "antiset/engine.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "geometry/affine.hpp"

using namespace setlab;

namespace {

// AG(2,3) with its translations and a rotation of the coordinates.
AntisetBoard plane() {
    AntisetBoard board{9, {}, {}, 36};
    for (const auto& [a, b, c] : all_lines(2))
        board.blocks.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
    std::vector<int> right, down, turned;
    for (u32 card = 0; card < 9; ++card) {
        right.push_back(static_cast<int>(sum_of(card, 1)));
        down.push_back(static_cast<int>(sum_of(card, 3)));
        turned.push_back(static_cast<int>(3 * (card % 3) + negative(card / 3)));
    }
    board.generators = {right, down, turned};
    return board;
}

// The value of a position by trying everything.
int plain_value(const AntisetBoard& board, std::vector<int> x, std::vector<int> o) {
    const bool xavier = x.size() == o.size();
    const int ply = static_cast<int>(x.size() + o.size()) + 1;
    if (ply > board.points) return 0;
    int best = -board.points - 1;
    for (int point = 0; point < board.points; ++point) {
        const auto holds = [&](const std::vector<int>& points) {
            return std::find(points.begin(), points.end(), point) != points.end();
        };
        if (holds(x) || holds(o)) continue;
        std::vector<int>& own = xavier ? x : o;
        own.push_back(point);
        const bool completes = std::any_of(board.blocks.begin(), board.blocks.end(), [&](const auto& block) {
            return std::all_of(block.begin(), block.end(), [&](int each) {
                return std::find(own.begin(), own.end(), each) != own.end();
            });
        });
        const int lost = -(board.points + 1 - ply), value = plain_value(board, x, o);
        best = std::max(best, completes ? lost : xavier ? value : -value);
        own.pop_back();
    }
    return xavier ? best : -best;
}

}  // namespace

TEST_CASE("the first player forces a win in the plane, as trying everything says") {
    const AntisetBoard board = plane();
    const auto engine = make_antiset_engine(board);
    const AntisetPosition start{{4}, {0}};
    const int value = plain_value(board, start.x, start.o);
    REQUIRE(value > 0);
    const int ply = board.points + 1 - value;
    CHECK(engine->forces(true, start, ply, 1000000) == true);
    CHECK(engine->forces(true, start, ply - 1, 1000000) == false);
    CHECK(engine->forces(false, start, 9, 1000000) == false);
    CHECK_FALSE(engine->forces(true, {}, 9, 0).has_value());
}

TEST_CASE("images of a position have one representative") {
    const AntisetBoard board = plane();
    const auto engine = make_antiset_engine(board);
    const auto canonical = engine->canonical({{0, 5}, {7}});
    for (const auto& generator : board.generators) {
        const AntisetPosition image{{generator[0], generator[5]}, {generator[7]}};
        const auto found = engine->canonical(image);
        CHECK(found.x == canonical.x);
        CHECK(found.o == canonical.o);
    }
}

TEST_CASE("a wrong order of the group is refused") {
    AntisetBoard board = plane();
    board.order = 37;
    CHECK_THROWS_AS(make_antiset_engine(board), std::invalid_argument);
}
