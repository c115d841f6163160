"""The game on other designs: affine, projective, Steiner triple systems (D6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod

from setlab.antiset.solver import Solution, Solver
from setlab.antiset.steiner import systems
from setlab.antiset.triples import System
from setlab.errors import RuleError, plural
from setlab.geometry.design import Design
from setlab.geometry.designs import affine, find_design, projective
from setlab.geometry.fields import Field
from setlab.geometry.symmetry import first_reflection, free_involution
from setlab.reproduce.clark_fisk_goren.points import only_line
from setlab.reproduce.clark_fisk_goren.solutions import CHECKED_ORDERS, outcome, repeat_command, solution, solve_command
from setlab.reproduce.evidence import Check, Resolution, Statement, check, check_fact
from setlab.reproduce.methods.proofs import check_identity
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

AFFINE = ("AG(2,3)", "AG(3,3)", "AG(2,4)", "AG(3,2,2)", "AG(4,2,2)", "AG(3,3,2)")
PROJECTIVE = ("PG(2,2)", "PG(3,2)", "PG(4,2)", "PG(2,3)", "PG(2,4)", "PG(3,2,2)", "PG(4,2,3)")
SLOW_AFFINE, SLOW_PROJECTIVE = ("AG(2,5)",), ("PG(4,2,2)",)
"""Designs that are solved in full runs only; a third number is the dimension of the blocks."""

BEYOND = {"PG(3,3)": 400_000, "AG(3,4)": 200_000, "AG(2,7)": 12_000}
"""Designs that are not solved, with the number of positions examined in a full run."""

BEYOND_QUICK = {"PG(3,3)": 2_000, "AG(3,4)": 2_000}
"""The same in a quick run, without AG(2,7), which takes seconds to prepare."""


@evidence("D6.examples")
def geometries(claim: Claim) -> Statement:
    """Flats form a design: every two points lie in the same number of them."""
    small = [
        (kind, d, q, k)
        for kind in ("AG", "PG")
        for q in (2, 3, 4, 5)
        for d in (1, 2, 3, 4)
        for k in range(1, d + 1)
        if q**d <= 125
    ]
    return Statement(
        only_line(),
        check(
            "every two points lie in the same number of k-dimensional flats",
            "all {} geometries of d ≤ 4 dimensions with q ≤ 5 and q^d ≤ 125",
            small,
            lambda name: _is_design(*name),
            lambda name: "{}({},{},{})".format(*name),
            whole=False,
        ),
        why="The points and lines of AG(d, q) form a design by Proposition 4, for every d and q; flats of higher "
        "dimension and projective geometries are tried one by one.",
        commands=(repeat_command(claim),),
    )


def _is_design(kind: str, d: int, q: int, k: int) -> bool:
    """True if the flats are the blocks of a 2-design; `Design` counts the blocks through every pair of points."""
    try:
        found = affine(d, q, k) if kind == "AG" else projective(d, q, k)
    except RuleError:
        return False
    return found.t == 2


def check_solved(names: tuple[str, ...]) -> Check:
    """The search decides the game on each of these designs."""
    return check(
        "the outcome with best play is decided",
        "these {} designs",
        names,
        lambda name: solution(name).is_settled,
        whole=False,
    )


@evidence("D6.designs")
def other_designs(runner: Runner) -> Resolution:
    """The winners on affine and projective geometries, with lines or larger flats as blocks."""
    names = (*AFFINE, *PROJECTIVE, *((*SLOW_AFFINE, *SLOW_PROJECTIVE) if runner.full else ()))
    return Resolution(
        "not on every design: " + "; ".join(f"{name}: {outcome(solution(name))}" for name in names),
        check_solved(names),
        why="By exhaustive search up to symmetry, where the winner wins as early as possible; a draw means that "
        "neither player has a winning strategy. A third number in a name is the dimension of the blocks. Each design "
        "is a separate question; these are answered.",
        commands=tuple(map(solve_command, names)),
    )


@evidence("D6.larger")
def larger_designs(runner: Runner) -> Resolution:
    """Designs on which the search is incomplete: who cannot lose, and the minimum length."""
    budgets = BEYOND if runner.full else BEYOND_QUICK
    values = {name: solution(name, budget) for name, budget in budgets.items()}
    return Resolution(
        "; ".join(f"{name}: {outcome(value)}" for name, value in values.items()),
        check(
            "one of the players cannot lose with best play",
            "{} designs",
            values,
            lambda name: len(values[name].possible_winners) < 3,
            whole=False,
        ),
        why="Reflections show who cannot lose (see D6.mirror); searches of "
        + ", ".join(f"{budget:,} positions for {name}" for name, budget in budgets.items())
        + " exclude an earlier end.",
        commands=tuple(f"{solve_command(name)} --budget {budget}" for name, budget in budgets.items()),
    )


ODD = tuple(q for q in CHECKED_ORDERS if q % 2)

Case = tuple[int, int, int, int, int]
"""q, ν, λ, a, b: the order of the field, a nonsquare, a factor, and two coordinates of a vector."""


def rotate_pair(nu: int, a: int, b: int) -> tuple[int, int]:
    """Two coordinates of the image: the map takes (a, b) to (νb, a) in each pair of coordinates."""
    return nu * b, a


def check_mirror() -> tuple[Check, ...]:
    """The map is an involution of the points without fixed points, since ν is not a square."""
    return (
        check_identity(
            "the map applied twice multiplies by ν, first coordinate",
            "ν, a, b",
            1,
            lambda nu, a, b: rotate_pair(nu, *rotate_pair(nu, a, b))[0] - nu * a,
        ),
        check_identity(
            "the same, second coordinate",
            "ν, a, b",
            1,
            lambda nu, a, b: rotate_pair(nu, *rotate_pair(nu, a, b))[1] - nu * b,
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


@evidence("D6.projective")
def projective_geometries(claim: Claim, runner: Runner) -> Resolution:
    """The winners on small PG(d,q), and Olivia's involution for odd d and q."""
    names = (*PROJECTIVE, *(SLOW_PROJECTIVE if runner.full else ()))
    tried = ("PG(3,3)", "PG(3,5)", *(("PG(5,3)",) if runner.full else ()))
    return Resolution(
        "; ".join(f"on {name} {outcome(solution(name))}" for name in names)
        + f"; for odd d and q = {', '.join(map(str, ODD))} Olivia never loses if she answers by the involution",
        check_solved(names),
        *check_mirror(),
        *(check_involution(name) for name in tried),
        why="Small geometries are solved by exhaustive search. For odd d the d + 1 coordinates fall into pairs, and "
        "the linear map (a, b) ↦ (νb, a) on each pair moves every point if ν is not a square. Olivia answers each "
        "point with its image, so a line of hers is the image of a line of his. Other PG(d, q) are not decided here.",
        commands=(repeat_command(claim), *map(solve_command, names)),
    )


