// Anti-SET: a solver on a list of blocks, and whole games on AG(d,3).
#include <optional>

#include "antiset/engine.hpp"
#include "antiset/judge.hpp"
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

// --- whole games on AG(d,3)

const AntisetBoards& boards_of(int dimension) {
    static std::unique_ptr<AntisetBoards> known[largest_antiset_dimension + 1];
    if (known[dimension] == nullptr) known[dimension] = std::make_unique<AntisetBoards>(dimension);
    return *known[dimension];
}

// The judge of a board, which remembers the positions that it has examined.
AntisetJudge& judge_of(int dimension) {
    static std::unique_ptr<AntisetJudge> known[largest_antiset_dimension + 1];
    if (known[dimension] == nullptr)
        known[dimension] = std::make_unique<AntisetJudge>(boards_of(dimension).space);
    return *known[dimension];
}

AntisetMove best_move(const AntisetGame& game) { return judge_of(game.space().dimension()).best_move(game); }

bool is_board(int dimension) {
    return dimension >= smallest_antiset_dimension && dimension <= largest_antiset_dimension;
}

constexpr int largest_solved_dimension = 3;

// Whether a strategy can be played on a board by a player, and at once.
bool fits(AntisetStrategy strategy, int player, int dimension) {
    switch (strategy) {
        case AntisetStrategy::theorem7:
        case AntisetStrategy::mirror:
            return player == 0;
        case AntisetStrategy::theorem17:
        case AntisetStrategy::max_cap:
            return player == 1;
        case AntisetStrategy::perfect:
            return dimension <= largest_solved_dimension;
        default:
            return strategy <= AntisetStrategy::perfect;
    }
}

// A reason as numbers: its code, the number of its cards and the cards, then left, size, level and round.
void write(const MoveReason& why, std::vector<i32>& to) {
    to.push_back(static_cast<i32>(why.code));
    to.push_back(static_cast<i32>(why.cards.size()));
    to.insert(to.end(), why.cards.begin(), why.cards.end());
    for (const i32 number : {why.numbers.left, why.numbers.size, why.numbers.level, why.numbers.round})
        to.push_back(number);
}

// A move as numbers: the card, the number of reasons and the reasons.
void write(const AntisetMove& move, std::vector<i32>& to) {
    to.push_back(move.card);
    to.push_back(static_cast<i32>(1 + move.after.size()));
    write(move.why, to);
    for (const MoveReason& why : move.after) write(why, to);
}

enum Status : i32 { all_made, not_possible, after_the_end };

bool is_possible(const AntisetGame& game, i32 card) {
    return card >= 0 && card < game.cards() && !game.is_over() && game.owner(card) < 0;
}

// Makes the moves up to the first that cannot be made.
void push_all(AntisetGame& game, const i32* moves, u32 number) {
    for (u32 i = 0; i < number && is_possible(game, moves[i]); ++i) game.push(moves[i]);
}

