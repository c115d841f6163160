"""Values of positions: exact, by look-ahead, by sums over partitions, by beliefs, by linear functions.

Weights are fitted for linear values, for the curves and tilts that turn sums into values, and for the estimate. All
weights are integers, so that a game is the same on every machine. `setlab.solitaire.training` fits them;
`data/weights.json` and `data/estimate.json` hold those that ship.

The estimate values positions before a move, cheaply enough to be averaged over all deals. An informed player pays by it
(`setlab.solitaire.bounds`). Taking a SET on the table keeps the partitions that contain it, and each of
these can be followed to the end with some probability. Two sums, one of these probabilities and one of their squares,
are taken at the SETs that make them largest: the first measures how many ways there are, the second how good the best
ones are. The estimate is a smooth step of their logarithms x and y, with weights for every stage and kind of table.
`setlab.reference.solitaire` defines it.

`judge` values every SET on the table by the compiled engine; `can_clear` says whether a deal can be cleared at all, by
a player who knows the order of the deck.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from enum import IntEnum
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import combinations
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError, quote, show_value
from setlab.files import File
from setlab.solitaire.game import Line, Shuffle, State, lines_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from setlab._core import SolitaireEngine

Numbers = tuple[int, ...]

STAGES = 28
FEATURES = 10
BELIEF_FEATURES = FEATURES + 5
KNOTS = 128
MOST_LINES = 40
ONE = 1 << 20
"""A probability of 1 in fixed point."""

LINEAR_ONE = 1 << 40
"""A probability of 1 on the scale of the linear values."""

FEATURE_ONE = 1024
"""The number 1 in the tables of logarithms and inverses."""

LARGEST_ENTRY = 1 << 16
"""The largest absolute value in the two tables: the core adds 81 entries in 32 bits."""

MOST_SETS = 1080
MOST_CARDS = 81
MOST_EXTRA = 3
MOST_BELIEFS = (1 << 28,) * 5
"""The largest values of the features: the value of any position must stay below 2^63."""


BY_STAGE = {
    "linear": ("linear weights", FEATURES, None),
    "curves": ("knots of a curve", KNOTS, range(ONE + 1)),
    "tilts": ("numbers of a tilt", FEATURES, None),
    "beliefs": ("weights of beliefs", BELIEF_FEATURES, None),
}
"""The content of the rows of weights by stage, the length of a row, and the integers that are possible."""


@dataclass(frozen=True, repr=False)
class Weights:
    """The weights by stage (undealt cards / 3), and the tables 1024 ln d and 1024 / d, d = 0 … 40.

    `linear`: weights of the ten features of a position after a move. `curves`: the value that a sum over partitions
    stands for, by its logarithm. `tilts`: the features' contributions to that logarithm, on the scale 4096 · 2^20 for
    a doubling. `beliefs`: linear weights of the ten features and of five of beliefs.

    >>> Weights({9: (0,) * 9}, {}, {}, {}, shipped_weights().logs, shipped_weights().inverses)
    Traceback (most recent call last):
    setlab.errors.SpecError: 9 linear weights are the wrong number: there must be 10
    """

    linear: dict[int, Numbers]
    curves: dict[int, Numbers]
    tilts: dict[int, Numbers]
    beliefs: dict[int, Numbers]
    logs: Numbers
    inverses: Numbers

    def __repr__(self) -> str:
        return f"<Weights {self.checksum}, stages {min(self.linear, default=0)} to {max(self.linear, default=0)}>"

    def __post_init__(self) -> None:
        self._check_types()
        stages = (*self.linear, *self.curves, *self.tilts, *self.beliefs)
        if unknown := [stage for stage in stages if stage not in range(STAGES)]:
            raise SpecError(f"{unknown[0]} is no stage: weights are for 0 to {STAGES - 1}, undealt cards / 3")
        for name, (what, size, possible) in BY_STAGE.items():
            _check(what, getattr(self, name).values(), size, possible)
        entries = range(-LARGEST_ENTRY, LARGEST_ENTRY + 1)
        _check("entries of a table", (self.logs, self.inverses), MOST_LINES + 1, entries)
        self._check_values()

    def _check_types(self) -> None:
        """Raise `TypeError` unless the rows are tuples by stage; the numbers in them are checked one by one."""
        for name in BY_STAGE:
            part = getattr(self, name)
            if not isinstance(part, dict) or not all(isinstance(row, tuple) for row in part.values()):
                raise TypeError(f"Weights: {name} must be a dictionary of tuples by stage, not {show_value(part)}")
        for name in ("logs", "inverses"):
            if not isinstance(getattr(self, name), tuple):
                raise TypeError(f"Weights: {name} must be a tuple, not {show_value(getattr(self, name))}")

    def _check_values(self) -> None:
        """Raise `SpecError` unless all values fit into 64 bits."""
        logs, inverses = (MOST_CARDS * max(map(abs, table)) for table in (self.logs, self.inverses))
        most = (1, *(MOST_SETS,) * 4, logs, logs, inverses, inverses, MOST_EXTRA, *MOST_BELIEFS)
        parts = {"linear weights": self.linear, "tilt": self.tilts, "weights of beliefs": self.beliefs}
        for what, part in parts.items():
            for stage, row in part.items():
                if sum(abs(weight) * feature for weight, feature in zip(row, most, strict=False)) >> 63:
                    raise SpecError(f"the {what} of stage {stage} are too large: values must stay below 2^63")

    @checked
    def tilt(self, stage: int) -> Numbers:
        """The tilt of a stage; zeros where none was fitted."""
        return self.tilts.get(stage, (0,) * FEATURES)

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """The weights for the core, by name: one row per stage, zeros where nothing was fitted; and the two tables."""
        import numpy as np

        stages, tables = range(STAGES), {"logs": self.logs, "inverses": self.inverses}
        rows = {name: [getattr(self, name).get(i, (0,) * row[1]) for i in stages] for name, row in BY_STAGE.items()}
        return {name: np.array(part, dtype=np.int64) for name, part in (rows | tables).items()}

    def to_json(self) -> str:
        """The weights as text, one stage to a line."""
        rows = {key: {str(stage): row for stage, row in sorted(getattr(self, key).items())} for key in BY_STAGE}
        text = json.dumps(rows | {"logs": self.logs, "inverses": self.inverses})
        return text.replace('], "', '],\n"').replace('}, "', '},\n"').replace('{"', '{\n"') + "\n"

    @classmethod
    @checked
    def from_json(cls, text: str) -> Weights:
        """The weights in a text that `to_json` wrote; raise `SpecError` unless it is valid.

        >>> Weights.from_json('{"linear": {}, "curves": {}, "tilts": {}, "beliefs": {}, "logs": [0.5]}')
        Traceback (most recent call last):
        setlab.errors.SpecError: 'inverses' is missing: weights have linear, curves, tilts, beliefs, logs, inverses
        """
        try:
            rows = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise SpecError(f"this is not JSON: {error}") from None
        keys = tuple(field.name for field in fields(cls))
        missing = [key for key in keys if not isinstance(rows, dict) or key not in rows]
        if missing:
            raise SpecError(f"{missing[0]!r} is missing: weights have {', '.join(keys)}")
        linear, curves, tilts, beliefs = (_by_stage(rows[key]) for key in BY_STAGE)
        return cls(linear, curves, tilts, beliefs, _row(rows["logs"]), _row(rows["inverses"]))

    def __hash__(self) -> int:
        return hash(self.checksum)

    @cached_property
    def checksum(self) -> str:
        """The first 16 hex digits of the SHA-256 of the text; specs of experiments name it."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]


