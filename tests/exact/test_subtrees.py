"""What grows from parts of a level: against whole levels, however the level is cut."""

from functools import reduce
from operator import add

import pytest

from setlab.errors import RuleError
from setlab.exact import orbits
from setlab.exact.orbits import Descendants, Orbits, descendants, orbit_levels
from setlab.exact.sets import exact_set_counts, set_counts_from, set_counts_of


def level_of(dimension: int, cards: int) -> Orbits:
    *_, level = orbit_levels(dimension, until=cards)
    return level


def cut(level: Orbits, size: int) -> list[Orbits]:
    return [level.part(first, first + size) for first in range(0, len(level), size)]


@pytest.mark.parametrize(("dimension", "root", "until"), [(2, 0, 9), (3, 4, 9), (4, 5, 9)])
def test_descendants_are_the_levels_however_the_roots_are_cut(dimension: int, root: int, until: int) -> None:
    roots = level_of(dimension, root)
    levels = list(orbit_levels(dimension, until=until))[root:]
    for size in (1, 3, len(roots)):
        found = reduce(add, (descendants(part, until, threads=1) for part in cut(roots, size)))
        assert found.orbits == {level.size: len(level) for level in levels}
        assert {n: found.lines[n] for n in found.orbits} == {level.size: level.lines() for level in levels}
        for extra in (1, 2, 3):
            assert found.lines[until + extra] == levels[-1].extended_lines(extra)
        found.prove(dimension)


def test_tables_of_set_counts_agree_with_those_of_whole_levels() -> None:
    found = descendants(level_of(4, 6), 10)
    last = level_of(4, 10)
    for extra in range(4):
        assert set_counts_of(found, 10 + extra) == set_counts_from(last, extra) == exact_set_counts(10 + extra)


def test_a_root_that_is_missing_or_counted_twice_is_found() -> None:
    roots = level_of(4, 6)
    whole = descendants(roots, 8)
    for wrong in (descendants(roots.part(1, len(roots)), 8), whole + descendants(roots.part(3, 4), 8)):
        with pytest.raises(RuleError, match="are not all: there are"):
            set_counts_of(wrong, 9)
    with pytest.raises(RuleError, match="to 8 and to 7 cards do not add"):
        whole + descendants(roots, 7)


def test_a_root_with_a_wrong_size_is_found() -> None:
    roots = level_of(4, 6)
    wrong = Orbits(4, "all", 6, roots.masks, roots.sizes[::-1].copy())
    with pytest.raises(RuleError, match="does not stand for an orbit"):
        descendants(wrong, 7)


def test_progress_is_told_root_by_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orbits, "ROOTS_AT_ONCE", 8)
    told: list[tuple[int, int, int]] = []
    found = descendants(level_of(4, 6), 7, report=lambda *numbers: told.append(numbers))
    assert told == [(7, 8, 15), (7, 15, 15)]
    assert isinstance(found, Descendants)
    found.prove(4)
