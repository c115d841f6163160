"""Reflections: on AG(d,q), q > 3, a player who answers every point with its image never loses (D6)."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.antiset import tournament
from setlab.geometry.design import Design
from setlab.geometry.designs import find_design
from setlab.geometry.fields import Field
from setlab.geometry.involutions import first_reflection, free_involution
from setlab.reproduce.clark_fisk_goren.orders import CHECKED_ORDERS
from setlab.reproduce.clark_fisk_goren.solved import again, measuring, outcome, solution, solving
from setlab.reproduce.judging import Answer, Check, check, check_fact
from setlab.reproduce.methods.identities import check_identity
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

MATCHES = {"AG(2,5)": 50, "AG(2,7)": 50, "AG(2,9)": 20, "AG(2,4)": 50, "AG(3,4)": 20, "AG(2,8)": 20}
"""The numbers of matches against an opponent who only avoids blocks in a quick run; ten times as many in full."""


def reflection_of_odd_order() -> tuple[Check, ...]:
    """x ↦ 2c − x is an involution that fixes only c, maps lines to lines, and lines through c to themselves."""
    return (
        check_identity("2c − (2c − x) = x", "c, x", 1, lambda c, x: 2 * c - (2 * c - x) - x),
        check_identity(
            "the image of h + tv is (2c − h) + t(−v): lines map to lines",
            "c, h, t, v",
            1,
            lambda c, h, t, v: 2 * c - (h + t * v) - ((2 * c - h) + t * -v),
        ),
        check_identity(
            "the image of c + tv is c + (−t)v: lines through c map to themselves",
            "c, t, v",
            1,
            lambda c, t, v: 2 * c - (c + t * v) - (c + -t * v),
        ),
        check_identity("2c − x = x if and only if 2(x − c) = 0", "c, x", 1, lambda c, x: x - (2 * c - x) - 2 * (x - c)),
        check(
            "2y = 0 only for y = 0",
            "all {} elements of the fields of order 3, 5, 7 and 9; in every field of odd order 2 has an inverse",
            ((q, y) for q in CHECKED_ORDERS if q % 2 for y in range(q)),
            lambda case: (Field(case[0]).add(case[1], case[1]) == 0) == (case[1] == 0),
        ),
    )


def translation_of_even_order() -> tuple[Check, ...]:
    """In a field of even order x ↦ x + e, e ≠ 0, is an involution without fixed points that maps lines to lines."""
    return (
        check_identity("(x + e) + e = x + 2e", "e, x", 1, lambda e, x: (x + e) + e - (x + 2 * e)),
        check(
            "2e = 0",
            "all {} elements of the fields of order 2, 4 and 8; in every field of even order 1 + 1 = 0",
            ((q, e) for q in CHECKED_ORDERS if q % 2 == 0 for e in range(q)),
            lambda case: Field(case[0]).add(case[1], case[1]) == 0,
        ),
        check_identity(
            "the image of h + tv is (h + e) + tv: lines map to lines",
            "e, h, t, v",
            1,
            lambda e, h, t, v: (h + t * v) + e - ((h + e) + t * v),
        ),
    )


def hands_without_block(on: Design, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """The masks of all hands with at most one point of each pair and without a block: the opponent's possible hands.

    >>> [bin(hand) for hand in hands_without_block(find_design("AG(1,2)"), [(0, 1)])]
    ['0b0', '0b1', '0b10']
    """
    hands = [0]
    for pair in pairs:
        hands += [hand | 1 << point for point in pair for hand in hands if not _completes(on, hand, point)]
    return hands


def _completes(on: Design, hand: int, point: int) -> bool:
    larger = hand | 1 << point
    return any(larger & on.masks[block] == on.masks[block] for block in on.through[point])


def check_every_game(name: str) -> Check:
    """On AG(2,q), the reflecting player never completes a line before the opponent does."""
    where = find_design(name)
    if where.points % 2:
        found = first_reflection(where)
        assert found is not None, "AG(2,q) has a reflection for odd q"
        centre, map_ = 1 << found[0], found[1]
    else:
        translation = free_involution(where)
        assert translation is not None, "AG(2,q) has a translation for even q"
        centre, map_ = 0, translation
    pairs = [(point, image) for point, image in enumerate(map_) if point < image]

    def holds(hand: int) -> bool:
        mirrored = centre | sum(1 << map_[point] for point in range(where.points) if hand >> point & 1)
        return not any(mirrored & block == block for block in where.masks)

    return check(
        f"the reflecting player completes no line before the opponent, on {name}",
        "all {} possible hands of the opponent",
        hands_without_block(where, pairs),
        holds,
    )


def check_matches(runner: Runner) -> list[Check]:
    """One check for each design: the reflecting player loses no match."""
    checks = []
    for name, quick in MATCHES.items():
        games = 10 * quick if runner.full else quick
        xavier, olivia = _seats(name)
        (score,) = tournament(name, [xavier], [olivia], games=games, seed=1)
        other = "olivia" if xavier == "mirror" else "xavier"
        checks.append(
            check_fact(
                f"the reflecting player loses no match on {name}",
                f"{games} matches: {', '.join(f'{who} {number}' for who, number in score.winners.items())}",
                other not in score.winners,
                whole=False,
            )
        )
    return checks


def _seats(name: str) -> tuple[str, str]:
    """Xavier reflects if the number of points is odd, Olivia if it is even."""
    return ("mirror", "safe") if find_design(name).points % 2 else ("safe", "mirror")


def mirrors(claim: Claim, runner: Runner) -> Answer:
    """For odd q Xavier never loses, for even q Olivia never loses; the winner is decided only for small planes."""
    small = ("AG(2,4)", *(("AG(2,5)",) if runner.full else ()))
    return Answer(
        answer="on AG(d, q) the reflecting player never loses: Xavier for odd q, Olivia for even q; "
        + "; ".join(f"with best play on {name} {outcome(solution(name))}" for name in small),
        checks=(
            *reflection_of_odd_order(),
            *translation_of_even_order(),
            *(check_every_game(name) for name in small),
            *check_matches(runner),
            check(
                "the outcome with best play is decided",
                f"{' and '.join(small)} only",
                small,
                lambda name: solution(name).is_settled,
                whole=False,
            ),
        ),
        why="For odd q Xavier takes a point c and answers x with 2c − x. If he completed a line, either Olivia would "
        "already hold its image, or the line would pass through c and half of its other points would be hers. For even "
        "q Olivia answers x with x + e; a line of hers is the image of a line of his. Whether the reflecting player "
        "wins is decided only for small planes.",
        commands=(
            again(claim),
            *map(solving, small),
            *(measuring(name, *_seats(name)) for name in ("AG(2,5)", "AG(2,7)", "AG(3,4)")),
        ),
    )


EVIDENCE: dict[str, Gather] = {"D6.mirror": mirrors}