@cache
def shipped_weights() -> Weights:
    """The weights that ship with the package."""
    return Weights.from_json(files("setlab.solitaire").joinpath("data/weights.json").read_text())


def _by_stage(rows: Any) -> dict[int, Numbers]:
    if not isinstance(rows, Mapping):
        raise SpecError(f"{quote(str(rows))} has no stages: weights by stage are an object")
    if unknown := [key for key in rows if key not in map(str, range(STAGES))]:
        raise SpecError(f"{quote(unknown[0])} is no stage: weights are for 0 to {STAGES - 1}, undealt cards / 3")
    return {int(key): _row(row) for key, row in rows.items()}


def _row(row: Any) -> Numbers:
    if not isinstance(row, list):
        raise SpecError(f"{quote(str(row))} is no list of numbers: weights are lists of whole numbers")
    return tuple(row)


def _check(what: str, rows: Iterable[Sequence[int]], size: int, possible: range | None = None) -> None:
    for row in rows:
        if len(row) != size:
            raise SpecError(f"{len(row)} {what} are the wrong number: there must be {size}")
        for number in row:
            if type(number) is not int or (possible is not None and number not in possible):
                limits = f" from {possible[0]} to {possible[-1]}" if possible is not None else ""
                raise SpecError(f"{quote(str(number))} is not one of the {what}: each is a whole number{limits}")


