"""`Tally`: named histograms of integers. Tallies of the same spec add up; others refuse to.

A kernel declares each `Histogram`; stored histograms are read by that declaration. Inside Python the keys are whole
numbers, tuples of them, or names; in JSON they are texts: `"6"`, `"15/6"`, `"xavier"`.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass, field
from functools import lru_cache, partial
from operator import add
from typing import Any, Literal

from setlab.arguments import checked
from setlab.errors import SpecError, quote, unknown_name
from setlab.experiment.parameters import canonical

LARGEST_VALUE = 2**127
LONGEST_KEY = 24
MOST_TEXTS = 1 << 12
"""Keys of ranges up to this length are looked up in a table; those of longer ranges are read one by one."""

Counts = Mapping[Any, int]
"""The content of a histogram: key → count."""

Values = Literal["trials", "events", "series"]


class Misfit(ValueError):
    """A record cannot be the histograms of these trials."""


@dataclass(frozen=True)
class Joint:
    """The keys (a, b, …), where a is a key of one histogram and b one of another, both of the same trials.

    `names` are the titles of a, b, … in tables, by default the names of the histograms; a histogram "" is none.
    """

    one: str = ""
    other: str = ""
    names: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The titles of a, b, …"""
        return self.names or (self.one, self.other)


Keys = range | tuple[str, ...] | Joint


@dataclass(frozen=True)
class Histogram:
    """The declaration of a histogram: its title, its keys, and how its values relate to the trials.

    Keys are whole numbers of a range, names, or `Joint`. Of values there are three kinds. *trials*: every trial is
    counted under one key, so that the counts add up to the trials. *events*: something is counted that happens any
    number of times in a trial; where it is a special case of the events of another histogram, that one is named by
    `part_of`. *series*: a number for every key, which may be 0, such as a sum over the trials, a least or a most.
    """

    title: str
    keys: Keys
    values: Values = "trials"
    part_of: str = ""

    @property
    def counts_numbers(self) -> bool:
        """True for counts by whole numbers: such histograms of two experiments can be compared."""
        return isinstance(self.keys, range) and self.values != "series"


Histograms = Mapping[str, Histogram]


def key_text(key: Any) -> str:
    """The key as JSON has it.

    >>> key_text(6), key_text((15, 6)), key_text("xavier")
    ('6', '15/6', 'xavier')
    """
    return "/".join(map(str, key)) if isinstance(key, tuple) else str(key)


def read_histograms(record: object, trials: int, declared: Histograms) -> dict[str, dict[Any, int]]:
    """The histograms in a JSON object. Raise `Misfit` unless they can be those of this number of trials.

    >>> declared = {"leftover": Histogram("cards left", range(82))}
    >>> read_histograms({"leftover": {"6": 3, "9": 1}}, 4, declared)
    {'leftover': {6: 3, 9: 1}}
    >>> read_histograms({"leftover": {"6": 3, "9": 1}}, 5, declared)
    Traceback (most recent call last):
    setlab.experiment.tally.Misfit: 'leftover' adds up to 4, not to the number of trials
    """
    if not isinstance(record, dict):
        raise Misfit("the tally is not an object of histograms")
    for name in record:
        if name not in declared:
            raise Misfit(f"{quote(name)} is not a histogram of this experiment")
    found = dict[str, dict[Any, int]]()
    for name, histogram in declared.items():
        if name not in record:
            raise Misfit(f"the histogram '{name}' is missing")
        try:
            found[name] = _read(record[name], trials, histogram)
            _check_beside(found[name], histogram, found)
        except Misfit as misfit:
            raise Misfit(f"'{name}' {misfit}") from None
    return found


def _read(record: Any, trials: int, declared: Histogram) -> dict[Any, int]:
    """One histogram by itself."""
    if not isinstance(record, dict):
        raise Misfit("is not an object of counts")
    read, counts, least = _reader(declared.keys), dict[Any, int](), 0 if declared.values == "series" else 1
    for text, count in record.items():
        try:
            counts[read(text)] = count
        except (KeyError, ValueError):
            raise Misfit(f"has the key {quote(text)}") from None
    for text, count in record.items():
        if type(count) is not int or not least <= count <= LARGEST_VALUE:
            raise Misfit(f"has {quote(repr(count))} at {quote(text)}, which is no count")
    if declared.values == "series" and not isinstance(declared.keys, Joint) and len(counts) != len(declared.keys):
        raise Misfit(f"has {len(counts)} of {len(declared.keys)} values")
    if declared.values == "trials" and (added := sum(counts.values())) != trials:
        raise Misfit(f"adds up to {added}, not to the number of trials")
    return counts


def _check_beside(counts: Counts, declared: Histogram, found: Mapping[str, Counts]) -> None:
    """Check a histogram against related ones, which are declared before it."""
    if isinstance(declared.keys, Joint):
        _check_margins(counts, declared.keys, found)
    for key, count in counts.items() if declared.part_of else ():
        if count > found[declared.part_of].get(key, 0):
            raise Misfit(f"has more at {quote(key_text(key))} than '{declared.part_of}'")


def _check_margins(joint: Counts, keys: Joint, found: Mapping[str, Counts]) -> None:
    """Check a joint histogram: its margins must be the histograms that it joins."""
    ones, others = dict[int, int](), dict[int, int]()
    for (one, other, *_), count in joint.items():
        ones[one] = ones.get(one, 0) + count
        others[other] = others.get(other, 0) + count
    for name, margin in ((keys.one, ones), (keys.other, others)):
        if name and margin != found[name]:
            raise Misfit(f"does not add up to '{name}'")


@lru_cache
def _reader(keys: Keys) -> Callable[[str], Any]:
    """The function that reads the text of a key, and raises `KeyError` or `ValueError` for any other text."""
    if isinstance(keys, Joint):
        return partial(_numbers, length=len(keys.columns))
    if len(keys) <= MOST_TEXTS:
        return {key_text(key): key for key in keys}.__getitem__

    def read(text: str) -> int:
        number = _number(text)
        if number not in keys:
            raise KeyError(text)
        return number

    return read


@lru_cache(1 << 14)
def _numbers(text: str, length: int) -> tuple[int, ...]:
    found = tuple(map(_number, text.split("/")))
    if len(found) != length:
        raise ValueError(text)
    return found


def _number(text: str) -> int:
    """The whole number that a text stands for. Raise `ValueError` unless it is written as Python writes it."""
    number = int(text) if len(text) <= LONGEST_KEY else 0
    if str(number) != text:
        raise ValueError(text)
    return number


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
    in_order = {name: {key: histogram[key] for key in sorted(histogram)} for name, histogram in sums.items()}
    return Tally(spec_id, trials, in_order)


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
