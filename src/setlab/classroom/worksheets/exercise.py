"""An exercise, its levels of difficulty, and the random choices that make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from setlab.draws import Draws
from setlab.errors import SpecError, unknown_name
from setlab.geometry import Space

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
        self._draws, self._trial, self._next = Draws(seed), trial, count()

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
        return next(drawn for drawn in _repeat(draw) if fits(drawn))


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


def _repeat(draw: Callable[[], T]) -> Iterator[T]:
    while True:
        yield draw()
