"""`solitaire`: a game of Solitaire SET by one of the strategies (E1–E4).

The rules and the strategies are those of `setlab.solitaire`. Game i of a seed is trial i.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from setlab.errors import SpecError
from setlab.experiment.estimate import Quantity, proportions
from setlab.experiment.histogram import Histogram, Histograms
from setlab.experiment.kernel import Figure, Kernel, Outcome, Panel
from setlab.experiment.parameters import Parameters, one_of, parameter
from setlab.solitaire import search
from setlab.solitaire.strategies.engine import core_games
from setlab.solitaire.strategies.registry import CLAIRVOYANT, CORE, GENERAL, NAMES, VALUED
from setlab.solitaire.values.weights import shipped

CARDS = 81


@dataclass(frozen=True)
class SolitaireParameters(Parameters):
    """The strategy; for one that values positions also a checksum of its budgets and weights.

    >>> SolitaireParameters.complete({"strategy": "S9"}).as_record()
    {'strategy': 'S9'}
    """

    strategy: str = parameter(
        one_of("strategy", NAMES),
        "--strategy",
        metavar="NAME",
        help=f"Who plays: {', '.join(NAMES)}; default thrifty.",
        default="thrifty",
    )
    player: str | None = parameter(str)

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, and the checksum."""
        strategy = super().complete(given).strategy
        return cls(strategy, _fingerprint(strategy) if strategy in VALUED else None)

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters that a stored spec has; the weights may be others than those that ship now."""
        name = record.get("strategy")
        wanted = {"strategy", "player"} if name in VALUED else {"strategy"}
        if name not in NAMES or set(record) != wanted or not all(isinstance(value, str) for value in record.values()):
            raise SpecError("they must be a strategy, and the checksum of what it values by")
        return cls(**record)


def run_engine(p: SolitaireParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core. Of the clairvoyant's deals only `clear` is known."""
    if p.strategy == CLAIRVOYANT:
        clear = search(trials, seed, first=first, threads=threads).clear
        return Outcome({"clear": _counted([1] * clear + [0] * (trials - clear))})
    played = core_games(p.strategy, seed, first, trials, threads=threads)
    left = played["leftover"].tolist()
    declared = {"declared": _counted(map(int, played["declared"] >= 0))} if p.strategy in GENERAL else {}
    return Outcome({"clear": _counted(int(not cards) for cards in left), "leftover": _counted(left), **declared})


def histograms(p: SolitaireParameters) -> Histograms:
    """Cleared or not, and more by strategy, once per game."""
    clear = {"clear": Histogram("table cleared (1) or not (0)", range(2))}
    if p.strategy == CLAIRVOYANT:
        return clear
    declared = {"declared": Histogram("declared won (1) or not (0)", range(2))} if p.strategy in GENERAL else {}
    return {**clear, "leftover": Histogram("cards left", range(CARDS + 1)), **declared}


def quantities(p: SolitaireParameters) -> dict[str, Quantity]:
    """The proportion of tables cleared, of every number of cards left, and of games declared won."""
    return {name: proportions(f"{h.title}, proportion of games", name) for name, h in histograms(p).items()}


def _counted(numbers: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(numbers).items()))


def _fingerprint(name: str) -> str:
    """Twelve digits that differ when the budgets or the weights of a player do."""
    return sha256(json.dumps([CORE[name].budgets.row(), shipped().checksum]).encode()).hexdigest()[:12]


KERNEL = Kernel(
    name="solitaire",
    version=1,
    what="a game of Solitaire SET by a strategy: whether the table was cleared, cards left, games declared won",
    parameters=SolitaireParameters,
    engine=run_engine,
    histograms=histograms,
    quantities=quantities,
    main="clear",
    figure=Figure("Cards left in Solitaire SET", (Panel("leftover", "cards left", "proportion of games"),)),
)
