"""`Shape`: which keys a histogram of a kernel has, and what its values add up to. `fault` finds what does not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from setlab.errors import quoted

LARGEST_VALUE = 2**127
MOST_TEXTS = 1 << 12
"""Keys of ranges up to this length are looked up in a set; those of longer ranges are read one by one."""

Values = Literal["trials", "events", "series"]


@dataclass(frozen=True)
class Pairs:
    """The keys `a/b`, where a is a key of one histogram and b one of another, both of the same trials."""

    one: str
    other: str


@dataclass(frozen=True)
class Shape:
    """The keys of a histogram, and how its values relate to the trials.

    Keys are whole numbers of a range, names, or `Pairs`. Of values there are three kinds. *trials*: every trial is
    counted under one key, so that the counts add up to the trials. *events*: something is counted that happens any
    number of times in a trial; where it is a special case of what another histogram counts, that one is named by
    `part_of`. *series*: a number for every key, which may be 0, such as a sum over the trials, a least or a most.
    """

    keys: range | tuple[str, ...] | Pairs
    values: Values = "trials"
    part_of: str = ""


Shapes = Mapping[str, Shape]


def fault(histograms: object, trials: int, shapes: Shapes) -> str:
    """What shows that these cannot be the histograms of so many trials; an empty text if nothing does.

    >>> shapes = {"leftover": Shape(range(82))}
    >>> fault({"leftover": {"6": 3, "9": 1}}, 4, shapes)
    ''
    >>> fault({"leftover": {"6": 3, "9": 1}}, 5, shapes)
    "'leftover' adds up to 4, not to the number of trials"
    """
    if not isinstance(histograms, dict):
        return "the tally is not an object of histograms"
    for name in histograms:
        if name not in shapes:
            return f"{quoted(name)} is not a histogram of this experiment"
    for name, shape in shapes.items():
        if name not in histograms:
            return f"the histogram '{name}' is missing"
        if found := _fault_of_one(histograms[name], trials, shape) or _fault_beside(name, shape, histograms):
            return f"'{name}' {found}"
    return ""


def _fault_of_one(histogram: Any, trials: int, shape: Shape) -> str:
    """What is wrong with one histogram by itself."""
    if not isinstance(histogram, dict):
        return "is not an object of counts"
    if not isinstance(shape.keys, Pairs) and not _has_keys(histogram, shape.keys):
        wrong = next(key for key in histogram if not _is_key(key, shape.keys))
        return f"has the key {quoted(wrong)}"
    least = 0 if shape.values == "series" else 1
    for key, value in histogram.items():
        if type(value) is not int or not least <= value <= LARGEST_VALUE:
            return f"has {quoted(repr(value))} at {quoted(key)}, which is no count"
    if shape.values == "series" and len(histogram) != len(_texts(shape.keys)):
        return f"has {len(histogram)} of {len(_texts(shape.keys))} values"
    if shape.values == "trials" and (added := sum(histogram.values())) != trials:
        return f"adds up to {added}, not to the number of trials"
    return ""


def _fault_beside(name: str, shape: Shape, histograms: Mapping[str, Mapping[str, int]]) -> str:
    """What is wrong with a histogram beside those that it belongs to."""
    if isinstance(shape.keys, Pairs):
        return _fault_of_pairs(histograms[name], shape.keys, histograms)
    if not shape.part_of:
        return ""
    whole = histograms[shape.part_of]
    for key, count in histograms[name].items():
        if count > whole.get(key, 0):
            return f"has more at {quoted(key)} than '{shape.part_of}'"
    return ""


def _fault_of_pairs(joint: Mapping[str, int], pairs: Pairs, histograms: Mapping[str, Mapping[str, int]]) -> str:
    """What is wrong with a joint histogram: its two margins must be the histograms that it joins."""
    margins: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for key, count in joint.items():
        one, _, other = key.partition("/")
        margins[0][one] += count
        margins[1][other] += count
    for name, margin in zip((pairs.one, pairs.other), margins, strict=True):
        if margin != histograms[name]:
            return f"does not add up to '{name}'"
    return ""


def _has_keys(histogram: Mapping[str, int], keys: range | tuple[str, ...]) -> bool:
    if len(keys) <= MOST_TEXTS:
        return histogram.keys() <= _texts(keys)
    return all(_is_key(key, keys) for key in histogram)


def _is_key(key: str, keys: range | tuple[str, ...]) -> bool:
    if not isinstance(keys, range):
        return key in keys
    is_number = key.isascii() and key.isdigit() and len(key) < 20 and (key == "0" or key[0] != "0")
    return is_number and int(key) in keys


@lru_cache
def _texts(keys: range | tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(str, keys))
