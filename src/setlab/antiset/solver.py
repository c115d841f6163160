"""Exact play: who wins anti-SET on a design, and in how many rounds, from any position.

The winner hurries and the loser delays. The compiled engine answers one question, "can this player force the other to
complete a block at ply n or before?", and examines positions only up to the automorphisms of the design. Here n is
raised until the answer is yes or the board is full; when the budget is spent, the answers so far are bounds.
`setlab/reference/antiset.py` has the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from setlab.antiset.game import Game
from setlab.antiset.steiner import System
from setlab.antiset.strategies import Reason, is_triple_system, ternary_dimension
from setlab.arguments import checked
from setlab.caps.known_sizes import known
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry import symmetry
from setlab.geometry.design import Design, find_design
from setlab.geometry.fields import Field
from setlab.geometry.symmetry import Group, Permutation

if TYPE_CHECKING:
    from setlab._core import AntisetEngine

Hand = Sequence[int]
"""The points of a player."""


@checked
@dataclass(frozen=True)
class Solution:
    """Bounds on the value of a position. `winner` and `length` are None unless they follow from the bounds.

    The value of a position is 0 for a draw; if Xavier wins at ply e, it is the number of points + 1 − e, and if Olivia
    wins, the negative of that. It lies between `lower` and `upper`.
    """

    points: int
    lower: int
    upper: int
    positions: int
    principal_variation: tuple[int, ...] = ()

    @property
    def is_settled(self) -> bool:
        """True if the value is known."""
        return self.lower == self.upper

    @property
    def winner(self) -> str | None:
        """The winner with best play, or "draw"."""
        return winner_by(self.lower) if self.is_settled or self.lower > 0 else "olivia" if self.upper < 0 else None

    @property
    def possible_winners(self) -> tuple[str, ...]:
        """The winners that the bounds allow."""
        names = (("xavier", self.upper > 0), ("olivia", self.lower < 0), ("draw", self.lower <= 0 <= self.upper))
        return tuple(name for name, possible in names if possible)

    @property
    def length(self) -> int | None:
        """The number of rounds with best play; a draw lasts until the board is full."""
        return self.shortest if self.is_settled else None

    @property
    def shortest(self) -> int:
        """The least number of rounds that the bounds allow."""
        return rounds_of(self.points, max(abs(self.lower), abs(self.upper)))

    @property
    def longest(self) -> int:
        """The greatest number of rounds that the bounds allow."""
        nearest = 0 if self.lower <= 0 <= self.upper else min(abs(self.lower), abs(self.upper))
        return rounds_of(self.points, nearest)


def rounds_of(points: int, size: int) -> int:
    """The round in which a game with this absolute value ends.

    >>> rounds_of(9, 2), rounds_of(9, 0)
    (4, 5)
    """
    return (points + 2 - size) // 2 if size else (points + 1) // 2


def winner_by(value: int) -> str:
    """The winner of a position of this value, or "draw"."""
    return "draw" if value == 0 else "xavier" if value > 0 else "olivia"


def mirror_lower(design: Design) -> int:
    """A lower bound from a reflection: Xavier takes its centre, mirrors, and never loses, unless the centre is a block.

    >>> from setlab.geometry.design import affine
    >>> mirror_lower(affine(2, 5)), mirror_lower(affine(2, 4))
    (0, -16)
    """
    return 0 if design.block_size > 1 and symmetry.first_reflection(design) else -design.points


def mirror_upper(design: Design) -> int:
    """An upper bound from an involution without fixed points: Olivia mirrors and never loses.

    >>> from setlab.geometry.design import affine
    >>> mirror_upper(affine(2, 5)), mirror_upper(affine(2, 4))
    (25, 0)
    """
    return 0 if symmetry.free_involution(design) else design.points


def theorem7_lower(design: Design) -> int:
    """A lower bound on AG(d,3): Xavier wins in at most m₂ rounds, the size of the largest cap (theorems 7 and 15).

    >>> from setlab.geometry.design import affine
    >>> theorem7_lower(affine(4, 3))            # round 20 is over with ply 40: 82 − 40
    42
    """
    d = ternary_dimension(design) or 0
    if d < 2:
        return -design.points
    largest = known(d).upper
    return design.points + 1 - 2 * largest if largest else 1


LARGEST_ORDER = 2**60
"""The engine counts with 64 bits. Only designs with very few blocks have larger groups."""


def group_of(design: Design) -> tuple[tuple[Permutation, ...], int]:
    """Generators and order of the automorphism group; no generators and 1 if it is too large for the engine.

    >>> from setlab.geometry.design import affine, projective
    >>> group_of(affine(3, 3))[1], group_of(projective(2, 4))[1]
    (303264, 120960)
    """
    group = _group(design)
    return (group.generators, group.order) if 1 < group.order < LARGEST_ORDER else ((), 1)


def _group(design: Design) -> Group:
    geometry = design.geometry
    if geometry and design.block_size not in (2, design.points):
        return Group(symmetry.automorphisms(design), count_maps(geometry.kind, geometry.d, geometry.q))
    if is_triple_system(design) and design.points > 3:
        return System.of(design.points, design.blocks).group()
    return symmetry.automorphism_group(design)


def count_maps(kind: str, d: int, q: int) -> int:
    """The order of AΓL(d,q), or of PΓL(d+1,q).

    >>> count_maps("AG", 2, 3), count_maps("PG", 2, 2)
    (432, 168)
    """
    n = d if kind == "AG" else d + 1
    linear = prod(int(q**n) - int(q**i) for i in range(n)) * Field(q).degree
    return linear * int(q**d) if kind == "AG" else linear // (q - 1)


MOST_POINTS = 128
BUDGET = 10_000_000
"""The default number of positions to examine: a minute or two, and 0.2 to 0.8 gigabytes."""


UNLIMITED = 2**62
"""The budget for moves that preserve a known value, which need few new positions."""


class _SpentError(Exception):
    """The budget of positions is spent."""


class Solver:
    """The engine for one design, with the positions that it has solved so far.

    >>> solver = Solver(find_design("AG(2,3)"))
    >>> solver.solve().winner, solver.solve().length
    ('xavier', 4)
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.engine = engine_for(design.points, design.blocks, *group_of(design))

    def solve(self, x: Hand = (), o: Hand = (), budget: int = BUDGET) -> Solution:
        """The value of the position in which Xavier holds x and Olivia holds o, and one best game from there."""
        self.check(x, o)
        before = self.engine.positions
        lower, upper = self.bounds(x, o, budget)
        examined = self.engine.positions - before
        line = self.principal_variation(x, o, lower, budget) if lower == upper else ()
        return Solution(self.design.points, lower, upper, examined, line)

    def bounds(self, x: Hand, o: Hand, budget: int) -> tuple[int, int]:
        """Bounds on the value; they are equal unless the budget is spent."""
        if not 0 <= budget <= UNLIMITED:
            raise SpecError(f"a budget of {budget} positions is out of range: choose 0 to 2^62")
        points, ply = self.design.points, len(x) + len(o)
        lower, upper = ply - points, points - ply
        if ply == 0:
            lower, upper = max(lower, mirror_lower(self.design)), min(upper, mirror_upper(self.design))
        end = self.engine.positions + budget
        for last in range(ply + 1, points + 1):
            xavier = last % 2 == 0  # Olivia completes her block with an even ply
            value = points + 1 - last
            if upper <= 0 if xavier else lower >= 0:
                continue
            answer = self.engine.forces(xavier, list(x), list(o), last, max(0, end - self.engine.positions))
            if answer is None:
                return (max(lower, theorem7_lower(self.design)), upper) if ply == 0 else (lower, upper)
            if answer:
                return (value, value) if xavier else (-value, -value)
            if xavier:
                upper = min(upper, max(value - 1, 0))
            else:
                lower = max(lower, min(1 - value, 0))
        return 0, 0

    def value(self, x: Hand, o: Hand, budget: int = BUDGET) -> int:
        """The value of a position (see `Solution`)."""
        lower, upper = self.bounds(x, o, budget)
        if lower != upper:
            where = f"{self.design} with {plural(len(x) + len(o), 'point')} taken"
            raise SpecError(f"{plural(budget, 'position')} are not enough for {where}: raise the budget")
        return lower

    def values(self, x: Hand, o: Hand, budget: int = BUDGET) -> dict[int, int]:
        """The value after every free point; a point that completes a block ends the game at once."""
        self.check(x, o)
        safe, ply = self.safe_moves(x, o), len(x) + len(o) + 1
        lost = (self.design.points + 1 - ply) * (-1) ** ply
        return {point: self.value(*_after(x, o, point), budget) if point in safe else lost for point in self.free(x, o)}

    def principal_variation(self, x: Hand, o: Hand, value: int, budget: int = BUDGET) -> tuple[int, ...]:
        """A best game from a position of known value: each move is the lowest point that preserves the value.

        If the value is known by a theorem, a move may cost more than the budget; then the game is not finished.
        """
        line: list[int] = []
        end = self.engine.positions + budget
        while self.free(x, o):
            try:
                point = self._keeping(x, o, value, end)
            except _SpentError:
                break
            line.append(self.free(x, o)[0] if point is None else point)
            if point is None:
                break
            x, o = _after(x, o, point)
        return tuple(line)

    def best_move(self, x: Hand, o: Hand, budget: int = BUDGET) -> tuple[int, int]:
        """The lowest best point and the value of the position."""
        self.check(x, o)
        if not self.free(x, o):
            raise RuleError(f"all points of {self.design} are taken: there is no move left")
        value = self.value(x, o, budget)
        point = self._keeping(x, o, value)
        return (self.free(x, o)[0] if point is None else point), value

    def free(self, x: Iterable[int], o: Iterable[int]) -> list[int]:
        """The points that no player holds."""
        return sorted(set(range(self.design.points)) - set(x) - set(o))

    def safe_moves(self, x: Hand, o: Hand) -> list[int]:
        """The free points that complete no block for the player to move."""
        own = set(x) if len(x) == len(o) else set(o)
        return [point for point in self.free(x, o) if not self._completes(own, point)]

    def check(self, x: Hand, o: Hand) -> None:
        """Raise `RuleError` unless this is a position of a game that is not over."""
        for point in (*x, *o):
            self.design.check_point(point)
        if len({*x, *o}) < len(x) + len(o):
            raise RuleError("a point is taken twice: every point belongs to one player at most")
        if len(x) - len(o) not in (0, 1):
            raise RuleError(f"Xavier has {len(x)} and Olivia {plural(len(o), 'point')}: he has as many, or one more")
        for name, own in (("Xavier", set(x)), ("Olivia", set(o))):
            if block := next((block for block in self.design.blocks if own.issuperset(block)), None):
                raise RuleError(f"{name} holds the block {block}: the game is over")

    def _keeping(self, x: Hand, o: Hand, value: int, end: int = UNLIMITED) -> int | None:
        """The lowest point that preserves the value of a position; None if every point completes a block."""
        return next((point for point in self.safe_moves(x, o) if self._keeps(*_after(x, o, point), value, end)), None)

    def _keeps(self, x: Hand, o: Hand, value: int, limit: int) -> bool:
        """True if the position after a move is not worse for the player who moved; it cannot be better."""
        xavier, points = len(x) > len(o), self.design.points
        end = points + 1 - abs(value)
        if value != 0 and xavier == (value > 0):
            return self._forces(xavier, x, o, end, limit)
        return not self._forces(not xavier, x, o, end - 1 if value else points, limit)

    def _forces(self, xavier: bool, x: Hand, o: Hand, by: int, limit: int) -> bool:
        """The answer of the engine. Raise `_SpentError` if it has examined `limit` positions in all."""
        answer = self.engine.forces(xavier, list(x), list(o), by, max(0, limit - self.engine.positions))
        if answer is None:
            raise _SpentError
        return answer

    def _completes(self, own: set[int], point: int) -> bool:
        blocks = self.design.blocks
        return any(own.issuperset(set(blocks[number]) - {point}) for number in self.design.through[point])


