"""The length of games: caps, rounds, what Olivia can force, and Theorem 17 (D4, D5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

from setlab.antiset import Game, play, tournament
from setlab.antiset.classes import solved_positions
from setlab.antiset.solver import Solution, solver
from setlab.antiset.strategies import length_bound, plan
from setlab.caps import check as cap_report
from setlab.caps import find, most_by_counting
from setlab.caps.checks import is_cap
from setlab.geometry import Space
from setlab.geometry.design import affine, parallel_classes
from setlab.reproduce.clark_fisk_goren.games import (
    answer,
    command,
    example_moves,
    largest_cap,
    measure_command,
    no_tie,
    outcome,
    solution,
    solve_command,
)
from setlab.reproduce.evidence import Bounds, Check, Checks, Resolution, Statement, Values, check, check_fact
from setlab.reproduce.methods.game import in_words
from setlab.reproduce.methods.proofs import check_coordinates
from setlab.reproduce.register import REPEAT, Runner, evidence
from setlab.sources import Claim


@evidence("D4.pellegrino", commands=["setlab exact no-set --recompute", "setlab caps find --dimension 4"])
def pellegrino() -> Values:
    """The size of the largest cap of AG(4,3), and the smallest number of cards that forces a set.

    All caps are listed up to symmetry, size by size, until there are none; one of the largest is constructed. So no
    larger collection of cards is without a set.
    """
    size = proved_size(4)
    return {"cards that always contain a set": size + 1, "m₂(AG(4, 3))": size}


def proved_size(d: int) -> int:
    """The size of the largest cap from the list of all caps, if a cap of this size is also constructed; otherwise 0."""
    built = cap_report(find(d), d)
    return built.size if built.is_cap and built.size == largest_cap(d) else 0


@evidence("D4.example13")
def example_13() -> Statement:
    """The hands in the example game, as caps.

    Five points of a plane of nine points always contain a line; so four points without a line form a maximal cap.
    """
    xavier, olivia = example_moves()[0::2], example_moves()[1::2]
    return Statement(
        check(
            "five points contain a line, for all {} sets of five points of AG(2, 3)",
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
        commands=(REPEAT, command(), "setlab exact no-set --dimension 2"),
    )


@evidence("D4.caps", commands=["setlab caps find --dimension 4", "setlab exact no-set --recompute"])
def table_3(claim: Claim) -> Values:
    """Table 3 for d ≤ 4: caps constructed, and none larger in the list of all caps.

    A cap of each size is constructed; the list of all caps up to symmetry shows that there is no larger one.
    """
    return {str(d): proved_size(d) for d in claim.numbers()}


@evidence("D4.cited", commands=[REPEAT, "setlab caps find --dimension 5", "setlab caps find --dimension 6"])
def table_3_cited(claim: Claim) -> Values:
    """Table 3 for d = 5 and 6: complete caps as lower bounds, counting in hyperplanes for upper bounds.

    Complete caps of the printed sizes are constructed and checked. Counting pairs and triples of points in parallel
    hyperplanes gives upper bounds that leave a gap. That no cap is larger than printed is a theorem of Edel, Ferret,
    Landjev & Storme 2002 for d = 5 and of Potechin 2008 for d = 6, and is not proved here.
    """
    most, bounds = largest_cap(4), {}
    for d in sorted(claim.numbers()):
        most = most_by_counting(d, most)
        report = cap_report(find(d), d)
        bounds[str(d)] = Bounds(report.size if report.is_complete else 0, most)
    return bounds


@evidence("D4.three", commands=["setlab antiset analyse 00 01 10 11 22 21"])
def shortest_game() -> Values:
    """Olivia completes a line in round three; a line has three cards, so no game is shorter.

    A game in which Olivia takes a line at once is played for d = 2, 3 and 4. A line has three cards, so no player
    completes one within two rounds.
    """
    lengths = {length_of_suicide(d) for d in (2, 3, 4)}
    points = {affine(d, 3).block_size for d in (2, 3, 4)}
    return {"rounds of the shortest game": " or ".join(map(in_words, sorted(lengths | points)))}


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
    return check(
        f"Xavier holds at most m₂ points, d = {d}, for all {{}} classes of positions of AG({d}, 3)",
        solved_positions(affine(d, 3)),
        lambda position: len(position.x) <= largest_cap(d),
    )


@evidence("D4.bound", commands=[REPEAT, measure_command("AG(3,3)", "theorem7", "max-cap")])
def theorem_15(runner: Runner) -> Checks:
    """A game has at most m₂ rounds, since Xavier's hand is a cap; and some game has m₂ rounds.

    If Olivia loses in round n, Xavier holds n points without a line; hence n ≤ m₂, however he plays. The printed proof
    ends there. That the bound is attained for every d ≥ 2 is shown here: against Theorem 7 Olivia plays a largest cap
    through X₁ (see D6.m2). For d = 1, which the paper excludes, no game has a length.
    """
    yield check_hands(2)
    yield check_hands(3)
    yield from cap_is_free()
    yield from check_matches(runner, "some game has m₂ rounds", whole=True)


@evidence(
    "D4.corollary", commands=["setlab exact no-set --recompute", measure_command("AG(4,3)", "theorem7", "max-cap")]
)
def corollary() -> Values:
    """The bound of Theorem 15 for AG(4,3).

    The bound is the size of the largest cap of AG(4, 3), which is found by listing all caps up to symmetry.
    """
    return {"rounds at most": largest_cap(4)}


@evidence("D4.always")
def always(runner: Runner) -> Statement:
    """Olivia can always attain the bound for d = 2 and 3, and against Theorem 7 for every d.

    The solver proves it for d = 2 and 3, and it holds for every d if Xavier follows Theorem 7. Whether he has a faster
    win for d ≥ 4 is not known.
    """
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
        commands=(REPEAT, solve_command("AG(3,3)"), f"{solve_command('AG(4,3)')} --budget {BUDGETS[runner.full]}"),
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
def forced_length(runner: Runner) -> Resolution:
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
            REPEAT,
            measure_command("AG(4,3)", "theorem7", "max-cap"),
            solve_command("AG(3,3)"),
            f"{solve_command('AG(4,3)')} --budget {budget}",
        ),
    )


PLAYED, PLAYED_QUICK = (4, 5, 6), (4, 5)
"""The dimensions in which Theorem 17 is only tested in games against Theorem 7, in full and in quick runs."""


@evidence("D5.lemma16", commands=[REPEAT])
def lemma_16() -> Checks:
    """A linear function takes one value or all three on a line.

    Three parallel hyperplanes are the level sets of a linear function f with the values 0, 1 and 2.
    """
    yield check_coordinates(
        "f(h), f(h) + f(x), f(h) + 2f(x) are equal or all different",
        "f(h), f(x)",
        lambda h, x: len({h, (h + x) % 3, (h + 2 * x) % 3}) in (1, 3),
    )
    yield from (_check_hyperplanes(d) for d in (2, 3, 4))


def _check_hyperplanes(d: int) -> Check:
    classes = [[set(flat) for flat in class_] for class_ in parallel_classes(d, 3, d - 1)]
    return check(
        f"a line meets one or all of three parallel hyperplanes, d = {d}, "
        f"for all {{}} pairs of a line and three parallel hyperplanes of AG({d}, 3)",
        ((line, class_) for line in affine(d, 3).blocks for class_ in classes),
        lambda pair: sum(not flat.isdisjoint(pair[0]) for flat in pair[1]) in (1, 3),
    )


@evidence("D5.theorem17")
def theorem_17(runner: Runner) -> Statement:
    """The bound holds by the solver for d = 2 and 3, and in games against Theorem 7 beyond.

    The proof assumes that Xavier follows Theorem 7, which the statement does not say; he has other winning moves (see
    D5.proof). For d = 2 and 3 the solver shows that the bound holds whatever he does; for d ≥ 4 it is shown here only
    against Theorem 7.
    """
    played = PLAYED if runner.full else PLAYED_QUICK
    return Statement(
        *(_check_solved(d) for d in (2, 3)),
        *(_check_played(d, runner.seed) for d in played),
        commands=(solve_command("AG(3,3)"), *(measure_command(f"AG({d},3)", "theorem7", "theorem17") for d in played)),
    )


def _check_solved(d: int) -> Check:
    value = solution(f"AG({d},3)")
    return check_fact(
        f"at least {length_bound(d)} rounds with best play, d = {d}",
        f"AG({d}, 3), where {outcome(value)}",
        value.winner == "xavier" and value.shortest >= length_bound(d),
    )


def _check_played(d: int, seed: int) -> Check:
    length = play(f"AG({d},3)", "theorem7", "theorem17", seed=seed).result.length
    return check_fact(
        f"at least {length_bound(d)} rounds against Theorem 7, d = {d}",
        f"a game of {length} rounds",
        length >= length_bound(d),
        False,
    )


@evidence("D5.d1", commands=[solve_command("AG(1,3)")])
def one_dimension() -> Check:
    """For d = 1 no player can complete the only line.

    On a line of three points Olivia takes one point; she cannot lose, so the game has no length. The proof starts with
    d = 2.
    """
    games = [Game("AG(1,3)", moves) for moves in permutations(range(3))]
    return check(
        "Olivia loses, so the game has a length, for all {} games on AG(1, 3)",
        games,
        lambda game: game.losers == [1],
        lambda game: f"all {len(games)} games on AG(1, 3) are ties, the first with the moves {game.moves}",
    )


@evidence("D5.basis", commands=[solve_command("AG(2,3)")])
def basis() -> Values:
    """The length of the game on AG(2,3) with best play, and the value of the formula.

    With best play Olivia loses in this round. A line has three points, so a cap in it has at most two.
    """
    return {"rounds on AG(2, 3)": in_words(solution("AG(2,3)").length or 0), "2 + m₂(AG(1, 3))": 2 + largest_cap(1)}


@evidence("D5.example18", commands=[REPEAT, measure_command("AG(3,3)", "theorem7", "theorem17")])
def example_18() -> Checks:
    """The flats that contain Olivia's points and Xavier's answers.

    Xavier's answers are those of Theorem 7; he is not forced to give them (see D5.proof).
    """
    yield from (check for level in (1, 2) for check in _check_level(level))


def _check_level(level: int) -> Iterator[Check]:
    """The moves that extend play from a flat of dimension `level` to the next dimension."""
    space, flat = Space(3), 3**level
    hers = [point for point, jumped_from in plan(3, 0) if jumped_from == level]
    his = [space.third(0, point) for point in hers]
    what = {1: "row", 2: "plane"}[level]
    yield check(f"Olivia plays in the second {what}, for all {{}} of her moves", hers, lambda point: point // flat == 1)
    yield check_fact(
        "her moves form a maximal cap of it",
        f"{len(hers)} points of AG({level}, 3)",
        is_cap([point - flat for point in hers], level) and len(hers) == largest_cap(level),
    )
    yield check(f"Xavier answers in the third {what}, for all {{}} answers", his, lambda point: point // flat == 2)


Case = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Xavier's points, Olivia's points, a winning move of Xavier's, and the hyperplane where the proof expects it."""


