// Exact play of anti-SET on AG(d,3) by the engine: values of positions, the best move, and what a finished
// game gave away. src/setlab/antiset/solver.py and advice.py define them.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "antiset/engine.hpp"
#include "antiset/strategies.hpp"

namespace setlab {

// The engine for AG(d,3) with all its symmetries: translations, and generators of GL(d,3).
inline std::unique_ptr<AntisetEngine> make_ternary_engine(const TernarySpace& space) {
    const int cards = space.cards(), high = cards / 3;
    AntisetBoard board{cards, {}, {}, static_cast<u64>(cards)};
    for (int a = 0; a < cards; ++a)
        for (int b = a + 1; b < cards; ++b)
            if (const int c = space.third(a, b); c > b) board.blocks.push_back({a, b, c});
    const auto add_map = [&](auto map) {
        board.generators.emplace_back();
        for (int card = 0; card < cards; ++card) board.generators.back().push_back(map(card));
    };
    for (int unit = 1; unit < cards; unit *= 3) add_map([&](int card) { return space.add(card, unit); });
    add_map([&](int card) { return 2 * (card / high) % 3 * high + card % high; });
    add_map([&](int card) { return (card / high + card % high / (high / 3)) % 3 * high + card % high; });
    add_map([&](int card) { return card % high * 3 + card / high; });
    for (int unit = 1; unit < cards; unit *= 3) board.order *= static_cast<u64>(cards - unit);
    return make_antiset_engine(board);
}

struct AntisetBounds {
    int lower, upper;
};

class AntisetJudge {
  public:
    static constexpr u64 usual_budget = 10'000'000;  // never spent on 27 cards

    explicit AntisetJudge(const TernarySpace& space) : engine_(make_ternary_engine(space)) {}

    u64 positions() const { return engine_->positions(); }

    // Bounds on the value of a position, equal unless the budget is spent.
    AntisetBounds bounds(const AntisetGame& game, u64 budget) {
        const int points = game.cards(), ply = static_cast<int>(game.moves().size());
        int lower = ply - points, upper = points - ply;
        if (ply == 0) lower = 0;  // Xavier takes the centre of a reflection and mirrors
        const u64 end = positions() + budget;
        for (int last = ply + 1; last <= points; ++last) {
            const bool xavier = last % 2 == 0;
            const int value = points + 1 - last;
            if (xavier ? upper <= 0 : lower >= 0) continue;
            const std::optional<bool> answer = forces(xavier, game, last, end);
            if (!answer) return {lower, upper};
            if (*answer) return xavier ? AntisetBounds{value, value} : AntisetBounds{-value, -value};
            if (xavier)
                upper = std::min(upper, std::max(value - 1, 0));
            else
                lower = std::max(lower, std::min(1 - value, 0));
        }
        return {0, 0};
    }

    int value(const AntisetGame& game) { return bounds(game, usual_budget).lower; }

    // The lowest best card, or the lowest free one where every card completes a SET.
    AntisetMove best_move(AntisetGame game) {
        const int value = this->value(game), mover = game.turn(), points = game.cards();
        int best = game.free().front();
        for (const int card : game.free(true)) {
            game.push(card);
            const bool keeps = this->keeps(game, value);
            game.pop();
            if (!keeps) continue;
            best = card;
            break;
        }
        if (value == 0) return {best, {ReasonCode::draws, {}, {}}, {}};
        const ReasonCode code = (value > 0) == (mover == 0) ? ReasonCode::wins : ReasonCode::loses;
        return {best, {code, {}, {.round = (points + 2 - std::abs(value)) / 2}}, {}};
    }

    // Who wins from here with best play, by the sign of the value: 1 Xavier, -1 Olivia, 0 a draw.
    int winner(const AntisetGame& game) {
        if (game.is_over()) return game.loser() < 0 ? 0 : game.loser() == 0 ? -1 : 1;
        const int value = this->value(game);
        return (value > 0) - (value < 0);
    }

  private:
    std::optional<bool> forces(bool xavier, const AntisetGame& game, int by, u64 end) {
        const u64 budget = end > positions() ? end - positions() : 0;
        return engine_->forces(xavier, {game.hand(0), game.hand(1)}, by, budget);
    }

    // Whether the position after a move is not worse for the player who moved.
    bool keeps(const AntisetGame& game, int value) {
        const bool xavier = game.turn() == 1;
        const int end = game.cards() + 1 - std::abs(value);
        constexpr u64 unlimited = u64{1} << 62;
        if (value != 0 && xavier == (value > 0)) return *forces(xavier, game, end, unlimited);
        return !*forces(!xavier, game, value != 0 ? end - 1 : game.cards(), unlimited);
    }

    std::unique_ptr<AntisetEngine> engine_;
};

// A move that gave a better outcome away: its place, the winner after it as a sign, and the cards that kept
// the outcome.
struct AntisetError {
    int ply;
    int winner;
    Cards good;
};

inline std::vector<AntisetError> find_errors(AntisetJudge& judge, const TernarySpace& space,
                                             const Cards& moves) {
    AntisetGame game(space);
    std::vector<AntisetError> errors;
    for (const int taken : moves) {
        const int sign = game.turn() == 0 ? 1 : -1;
        int best = -1, own = 0;
        Cards good;
        for (const int card : game.free()) {
            game.push(card);
            const int worth = sign * judge.winner(game);
            game.pop();
            if (worth > best) good.clear();
            best = std::max(best, worth);
            if (worth == best) good.push_back(card);
            if (card == taken) own = worth;
        }
        game.push(taken);
        if (own < best) errors.push_back({static_cast<int>(game.moves().size()), sign * own, good});
    }
    return errors;
}

}  // namespace setlab