def engine_for(
    points: int, blocks: Iterable[Iterable[int]], generators: Iterable[Sequence[int]] = (), order: int = 1
) -> AntisetEngine:
    """The compiled engine for a list of blocks, which need not form a design."""
    from setlab import _core

    if not 1 <= points <= MOST_POINTS:
        raise SpecError(f"the solver cannot take {plural(points, 'point')}: choose a design with 1 to {MOST_POINTS}")
    return _core.AntisetEngine(points, [list(block) for block in blocks], [list(map_) for map_ in generators], order)


@lru_cache(maxsize=4)
def solver(design: Design) -> Solver:
    """The solver of a design, which caches its results."""
    return Solver(design)


@checked
def solve(on: Design | str, budget: int = BUDGET) -> Solution:
    """The winner and the length of anti-SET on a design with best play.

    >>> solution = solve("PG(3,2)")
    >>> solution.winner, solution.length
    ('olivia', 7)
    """
    return Solver(find_design(on) if isinstance(on, str) else on).solve(budget=budget)


@checked
def evaluate(on: Design | str, x: Sequence[int], o: Sequence[int], budget: int = BUDGET) -> Solution:
    """The value of a position: Xavier holds x, Olivia holds o.

    >>> evaluate("AG(2,3)", x=[0, 4], o=[1]).winner
    'olivia'
    """
    return solver(find_design(on) if isinstance(on, str) else on).solve(x, o, budget)


