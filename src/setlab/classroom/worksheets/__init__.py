"""Exercises for worksheets: pure functions of a seed, each with an exact difficulty and one right answer.

Begin with `make_exercises`; each kind of exercise has a function that makes one of level 1 to 3.

>>> [exercise.cards for exercise in make_exercises("third", "easy", count=2, seed=1)]
[(76, 49, None), (38, 11, None)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from itertools import count as counted
from typing import TypeVar

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError, unknown_name
from setlab.exact.dealing import deal_cards
from setlab.geometry import Space, hidden_card, plane
from setlab.limits import EXERCISES

T = TypeVar("T")

LEVELS = {"easy": 1, "medium": 2, "hard": 3}
"""The levels of difficulty; what each of them means is said by every kind of exercise."""


@dataclass(frozen=True)
class Exercise:
    """Cards that are shown, None for a place to be filled in; and the answer.

    `answer` has the cards that are asked for, `sets` the SETs to be found, `spoilt` the properties that keep three
    cards from being a SET. Places are counted from 0.
    """

    kind: str
    level: int
    dimension: int
    cards: tuple[int | None, ...]
    answer: tuple[int, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    spoilt: tuple[int, ...] = ()

    @property
    def shown_cards(self) -> tuple[int, ...]:
        """The cards that are shown.

        >>> Exercise("third", 1, 4, (0, 40, None), (80,)).shown_cards
        (0, 40)
        """
        return tuple(card for card in self.cards if card is not None)


class RandomChoices:
    """The random choices of one trial, one after the other.

    >>> choices = RandomChoices(seed=1, trial=0)
    >>> choices.below(6), choices.below(6)
    (5, 1)
    """

    def __init__(self, seed: int, trial: int) -> None:
        self._draws, self._trial, self._next = Draws(seed), trial, counted()

    def below(self, bound: int) -> int:
        """A number 0 … bound − 1."""
        return self._draws.below(self._trial, next(self._next), bound)

    def one_of(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[T], number: int) -> list[T]:
        """A number of the things, in a random order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def direction(self, space: Space, moving: int) -> int:
        """A direction along which a number of properties change.

        >>> Space(4).coordinates(RandomChoices(1, 0).direction(Space(4), 1))
        (0, 0, 0, 1)
        """
        changed = self.some_of(range(space.d), moving)
        return space.card(1 + self.below(2) if i in changed else 0 for i in range(space.d))

    def until(self, draw: Callable[[], T], fits: Callable[[T], bool]) -> T:
        """The first of the draws that fits."""
        return next(drawn for _ in counted() if fits(drawn := draw()))


def moving_properties(level: int, dimension: int, choices: RandomChoices) -> int:
    """The number of properties that change from card to card: one if easy, two if medium, three or more if hard.

    >>> [moving_properties(level, 3, RandomChoices(1, 0)) for level in (1, 2, 3)]
    [1, 2, 3]
    """
    return level if level < 3 else 3 + choices.below(dimension - 2)


def read_level(level: str | int) -> int:
    """The number of a level, which is given by its number or its word.

    >>> read_level("medium"), read_level("2"), read_level(2)
    (2, 2, 2)
    >>> read_level("tough")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'tough' is not a difficulty: choose 1, 2, 3, easy, medium or hard
    """
    if str(level) in LEVELS:
        return LEVELS[str(level)]
    if str(level) in {str(number) for number in LEVELS.values()}:
        return int(level)
    raise SpecError(unknown_name(level, "a difficulty", [*map(str, LEVELS.values()), *LEVELS]))


def make_third(level: int, space: Space, choices: RandomChoices) -> Exercise:
    """Two cards; the fundamental theorem says that exactly one card completes them.

    >>> make_third(1, Space(4), RandomChoices(1, 0)).cards
    (76, 49, None)
    """
    first = choices.below(len(space))
    second = space.add(first, choices.direction(space, moving_properties(level, space.d, choices)))
    return Exercise("third", level, space.d, (first, second, None), (space.third(first, second),))


Values = tuple[int, int, int]

SOUND: tuple[Values, ...] = tuple(v for v in product(range(3), repeat=3) if len(set(v)) != 2)  # type: ignore[misc]
SPOILT: tuple[Values, ...] = tuple(v for v in product(range(3), repeat=3) if len(set(v)) == 2)  # type: ignore[misc]
"""The values of one property on three cards: all the same or all different, or two and one."""


def make_check(level: int, space: Space, choices: RandomChoices) -> Exercise:
    """Three cards that are a SET or are not, with the properties that spoil it.

    >>> exercise = make_check(3, Space(4), RandomChoices(3, 0))
    >>> Space(4).is_line(*exercise.cards), exercise.spoilt
    (False, (0,))
    """
    if choices.below(2):
        first = choices.below(len(space))
        line = space.line(first, choices.direction(space, moving_properties(level, space.d, choices)))
        return Exercise("check", level, space.d, tuple(choices.some_of(line, 3)))
    spoilt = sorted(choices.some_of(range(space.d), moving_properties(4 - level, space.d, choices)))

    def draw() -> tuple[int, ...]:
        values = [choices.one_of(SPOILT if i in spoilt else SOUND) for i in range(space.d)]
        return tuple(map(space.card, zip(*values, strict=True)))

    cards = choices.until(draw, lambda cards: len(set(cards)) == 3)
    return Exercise("check", level, space.d, cards, spoilt=tuple(spoilt))