LOG_DOUBLING = 4096
"""The logarithm of 2: logarithms of sums are integers on this scale."""

LOGS_PER_KNOT = LOG_DOUBLING // 2
TILT_ONE = 1 << 20
"""A tilt of 1: tilts are integers on this scale."""


def curve_at(curve: Sequence[int], log: int) -> int:
    """The value at a logarithm, by linear interpolation between two knots of a curve.

    >>> curve_at([0, 2048, *[4096] * 126], 1024)
    1024
    """
    if log < 0:
        return curve[0]
    knot, rest = divmod(log, LOGS_PER_KNOT)
    if knot + 1 >= KNOTS:
        return curve[KNOTS - 1]
    rise = (curve[knot + 1] - curve[knot]) * rest
    return curve[knot] + (rise // LOGS_PER_KNOT if rise >= 0 else -(-rise // LOGS_PER_KNOT))


REMEDY = "choose a file made by `setlab solitaire train`"


@checked
def read_weights(path: File) -> Weights:
    """The weights in a file, which must have every stage for which weights ship.

    >>> read_weights("nowhere.json")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'nowhere.json' cannot be read (No such file or directory): choose a file made by …
    """
    name = quote(os.fspath(path), most=200)
    try:
        weights = Weights.from_json(Path(path).read_text(encoding="utf-8"))
        for part, what in zip(BY_STAGE, ("linear weights", "curve", "tilt", "weights of beliefs"), strict=True):
            missing = getattr(shipped_weights(), part).keys() - getattr(weights, part).keys()
            if missing:
                raise SpecError(f"no {what} for stage {min(missing)}, that is {3 * min(missing)} undealt cards")
    except OSError as error:
        raise SpecError(f"{name} cannot be read ({error.strerror}): {REMEDY}") from None
    except ValueError as error:
        raise SpecError(f"{name} holds no weights ({error}): {REMEDY}") from None
    return weights


ESTIMATE_WEIGHTS = 9
"""For every stage the weights of 1, x and y: for a table of 12 cards, for one without a SET, for a larger one."""

STEPS_PER_DOUBLING = 64
"""The logarithm of 2: x and y are integers on this scale."""

LOG_ONE = 24 * STEPS_PER_DOUBLING
"""The logarithm of a sum of 1: probabilities are integers on the scale 2^24."""

EstimateWeights = dict[int, Numbers]
"""By stage: undealt cards / 3."""


def estimate_to_json(weights: EstimateWeights) -> str:
    """The weights as text, one stage to a line."""
    return json.dumps({str(stage): row for stage, row in sorted(weights.items())}).replace("], ", "],\n ") + "\n"


@cache
def shipped_estimate() -> EstimateWeights:
    """The weights in the package; `python -m setlab.solitaire.training` computes them."""
    rows = json.loads(files("setlab.solitaire").joinpath("data/estimate.json").read_text())
    return {int(stage): tuple(map(int, row)) for stage, row in rows.items()}


def estimate_array(weights: EstimateWeights | None = None) -> NDArray[np.int64]:
    """The weights, by default those that ship, for the core: one row per stage; zeros where there are none."""
    import numpy as np

    weights = shipped_estimate() if weights is None else weights
    return np.array([weights.get(stage, (0,) * ESTIMATE_WEIGHTS) for stage in range(STAGES)], dtype=np.int64)


@dataclass(frozen=True)
class Budgets:
    """With at most `exact_from` undealt cards values are exact; then come look-ahead, sums, beliefs, linear values.

    A step of look-ahead examines `deals` deals for every SET, fewer if partitions times deals exceed `work`, and at
    most `partitions` partitions. Unless `narrow` is 0, only the SETs within `narrow` of the best by beliefs are
    examined. With at most `deep_from` undealt cards, the SETs within `margin` of the best are examined again in `steps`
    steps, at most three, with `first_deals`, `second_deals` and `third_deals` deals; after the first step only `width`
    SETs are tried.
    `narrow` and `margin` are in parts of 2^20. `general_from` is the d of S(d).
    """

    general_from: int = 0
    exact_from: int = 12
    deep_from: int = 0
    ahead_from: int = 0
    sums_from: int = 24
    beliefs_from: int = 0
    deals: int = 400
    work: int = 1_500_000
    partitions: int = 30_000
    steps: int = 0
    first_deals: int = 0
    second_deals: int = 0
    third_deals: int = 0
    width: int = 0
    margin: int = 0
    narrow: int = 0

    def row(self) -> list[int]:
        """The numbers in the order of the fields: specs name a player by them."""
        return list(astuple(self))


MOST_KEPT = 8
"""An engine that is kept holds up to 50 MB of tables and scratch memory; the one unused for longest is released."""


def engine_for(way: str, budgets: Budgets, weights: Weights | None = None, isa: str = "") -> SolitaireEngine:
    """The engine that plays in this way with these budgets and weights: the same one each time.

    >>> engine_for("basic", Budgets()) is engine_for("basic", Budgets())
    True
    """
    from setlab import _core

    return _kept(way, budgets, shipped_weights() if weights is None else weights, isa or _core.isa())


def new_engine(way: str, budgets: Budgets, weights: Weights, isa: str = "") -> SolitaireEngine:
    """An engine that is not kept: for weights that are used once."""
    from setlab import _core

    return _core.SolitaireEngine(way, asdict(budgets), weights.arrays(), isa=isa)


_kept = lru_cache(maxsize=MOST_KEPT)(new_engine)
atexit.register(_kept.cache_clear)  # before the core is unloaded, which reports engines that are still there


Values = dict[Line, int]


class ValueKind(IntEnum):
    """How values were obtained. `NONE`: there are no weights for this number of undealt cards."""

    NONE, EXACT, DEEP, AHEAD, SUMS, LINEAR, BELIEFS = 0, 1, 2, 3, 4, 5, 6


def judge(
    table: Iterable[int], undealt: Iterable[int], budgets: Budgets, weights: Weights | None = None
) -> tuple[Values, ValueKind]:
    """The value of every SET on the table, on a scale that depends on the kind of value, and that kind.

    >>> values, kind = judge(range(9), (), Budgets())
    >>> kind.name, len(values), set(values.values())
    ('EXACT', 12, {1})
    """
    import numpy as np

    cards = (np.array(list(part), dtype=np.uint8) for part in (table, undealt))
    found = engine_for("valued", budgets, weights).judge(*cards)
    values = zip(lines_of(found["sets"].tolist()), found["values"].tolist(), strict=True)
    return dict(values), ValueKind(found["kind"])


MOST_UNDEALT = 15
"""A position takes up to a millisecond with 12 undealt cards, up to a second with 15."""

EXACT_BUDGETS = Budgets(exact_from=MOST_UNDEALT, sums_from=0)


@checked
def exact_values(state: State) -> dict[Line, Fraction]:
    """For every SET on the table, the probability of clearing the table if it is taken and play is best from then on.

    >>> taken = [(a, a + 1, a + 2) for a in range(18, 81, 3)]
    >>> exact_values(State.of([0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16], taken))[0, 3, 6]
    Fraction(1, 1)
    """
    undealt = state.table.undealt
    if undealt > MOST_UNDEALT:
        raise SpecError(f"{undealt} undealt cards are too many for exact values: choose at most {MOST_UNDEALT}")
    values, _ = judge(state.cards, state.undealt, EXACT_BUDGETS)
    return {line: Fraction(value, exact_one(undealt)) for line, value in values.items()}


def exact_value(state: State) -> Fraction:
    """The probability of clearing the table with best play; where cards are due, the mean over all deals.

    >>> taken = [(a, a + 1, a + 2) for a in range(15, 81, 3)]
    >>> exact_value(State.of(range(12), taken))
    Fraction(1, 1)
    """
    if state.due:
        deals = list(combinations(state.undealt, state.due))
        return sum((exact_value(state.deal(deal)) for deal in deals), Fraction(0)) / len(deals)
    return max(exact_values(state).values(), default=Fraction(state.clear))


def chance(value: int, kind: ValueKind, undealt: int, weights: Weights | None = None) -> Fraction | float | None:
    """The probability of clearing the table that a value of this kind stands for; None if nothing was estimated."""
    if kind is ValueKind.NONE:
        return None
    if kind is ValueKind.EXACT:
        return Fraction(value, exact_one(undealt))
    if kind is ValueKind.SUMS:
        return curve_at((weights or shipped_weights()).curves[undealt // 3], value) / ONE if value else 0.0
    return min(1.0, max(0.0, value / (LINEAR_ONE if kind in (ValueKind.LINEAR, ValueKind.BELIEFS) else ONE)))


def exact_one(undealt: int) -> int:
    """The integer by which the core denotes certainty with u undealt cards: C(9,3) C(12,3) … C(u,3).

    >>> exact_one(6), exact_one(9), exact_one(12)
    (1, 84, 18480)
    """
    return prod(comb(u, 3) for u in range(9, undealt + 1, 3))


NODES = 1 << 20
"""The most positions that the search visits for one deal."""

FIRST_NODES = 1 << 12
MOST_NODES = 1 << 26


class Clearability(IntEnum):
    """Whether a deal can be cleared; `OPEN` when the nodes did not suffice."""

    OPEN, NO, YES = -1, 0, 1


@checked
def can_clear(shuffle: Shuffle, nodes: int = NODES) -> tuple[Clearability, tuple[Line, ...]]:
    """Whether a deal can be cleared, and if so, the SETs to take.

    >>> answer, moves = can_clear(Shuffle.of(seed=1, game=0))
    >>> answer.name, len(moves)
    ('YES', 27)
    """
    import numpy as np

    from setlab import _core

    if not 1 <= nodes <= MOST_NODES:
        raise SpecError(f"{nodes} nodes are out of range: choose 1 to {MOST_NODES:,}")
    order, answer = np.array(shuffle.order, dtype=np.uint8), Clearability.OPEN
    for enough in (min(nodes, FIRST_NODES), nodes):
        found, moves = _core.solitaire_clairvoyant_order(order, nodes=enough)
        answer = Clearability(found)
        if answer is not Clearability.OPEN:
            break
    return answer, tuple(lines_of(moves.tolist())) if answer is Clearability.YES else ()


def search_deals(
    games: int, seed: int = 1, *, first: int = 0, nodes: int = NODES, threads: int | None = None
) -> list[Clearability]:
    """Whether each of the deals first … first + games − 1 of a seed can be cleared.

    Nearly all deals need few nodes: each is searched briefly, and only open ones are searched again.

    >>> set(search_deals(100, seed=1))
    {<Clearability.YES: 1>}
    """
    from setlab import _core

    found = _core.solitaire_clairvoyant(seed, first, games, nodes=min(nodes, FIRST_NODES), threads=threads)
    answers = [Clearability(answer) for answer in found["answers"].tolist()]
    for game, answer in enumerate(answers):
        if answer is Clearability.OPEN and nodes > FIRST_NODES:
            answers[game] = can_clear(Shuffle.of(seed, first + game), nodes)[0]
    return answers
