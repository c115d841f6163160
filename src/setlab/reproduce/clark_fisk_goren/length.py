"""The length of games: caps, rounds, and what Olivia can force (D4, D5)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from setlab.antiset import Game, tournament
from setlab.antiset.classes import Solved, solved_positions
from setlab.antiset.solver import Solution
from setlab.caps import CapReport, find, most_by_counting
from setlab.caps import check as cap_report
from setlab.caps.checks import is_cap
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.games import answer, command, example_moves, no_tie
from setlab.reproduce.clark_fisk_goren.solutions import (
    largest_cap,
    measure_command,
    outcome,
    repeat_command,
    solution,
    solve_command,
)
from setlab.reproduce.evidence import Bounds, Check, Figures, Resolution, Statement, check, check_fact
from setlab.reproduce.methods.game import in_words
from setlab.reproduce.methods.proofs import check_coordinates
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim


@evidence("D4.pellegrino")
def pellegrino() -> Figures:
    """The size of the largest cap of AG(4,3), and the smallest number of cards that forces a set."""
    size = proved_size(4)
    return Figures(
        values={"cards that always contain a set": size + 1, "m₂(AG(4, 3))": size},
        why="All caps are listed up to symmetry, size by size, until there are none; one of the largest is "
        "constructed. So no larger collection of cards is without a set.",
        commands=("setlab exact no-set --recompute", "setlab caps find --dimension 4"),
    )


def proved_size(d: int) -> int:
    """The size of the largest cap from the list of all caps, if a cap of this size is also constructed; otherwise 0."""
    built = cap_report(find(d), d)
    return built.size if built.is_cap and built.size == largest_cap(d) else 0


@evidence("D4.example13")
def example_13(claim: Claim) -> Statement:
    """The hands in the example game, as caps."""
    xavier, olivia = example_moves()[0::2], example_moves()[1::2]
    return Statement(
        check(
            "five points contain a line",
            "all {} sets of five points of AG(2, 3)",
            combinations(range(9), 5),
            lambda points: not is_cap(points, 2),
        ),
        check_fact(
            "the points marked X form a maximal cap",
            f"{len(xavier)} points without a line",
            is_cap(xavier, 2) and len(xavier) == largest_cap(2),
        ),
        check_fact(
            "the points marked O form a cap which is not maximal",
            f"{len(olivia)} points without a line",
            is_cap(olivia, 2) and len(olivia) < largest_cap(2),
        ),
        why="Five points of a plane of nine points always contain a line; so four points without a line form a maximal "
        "cap.",
        commands=(repeat_command(claim), command(), "setlab exact no-set --dimension 2"),
    )


@evidence("D4.caps")
def table_3(claim: Claim) -> Figures:
    """Table 3 for d ≤ 4: caps constructed, and none larger in the list of all caps."""
    return Figures(
        values={str(d): proved_size(d) for d in claim.numbers()},
        why="A cap of each size is constructed; the list of all caps up to symmetry shows that there is no larger one.",
        commands=("setlab caps find --dimension 4", "setlab exact no-set --recompute"),
    )


@evidence("D4.cited")
def table_3_cited(claim: Claim) -> Figures:
    """Table 3 for d = 5 and 6: complete caps as lower bounds, counting in hyperplanes for upper bounds."""
    most, bounds = largest_cap(4), {}
    for d in sorted(claim.numbers()):
        most = most_by_counting(d, most)
        bounds[str(d)] = Bounds(_size_if_complete(cap_report(find(d), d)), most)
    return Figures(
        values=bounds,
        why="Complete caps of the printed sizes are constructed and checked. Counting pairs and triples of points in "
        "parallel hyperplanes gives upper bounds that leave a gap. That no cap is larger than printed is a theorem of "
        "Edel, Ferret, Landjev & Storme 2002 for d = 5 and of Potechin 2008 for d = 6, and is not proved here.",
        commands=(repeat_command(claim), "setlab caps find --dimension 5", "setlab caps find --dimension 6"),
    )


def _size_if_complete(report: CapReport) -> int:
    return report.size if report.is_complete else 0


@evidence("D4.three")
def shortest_game() -> Figures:
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


@evidence("D4.bound")
def theorem_15(claim: Claim, runner: Runner) -> Statement:
    """A game has at most m₂ rounds, since Xavier's hand is a cap; and some game has m₂ rounds."""
    return Statement(
        check_hands(2),
        check_hands(3),
        *cap_is_free(),
        *check_matches(runner, "some game has m₂ rounds", whole=True),
        why="If Olivia loses in round n, Xavier holds n points without a line; hence n ≤ m₂, however he plays. The "
        "printed proof ends there. That the bound is attained for every d ≥ 2 is shown here: against Theorem 7 Olivia "
        "plays a largest cap through X₁ (see D6.m2). For d = 1, which the paper excludes, no game has a length.",
        commands=(repeat_command(claim), measure_command("AG(3,3)", "theorem7", "max-cap")),
    )


@evidence("D4.corollary")
def corollary() -> Figures:
    """The bound of Theorem 15 for AG(4,3)."""
    return Figures(
        values={"rounds at most": largest_cap(4)},
        why="The bound is the size of the largest cap of AG(4, 3), which is found by listing all caps up to symmetry.",
        commands=("setlab exact no-set --recompute", measure_command("AG(4,3)", "theorem7", "max-cap")),
    )


