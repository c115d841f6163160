"""A strategy: a name, the games it can play, and a function from the game so far to a move with its reason.

A reason is a value, a code with points and numbers; each code has an English sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from setlab.antiset.game import Game, name_of
from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import RuleError
from setlab.geometry.design import Design

SENTENCES = {
    "first": "the first point is arbitrary",
    "third": "{0} completes the block of {1}, the first point, and {2}, so that nobody can hold it",
    "third-taken": "{0}, which belongs to {1} and {2}, is taken",
    "centre": "{0} is the centre of a reflection, and every later point has an image",
    "reflection": "{0} is the reflection of {1} in {2}",
    "image": "{0} is the image of {1}",
    "image-taken": "the image of {0} is not free",
    "cap": "one of {left} points left of a cap of {size} through {0}",
    "cap-played": "nothing is left of the cap of {size}",
    "flat": "the next point of a largest cap in a flat parallel to a {level}-flat through {0}",
    "flats-played": "the plan of {size} points is played",
    "chance": "one of {left} free points, by chance",
    "safe": "one of {left} points that complete nothing",
    "seems": "one of {left} points that seem to complete nothing",
    "overlooked": "{0} completes {block}, which was overlooked",
    "doomed": "every free point completes a block; {0} completes {block}",
    "wins": "wins in round {round} at the latest",
    "draws": "keeps the draw",
    "loses": "loses, but not before round {round}",
}
"""The sentence of each code: {0}, {1}, … are the names of its points, {block} are the names of all but the first."""


@dataclass(frozen=True)
class Reason:
    """Why a point is taken; `after` is the event that ended the strategy's plan, if any.

    >>> Reason("reflection", (6, 3, 0)).text(str)
    '6 is the reflection of 3 in 0'
    >>> Reason("safe", numbers={"left": 2}, after=Reason("cap-played", numbers={"size": 4})).text(str)
    'nothing is left of the cap of 4: one of 2 points that complete nothing'
    """

    code: str
    points: tuple[int, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    after: Reason | None = None

    def text(self, names: Callable[[int], str]) -> str:
        """The sentence in English, with the points called by their names."""
        called = [names(point) for point in self.points]
        sentence = SENTENCES[self.code].format(*called, block=", ".join(called[1:]), **self.numbers)
        return f"{self.after.text(names)}: {sentence}" if self.after else sentence


@checked
@dataclass(frozen=True)
class Move:
    """A point to take, and why: in words, and as a value where the strategy is one of setlab's."""

    point: int
    reason: str
    why: Reason | None = field(default=None, repr=False, compare=False)


def because(game: Game, point: int, why: Reason) -> Move:
    """The move to a point, with its reason in the names of the game.

    >>> because(Game("AG(2,3)"), 4, Reason("first"))
    Move(point=4, reason='the first point is arbitrary')
    """
    return Move(point, why.text(game.names), why)


Choose = Callable[[Game, Draws, int], Move]
"""From the game so far, the draws and the trial to a move."""


def _anywhere(design: Design, seat: int, players: int) -> str | None:
    return None


@checked
@dataclass(frozen=True)
class Strategy:
    """A strategy; `obstacle` gives the reason why it cannot be played on a design from a seat, or None."""

    name: str
    about: str
    choose: Choose
    obstacle: Callable[[Design, int, int], str | None] = _anywhere

    @checked
    def check(self, design: Design, seat: int, players: int = 2) -> None:
        """Raise `RuleError` unless the strategy can be played on the design from this seat."""
        if why := self.obstacle(design, seat, players):
            raise RuleError(f"{name_of(seat, players)} cannot play {self.name} on {design}: {why}")

    @checked
    def move(self, game: Game, draws: Draws | None = None, trial: int = 0) -> Move:
        """The move of the player whose turn it is.

        >>> from setlab.antiset.strategies import find_strategy
        >>> find_strategy("theorem7").move(Game("AG(2,3)", [2, 8]))
        Move(point=5, reason='5 completes the block of 2, the first point, and 8, so that nobody can hold it')
        """
        if game.is_over:
            raise RuleError("the game is over: there is no move; take one back with pop()")
        self.check(game.design, game.turn, game.players)
        return self.choose(game, draws or Draws(0), trial)


def pick(points: Sequence[int], game: Game, draws: Draws, trial: int) -> int:
    """One of the points, chosen by the draw whose number is the ply."""
    return points[draws.below(trial, len(game.moves), len(points))]


def stay_safe(game: Game, draws: Draws, trial: int, after: Reason | None = None) -> Move:
    """A random move that completes no block, or any move if there is none: how a strategy continues after its plan."""
    if safe := game.safe_moves:
        return because(game, pick(safe, game, draws, trial), Reason("safe", (), {"left": len(safe)}, after))
    point = pick(game.legal_moves, game, draws, trial)
    return because(game, point, Reason("doomed", (point, *(game.completes(point) or ())), after=after))


def two_players(players: int) -> str | None:
    """The obstacle to a strategy for two players, or None."""
    return None if players == 2 else "it is a strategy for two players"


def ternary_dimension(design: Design) -> int | None:
    """The d for which the design is AG(d,3) with its lines, or None.

    >>> from setlab.geometry.designs import affine
    >>> ternary_dimension(affine(3, 3)), ternary_dimension(affine(2, 4))
    (3, None)
    """
    geometry = design.geometry
    return geometry.d if geometry and (geometry.kind, geometry.q, geometry.k) == ("AG", 3, 1) else None


def is_triple_system(design: Design) -> bool:
    """True if every two points lie in one block of three."""
    return (design.block_size, design.t, design.lam) == (3, 2, 1)


def third_point(design: Design, a: int, b: int) -> int:
    """The point that completes the block of two points of a triple system.

    >>> from setlab.geometry.designs import affine
    >>> third_point(affine(2, 3), 0, 4)
    8
    """
    block = next(design.blocks[number] for number in design.through[a] if b in design.blocks[number])
    return sum(block) - a - b
