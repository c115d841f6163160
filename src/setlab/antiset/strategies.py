"""The strategies, and matches between them: begin with `find_strategy`.

A user's own strategy is a function from the game to a point, or an object.

A strategy has a name, a test of the games that it can play, and a function from the game so far to a move with its
reason. A reason is a value, a code with points and numbers; each code has an English sentence. Random choices use the
draw whose number is the ply, so that the same seed and trial give the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index
from typing import Any, Protocol, SupportsIndex

from setlab.antiset.game import Game, Result
from setlab.antiset.game import name_of as player_name
from setlab.arguments import checked, name_of
from setlab.caps.constructions import find
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, show_value, unknown_name
from setlab.files import read_toml
from setlab.geometry.design import Design, find_design
from setlab.geometry.space import Space
from setlab.geometry.symmetry import first_reflection, free_involution, reflection

SENTENCES = read_toml(__file__, "sentences.toml")
"""The sentence of each code, from `sentences.toml`."""


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
"""A function from the game so far, the draws and the trial to a move."""

Obstacle = Callable[[Design, int, int], str | None]
"""A function from a design, a seat and the number of players to the reason why a strategy cannot be played there."""


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

    def check(self, design: Design, seat: int, players: int = 2) -> None:
        """Raise `RuleError` unless the strategy can be played on the design from this seat."""
        if why := self.obstacle(design, seat, players):
            raise RuleError(f"{player_name(seat, players)} cannot play {self.name} on {design}: {why}")

    def move(self, game: Game, draws: Draws | None = None, trial: int = 0) -> Move:
        """The move of the player whose turn it is.

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


def ternary_dimension(design: Design) -> int | None:
    """The d for which the design is AG(d,3) with its lines, or None.

    >>> from setlab.geometry.design import affine
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

    >>> from setlab.geometry.design import affine
    >>> third_point(affine(2, 3), 0, 4)
    8
    """
    block = next(design.blocks[number] for number in design.through[a] if b in design.blocks[number])
    return sum(block) - a - b


SEATS = ("it is a strategy for xavier, who begins", "it is a strategy for olivia, who plays second")


def _obstacle(fits: Callable[[Design], object], lack: str, seat: int | None = None) -> Obstacle:
    """The obstacle to a strategy for two players, perhaps from one seat alone, on designs that fit."""

    def obstacle(design: Design, at: int, players: int) -> str | None:
        if seat is not None and at != seat:
            return SEATS[seat]
        return "it is a strategy for two players" if players != 2 else None if fits(design) else lack

    return obstacle


def _theorem7(game: Game, draws: Draws, trial: int) -> Move:
    """The third point of the line through X₁ and Olivia's last point; X₁ itself is any point.

    It wins on AG(d,3), d ≥ 2 (theorem 7 of Clark, Fisk & Goren). It can be played on every Steiner triple system, where
    the points other than the first form pairs and Olivia can never take both points of a pair; it need not win there.
    """
    if not game.moves:
        return because(game, pick(game.legal_moves, game, draws, trial), Reason("first"))
    third = third_point(game.design, game.moves[0], game.moves[-1])
    three = (third, game.moves[0], game.moves[-1])
    if game.owner(third) is not None:
        return stay_safe(game, draws, trial, Reason("third-taken", three))
    return because(game, third, Reason("third", three))


def _theorem17(game: Game, draws: Draws, trial: int) -> Move:
    """The next point of Olivia's plan that is free and completes no block; after the plan, any safe point."""
    steps = plan(ternary_dimension(game.design) or 0, game.moves[0])
    safe = set(game.safe_moves)
    for point, level in steps:
        if point in safe:
            return because(game, point, Reason("flat", (game.moves[0],), {"level": level}))
    return stay_safe(game, draws, trial, Reason("flats-played", numbers={"size": len(steps)}))


