"""Exercises in numbers: all different, and the first of many are the same as if fewer were asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count as counted
from itertools import islice

from setlab.arguments import checked
from setlab.classroom.worksheets import kinds
from setlab.classroom.worksheets.exercise import Exercise, Hat, read_level
from setlab.errors import SpecError, unknown_name
from setlab.geometry import Space
from setlab.limits import EXERCISES

KINDS: Mapping[str, Callable[[int, Space, Hat], Exercise]] = {
    "third": kinds.make_third,
    "check": kinds.make_check,
    "find": kinds.make_find,
    "plane": kinds.make_plane,
    "hidden": kinds.make_hidden,
    "parallel": kinds.make_parallel,
}
"""The kinds of exercises, in the order in which a worksheet has them."""

MOST = 40
"""The largest number of exercises of a kind."""

VERSIONS = ("A", "B")
"""The versions of a worksheet, for neighbours in a class: version A is the sheet without a version."""


@checked
def make_exercises(
    kind: str, level: str | int = 1, *, count: int = 6, seed: int = 0, dimension: int = 4, version: str = "A"
) -> list[Exercise]:
    """Different exercises of a kind: the same for the same seed. Those of version B are none of version A.

    >>> [exercise.answer for exercise in make_exercises("hidden", "hard", count=3, seed=7)]
    [(77,), (24,), (51,)]
    >>> [exercise.answer for exercise in make_exercises("hidden", "hard", count=3, seed=7, version="B")]
    [(33,), (9,), (23,)]
    >>> make_exercises("third", count=0)
    Traceback (most recent call last):
    setlab.errors.SpecError: 0 exercises of a kind are not possible: choose 1 to 40
    """
    if kind not in KINDS:
        raise SpecError(unknown_name(kind, "a kind of exercise", list(KINDS)))
    if not 1 <= count <= MOST:
        raise SpecError(f"{count} exercises of a kind are not possible: choose 1 to {MOST}")
    if dimension not in EXERCISES:
        raise SpecError(f"there are no exercises for {dimension} properties: choose 3 or 4")
    if version not in VERSIONS:
        raise SpecError(unknown_name(version, "a version of a worksheet", VERSIONS))
    made: list[Exercise] = []
    for each in VERSIONS[: VERSIONS.index(version) + 1]:
        made += islice(_make_distinct(kind, read_level(level), seed, Space(dimension), each, made), count)
    return made[-count:]


def _make_distinct(
    kind: str, level: int, seed: int, space: Space, version: str, others: Iterable[Exercise]
) -> Iterator[Exercise]:
    """Exercises that show other cards than these others and each other; each kind and version has its own draws."""
    seen = {frozenset(exercise.shown_cards) for exercise in others}
    first = (VERSIONS.index(version) << 40) + (list(KINDS).index(kind) << 32)
    for number in counted(first):
        exercise = KINDS[kind](level, space, Hat(seed, number))
        if frozenset(exercise.shown_cards) not in seen:
            seen.add(frozenset(exercise.shown_cards))
            yield exercise