@evidence("D4.always")
def always(claim: Claim, runner: Runner) -> Statement:
    """Olivia can always attain the bound for d = 2 and 3, and against Theorem 7 for every d."""
    deck = deck_of_81(runner)
    return Statement(
        *check_best_play(),
        *cap_is_free(),
        check_fact(
            "m₂ rounds are not excluded for d = 4",
            f"AG(4, 3), where {outcome(deck)}, and in round {deck.longest} at the latest",
            deck.longest == largest_cap(4),
            whole=False,
        ),
        why="The solver proves it for d = 2 and 3, and it holds for every d if Xavier follows Theorem 7. Whether he "
        "has a faster win for d ≥ 4 is not known.",
        commands=(
            repeat_command(claim),
            solve_command("AG(3,3)"),
            f"{solve_command('AG(4,3)')} --budget {BUDGETS[runner.full]}",
        ),
    )


BUDGETS = {False: 12_000, True: 200_000}
"""The positions of AG(4,3) examined in quick and full runs; both show that Xavier cannot force an end by ply 24."""

MATCHES, MATCHES_QUICK = {2: 1000, 3: 1000, 4: 500, 5: 50, 6: 10}, {2: 100, 3: 100, 4: 50, 5: 5}
"""The numbers of matches by dimension, in full and in quick runs."""


def cap_is_free() -> tuple[Check, ...]:
    """With X₁ = 0, Xavier's answers −x take no point of a cap that contains 0, and there is no tie."""
    return (
        check_coordinates("the answer to x is −x when X₁ = 0", "x", lambda x: answer(0, x) == -x % 3),
        check_coordinates("0, x and −x sum to 0", "x", lambda x: (0 + x + -x % 3) % 3 == 0),
        check_coordinates("x = −x only for x = 0", "x", lambda x: (x == -x % 3) == (x == 0)),
        *no_tie(),
    )


@lru_cache
def lengths_of_matches(d: int, games: int) -> frozenset[int]:
    """The lengths of matches in which Olivia plays the points of a largest cap through X₁ against Theorem 7.

    >>> lengths_of_matches(3, 10)
    frozenset({9})
    """
    (score,) = tournament(f"AG({d},3)", ["theorem7"], ["max-cap"], games=games, seed=1)
    return frozenset(score.lengths)


def check_matches(runner: Runner, what: str, whole: bool) -> list[Check]:
    """One check for each dimension: the length of every match is the size of the cap.

    One match proves that such a game exists (`whole`); that she can always do it is only supported.
    """
    return [
        check_fact(
            f"{what}, d = {d}",
            f"{games} matches of {' or '.join(map(str, sorted(lengths_of_matches(d, games))))} rounds",
            lengths_of_matches(d, games) == {len(find(d))},
            whole,
        )
        for d, games in (MATCHES if runner.full else MATCHES_QUICK).items()
    ]


def check_best_play(dimensions: tuple[int, ...] = (2, 3)) -> list[Check]:
    """One check for each dimension: with best play the length of the game is the size of the largest cap."""
    return [
        check_fact(
            f"Olivia forces m₂ rounds, whatever Xavier does, d = {d}",
            f"AG({d}, 3), where {outcome(solution(f'AG({d},3)'))}",
            solution(f"AG({d},3)").length == largest_cap(d),
        )
        for d in dimensions
    ]


def deck_of_81(runner: Runner) -> Solution:
    """The value of the game on AG(4,3), as far as the search decides."""
    return solution("AG(4,3)", BUDGETS[runner.full])


@evidence("D6.m2")
def forced_length(claim: Claim, runner: Runner) -> Resolution:
    """Olivia forces m₂ rounds against Theorem 7, and against all play for d = 2 and 3; for d = 4 two bounds remain."""
    deck, budget = deck_of_81(runner), BUDGETS[runner.full]
    settled = " and ".join(f"{solution(f'AG({d},3)').length} rounds for d = {d}" for d in (2, 3))
    return Resolution(
        "if Xavier follows Theorem 7, a largest cap through X₁ forces m₂ rounds, in any order, for every d ≥ 2; "
        f"against all play she forces {settled}; for d = 4 she forces at least {deck.shortest} rounds, and at most "
        f"{deck.longest}",
        *cap_is_free(),
        *check_best_play(),
        *check_matches(runner, "matches against Theorem 7 have m₂ rounds", whole=False),
        lower=deck.shortest,
        upper=deck.longest,
        why="With X₁ = 0, a cap that contains 0 does not contain both x and −x; so Xavier's answers −x take no point "
        "that she needs. But he may win in other ways, and the paper asks for m₂ rounds always. The solver shows this "
        f"for d = 2 and 3. For d = 4 a search of {budget:,} positions gives the lower bound and Theorem 15 the upper "
        "bound; for d ≥ 5 nothing more is shown here.",
        commands=(
            repeat_command(claim),
            measure_command("AG(4,3)", "theorem7", "max-cap"),
            solve_command("AG(3,3)"),
            f"{solve_command('AG(4,3)')} --budget {budget}",
        ),
    )