@lru_cache
def plan(d: int, first: int) -> tuple[tuple[int, int], ...]:
    """Olivia's points in order, each with the dimension of the flat she jumped from.

    She fills a flat, jumps to a parallel one with a largest cap in it, and so on up the dimensions. Let F_i be the
    i-flat through Xavier's first point along the last i coordinates. For i = 0, 1, … , d − 1 she plays a largest cap of
    F_i + e, where e is the next coordinate. Against `theorem7` Xavier's replies are all in F_i − e, and the game has at
    least 1 + Σ m₂(AG(i,3)) rounds with m₂(AG(0,3)) = 1. The theorem says d ≥ 1; for d = 1 it fails, since a line of
    three points gives Olivia only one move.

    >>> [point for point, _ in plan(2, 0)], len(plan(4, 0))
    ([1, 3, 4], 16)
    """
    space, steps = Space(d), []
    for level in range(d):
        jump = space.add(first, 3**level)
        steps += [(space.add(jump, point), level) for point in (find(level) if level else (0,))]
    return tuple(steps)


def length_bound(d: int) -> int:
    """The lower bound of theorem 17 on the length of the game, for d ≥ 2.

    >>> [length_bound(d) for d in range(2, 7)]
    [4, 8, 17, 37, 82]
    """
    return 1 + len(plan(d, 0))


def _max_cap(game: Game, draws: Draws, trial: int) -> Move:
    """A random free point of a largest cap through Xavier's first point that completes no block; then any safe point.

    Against `theorem7` Olivia obtains all of the cap, in any order, and the game lasts as many rounds as it has points:
    the bound of theorem 15 of Clark, Fisk & Goren is attained. `docs/antiset.md` has the proof.
    """
    cap = cap_through(ternary_dimension(game.design) or 0, game.moves[0])
    safe = set(game.safe_moves)
    if planned := [point for point in cap if point in safe]:
        point = pick(planned, game, draws, trial)
        return because(game, point, Reason("cap", (game.moves[0],), {"left": len(planned), "size": len(cap)}))
    return stay_safe(game, draws, trial, Reason("cap-played", numbers={"size": len(cap)}))


@lru_cache
def cap_through(d: int, point: int) -> tuple[int, ...]:
    """The largest cap of AG(d,3), translated so that its first point becomes this point.

    >>> cap_through(2, 8)
    (8, 6, 2, 0)
    """
    space, cap = Space(d), find(d)
    step = space.subtract(point, cap[0])
    return tuple(space.add(card, step) for card in cap)


def _mirror(game: Game, draws: Draws, trial: int) -> Move:
    """The image of the last point under an involution; the first player begins with the centre of a reflection.

    If the first player completed a block without the centre, the second would already hold its reflection; and a block
    through the centre is its own reflection, so that she holds half of its other points. The second player needs an
    involution without fixed points: a block of hers is the image of a block that he completed before.
    `docs/antiset.md` has the proofs.
    """
    if not game.moves:
        found = first_reflection(game.design)
        assert found is not None
        return because(game, found[0], Reason("centre", (found[0],)))
    centre, last = game.moves[0], game.moves[-1]
    map_ = reflection(game.design, centre) if game.turn == 0 else free_involution(game.design)
    if map_ is None or game.owner(map_[last]) is not None:
        return stay_safe(game, draws, trial, Reason("image-taken", (last,)))
    image = map_[last]
    why = Reason("reflection", (image, last, centre)) if game.turn == 0 else Reason("image", (image, last))
    return because(game, image, why)


_MIRRORED = (
    _obstacle(first_reflection, "it has no reflection that fixes one point and all blocks through it"),
    _obstacle(free_involution, "it has no involution that moves every point"),
)
"""The obstacles to mirroring as the first player and as the second."""


def _random(game: Game, draws: Draws, trial: int) -> Move:
    """Any free point, each with the same probability."""
    free = game.legal_moves
    return because(game, pick(free, game, draws, trial), Reason("chance", numbers={"left": len(free)}))


OVERLOOKED = 3
"""One danger in this many is overlooked by `forgetful`."""


def _forget(game: Game, draws: Draws, trial: int) -> Move:
    """A random point among the safe ones and those whose danger is overlooked; any point if none is safe.

    The opponent to begin with may hold a block although there was a way out. Whether the danger of a point is
    overlooked follows from the draw whose number is points · (ply + 1) + point.
    """
    safe, first = set(game.safe_moves), game.design.points * (len(game.moves) + 1)
    if not safe:
        return stay_safe(game, draws, trial)
    seeming = [p for p in game.legal_moves if p in safe or draws.below(trial, first + p, OVERLOOKED) == 0]
    point = pick(seeming, game, draws, trial)
    if point in safe:
        return because(game, point, Reason("seems", numbers={"left": len(seeming)}))
    return because(game, point, Reason("overlooked", (point, *(game.completes(point) or ()))))


