"""`Histogram`: the declaration of a kernel's histogram, and the reading of stored histograms by it.

Inside Python the keys of a histogram are whole numbers, pairs of them, or names; in JSON they are texts: `"6"`,
`"15/6"`, `"xavier"`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from setlab.errors import quoted

LARGEST_VALUE = 2**127
LONGEST_KEY = 24
MOST_TEXTS = 1 << 12
"""Keys of ranges up to this length are looked up in a table; those of longer ranges are read one by one."""

Counts = Mapping[Any, int]
"""The content of a histogram: key → count."""

Values = Literal["trials", "events", "series"]


class Misfit(ValueError):
    """What is read cannot be the histograms of these trials."""


@dataclass(frozen=True)
class Pairs:
    """The keys (a, b), where a is a key of one histogram and b one of another, both of the same trials.

    `names` are the titles of a and b in tables, by default the names of the histograms; a histogram "" is none.
    """

    one: str
    other: str = ""
    names: tuple[str, str] | None = None

    @property
    def columns(self) -> tuple[str, str]:
        """The titles of a and b."""
        return self.names or (self.one, self.other)


Keys = range | tuple[str, ...] | Pairs


@dataclass(frozen=True)
class Histogram:
    """The declaration of a histogram: its title, its keys, and how its values relate to the trials.

    Keys are whole numbers of a range, names, or `Pairs`. Of values there are three kinds. *trials*: every trial is
    counted under one key, so that the counts add up to the trials. *events*: something is counted that happens any
    number of times in a trial; where it is a special case of what another histogram counts, that one is named by
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
    return f"{key[0]}/{key[1]}" if isinstance(key, tuple) else str(key)


def read_histograms(record: object, trials: int, declared: Histograms) -> dict[str, dict[Any, int]]:
    """The histograms in a JSON object. Raise `Misfit` unless they can be those of this number of trials.

    >>> declared = {"leftover": Histogram("cards left", range(82))}
    >>> read_histograms({"leftover": {"6": 3, "9": 1}}, 4, declared)
    {'leftover': {6: 3, 9: 1}}
    >>> read_histograms({"leftover": {"6": 3, "9": 1}}, 5, declared)
    Traceback (most recent call last):
    setlab.experiment.histogram.Misfit: 'leftover' adds up to 4, not to the number of trials
    """
    if not isinstance(record, dict):
        raise Misfit("the tally is not an object of histograms")
    for name in record:
        if name not in declared:
            raise Misfit(f"{quoted(name)} is not a histogram of this experiment")
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
    counts = _with_keys(record, declared.keys)
    values, least = record.values(), 0 if declared.values == "series" else 1
    if values and (set(map(type, values)) != {int} or min(values) < least or max(values) > LARGEST_VALUE):
        key = next(key for key, value in record.items() if not _is_count(value, least))
        raise Misfit(f"has {quoted(repr(record[key]))} at {quoted(key)}, which is no count")
    if declared.values == "series" and len(counts) != len(_all_keys(declared.keys)):
        raise Misfit(f"has {len(counts)} of {len(_all_keys(declared.keys))} values")
    if declared.values == "trials" and (added := sum(values)) != trials:
        raise Misfit(f"adds up to {added}, not to the number of trials")
    return counts


def _is_count(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= LARGEST_VALUE


def _with_keys(record: dict[str, int], keys: Keys) -> dict[Any, int]:
    """The histogram with the keys that its texts stand for."""
    read = _reader(keys)
    try:
        return dict(zip(map(read, record), record.values(), strict=True))
    except (KeyError, ValueError):
        wrong = next(text for text in record if not _can_be_read(text, read))
        raise Misfit(f"has the key {quoted(wrong)}") from None


def _can_be_read(text: str, read: Callable[[str], Any]) -> bool:
    try:
        read(text)
    except (KeyError, ValueError):
        return False
    return True


def _check_beside(counts: Counts, declared: Histogram, found: Mapping[str, Counts]) -> None:
    """Check a histogram beside those that it belongs to, which are declared before it."""
    if isinstance(declared.keys, Pairs):
        _check_margins(counts, declared.keys, found)
    if declared.part_of:
        whole = found[declared.part_of]
        for key, count in counts.items():
            if count > whole.get(key, 0):
                raise Misfit(f"has more at {quoted(key_text(key))} than '{declared.part_of}'")


def _check_margins(joint: Counts, pairs: Pairs, found: Mapping[str, Counts]) -> None:
    """Check a joint histogram: its margins must be the histograms that it joins."""
    ones, others = dict[int, int](), dict[int, int]()
    for (one, other), count in joint.items():
        ones[one] = ones.get(one, 0) + count
        others[other] = others.get(other, 0) + count
    for name, margin in ((pairs.one, ones), (pairs.other, others)):
        if name and margin != found[name]:
            raise Misfit(f"does not add up to '{name}'")


@lru_cache
def _reader(keys: Keys) -> Callable[[str], Any]:
    """What turns the text of a key into the key, and raises `KeyError` or `ValueError` for any other text."""
    if isinstance(keys, Pairs):
        return _pair
    if len(keys) <= MOST_TEXTS:
        return {key_text(key): key for key in keys}.__getitem__

    def read(text: str) -> int:
        number = _number(text)
        if number not in keys:
            raise KeyError(text)
        return number

    return read


@lru_cache(1 << 14)
def _pair(text: str) -> tuple[int, int]:
    one, other = text.split("/")
    return _number(one), _number(other)


def _number(text: str) -> int:
    """The whole number that a text stands for. Raise `ValueError` unless it is written as Python writes it."""
    number = int(text) if len(text) <= LONGEST_KEY else 0
    if str(number) != text:
        raise ValueError(text)
    return number


def _all_keys(keys: Keys) -> range | tuple[str, ...]:
    """The keys of a series."""
    assert not isinstance(keys, Pairs)
    return keys