@checked
def winner_of(game: Game, budget: int = BUDGET) -> str:
    """The winner of a game of two from its present position with best play.

    >>> winner_of(Game("AG(3,3)", [0, 1, 2]))
    'xavier'
    """
    return winner_by(solver(game.design).value(game.hand(0), game.hand(1), budget))


@checked
def best_move(game: Game, budget: int = BUDGET) -> tuple[int, str]:
    """The best point for the player to move, and why.

    >>> best_move(Game("AG(2,3)", [0, 1]))
    (2, 'wins in round 4 at the latest')
    """
    point, why = best_reason(game, budget)
    return point, why.text(game.names)


def best_reason(game: Game, budget: int = BUDGET) -> tuple[int, Reason]:
    """The best point for the player to move, and why, as a value.

    >>> best_reason(Game("AG(2,3)", [0, 1]))[1].code
    'wins'
    """
    point, value = solver(game.design).best_move(game.hand(0), game.hand(1), budget)
    if value == 0:
        return point, Reason("draws")
    code = "wins" if (value > 0) == (game.turn == 0) else "loses"
    return point, Reason(code, numbers={"round": rounds_of(game.design.points, abs(value))})


def _after(x: Hand, o: Hand, point: int) -> tuple[Hand, Hand]:
    return ((*x, point), o) if len(x) == len(o) else (x, (*o, point))