def _perfect(game: Game, draws: Draws, trial: int) -> Move:
    """The move that wins soonest, else draws, else loses latest."""
    from setlab.antiset.solver import best_reason

    return because(game, *best_reason(game))


_TRIPLES = _obstacle(is_triple_system, "it needs blocks of 3, t = 2, λ = 1", seat=0)
_TERNARY = _obstacle(ternary_dimension, "it needs AG(d,3) with its lines", seat=1)


def _mirror_obstacle(design: Design, seat: int, players: int) -> str | None:
    return _MIRRORED[min(seat, 1)](design, seat, players)


_TABLE: tuple[tuple[str, str, Choose, Obstacle], ...] = (
    ("theorem7", "xavier takes the third point of the line through his first and your last", _theorem7, _TRIPLES),
    ("theorem17", "olivia jumps from hyperplane to hyperplane, with a largest cap in each", _theorem17, _TERNARY),
    ("mirror", "the image of the other player's last point under an involution", _mirror, _mirror_obstacle),
    ("max-cap", "olivia plays a largest cap through xavier's first point", _max_cap, _TERNARY),
    ("random", "any free point", _random, _anywhere),
    (
        "forgetful",
        "a random point that completes no block, but one danger in three is overlooked",
        _forget,
        _anywhere,
    ),
    ("safe", "a random point that completes no block, as long as there is one", stay_safe, _anywhere),
    ("perfect", "the best move by exact search", _perfect, _obstacle(lambda design: True, "")),
)
_STRATEGIES = {row[0]: Strategy(*row) for row in _TABLE}
STRATEGIES = tuple(_STRATEGIES)
"""The names of all strategies."""


@checked
def find_strategy(name: str) -> Strategy:
    """The strategy of this name.

    >>> find_strategy("max-cap").name
    'max-cap'
    """
    if name not in _STRATEGIES:
        raise SpecError(unknown_name(name, "a strategy", STRATEGIES))
    return _STRATEGIES[name]


FORMS = "give a name, a function from the game to a free point, or an object with a method choose(game)"


class Chooser(Protocol):
    """An object that chooses: the least that a strategy must have."""

    def choose(self, game: Game) -> SupportsIndex | Move:
        """One of `game.legal_moves`, alone or with a reason."""
        ...


OwnStrategy = str | Strategy | Chooser | type[Chooser] | Callable[[Game], SupportsIndex | Move]
"""The name of a strategy, or a user's strategy."""


@checked
def strategy_of(given: Any) -> Strategy:
    """The strategy that a name, a function, an object or a class stands for. Raise `TypeError` for anything else.

    >>> def lowest(game):
    ...     return min(game.safe_moves or game.legal_moves)
    >>> strategy_of(lowest).move(Game("AG(2,3)", [0, 1, 3]))
    Move(point=2, reason='chosen by lowest')
    >>> strategy_of(3)
    Traceback (most recent call last):
    TypeError: 3 is not a strategy: give a name, a function from the game to a free point, or an object with …
    """
    if isinstance(given, str):
        return find_strategy(given)
    if isinstance(given, Strategy):
        return given
    own = given() if isinstance(given, type) and hasattr(given, "choose") else given
    choose = getattr(own, "choose", own)
    if not callable(choose) or isinstance(choose, type):
        raise TypeError(f"{show_value(given)} is not a strategy: {FORMS}")
    name = name_of(own)
    return Strategy(name, f"a strategy of your own, {name}", _check_choice(name, choose))


def _check_choice(name: str, choose: Callable[[Game], Any]) -> Choose:
    """The choice with its reason. Raise `RuleError` unless it is a free point and the game is as it was."""

    def check_choice(game: Game, draws: Draws, trial: int) -> Move:
        before = list(game.moves)
        found = choose(game)
        if game.moves != before:
            raise RuleError(f"{name} changed the game: take back with pop() every move that it tries with push()")
        point, reason = (found.point, found.reason) if isinstance(found, Move) else (found, f"chosen by {name}")
        return Move(_free_point(point, name, game), reason)

    return check_choice