@evidence("D5.proof", commands=[REPEAT, 'setlab antiset analyse --design "AG(3,3)" 000 001 002 010 020 011 100'])
def moves_in_the_proof() -> Check:
    """On AG(3,3), while Olivia follows the proof, Xavier has winning moves outside the hyperplanes of the proof.

    Lemma 16 says where Xavier's answers of Theorem 7 lie, but not that he must give them. The step holds if Xavier
    follows Theorem 7.
    """
    return check(
        "Xavier's winning moves lie in S₁ during step (1) and in S₃ during step (2), "
        "for all {} winning moves of Xavier on AG(3, 3)",
        winning_moves(3),
        lambda case: _hyperplane(case[2]) == case[3],
        _in_words,
    )


def winning_moves(d: int) -> Iterator[Case]:
    """All winning moves of Xavier when Olivia follows the proof and he has followed Theorem 7 so far, with X₁ = 0."""
    space, engine = Space(d), solver(affine(d, 3))
    xavier: tuple[int, ...] = (0,)
    olivia: tuple[int, ...] = ()
    for point, level in plan(d, 0):
        olivia = (*olivia, point)
        expected = 2 if level == d - 1 else 0
        for move, value in engine.values(xavier, olivia).items():
            if value > 0:
                yield xavier, olivia, move, expected
        xavier = (*xavier, space.third(0, point))


