"""The length of a game: at least three rounds, Theorem 15 and its corollary (D4)."""

from __future__ import annotations

from setlab.antiset import Game
from setlab.antiset.classes import Solved, solved_positions
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.length.forcing import (
    BUDGETS,
    cap_is_free,
    check_best_play,
    check_matches,
    deck_of_81,
)
from setlab.reproduce.clark_fisk_goren.solved import again, largest_cap, measuring, outcome, solving
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.number_words import in_words
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def shortest_game(claim: Claim, runner: Runner) -> Figures:
    """Olivia completes a line in round three; a line has three cards, so no game is shorter."""
    lengths = {length_of_suicide(d) for d in (2, 3, 4)}
    points = {affine(d, 3).block_size for d in (2, 3, 4)}
    return Figures(
        values={"rounds of the shortest game": " or ".join(map(in_words, sorted(lengths | points)))},
        why="A game in which Olivia takes a line at once is played for d = 2, 3 and 4. A line has three cards, so no "
        "player completes one within two rounds.",
        commands=("setlab antiset analyse 00 01 10 11 22 21",),
    )


def length_of_suicide(d: int) -> int:
    """The number of rounds of a game in which Olivia takes a line and Xavier avoids completing one.

    >>> length_of_suicide(2)
    3
    """
    line = affine(d, 3).blocks[0]
    game = Game(affine(d, 3))
    for point in line:
        game.push(next(other for other in game.safe_moves if other not in line))
        game.push(point)
    result = game.result()
    assert result is not None, "Olivia holds a line"
    assert result.winner == "xavier"
    return result.length


def check_hands(d: int) -> Check:
    """In every position of AG(d,3) Xavier holds at most m₂ points; so Olivia loses in round m₂ or earlier."""

    def holds(position: Solved) -> bool:
        return len(position.x) <= largest_cap(d)

    return check(
        f"Xavier holds at most m₂ points, d = {d}",
        f"all {{}} classes of positions of AG({d}, 3)",
        solved_positions(affine(d, 3)),
        holds,
    )


def theorem_15(claim: Claim, runner: Runner) -> Statement:
    """A game has at most m₂ rounds, since Xavier's hand is a cap; and some game has m₂ rounds."""
    return Statement(
        checks=(
            check_hands(2),
            check_hands(3),
            *cap_is_free(),
            *check_matches(runner, "some game has m₂ rounds", whole=True),
        ),
        why="If Olivia loses in round n, Xavier holds n points without a line; hence n ≤ m₂, however he plays. The "
        "printed proof ends there. That the bound is attained for every d ≥ 2 is shown here: against Theorem 7 Olivia "
        "plays a largest cap through X₁ (see D6.m2). For d = 1, which the paper excludes, no game has a length.",
        commands=(again(claim), measuring("AG(3,3)", "theorem7", "max-cap")),
    )


def corollary(claim: Claim, runner: Runner) -> Figures:
    """The bound of Theorem 15 for AG(4,3)."""
    return Figures(
        values={"rounds at most": largest_cap(4)},
        why="The bound is the size of the largest cap of AG(4, 3), which is found by listing all caps up to symmetry.",
        commands=("setlab exact no-set --recompute", measuring("AG(4,3)", "theorem7", "max-cap")),
    )


def always(claim: Claim, runner: Runner) -> Statement:
    """Olivia can always attain the bound for d = 2 and 3, and against Theorem 7 for every d."""
    deck = deck_of_81(runner)
    return Statement(
        checks=(
            *check_best_play(),
            *cap_is_free(),
            check_fact(
                "m₂ rounds are not excluded for d = 4",
                f"AG(4, 3), where {outcome(deck)}, and in round {deck.longest} at the latest",
                deck.longest == largest_cap(4),
                whole=False,
            ),
        ),
        why="The solver proves it for d = 2 and 3, and it holds for every d if Xavier follows Theorem 7. Whether he "
        "has a faster win for d ≥ 4 is not known.",
        commands=(again(claim), solving("AG(3,3)"), f"{solving('AG(4,3)')} --budget {BUDGETS[runner.full]}"),
    )


EVIDENCE: dict[str, Gather] = {
    "D4.three": shortest_game,
    "D4.bound": theorem_15,
    "D4.corollary": corollary,
    "D4.always": always,
}
