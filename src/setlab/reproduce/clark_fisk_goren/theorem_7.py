"""Theorem 7 and its lemmas, proved for every dimension and checked in all games for d = 2 and 3 (D3)."""

from __future__ import annotations

from itertools import combinations, permutations

from setlab.antiset import Game
from setlab.geometry import Space
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.games import check_all_games
from setlab.reproduce.clark_fisk_goren.solved import CHECKED_ORDERS, again, outcome, solution, solving
from setlab.reproduce.judging import Check, Statement, check, check_fact
from setlab.reproduce.methods.proofs import check_coordinates
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim


def answer(first: int, point: int) -> int:
    """One coordinate of Xavier's answer, the third point of the line through X₁ and Olivia's point.

    >>> [answer(0, point) for point in range(3)]
    [0, 2, 1]
    """
    return (-first - point) % 3


def xavier_can_play() -> tuple[Check, ...]:
    """The points other than X₁ fall into pairs of a point and its answer; if Olivia takes one, the other is free."""
    return (
        check_coordinates("the answer to the answer to o is o", "X₁, o", lambda f, o: answer(f, answer(f, o)) == o),
        check_coordinates("only X₁ is its own answer", "X₁, o", lambda f, o: (answer(f, o) == o) == (o == f)),
    )


def xavier_cannot_lose() -> tuple[Check, ...]:
    """A line of Xavier's without X₁ reflects a line of Olivia's; a line through X₁ has a point of hers."""
    return (
        check_coordinates(
            "the answers to o, p, q sum to 0 if and only if o + p + q = 0",
            "X₁, o, p, q",
            lambda f, o, p, q: ((answer(f, o) + answer(f, p) + answer(f, q)) % 3 == 0) == ((o + p + q) % 3 == 0),
        ),
        check_coordinates(
            "the third point of the line through X₁ and the answer to o is o",
            "X₁, o",
            lambda f, o: answer(f, answer(f, o)) == o,
        ),
    )


def no_tie() -> tuple[Check, ...]:
    """A plane through X₁ is closed under answers, so Xavier would get five of its nine points."""
    plane = Space(2)
    return (
        check(
            "five points of a plane contain a line",
            "all {} sets of five points of AG(2, 3)",
            combinations(range(9), 5),
            lambda points: bool(plane.sets(points)),
        ),
        check_coordinates(
            "the answer to X₁ + su + tv is X₁ + 2su + 2tv, in the same plane",
            "X₁, s, t, u, v",
            lambda f, s, t, u, v: answer(f, (f + s * u + t * v) % 3) == (f + 2 * s * u + 2 * t * v) % 3,
        ),
    )


@evidence("D3.theorem7")
def theorem_7(claim: Claim) -> Statement:
    """Xavier can always answer, never completes a line, and there is no tie; hence he wins."""
    values = {d: solution(f"AG({d},3)") for d in (2, 3)}
    return Statement(
        checks=(
            *xavier_can_play(),
            *xavier_cannot_lose(),
            *no_tie(),
            *check_all_games("Xavier can always answer", "blocked"),
            *check_all_games("Xavier completes no line", "lost"),
            *check_all_games("no game ends in a tie", "tied"),
            *(
                check_fact(
                    f"Xavier wins with best play, d = {d}", f"AG({d}, 3), where {outcome(value)}", value.lower > 0
                )
                for d, value in values.items()
            ),
        ),
        why="Lemmas 8, 9 and 10 are replayed in coordinates, which proves the theorem for every d ≥ 2. For d = 2 and 3 "
        "all games against the strategy are followed as well; X₁ and O₁ can be fixed, since affine maps take any two "
        "points to any two others.",
        commands=(again(claim), solving("AG(3,3)")),
    )


@evidence("D3.lemma8")
def lemma_8(claim: Claim) -> Statement:
    """Xavier can always choose the required point."""
    return Statement(
        checks=(*xavier_can_play(), *check_all_games("the answer is free", "blocked")),
        why="The points other than X₁ fall into pairs {o, answer to o}. Whenever Olivia is to move, both points of a "
        "pair are taken or both are free; hence the answer to her point is free.",
        commands=(again(claim),),
    )


@evidence("D3.lemma9")
def lemma_9(claim: Claim) -> Statement:
    """Xavier cannot lose."""
    return Statement(
        checks=(*xavier_cannot_lose(), *check_all_games("the answer completes no line", "lost")),
        why="The printed proof omits lines through X₁. They do no harm: the third point of the line through X₁ and the "
        "answer to o is o, which Olivia holds.",
        commands=(again(claim),),
    )


@evidence("D3.tie")
def lemma_10(claim: Claim) -> Statement:
    """There is no tie."""
    plane = Space(2)
    return Statement(
        checks=(
            *no_tie(),
            check(
                "of two complementary parts of the plane, one contains a line",
                "all {} parts of the nine points with their complements",
                (set(part) for n in range(5) for part in combinations(range(9), n)),
                lambda part: bool(plane.sets(part) or plane.sets(set(range(9)) - part)),
            ),
            *xavier_cannot_lose(),
            *check_all_games("a point is free when Olivia is to move", "tied"),
        ),
        why="In a tie Xavier would hold five points of every plane through X₁, namely X₁ and one point of each of four "
        "pairs; so he would hold a line, which Lemma 9 excludes.",
        commands=(again(claim), "setlab exact no-set --dimension 2"),
    )


@evidence("D3.single")
def single_line() -> Statement:
    """On AG(1,3) no player can complete the line."""
    games = list(permutations(range(3)))
    return Statement(
        checks=(
            check_fact("AG(1, 3) is a single line", "the list of its lines", len(affine(1, 3).blocks) == 1),
            check("the game ends in a tie", "all {} games", games, lambda moves: not Game("AG(1,3)", moves).losers),
        ),
        why="Xavier takes two of the three points and Olivia one.",
        commands=(solving("AG(1,3)"),),
    )


@evidence("D3.essential")
def essential(claim: Claim, runner: Runner) -> Statement:
    """For q ≠ 3 lines do not have three points, and the theorem fails."""
    others = [q for q in CHECKED_ORDERS if q != 3]
    fields = ("AG(2,2)", "AG(2,4)", *(("AG(2,5)",) if runner.full else ()))
    values = {name: solution(name) for name in fields}
    return Statement(
        checks=(
            check(
                "lines have three points for q = 3 only",
                "the planes over all {} other fields of up to nine elements",
                others,
                lambda q: affine(2, q).block_size != 3,
            ),
            check_fact(
                "the theorem without the condition is false",
                ", ".join(f"{name}, where {outcome(value)}" for name, value in values.items()),
                all(value.upper <= 0 for value in values.values()),
            ),
        ),
        why="A single plane on which Xavier does not win with best play shows that the condition q = 3 is necessary.",
        commands=(again(claim), *map(solving, fields)),
    )
