"""Anti-SET on projective geometries: small ones solved, and Olivia's involution for odd d and q (D6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from setlab.geometry.designs import find_design
from setlab.geometry.fields import Field
from setlab.geometry.involutions import free_involution
from setlab.reproduce.clark_fisk_goren.orders import CHECKED_ORDERS
from setlab.reproduce.clark_fisk_goren.questions.designs import PROJECTIVE, SLOW_PROJECTIVE, check_solved
from setlab.reproduce.clark_fisk_goren.solved import again, outcome, solution, solving
from setlab.reproduce.judging import Answer, Check, check, check_fact
from setlab.reproduce.methods.identities import check_identity
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

ODD = tuple(q for q in CHECKED_ORDERS if q % 2)

Case = tuple[int, int, int, int, int]
"""q, ν, λ, a, b: the order of the field, a nonsquare, a factor, and two coordinates of a vector."""


def turned(nu: int, a: int, b: int) -> tuple[int, int]:
    """Two coordinates of the image: the map takes (a, b) to (νb, a) in each pair of coordinates."""
    return nu * b, a


def check_mirror() -> tuple[Check, ...]:
    """The map is an involution of the points without fixed points, since ν is not a square."""
    return (
        check_identity(
            "the map applied twice multiplies by ν, first coordinate",
            "ν, a, b",
            1,
            lambda nu, a, b: turned(nu, *turned(nu, a, b))[0] - nu * a,
        ),
        check_identity(
            "the same, second coordinate",
            "ν, a, b",
            1,
            lambda nu, a, b: turned(nu, *turned(nu, a, b))[1] - nu * b,
        ),
        check(
            "(νb, a) = λ(a, b) only for a = b = 0, if ν is not a square",
            f"all {{}} values of ν, λ, a, b in the fields of order {', '.join(map(str, ODD))}",
            _cases(),
            lambda case: not _is_fixed(*case) or case[3] == case[4] == 0,
            whole=False,
        ),
    )


def _cases() -> Iterator[Case]:
    for q in ODD:
        squares = {Field(q).multiply(x, x) for x in range(q)}
        for nu in sorted(set(range(q)) - squares):
            yield from ((q, nu, factor, a, b) for factor, a, b in product(range(q), repeat=3))


def _is_fixed(q: int, nu: int, factor: int, a: int, b: int) -> bool:
    times = Field(q).multiply
    return (times(nu, b), a) == (times(factor, a), times(factor, b))


def check_involution(name: str) -> Check:
    """A design has an automorphism that is an involution without fixed points."""
    where = find_design(name)
    map_ = free_involution(where)
    return check_fact(
        f"an automorphism of {name} exchanges its points in pairs",
        f"the {where.points} points and {len(where.blocks):,} blocks of {name}",
        map_ is not None and _is_free_involution(map_) and where.is_automorphism(map_),
        whole=False,
    )


def _is_free_involution(map_: Sequence[int]) -> bool:
    return all(map_[map_[point]] == point != map_[point] for point in range(len(map_)))


def projective_geometries(claim: Claim, runner: Runner) -> Answer:
    """The winners on small PG(d,q), and Olivia's involution for odd d and q."""
    names = (*PROJECTIVE, *(SLOW_PROJECTIVE if runner.full else ()))
    tried = ("PG(3,3)", "PG(3,5)", *(("PG(5,3)",) if runner.full else ()))
    return Answer(
        answer="; ".join(f"on {name} {outcome(solution(name))}" for name in names)
        + f"; for odd d and q = {', '.join(map(str, ODD))} Olivia never loses if she answers by the involution",
        checks=(check_solved(names), *check_mirror(), *(check_involution(name) for name in tried)),
        why="Small geometries are solved by exhaustive search. For odd d the d + 1 coordinates fall into pairs, and "
        "the linear map (a, b) ↦ (νb, a) on each pair moves every point if ν is not a square. Olivia answers each "
        "point with its image, so a line of hers is the image of a line of his. Other PG(d, q) are not decided here.",
        commands=(again(claim), *map(solving, names)),
    )


EVIDENCE: dict[str, Gather] = {"D6.projective": projective_geometries}
