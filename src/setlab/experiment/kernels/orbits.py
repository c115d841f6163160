"""`orbits`: the orbits of all collections of cards, listed in parts (A12).

Nothing is sampled. A trial is an orbit of the level of `root` cards, with all orbits that grow from it, to `until`
cards (`setlab.exact.orbits`). The tally of all trials is the number of orbits of every level, and the number
of collections by their number of SETs. The seed changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Self, cast

from setlab.counting import count_cards, count_flats
from setlab.errors import SpecError
from setlab.exact.orbits import LEVELS_AT_ONCE, MOST_EXTRA, Descendants, Orbits, count_orbits, descendants, orbit_levels
from setlab.exact.sets import DEEPEST, SetTable, set_counts_of
from setlab.experiment.estimate import Estimate, Estimates, Quantity
from setlab.experiment.kernel import Kernel, KernelFigure, Outcome, Panel
from setlab.experiment.kernels.dealing import at
from setlab.experiment.parameters import Parameters, among, number, option, parameter, text
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.tally import Counts, Histogram, Histograms
from setlab.limits import ORBITS, between

STRIDE = 2_654_435_761
"""A prime number larger than any number of roots."""


@dataclass(frozen=True)
class OrbitsParameters(Parameters):
    """The dimension, the cards of the roots and of the last level, and a checksum of the roots in their order.

    >>> OrbitsParameters.complete({"until": 8}).as_record()
    {'dimension': 4, 'root': 3, 'roots': 'ec9a70e53a51', 'until': 8}
    """

    dimension: int = parameter(
        among("dimension", f"dimension {{}} is out of range: orbits are listed for {between(ORBITS)}", ORBITS),
        option("--dimension D", "The number of properties."),
        default=4,
    )
    until: int = parameter(number("until"), option("--until N", "The cards of the last level."), default=8)
    root: int = parameter(number("root"), option("--root N", "The cards of the roots."))
    roots: str = parameter(text("roots"), default="")

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, the root and the checksum."""
        found = super().complete(given)
        root = max(0, found.until - LEVELS_AT_ONCE) if found.root is None else found.root
        if not 0 <= found.until <= DEEPEST[found.dimension]:
            raise SpecError(f"orbits of {found.until} cards are not listed: choose 0 to {DEEPEST[found.dimension]}")
        if not 0 <= root <= found.until:
            raise SpecError(f"root {root} is out of range: the last level has {found.until} cards, choose 0 to that")
        return cls(found.dimension, found.until, root, checksum(root_level(found.dimension, root)))

    @property
    def trials(self) -> int:
        """The number of roots, by Burnside's lemma."""
        return count_orbits(self.dimension, self.root)

    @property
    def levels(self) -> range:
        """The numbers of cards whose orbits are listed."""
        return range(self.root, self.until + 1)

    @property
    def sizes(self) -> range:
        """The numbers of cards with a histogram."""
        return range(self.root, self.until + MOST_EXTRA + 1)


@lru_cache(maxsize=4)
def root_level(dimension: int, cards: int) -> Orbits:
    """The orbits of a level in the order of the trials; every process lists them for itself.

    Orbits that the engine lists side by side have trees of like size, none at all or a large one. So that every range
    of trials has its share of both, trial i is orbit i · STRIDE modulo their number.
    """
    import numpy as np

    *_, level = orbit_levels(dimension, until=cards, prove=False)
    order = np.arange(len(level), dtype=np.uint64) * np.uint64(STRIDE) % np.uint64(len(level))
    return replace(level, masks=level.masks[order], sizes=level.sizes[order])


def checksum(level: Orbits) -> str:
    """The first twelve digits of a hash of the representatives in their order."""
    return sha256(level.masks.astype("<u8").tobytes()).hexdigest()[:12]


def run_engine(p: OrbitsParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of roots by the compiled core; the size of every orbit is proved."""
    level = root_level(p.dimension, p.root)
    if checksum(level) != p.roots:
        raise SpecError(f"the orbits of {p.root} cards are listed in another order here: install the same setlab")
    if first + trials > len(level):
        raise SpecError(f"orbit {first + trials - 1} of {p.root} cards does not exist: there are {len(level)}")
    found = descendants(level.part(first, first + trials), p.until, threads=threads)
    orbits = {n: count for n, count in found.orbits.items() if count}
    return Outcome({"orbits": orbits} | {at(n): dict(found.lines.get(n, {})) for n in p.sizes})


def histograms(p: OrbitsParameters) -> Histograms:
    """The orbits by the number of cards, and for every number of cards the collections by their number of SETs."""
    sets = range(count_flats(1, p.dimension) + 1)
    return {"orbits": Histogram("orbits of collections of n cards", p.levels, "events")} | {
        at(n): Histogram(_title(n, p.until), sets, "events") for n in p.sizes
    }


def quantities(p: OrbitsParameters) -> dict[str, Quantity]:
    """The orbits that were listed, beside the number that Burnside's lemma gives."""

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        listed = histograms.get("orbits", {})
        return {n: Estimate(count, None, None, count, count_orbits(p.dimension, n)) for n, count in listed.items()}

    return {"orbits": Quantity("orbits of collections of n cards that were listed", compute, is_proportion=False)}


def _title(n: int, until: int) -> str:
    if n <= until:
        return f"collections of {n} cards by their number of SETs"
    return f"collections of {n} cards, once for every choice of {until} of them, by their number of SETs"


FIGURE = KernelFigure("Orbits of collections", (Panel("orbits", "cards", "orbits", "curve", log=True),))
KERNELS = {
    "orbits": Kernel("orbits", OrbitsParameters, run_engine, histograms, quantities, main="orbits", figure=FIGURE)
}


def set_counts_spec(cards: int, dimension: int = 4) -> tuple[Spec, int]:
    """The experiment that counts the SETs in a number of cards, or in the others, and its number of trials.

    >>> spec, trials = set_counts_spec(15)
    >>> spec.parameters.until, trials          # three cards are added to the orbits of 12
    (12, 34)
    """
    if dimension not in DEEPEST:
        raise SpecError(f"orbits are listed in 2 to 5 dimensions, not in {dimension}: choose one of those")
    deck = count_cards(dimension)
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    until = max(0, min(cards, deck - cards) - MOST_EXTRA)
    spec = make_spec("orbits", {"dimension": dimension, "until": until})
    return spec, cast("OrbitsParameters", spec.parameters).trials


def listed_set_counts(result: Result, cards: int) -> SetTable:
    """The number of collections of n cards, or of the others, by their SETs: proved, from the result of all trials.

    >>> from setlab.experiment.run import run
    >>> spec, trials = set_counts_spec(6)
    >>> listed_set_counts(run(spec, trials), 6).counts
    {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240}
    """
    p = cast("OrbitsParameters", result.spec.parameters)
    if (result.first, result.trials) != (0, p.trials):
        raise SpecError(f"{result.trials} of the {p.trials} roots were continued: all are needed")
    fewer = min(cards, count_cards(p.dimension) - cards)
    found = Descendants(p.until, result.tally["orbits"], {n: result.tally[at(n)] for n in p.sizes})
    return set_counts_of(found, fewer, p.dimension)
