"""The game with a hidden card: one card is laid aside unseen, and the cards left at the end name it (A6).

The rules are those of the ordinary game with 80 cards. A game is a pure function of a seed and of the SETs taken, so
that a page stores nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.geometry import Space, hidden_card
from setlab.rules import Claim, Rules, Table
from setlab.rules.table import deal_due

Line = tuple[int, ...]

END_GAME = 9
"""The number of undealt cards with which the end of the game begins."""

_SPACE = Space(4)
_SHUFFLE, _CHOICE = 0, 1
"""The trials whose draws shuffle the deck and choose SETs."""


@checked
@dataclass(frozen=True)
class PropertyReading:
    """One property of the hidden card, read from the cards left.

    The digits of the property add up to `total`; with `value`, the digit of the hidden card, the sum is a multiple of
    three. The same by eye: the digits fall into groups of three that are all the same or all different, and `value`
    completes the last group, which has two.
    """

    total: int
    value: int
    groups: tuple[tuple[int, ...], ...]


@checked
@dataclass(frozen=True)
class HiddenGame:
    """A game with one card hidden, after some SETs were taken and all cards dealt that were due.

    >>> game = HiddenGame.begin(seed=1)
    >>> len(game.table), game.table.undealt, game.is_over
    (12, 68, False)
    >>> game = game.play_on()
    >>> game.is_over, len(game.table), game.table.undealt
    (True, 8, 0)
    >>> hidden_card(game.table.cards) == game.hidden_card
    True
    """

    seed: int
    table: Table

    @classmethod
    def begin(cls, seed: int) -> HiddenGame:
        """The game when the first cards have been dealt."""
        return replace(game := cls(seed, Table(Rules(lost=1))), table=deal_due(game.table, game.order))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The shuffled deck; its first card is the hidden one."""
        return tuple(Draws(self.seed).shuffle(_SHUFFLE, _SPACE))

    @property
    def hidden_card(self) -> int:
        """The hidden card."""
        return self.order[0]

    @property
    def is_over(self) -> bool:
        """True if all cards are dealt and there is no SET on the table."""
        return not self.table.undealt and not self.table.sets()

    def take(self, cards: Sequence[int]) -> HiddenGame:
        """The game after a SET was taken; raise `RuleError` unless the cards are a SET on the table.

        >>> game = HiddenGame.begin(seed=1)
        >>> game.take(game.table.sets()[0]).table.undealt
        65
        """
        return replace(self, table=deal_due(self.table.after(Claim(tuple(cards))), self.order))

    def play_on(self, undealt: int | None = None) -> HiddenGame:
        """The game after random SETs were taken: to its end, or until at most `undealt` cards are undealt.

        >>> HiddenGame.begin(seed=1).play_on(END_GAME).table.undealt
        8
        """
        game = self
        while (sets := game.table.sets()) and (undealt is None or game.table.undealt > undealt):
            game = game.take(sets[Draws(self.seed).below(_CHOICE, len(game.table.taken), len(sets))])
        return game


@checked
def read_hidden_card(left: Iterable[int]) -> tuple[PropertyReading, ...]:
    """The hidden card, property by property, as the cards left at the end show it.

    >>> from setlab.notation import find_notation
    >>> thesis = find_notation("thesis")
    >>> for reading in read_hidden_card(thesis.parse_all(["1122", "1220", "2100", "0011", "0021"])):
    ...     print(reading)
    PropertyReading(total=4, value=2, groups=((0, 1, 2), (0, 1)))
    PropertyReading(total=4, value=2, groups=((0, 1, 2), (0, 1)))
    PropertyReading(total=7, value=2, groups=((2, 2, 2), (0, 1)))
    PropertyReading(total=4, value=2, groups=((0, 1, 2), (0, 1)))
    """
    cards = tuple(left)
    digits = zip(*map(_SPACE.coordinates, cards), strict=True)
    pairs = zip(digits, _SPACE.coordinates(hidden_card(cards)), strict=True)
    return tuple(PropertyReading(sum(each), value, group_digits(each)) for each, value in pairs)


@checked
def group_digits(digits: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The digits in groups of three that are all the same or all different, and the rest as the last group.

    >>> group_digits([0, 0, 0, 1, 2]), group_digits([0, 0, 1, 1, 2]), group_digits([1, 1])
    (((0, 0, 0), (1, 2)), ((0, 1, 2), (0, 1)), ((1, 1),))
    """
    numbers = Counter(digits)
    same = [(digit,) * 3 for digit in range(3) for _ in range(numbers[digit] // 3)]
    rest = [numbers[digit] % 3 for digit in range(3)]
    different = [(0, 1, 2)] * min(rest)
    last = tuple(digit for digit in range(3) for _ in range(rest[digit] - min(rest)))
    return (*same, *different, *([last] if last else []))


@checked
def partners_of(card: int, left: Iterable[int]) -> tuple[Line, ...]:
    """The pairs among the cards left that make a SET with a card.

    >>> partners_of(80, [0, 40, 1, 41])
    ((0, 40),)
    """
    return tuple(pair for pair in combinations(tuple(left), 2) if _SPACE.third(*pair) == card)
