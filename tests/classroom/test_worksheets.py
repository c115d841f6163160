"""Every answer of every kind of exercise, by brute force on the digits of the cards; no geometry of setlab is used."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from setlab.classroom.worksheets import KINDS, VERSIONS, Exercise, RandomChoices, make_check, make_exercises
from setlab.errors import SpecError
from setlab.geometry import Space

LEVELS = (1, 2, 3)
DECKS = (3, 4)
COUNT = 12

Digits = tuple[int, ...]


def digits(card: int, d: int) -> Digits:
    """The values of the properties, the first one the most significant."""
    return tuple(card // 3 ** (d - 1 - i) % 3 for i in range(d))


def is_set(cards: tuple[int, ...], d: int) -> bool:
    """All the same or all different in every property."""
    columns = zip(*(digits(card, d) for card in cards), strict=True)
    return len(set(cards)) == 3 and all(len(set(column)) != 2 for column in columns)


def made(kind: str, level: int, d: int) -> list[Exercise]:
    drawn = product((0, 7), VERSIONS)
    return [e for seed, v in drawn for e in make_exercises(kind, level, count=COUNT, seed=seed, dimension=d, version=v)]


CASES = pytest.mark.parametrize(("level", "d"), list(product(LEVELS, DECKS)))


def expected_number(level: int, number: int) -> bool:
    """One, two, three or more."""
    return number == level if level < 3 else number >= 3


@CASES
def test_the_final_card(level: int, d: int) -> None:
    for exercise in made("third", level, d):
        a, b = exercise.shown_cards
        assert [(c,) for c in range(3**d) if is_set((a, b, c), d)] == [exercise.answer]
        differing = sum(x != y for x, y in zip(digits(a, d), digits(b, d), strict=True))
        assert expected_number(level, differing)


@CASES
def test_is_it_a_set(level: int, d: int) -> None:
    verdicts = set()
    for exercise in made("check", level, d):
        columns = [set(column) for column in zip(*(digits(card, d) for card in exercise.shown_cards), strict=True)]
        spoilt = tuple(i for i, column in enumerate(columns) if len(column) == 2)
        assert exercise.spoilt == spoilt
        assert is_set(exercise.shown_cards, d) == (not spoilt)
        assert len(set(exercise.shown_cards)) == 3
        changing = sum(len(column) == 3 for column in columns)
        assert expected_number(4 - level, len(spoilt)) if spoilt else expected_number(level, changing)
        verdicts.add(not spoilt)
    assert verdicts == {True, False}


@CASES
def test_one_half_of_the_checks_are_sets(level: int, d: int) -> None:
    drawn = [make_check(level, Space(d), RandomChoices(seed=5, trial=i)) for i in range(1600)]
    share = sum(not exercise.spoilt for exercise in drawn) / len(drawn)
    assert share == pytest.approx(1 / 2, abs=4 * 0.0125), "four standard deviations"


@CASES
def test_find_the_sets(level: int, d: int) -> None:
    for exercise in made("find", level, d):
        found = [frozenset(triple) for triple in combinations(exercise.shown_cards, 3) if is_set(triple, d)]
        assert sorted(map(sorted, found)) == sorted(map(sorted, exercise.sets))
        assert (len(exercise.shown_cards), len(found)) == {1: (6, 2), 2: (9, 3), 3: (12, 4)}[level]
        assert len(set(exercise.shown_cards)) == len(exercise.shown_cards)


STATED_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""What the worksheet asks for: rows, columns and both diagonals."""
BROKEN_LINES = ((1, 5, 6), (2, 3, 7), (0, 5, 7), (1, 3, 8))


def fillings(values: list[int | None]) -> list[list[int]]:
    """All ways to complete the values of one property in the square."""
    squares = (list(way) for way in product(*(range(3) if value is None else (value,) for value in values)))
    return [s for s in squares if all(len({s[i] for i in line}) != 2 for line in STATED_LINES)]


