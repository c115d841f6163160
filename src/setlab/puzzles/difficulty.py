"""The difficulty of a puzzle: an estimate by a plain model of searching, and its rank among all puzzles of its level.

The model, which the opponents in rooms share: each SET is found, independently of the others, at a constant rate, 2 a
minute if its cards differ in one property and 0.7 times as much for every further one. The rates are assumed, not
measured on people; `setlab games analyse` measures them in games that were played. Under the model, the time until all
SETs are found has a known distribution. Whether SETs share cards, and where the cards lie, does not enter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, exp, prod

from setlab.arguments import checked
from setlab.geometry import Pattern, Space

Profile = tuple[int, ...]
"""(a, b, …): a SETs differ in one property, b in two, and so on."""

LEVEL = 0.8
"""The probability with which the model's solving time lies in `Difficulty.range`."""

MODEL = "opponent"
"""The name of the model: a steady opponent of a room."""

MINUTE = 60.0


EASIEST = 2.0
"""The rate in finds a minute, at speed 1, for a SET whose cards differ in one property."""

HARDER = 0.7
"""The factor of the rate for every further property that differs."""


@checked
@dataclass(frozen=True)
class Difficulty:
    """The estimate for a puzzle: expected seconds until all SETs are found, and how many puzzles are easier.

    `differing` counts the SETs that differ in 1, 2, 3 and 4 properties; `range` holds the solving time with probability
    `level`; `easier` and `equal` are the proportions of all puzzles of this level with a smaller and with the same
    expected time, exactly.
    """

    differing: Profile
    seconds: float
    range: tuple[float, float]
    easier: Fraction
    equal: Fraction
    level: float = LEVEL
    model: str = MODEL

    @property
    def harder(self) -> Fraction:
        """The proportion of all puzzles of this level with a larger expected time."""
        return 1 - self.easier - self.equal


def rate_of(differing: int, speed: float = 1.0) -> float:
    """The rate, in finds a minute, of a SET whose cards differ in some properties.

    >>> [round(rate_of(k), 2) for k in (1, 2, 3, 4)]
    [2.0, 1.4, 0.98, 0.69]
    """
    return float(speed * EASIEST * HARDER ** (differing - 1))


def differing_properties(sets: Sequence[Sequence[int]], dimension: int = 4) -> tuple[int, ...]:
    """In how many properties the cards of each SET differ.

    >>> differing_properties([(0, 1, 2), (0, 40, 80)])
    (1, 4)
    """
    space = Space(dimension)
    return tuple(sum(p is Pattern.DIFFERENT for p in space.patterns(cards)) for cards in sets)


def profile_of(sets: Sequence[Sequence[int]], dimension: int = 4) -> Profile:
    """The numbers of SETs that differ in 1, 2, … properties.

    >>> profile_of([(0, 1, 2), (0, 40, 80)])
    (1, 0, 0, 1)
    """
    each = differing_properties(sets, dimension)
    return tuple(each.count(k) for k in range(1, dimension + 1))


def estimate_difficulty(profile: Profile, among: Mapping[Profile, int]) -> Difficulty:
    """The estimate for a puzzle with this profile, among all puzzles, which are counted by their profiles.

    >>> estimate = estimate_difficulty((1, 0), among={(1, 0): 3, (0, 1): 1})
    >>> round(estimate.seconds, 6), estimate.easier, estimate.equal, estimate.harder
    (30.0, Fraction(0, 1), Fraction(3, 4), Fraction(1, 4))
    """
    seconds, total = expected_seconds(profile), sum(among.values())
    others = {each: expected_seconds(each) for each in among}
    equal = Fraction(sum(n for each, n in among.items() if others[each] == seconds), total)
    easier = Fraction(sum(n for each, n in among.items() if others[each] < seconds), total)
    tail = (1 - LEVEL) / 2
    span = (seconds_until(profile, tail), seconds_until(profile, 1 - tail))
    return Difficulty(profile, seconds, span, easier, equal)


@cache
def expected_seconds(profile: Profile) -> float:
    """The expected time until all SETs are found.

    The expected maximum of independent exponential times is, by inclusion and exclusion, the alternating sum of
    1 / (sum of the rates) over all non-empty choices of SETs; equal rates are chosen together.

    >>> round(expected_seconds((2, 0, 0, 0)), 6)
    45.0
    """
    total = 0.0
    for chosen in product(*(range(number + 1) for number in profile)):
        if any(chosen):
            ways = prod(comb(number, part) for number, part in zip(profile, chosen, strict=True))
            rate = sum(part * rate_of(k) for k, part in enumerate(chosen, 1))
            total -= (-1) ** sum(chosen) * ways * MINUTE / rate
    return total


def solved_by(profile: Profile, seconds: float) -> float:
    """The probability that all SETs are found within some seconds.

    >>> solved_by((1, 0, 0, 0), 0.0), round(solved_by((1, 0, 0, 0), 30.0), 4)
    (0.0, 0.6321)
    """
    found = (1 - exp(-rate_of(k) * seconds / MINUTE) for k in range(1, len(profile) + 1))
    return prod(chance**number for chance, number in zip(found, profile, strict=True))


def seconds_until(profile: Profile, probability: float) -> float:
    """The time within which all SETs are found with some probability, by bisection to a hundredth of a second.

    >>> round(seconds_until((1, 0, 0, 0), 1 - exp(-1)), 1)
    30.0
    """
    low, high = 0.0, 1.0
    while solved_by(profile, high) < probability:
        high *= 2
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if solved_by(profile, middle) < probability else (low, middle)
    return high