def _hyperplane(point: int) -> int:
    """The first coordinate of a point of AG(3,3), which is 0, 1, 2 on S₁, S₂, S₃."""
    return Space(3).coordinates(point)[0]


def _in_words(case: Case) -> str:
    xavier, olivia = (" ".join(_digits(point) for point in hand) for hand in case[:2])
    return (
        f"Xavier holds {xavier} and Olivia {olivia}, with first digit 0 on S₁; then {_digits(case[2])} also wins, "
        f"which is not in S{'₁₂₃'[case[3]]}"
    )


def _digits(point: int) -> str:
    return "".join(map(str, Space(3).coordinates(point)))


@evidence("D5.limit", commands=[REPEAT])
def last_sum() -> Statement:
    """With the limit n − 1 the sum exceeds the bound of Theorem 15; with d − 1 it is one more than the n rounds.

    The upper limit of the sum should be d − 1, as in the theorem; n is the number of rounds.
    """
    caps = [0, *(largest_cap(d) for d in (1, 2, 3, 4))]
    rounds = {d: 1 + sum(caps[1:d]) for d in (2, 3, 4)}
    printed = 2 + sum(caps[1 : rounds[2]])
    return Statement(
        check_fact(
            "with n − 1 the length is possible, d = 2",
            f"for d = 2 we have n = {rounds[2]}, and the sum is {printed}, where Theorem 15 allows {caps[2]} rounds",
            printed <= caps[2],
        ),
        corrected=check(
            "with d − 1 the sum is one more than the n rounds of the strategy, "
            "for {} dimensions, and in every other by the definition of n",
            rounds,
            lambda d: 2 + sum(caps[1:d]) == rounds[d] + 1,
        ),
    )