@CASES
def test_complete_the_plane(level: int, d: int) -> None:
    for exercise in made("plane", level, d):
        hidden = iter(exercise.answer)
        square = [next(hidden) if card is None else card for card in exercise.cards]
        for i in range(d):
            values = [None if card is None else digits(card, d)[i] for card in exercise.cards]
            assert fillings(values) == [[digits(card, d)[i] for card in square]]
        for line in (*STATED_LINES, *BROKEN_LINES):
            assert is_set(tuple(square[i] for i in line), d)
        changing = sum(len({digits(card, d)[i] for card in square}) > 1 for i in range(d))
        assert (len(exercise.shown_cards), changing) == {1: (5, 2), 2: (3, 3), 3: (3, d)}[level]
        places = [i for i, card in enumerate(exercise.cards) if card is not None]
        assert {1: places == [0, 1, 2, 3, 6], 2: places == [0, 1, 3], 3: not within_a_corner(places)}[level]


def within_a_corner(places: list[int]) -> bool:
    """True if all places are among four that touch in a point."""
    corners = [{0, 1, 3, 4}, {1, 2, 4, 5}, {3, 4, 6, 7}, {4, 5, 7, 8}]
    return any(set(places) <= corner for corner in corners)


@CASES
def test_the_hidden_card(level: int, d: int) -> None:
    for exercise in made("hidden", level, d):
        left = exercise.shown_cards
        assert len(left) == {1: 2, 2: 5, 3: 8}[level]
        assert not any(is_set(triple, d) for triple in combinations(left, 3))
        fitting = [card for card in range(3**d) if card not in left and fits((*left, card), d)]
        assert [(card,) for card in fitting] == [exercise.answer]


def fits(cards: tuple[int, ...], d: int) -> bool:
    """What SETs leave: in every property the numbers of cards with each value have the same remainder."""
    columns = zip(*(digits(card, d) for card in cards), strict=True)
    return all(len({column.count(value) % 3 for value in range(3)}) == 1 for column in columns)


@CASES
def test_the_parallel_set(level: int, d: int) -> None:
    for exercise in made("parallel", level, d):
        a, b, c, start = exercise.shown_cards
        assert is_set((a, b, c), d)
        assert start not in (a, b, c)
        steps = [tuple(zip(digits(x, d), digits(y, d), strict=True)) for x, y in ((a, b), (b, c))]
        assert expected_number(level, sum(x != y for x, y in steps[0]))
        first = [y for y in range(3**d) if same_steps(steps[0], start, y, d)]
        pairs = [(y, z) for y in first for z in range(3**d) if same_steps(steps[1], y, z, d)]
        assert pairs == [exercise.answer]
        assert is_set((start, *exercise.answer), d)


def same_steps(steps: tuple[tuple[int, int], ...], x: int, y: int, d: int) -> bool:
    """True if every property goes from x to y as in the steps: the same number of values onwards, around the circle."""
    others = zip(digits(x, d), digits(y, d), strict=True)
    return all((q - p) % 3 == (v - u) % 3 for (p, q), (u, v) in zip(steps, others, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_exercises_are_different_and_grow(kind: str) -> None:
    for level in LEVELS:
        many = make_exercises(kind, level, count=40, seed=5)
        assert len({frozenset(exercise.shown_cards) for exercise in many}) == 40
        assert make_exercises(kind, level, count=9, seed=5) == many[:9]
        assert make_exercises(kind, level, count=9, seed=6) != many[:9]


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_versions_have_no_exercise_in_common(kind: str) -> None:
    for level, d in product(LEVELS, DECKS):
        one, other = (make_exercises(kind, level, count=40, seed=5, dimension=d, version=each) for each in VERSIONS)
        assert one == make_exercises(kind, level, count=40, seed=5, dimension=d)
        assert len({frozenset(exercise.shown_cards) for exercise in (*one, *other)}) == 80


def test_bad_input() -> None:
    with pytest.raises(SpecError, match="'C' is not a version of a worksheet: choose A or B"):
        make_exercises("third", version="C")
    with pytest.raises(SpecError, match="'thrid' is not a kind of exercise: did you mean third"):
        make_exercises("thrid")
    with pytest.raises(SpecError, match="41 exercises"):
        make_exercises("third", count=41)
    with pytest.raises(SpecError, match="5 properties: choose 3 or 4"):
        make_exercises("third", dimension=5)
    with pytest.raises(SpecError, match="seed -1"):
        make_exercises("third", seed=-1)
