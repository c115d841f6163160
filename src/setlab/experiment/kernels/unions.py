"""`unions`: the coefficients of all unions of planes, added up in parts (A13).

Nothing is sampled. A trial is a part of the orbits of unions with at most `root` cards, with all unions that grow from
it, to `until` cards (`setlab.exact.planes`). The tally has the sums of the coefficients that grow from each trial:
those that are positive, and the others without their sign. The seed changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self, cast

from setlab.counting import count_cards
from setlab.errors import RuleError, SpecError
from setlab.exact.planes import BEYOND_ORBITS, UnionOrbits, fill_table, union_orbits
from setlab.experiment.estimate import Estimate, Estimates, Quantity
from setlab.experiment.kernel import Kernel, KernelFigure, Outcome, Panel
from setlab.experiment.parameters import Parameters, among, number, option, parameter, text
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.tally import Counts, Histogram, Histograms, Joint
from setlab.limits import PLANE_FREE, between


@dataclass(frozen=True)
class UnionsParameters(Parameters):
    """The dimension, the cards of the largest roots and of the last unions, and a checksum of the roots in their order.

    >>> UnionsParameters.complete({"dimension": 3, "until": 21}).as_record()
    {'dimension': 3, 'root': 18, 'roots': '9e61132a3fa4', 'until': 21}
    """

    dimension: int = parameter(
        among("dimension", f"dimension {{}} is out of range: planes are counted for {between(PLANE_FREE)}", PLANE_FREE),
        option("--dimension D", "The number of properties."),
        default=4,
    )
    until: int = parameter(number("until"), option("--until N", "The cards of the last unions."), default=30)
    root: int = parameter(number("root"), option("--root N", "The cards of the largest roots."))
    roots: str = parameter(text("roots"), default="")

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, the root and the checksum."""
        found = super().complete(given)
        cards = count_cards(found.dimension)
        root = max(0, found.until - BEYOND_ORBITS) if found.root is None else found.root
        if not 0 <= found.until <= cards:
            raise SpecError(f"unions of {found.until} cards are not counted: the deck has {cards}, choose 0 to that")
        if not 0 <= root <= found.until:
            raise SpecError(f"root {root} is out of range: the last unions have {found.until} cards, choose 0 to that")
        return cls(found.dimension, found.until, root, roots_of(found.dimension, root).checksum)

    @property
    def trials(self) -> int:
        """The number of parts."""
        return roots_of(self.dimension, self.root).parts


@lru_cache(maxsize=2)
def roots_of(dimension: int, cards: int) -> UnionOrbits:
    """The orbits of unions of at most this many cards; every process lists them for itself."""
    return union_orbits(dimension, cards)


def run_engine(p: UnionsParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The sums of the coefficients that grow from a range of parts."""
    roots = roots_of(p.dimension, p.root)
    if roots.checksum != p.roots:
        raise SpecError(f"the unions of {p.root} cards are listed in another order here: install the same setlab")
    if first + trials > roots.parts:
        raise SpecError(f"part {first + trials - 1} of the unions does not exist: there are {roots.parts}")
    found: dict[str, dict[tuple[int, int], int]] = {"added": {}, "subtracted": {}}
    for part in range(first, first + trials):
        for key, total in roots.grow(part, p.until, threads=threads).items():
            if total:
                sums = found["added" if total > 0 else "subtracted"]
                sums[key] = sums.get(key, 0) + abs(total)
    return Outcome({name: dict(sorted(sums.items())) for name, sums in found.items()})


def histograms(p: UnionsParameters) -> Histograms:
    """The sums over the parts, by the number of cards and the denominator: those that are added, and the others."""
    keys = Joint(names=("cards", "denominator"))
    return {
        name: Histogram(
            f"sums of coefficients that are {name}, by the number of cards and the denominator", keys, "events"
        )
        for name in ("added", "subtracted")
    }


def quantities(p: UnionsParameters) -> dict[str, Quantity]:
    """The sum of the coefficients, by the number of cards."""

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        return {cards: Estimate(float(total), None, None) for cards, total in sorted(grown_totals(histograms).items())}

    return {"coefficients": Quantity("sum of the coefficients of unions of n cards", compute, is_proportion=False)}


def grown_totals(histograms: Mapping[str, Counts]) -> dict[int, Fraction]:
    """The sum of the coefficients in a tally, by the number of cards."""
    totals: dict[int, Fraction] = {}
    for name, sign in (("added", 1), ("subtracted", -1)):
        for (cards, denominator), count in histograms.get(name, {}).items():
            totals[cards] = totals.get(cards, Fraction(0)) + Fraction(sign * count, denominator)
    return totals


FIGURE = KernelFigure("Unions of planes", (Panel("coefficients", "cards", "sum of the coefficients"),))
KERNELS = {
    "unions": Kernel("unions", UnionsParameters, run_engine, histograms, quantities, main="coefficients", figure=FIGURE)
}


def plane_free_spec(until: int, dimension: int = 4) -> tuple[Spec, int]:
    """The experiment that counts the collections of n ≤ `until` cards without a plane, and its number of trials.

    >>> spec, trials = plane_free_spec(30)
    >>> spec.parameters.root, trials
    (27, 1)
    """
    spec = make_spec("unions", {"dimension": dimension, "until": until})
    return spec, cast("UnionsParameters", spec.parameters).trials


def counted_plane_free(result: Result) -> list[int | None]:
    """The collections without a plane by their number of cards, from the result of all trials; None beyond the last.

    >>> from setlab.experiment.run import run
    >>> spec, trials = plane_free_spec(20, 3)
    >>> counted_plane_free(run(spec, trials))[18:21]
    [2944188, 846612, 120042]
    """
    p = cast("UnionsParameters", result.spec.parameters)
    if (result.first, result.trials) != (0, p.trials):
        raise SpecError(f"{result.trials} of the {p.trials} parts were added up: all are needed")
    totals = [*roots_of(p.dimension, p.root).totals, *[Fraction(0)] * (p.until - p.root)]
    for cards, total in grown_totals(dict(result.tally)).items():
        totals[cards] += total
    if any(total.denominator != 1 for total in totals):
        raise RuleError("the coefficients do not add up to whole numbers: please report it")
    return fill_table(count_cards(p.dimension), [total.numerator for total in totals])
