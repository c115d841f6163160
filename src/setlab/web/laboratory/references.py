"""The numbers beside a run: exact ones where they are known, else those that a source prints for the same experiment.

Which claim of a source belongs to an experiment is read from the report of `setlab reproduce`: the one that was judged
by the same experiment, with whichever seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.spec import Spec, id_of
from setlab.limits import ENUMERATED
from setlab.reproduce.judgement import decimal_mark, origin_of, shipped_report
from setlab.sources import Claim, find_claim
from setlab.stats import read_printed

MOST_KEPT = 256
"""Experiments whose references are remembered: a run asks for them after each piece."""

SEEDS = range(10)
"""The seeds of the report."""

GENERAL = re.compile(r"S(\d+)")
"""The strategies S(d) of Forbes and Forbes, who print how often some of them clear the table."""


@dataclass(frozen=True)
class Figure:
    """A printed figure: the claim, the place in it, and the proportion that it states."""

    claim: Claim
    place: str

    @property
    def text(self) -> str:
        """The figure as printed."""
        return self.claim.figures[self.place]

    @property
    def proportion(self) -> float:
        """The proportion that the figure states."""
        origin = origin_of(self.claim, self.place)
        decimal = self.claim.decimal or decimal_mark(self.text)
        return float(origin.proportion(read_printed(self.text, decimal)).value)


def exact_values(spec: Spec, show: str) -> dict[int, Fraction]:
    """The exact proportion at every key for which it is known; empty where nothing is.

    >>> from setlab.experiment.spec import make_spec
    >>> exact_values(make_spec("first-set", {"dimension": 2}), "first_set")
    {3: Fraction(1, 7), 4: Fraction(3, 7), 5: Fraction(3, 7)}
    """
    return _exact_values(replace(spec, seed=0), show)


@lru_cache(MOST_KEPT)
def _exact_values(spec: Spec, show: str) -> dict[int, Fraction]:
    p: Any = spec.parameters
    if show.startswith("at_"):
        return _counts_at(spec.kernel, int(show.removeprefix("at_")), p.dimension)
    if spec.kernel in ("first-set", "first-plane"):
        none = _none(spec.kernel, p.dimension)
        if show == "none":
            return none
        return {n: none[n - 1] - p for n, p in none.items() if n - 1 in none and none[n - 1] > p}
    if spec.kernel == "endgame" and show == "leftover" and p.is_plain:
        return _leftovers(p.dimension, p.table)
    return {}


def printed_figures(spec: Spec, show: str) -> dict[int, Figure]:
    """The printed figures for the same experiment, by key; empty where no source prints any.

    >>> from setlab.experiment.spec import make_spec
    >>> printed_figures(make_spec("endgame"), "leftover")[6].text
    '46.9%'
    """
    return _printed_figures(replace(spec, seed=0), show)


@lru_cache(MOST_KEPT)
def _printed_figures(spec: Spec, show: str) -> dict[int, Figure]:
    p: Any = spec.parameters
    if spec.kernel == "endgame" and show == "leftover":
        for claim in _find_tables(spec):
            # a table of proportions by numbers of cards
            if claim.figures and all(place.isdecimal() and claim.trials_at(place) for place in claim.figures):
                return {int(place): Figure(claim, place) for place in claim.figures}
    if spec.kernel == "solitaire" and show == "clear":
        depth = GENERAL.fullmatch(str(p.strategy))
        claim = find_claim("E4.percent")
        return {1: Figure(claim, depth[1])} if depth and depth[1] in claim.figures else {}
    return {}


def find_verdict(figure: Figure) -> str:
    """The verdict of the report on a figure."""
    at = figure.claim.at(figure.place)
    rows: list[dict[str, str]] = _items()[figure.claim.id]["rows"]
    return next(row["verdict"] for row in rows if row["at"] == at)


@lru_cache
def _items() -> Mapping[str, Any]:
    return {item["id"]: item for item in shipped_report()["items"]}


def _find_tables(spec: Spec) -> list[Claim]:
    """The tables that the report judges by this experiment."""
    ids = {id_of(spec.as_record() | {"seed": seed}) for seed in SEEDS}
    found = [item for item in _items().values() if item["kind"] == "table" and ids & set(item.get("specs", ()))]
    return [find_claim(item["id"]) for item in found]


def _counts_at(kernel: str, cards: int, dimension: int) -> dict[int, Fraction]:
    """The number of SETs among n cards; of planes only whether there is none."""
    if kernel == "plane-count":
        none = _none("first-plane", dimension)
        return {0: none[cards]} if cards in none else {}
    from setlab.exact.sets import REACHED, SHIPPED, exact_sets

    if dimension not in REACHED or dimension > SHIPPED:
        return {}
    table = exact_sets(cards, dimension)
    return table.proportions() if table.distribution else {}


@lru_cache
def _none(kernel: str, dimension: int) -> dict[int, Fraction]:
    """The probability that n cards have no SET, or no plane."""
    from setlab.exact.no_set import exact_no_set
    from setlab.exact.planes import exact_planes

    try:
        if kernel == "first-set":
            caps = exact_no_set(dimension)
            known = {n: caps.probability(n) for n in range(len(caps.counts))}
            return {n: p for n, p in known.items() if p is not None}
        planes = exact_planes(dimension).table
        found = {n: planes.probability(n) for n in range(len(planes.counts))}
        return {n: 1 - p for n, p in found.items() if p is not None}
    except SpecError:
        return {}


def _leftovers(dimension: int, table: int) -> dict[int, Fraction]:
    from setlab.exact.leftovers import SMALLEST_TABLE, exact_leftover_game

    if dimension not in ENUMERATED or table < SMALLEST_TABLE:
        return {}
    return dict(exact_leftover_game(dimension, table).leftovers)