Triple = tuple[int, int, int]


@lru_cache
def count_systems(v: int) -> int:
    """The number of Steiner triple systems on v given points.

    >>> [count_systems(v) for v in (7, 9)]
    [30, 840]
    """
    first_stars = prod(range(v - 2, 0, -2))
    return first_stars * sum(count_matchings(halves) * _completions(v, halves) for halves in cycle_types(v))


def cycle_types(v: int) -> list[tuple[int, ...]]:
    """The half lengths of the cycles that the blocks through 0 and 1 form on the other v − 3 points.

    >>> cycle_types(13)
    [(2, 3), (5,)]
    """
    return list(_partitions((v - 3) // 2, 2))


def _partitions(n: int, least: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for part in range(least, n + 1):
        for rest in _partitions(n - part, part):
            yield (part, *rest)


def count_matchings(halves: tuple[int, ...]) -> int:
    """The number of perfect matchings that form cycles of these half lengths with a given matching.

    >>> sum(map(count_matchings, cycle_types(13)))          # the matchings of ten points that avoid five given pairs
    544
    """
    groups = factorial(sum(halves)) // prod(map(factorial, halves)) // prod(map(factorial, Counter(halves).values()))
    return groups * prod((1 << half - 1) * factorial(half - 1) for half in halves)


def _completions(v: int, halves: tuple[int, ...]) -> int:
    """The number of systems with given blocks through 0 and 1."""
    search = _Search(v)
    for block in _stars(v, halves):
        search.turn(block)
    return search.count()


def _stars(v: int, halves: tuple[int, ...]) -> Iterator[Triple]:
    """The blocks through 0, and the blocks through 1 that form cycles of these half lengths."""
    yield from ((0, x, x + 1) for x in range(1, v, 2))
    start = 3
    for half in halves:
        yield from ((1, start + 2 * i + 1, start + (2 * i + 2) % (2 * half)) for i in range(half))
        start += 2 * half


class _Search:
    """A partial system: for every point, the mask of the points with which it shares no block yet."""

    def __init__(self, v: int) -> None:
        self.lacking = [(1 << v) - 1 - (1 << x) for x in range(v)]

    def turn(self, block: Triple) -> None:
        """Add a block, or remove it if it is present."""
        everything = sum(1 << x for x in block)
        for x in block:
            self.lacking[x] ^= everything ^ 1 << x

    def count(self) -> int:
        """The number of ways to complete the system; the search continues with a pair that has few third points."""
        open_points = [x for x, mask in enumerate(self.lacking) if mask]
        if not open_points:
            return 1
        a = min(open_points, key=lambda x: self.lacking[x].bit_count())
        b = min(_points(self.lacking[a]), key=lambda x: (self.lacking[a] & self.lacking[x]).bit_count())
        return sum(self._count_with((a, b, c)) for c in _points(self.lacking[a] & self.lacking[b]))

    def _count_with(self, block: Triple) -> int:
        self.turn(block)
        number = self.count()
        self.turn(block)
        return number


def _points(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


QUICK, FULL = (7, 9, 13), (7, 9, 13, 15)
"""The orders whose systems are all solved, in quick and in full runs."""

LARGEST_ORDER = 999
"""The order up to which the absence of draws is computed; for larger orders it follows from an inequality."""


@lru_cache(maxsize=128)
def value_of(system: Design) -> Solution:
    """The value of the game on a system."""
    return Solver(system).solve()


def check_complete(v: int) -> Check:
    """The isomorphism classes account for all systems on v points: none is missing, none is counted twice."""
    accounted = sum(factorial(v) // System.of(v, system.blocks).group().order for system in systems(v))
    return check_fact(
        f"no system of order {v} is missing",
        f"{plural(len(systems(v)), 'system')} up to isomorphism: the sum of v!/|Aut| is {accounted:,}, and a search "
        f"counts {count_systems(v):,}",
        accounted == count_systems(v),
    )


def check_no_draw() -> Check:
    """Two complementary sets of points cannot both be free of blocks, by counting the pairs between them."""
    orders = [v for v in range(7, LARGEST_ORDER + 1) if v % 6 in (1, 3)]
    return check(
        "s points and the v − s others cannot both be free of blocks: s(v − s) mixed pairs differ from v(v − 1)/3",
        f"all {{}} orders v from 7 to {LARGEST_ORDER}, and beyond since s(v − s) ≤ v²/4 < v(v − 1)/3 for v > 4",
        orders,
        lambda v: all(3 * s * (v - s) != v * (v - 1) for s in range(v + 1)),
    )


@evidence("D6.steiner")
def steiner(claim: Claim, runner: Runner) -> Resolution:
    """The winner on each system of order 7, 9 and 13, in a full run also 15."""
    orders = FULL if runner.full else QUICK
    solved = {v: Counter(outcome(value_of(system)) for system in systems(v)) for v in orders}
    every = [system for v in orders for system in systems(v)]
    reflected = [system for system in every if first_reflection(system)]
    return Resolution(
        "; ".join(
            f"order {v}: " + ", ".join(f"{text} on {number} of {found.total()}" for text, number in found.most_common())
            for v, found in solved.items()
        ),
        *(check_complete(v) for v in orders),
        check_no_draw(),
        check(
            "one player wins with best play",
            f"all {{}} systems of order {', '.join(map(str, orders))}",
            every,
            lambda system: value_of(system).winner in ("xavier", "olivia"),
            whole=False,
        ),
        check(
            "Xavier wins if the system has a reflection",
            f"the {plural(len(reflected), 'system')} with a reflection among them",
            reflected,
            lambda system: value_of(system).winner == "xavier",
            whole=False,
        ),
        why="The systems are generated by switching, and counting shows that none is missing. On a system of order 7 "
        "or more the game cannot be a draw. Larger orders, and order 15 without --full, are not decided here.",
        commands=(repeat_command(claim, runner.full),),
    )