def _free_point(given: Any, name: str, game: Game) -> int:
    try:
        point = index(given)
        taken = game.owner(point)
    except (TypeError, ValueError):
        raise RuleError(f"{_refusal(name, show_value(given), game)}: it is not a point of {game.design}") from None
    if taken is not None or isinstance(given, bool):
        why = "it is a truth value" if taken is None else f"{player_name(taken, game.players)} holds it"
        raise RuleError(f"{_refusal(name, game.names(point), game)}: {why}; free are {game.names_of(game.legal_moves)}")
    return point


def _refusal(name: str, point: str, game: Game) -> str:
    who = player_name(game.turn, game.players)
    return f"{name} cannot take {point} for {who} as move {len(game.moves) + 1}"


@checked
@dataclass(frozen=True)
class Match:
    """A finished game, with the reason for every move."""

    moves: tuple[Move, ...]
    result: Result

    @property
    def winner(self) -> str:
        """The name of the only winner, or "draw" if there are several."""
        return self.result.winner

    @property
    def length(self) -> int:
        """The number of rounds."""
        return self.result.length


@dataclass(frozen=True)
class Score:
    """The games between two strategies, counted by winner and by length."""

    xavier: str
    olivia: str
    winners: dict[str, int]
    lengths: dict[int, int]


@checked
def play(
    on: Design | str,
    *strategies: OwnStrategy,
    seed: int = 0,
    trial: int = 0,
    elimination: bool = False,
    first: Sequence[int] = (),
    names: Callable[[int], str] = str,
) -> Match:
    """The game between these strategies, one for each player in the order of play; `first` are moves already made.

    A strategy is a name, a function from the game to a free point, or an object with a method `choose(game)`. The
    reasons call the points by their `names`.

    >>> match = play("AG(3,3)", "theorem7", "max-cap", seed=1)
    >>> match.result.winner, match.result.length
    ('xavier', 9)
    >>> def lowest(game):
    ...     return min(game.safe_moves or game.legal_moves)
    >>> play("AG(3,3)", lowest, "perfect").result.winner
    'olivia'
    """
    players = [strategy_of(given) for given in strategies]
    game = Game(on, first, players=len(players), elimination=elimination, names=names)
    for seat, strategy in enumerate(players):
        strategy.check(game.design, seat, len(players))
    return play_on(game, players, Draws(seed), trial)


def play_on(game: Game, strategies: Sequence[Strategy], draws: Draws, trial: int = 0) -> Match:
    """The rest of a game, which is played to its end in place."""
    from setlab import _core

    moves = []
    while not game.is_over:
        _core.check_interrupt()
        move = strategies[game.turn].choose(game, draws, trial)
        game.push(move.point)
        moves.append(move)
    result = game.result()
    assert result is not None
    return Match(tuple(moves), result)


@checked
def tournament(
    on: Design | str, xaviers: Sequence[OwnStrategy], olivias: Sequence[OwnStrategy], *, games: int = 100, seed: int = 0
) -> list[Score]:
    """Every strategy of the first list against every strategy of the second, where both can be played.

    >>> tournament("AG(2,3)", ["theorem7"], ["max-cap", "theorem17"], games=20)[0]
    Score(xavier='theorem7', olivia='max-cap', winners={'xavier': 20}, lengths={4: 20})
    """
    where = find_design(on) if isinstance(on, str) else on
    if games < 1:
        raise SpecError(f"{games} games are no tournament: choose at least 1")
    first, second = ([strategy_of(given) for given in side] for side in (xaviers, olivias))
    pairs = [(x, o) for x in first for o in second if _can_play(x, where, 0) and _can_play(o, where, 1)]
    return [_score(where, x, o, games, seed) for x, o in pairs]


def _score(where: Design, xavier: Strategy, olivia: Strategy, games: int, seed: int) -> Score:
    results = [play(where, xavier, olivia, seed=seed, trial=trial).result for trial in range(games)]
    winners, lengths = Counter(r.winner for r in results), Counter(r.length for r in results)
    return Score(xavier.name, olivia.name, dict(sorted(winners.items())), dict(sorted(lengths.items())))


def _can_play(strategy: Strategy, where: Design, seat: int) -> bool:
    try:
        strategy.check(where, seat)
    except RuleError:
        return False
    return True