TABLES = {1: (6, 2), 2: (9, 3), 3: (12, 4)}
"""The number of cards and of SETs by the level."""


def make_find(level: int, space: Space, choices: RandomChoices) -> Exercise:
    """A table whose SETs are to be found.

    >>> exercise = make_find(1, Space(4), RandomChoices(1, 0))
    >>> len(exercise.cards), len(exercise.sets)
    (6, 2)
    """
    cards, sets = TABLES[level]
    dealt = deal_cards(cards, sets, seed=choices.below(2**32), dimension=space.d)
    return Exercise("find", level, space.d, tuple(dealt), sets=tuple(space.sets(dealt)))


CROSS, CORNER = (0, 1, 2, 3, 6), (0, 1, 3)
"""The places of the first row and the first column, and of a corner; places are counted row by row."""


def _is_spread(places: tuple[int, ...]) -> bool:
    """True if three places are on no line, and do not lie within a square of 2×2."""
    rows, columns = [place // 3 for place in places], [place % 3 for place in places]
    on_a_line = sum(rows) % 3 == 0 and sum(columns) % 3 == 0
    return not on_a_line and max(max(rows) - min(rows), max(columns) - min(columns)) == 2


SPREAD = tuple(places for places in combinations(range(9), 3) if _is_spread(places))


def make_plane(level: int, space: Space, choices: RandomChoices) -> Exercise:
    """A square with empty places, which three cards that are not a SET determine.

    >>> [len(make_plane(level, Space(4), RandomChoices(1, 0)).shown_cards) for level in (1, 2, 3)]
    [5, 3, 3]
    """
    square = _square(level, space, choices)
    shown = CROSS if level == 1 else CORNER if level == 2 else choices.one_of(SPREAD)
    cards = tuple(card if place in shown else None for place, card in enumerate(square))
    hidden = tuple(card for place, card in enumerate(square) if place not in shown)
    return Exercise("plane", level, space.d, cards, hidden)


def _square(level: int, space: Space, choices: RandomChoices) -> list[int]:
    """The cards of a plane within which the right number of properties changes."""
    moving = min(level + 1, space.d) if level < 3 else space.d
    changed = choices.some_of(range(space.d), moving)

    def step() -> int:
        return space.card(choices.below(3) if i in changed else 0 for i in range(space.d))

    def fits(steps: tuple[int, int]) -> bool:
        across, down = steps
        changing = sum(any(pair) for pair in zip(*map(space.coordinates, steps), strict=True))
        return across != 0 and down not in space.line(0, across) and changing == moving

    first = choices.below(len(space))
    across, down = choices.until(lambda: (step(), step()), fits)
    rows = plane(first, space.add(first, across), space.add(first, down), space)
    return [card for row in rows for card in row]


LEFT = {1: 2, 2: 5, 3: 8}
"""The number of cards that are left, by the level."""


def make_hidden(level: int, space: Space, choices: RandomChoices) -> Exercise:
    """The cards that are left, and the one that was hidden.

    >>> exercise = make_hidden(2, Space(4), RandomChoices(1, 0))
    >>> len(exercise.shown_cards), exercise.answer[0] in exercise.shown_cards
    (5, False)
    """

    def fits(cards: list[int]) -> bool:
        return not space.sets(cards) and hidden_card(cards, space) not in cards

    left = choices.until(lambda: choices.some_of(range(len(space)), LEFT[level]), fits)
    return Exercise("hidden", level, space.d, (*left, None), (hidden_card(left, space),))


def make_parallel(level: int, space: Space, choices: RandomChoices) -> Exercise:
    """A SET in its order, a card outside it, and the two cards that follow this card.

    >>> make_parallel(1, Space(4), RandomChoices(1, 0)).cards
    (45, 46, 47, 32, None, None)
    """
    step = choices.direction(space, moving_properties(level, space.d, choices))
    line = space.line(choices.below(len(space)), step)
    start = choices.until(lambda: choices.below(len(space)), lambda card: card not in line)
    return Exercise("parallel", level, space.d, (*line, start, None, None), tuple(space.line(start, step)[1:]))


KINDS: Mapping[str, Callable[[int, Space, RandomChoices], Exercise]] = {
    "third": make_third, "check": make_check, "find": make_find,
    "plane": make_plane, "hidden": make_hidden, "parallel": make_parallel,
}  # fmt: skip
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
        raise SpecError(unknown_name(kind, "a kind of exercise", KINDS))
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
        exercise = KINDS[kind](level, space, RandomChoices(seed, number))
        if frozenset(exercise.shown_cards) not in seen:
            seen.add(frozenset(exercise.shown_cards))
            yield exercise
