"""How long a game can be: three rounds, Theorem 15 and its corollary (D4)."""

from __future__ import annotations

from setlab.antiset import Game
from setlab.antiset.classes import Solved, solved_positions
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.geometry.planes import in_words
from setlab.reproduce.clark_fisk_goren.length.forcing import (
    BUDGETS,
    cap_is_free,
    check_best_play,
    check_matches,
    deck_of_81,
)
from setlab.reproduce.clark_fisk_goren.solved import again, largest_cap, measuring, outcome, solving
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def shortest_game(claim: Claim, runner: Runner) -> Figures:
    """Olivia takes a line at once; nobody can hold one with fewer cards than it has."""
    lengths = {length_of_suicide(d) for d in (2, 3, 4)}
    points = {affine(d, 3).block_size for d in (2, 3, 4)}
    return Figures(
        values={"rounds of the shortest game": " or ".join(map(in_words, sorted(lengths | points)))},
        why="a game in which Olivia takes a line at once is played for d = 2, 3 and 4; a line has three cards, so "
        "that nobody holds one after two rounds",
        commands=("setlab antiset analyse 00 01 10 11 22 21",),
    )


def length_of_suicide(d: int) -> int:
    """The rounds of a game in which Olivia takes the first line and Xavier points that are not on one line.

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
    """In no position of AG(d,3) does Xavier hold more points than a cap has; so Olivia loses in round m₂ or before."""

    def holds(position: Solved) -> bool:
        return len(position.x) <= largest_cap(d)

    return check(
        f"Xavier's hand is no larger than a cap, d = {d}",
        f"all {{}} classes of positions of AG({d}, 3)",
        solved_positions(affine(d, 3)),
        holds,
    )


def theorem_15(claim: Claim, runner: Runner) -> Statement:
    """At most m₂ rounds, since Xavier's hand is a cap; and some game has m₂ rounds."""
    return Statement(
        checks=(
            check_hands(2),
            check_hands(3),
            *cap_is_free(),
            *check_matches(runner, "a game lasts as long as a largest cap has points", whole=True),
        ),
        why="When Olivia loses in round n, Xavier holds n points without a line, so that n ≤ m₂, however he plays. The "
        "printed proof ends there. That the maximum is reached for every d ≥ 2 is shown here: Olivia plays a largest "
        "cap through X₁ against Theorem 7 (see D6.m2). For d = 1, which the paper leaves out, no game has a length.",
        commands=(again(claim), measuring("AG(3,3)", "theorem7", "max-cap")),
    )


def corollary(claim: Claim, runner: Runner) -> Figures:
    """Theorem 15 with the largest cap of AG(4,3)."""
    return Figures(
        values={"rounds at most": largest_cap(4)},
        why="Theorem 15 with the largest cap of AG(4, 3), which is found by listing all caps up to symmetry.",
        commands=("setlab exact no-set --recompute", measuring("AG(4,3)", "theorem7", "max-cap")),
    )


def always(claim: Claim, runner: Runner) -> Statement:
    """Olivia reaches the bound always for d = 2 and 3, and against Theorem 7 for every d."""
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
        why="Proved for d = 2 and 3 by the solver, and for every d if Xavier follows Theorem 7; whether he has a "
        "faster win for d ≥ 4 is not known.",
        commands=(again(claim), solving("AG(3,3)"), f"{solving('AG(4,3)')} --budget {BUDGETS[runner.full]}"),
    )


EVIDENCE: dict[str, Gather] = {
    "D4.three": shortest_game,
    "D4.bound": theorem_15,
    "D4.corollary": corollary,
    "D4.always": always,
}
