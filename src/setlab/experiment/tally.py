"""`Tally`: named histograms of integers. Tallies of the same spec add up; others refuse to."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass, field
from functools import cached_property
from operator import add
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError, unknown_name
from setlab.experiment.canonical import canonical
from setlab.experiment.histogram import Counts, key_text

Merge = Callable[[int, int], int]

MERGES: Mapping[str, Merge] = {"least": min, "most": max}
"""Histograms that are not counts: their values are combined by these functions instead of addition."""


MANY = 32
"""From this number of keys on, histograms with the same keys are added as a whole."""


@checked
@dataclass(frozen=True)
class Tally:
    """The number of trials of a spec, and the histograms that they gave, by name.

    A histogram maps a key, such as the number of cards left, to a count; zeros are left out. Addition is
    associative and commutative, with `Tally.zero` as its zero, so that blocks may be added in any order.

    >>> a = Tally("abc", 2, {"leftover": {6: 2}})
    >>> b = Tally("abc", 1, {"leftover": {9: 1}})
    >>> (a + b).histograms
    {'leftover': {6: 2, 9: 1}}
    >>> (a + b)["leftover"][6], list(a), dict(a)
    (2, ['leftover'], {'leftover': {6: 2}})
    """

    spec_id: str
    trials: int = 0
    histograms: Mapping[str, Counts] = field(default_factory=dict)

    @classmethod
    @checked
    def zero(cls, spec_id: str) -> Tally:
        """The tally of no trials."""
        return cls(spec_id)

    def __add__(self, other: Tally) -> Tally:
        return total((self, other), self.spec_id)

    def __getitem__(self, name: str) -> Counts:
        if name not in self.histograms and self.histograms:
            raise SpecError(unknown_name(name, "a histogram of this tally", tuple(self.histograms)))
        return self.histograms.get(name, {})

    def __iter__(self) -> Iterator[str]:
        return iter(self.histograms)

    def __contains__(self, name: object) -> bool:
        return name in self.histograms

    def __len__(self) -> int:
        return len(self.histograms)

    def __bool__(self) -> bool:
        return True

    def keys(self) -> KeysView[str]:
        """The names of the histograms."""
        return self.histograms.keys()

    def values(self) -> ValuesView[Counts]:
        """The histograms."""
        return self.histograms.values()

    def items(self) -> ItemsView[str, Counts]:
        """The names with the histograms."""
        return self.histograms.items()

    def as_record(self) -> dict[str, dict[str, int]]:
        """The histograms as a JSON object, in which keys are texts."""
        return {
            name: {key_text(key): count for key, count in histogram.items()}
            for name, histogram in self.histograms.items()
        }

    def to_json(self) -> str:
        """The histograms as canonical JSON, for the store."""
        return self._json

    @cached_property
    def _json(self) -> str:
        return canonical(self.as_record())


def total(tallies: Iterable[Tally], spec_id: str) -> Tally:
    """The sum of the tallies of one spec."""
    trials, sums = 0, dict[str, dict[Any, int]]()
    for tally in tallies:
        if tally.spec_id != spec_id:
            raise SpecError(
                f"tallies of {spec_id} and {tally.spec_id} do not add: they are different experiments; "
                "compare them instead"
            )
        trials += tally.trials
        for name, histogram in tally.histograms.items():
            sums[name] = _sum(sums.get(name, {}), histogram, MERGES.get(name, add))
    return Tally(spec_id, trials, {name: _in_order(histogram) for name, histogram in sums.items()})


def first_difference(one: Tally, other: Tally) -> tuple[str, Any]:
    """The first histogram and key at which two tallies of the same histograms differ.

    >>> first_difference(Tally("abc", 2, {"leftover": {6: 2}}), Tally("abc", 2, {"leftover": {6: 1, 9: 1}}))
    ('leftover', 6)
    """
    name = next(name for name in {**one.histograms, **other.histograms} if one[name] != other[name])
    return name, next(key for key in {**one[name], **other[name]} if one[name].get(key) != other[name].get(key))


def first_excess(part: Tally, whole: Tally) -> tuple[str, Any] | None:
    """The first histogram and key that show that a tally is not the sum of another and a rest; None if it can be.

    >>> whole = Tally("abc", 9, {"leftover": {6: 5, 9: 4}})
    >>> first_excess(Tally("abc", 6, {"leftover": {6: 6}}), whole)
    ('leftover', 6)
    >>> first_excess(Tally("abc", 6, {"leftover": {6: 4, 9: 2}}), whole)
    """
    for name, histogram in part.histograms.items():
        merge = MERGES.get(name, max)
        for key, count in histogram.items():
            there = whole[name].get(key, 0)
            if merge(count, there) != there:
                return name, key
    return None


def histogram_of(counts: Any) -> dict[int, int]:
    """The histogram of an array of counts, indexed by the key.

    >>> histogram_of([0, 3, 0, 1])
    {1: 3, 3: 1}
    """
    return {key: int(count) for key, count in enumerate(counts) if count}


def series_of(values: Any) -> dict[int, int]:
    """The values of an array by their index, zeros kept."""
    return {key: int(value) for key, value in enumerate(values)}


def _sum(one: dict[Any, int], other: Counts, merge: Merge) -> dict[Any, int]:
    """The sum of two histograms; the first one may be changed."""
    if len(one) > MANY and list(one) == list(other):  # series have the same keys in every block
        return dict(zip(one, map(merge, one.values(), other.values()), strict=True))
    for key, count in other.items():
        one[key] = merge(one[key], count) if key in one else count
    return one


def _in_order(histogram: dict[Any, int]) -> dict[Any, int]:
    return {key: histogram[key] for key in sorted(histogram)}