// The SET of the loser, if there is one.
void answer_end(const AntisetGame& game) {
    Points set;
    if (game.loser() >= 0) {
        const auto block = game.completes(game.moves().back(), game.loser());
        set.assign(block->begin(), block->end());
    }
    answer(set);
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

// A game between a visitor and a strategy: how far the visitor's moves could be made, all moves with the
// reasons of the strategy, the hint if one is asked for, the free cards that complete a SET of the visitor's
// with that SET, and the SET of the loser.
SETLAB_EXPORT(antiset_follow)
i32 antiset_follow(int dimension, u32 visitor, u32 strategy, u64 seed, const i32* mine, u32 made, u32 hint) {
    answers.clear();
    if (!is_board(dimension) || visitor > 1) return bad_board;
    const auto other = static_cast<AntisetStrategy>(strategy);
    if (!fits(other, 1 - static_cast<int>(visitor), dimension)) return bad_rules;
    AntisetGame game(boards_of(dimension).space);
    const AntisetChooser chooser(boards_of(dimension), seed, 0, best_move);
    std::vector<i32> moves, advised, deadly;
    u32 next = 0;
    i32 status = all_made;
    while (!game.is_over() && status == all_made) {
        if (game.turn() != static_cast<int>(visitor)) {
            const AntisetMove move = chooser.move(other, game);
            game.push(move.card);
            write(move, moves);
        } else if (next == made) {
            break;
        } else if (const int card = mine[next++]; !is_possible(game, card)) {
            status = not_possible;
        } else {
            game.push(card);
            moves.insert(moves.end(), {card, 0});
        }
    }
    if (status == all_made && next < made) status = after_the_end;
    if (hint != 0 && !game.is_over()) write(chooser.move(AntisetStrategy::advice, game), advised);
    for (const int card : game.free())
        if (const auto block = game.completes(card, static_cast<int>(visitor)))
            deadly.insert(deadly.end(), {card, (*block)[0], (*block)[1], (*block)[2]});
    answer(&status, 1);
    answer(moves);
    answer(advised);
    answer(deadly);
    answer_end(game);
    return none;
}

// A game by its moves: how many of them could be made, the loser or -1, the SET of the loser; and where exact
// play answers at once, the moves that gave something away (ply, winner after it as a sign, number of good
// cards and these).
SETLAB_EXPORT(antiset_errors) i32 antiset_errors(int dimension, const i32* given, u32 made) {
    answers.clear();
    if (!is_board(dimension)) return bad_board;
    AntisetGame game(boards_of(dimension).space);
    push_all(game, given, made);
    std::vector<i32> errors;
    if (game.loser() >= 0 && game.moves().size() == made && dimension <= largest_solved_dimension) {
        for (const AntisetError& error : find_errors(judge_of(dimension), game.space(), game.moves())) {
            errors.insert(errors.end(), {error.ply, error.winner, static_cast<i32>(error.good.size())});
            errors.insert(errors.end(), error.good.begin(), error.good.end());
        }
    }
    const i32 told[]{static_cast<i32>(game.moves().size()), game.loser()};
    answer(told, 2);
    answer_end(game);
    answer(errors);
    return none;
}

// Bounds on the value of a position that moves lead to, and the positions that were examined; of a board
// where exact play does not answer at once, examined from nothing.
SETLAB_EXPORT(antiset_bounds) i32 antiset_bounds(int dimension, const i32* given, u32 made, u64 budget) {
    answers.clear();
    if (!is_board(dimension) || dimension == largest_antiset_dimension) return bad_board;
    AntisetGame game(boards_of(dimension).space);
    push_all(game, given, made);
    if (game.is_over() || game.moves().size() < made) return bad_position;
    std::unique_ptr<AntisetJudge> fresh;
    if (dimension > largest_solved_dimension) fresh = std::make_unique<AntisetJudge>(game.space());
    AntisetJudge& judge = fresh ? *fresh : judge_of(dimension);
    const AntisetBounds found = judge.bounds(game, budget);
    const i32 told[]{found.lower, found.upper, static_cast<i32>(judge.positions())};
    answer(told, 3);
    return none;
}

// Games between two strategies: how often Xavier, Olivia and nobody won, and how many games had n rounds.
SETLAB_EXPORT(play_antiset)
i32 play_antiset(u64 seed, u64 first, u64 trials, int dimension, u32 xavier, u32 olivia) {
    answers.clear();
    if (!is_board(dimension)) return bad_board;
    if (!setlab::fits(first, trials)) return bad_range;
    const AntisetStrategy strategy[]{static_cast<AntisetStrategy>(xavier),
                                     static_cast<AntisetStrategy>(olivia)};
    if (!fits(strategy[0], 0, dimension) || !fits(strategy[1], 1, dimension)) return bad_rules;
    const AntisetBoards& boards = boards_of(dimension);
    std::vector<i64> winners(3), rounds((boards.space.cards() + 1) / 2 + 1);
    for (u64 i = 0; i < trials; ++i) {
        AntisetGame game(boards.space);
        const AntisetChooser chooser(boards, seed, first + i, best_move);
        while (!game.is_over()) game.push(chooser.move(strategy[game.turn()], game).card);
        ++winners[game.loser() < 0 ? 2 : 1 - game.loser()];
        ++rounds[game.rounds()];
    }
    answer(winners);
    answer(rounds);
    return none;
}

}  // namespace setlab
