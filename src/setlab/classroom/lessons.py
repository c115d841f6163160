"""Games for lessons on the checksum: one with a hidden card, and games in which a wrong SET is taken (A6).

In the first game one card is laid aside unseen, and the cards left at the end name it. The rules are those of the
ordinary game with 80 cards. A game is a pure function of a seed and of the SETs taken, so that a page stores nothing
else.

In the others somebody makes a *slip*: takes a triple that people mistake for a SET, three cards that fail in one
property alone. The cards left then sum to a vector that is not 0 in this property.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, count

from setlab.arguments import checked
from setlab.classroom.worksheets import RandomChoices
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry import Pattern, Space, hidden_card
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


FIRST, APART, MOST_LEFT = range(5, 12), 3, 9
"""The turns at which the first slip may happen, the least number of turns until the second, the most cards left."""


@checked
@dataclass(frozen=True)
class MistakenGame:
    """A finished game: the piles in the order in which they were taken, which of them are wrong, and the cards left.

    >>> game = mistaken_game(seed=1)
    >>> [Space(4).is_set(game.piles[i]) for i in game.wrong], Space(4).coordinates(game.checksum)
    ([False], (0, 0, 0, 1))
    """

    seed: int
    piles: tuple[Line, ...]
    wrong: tuple[int, ...]
    left: tuple[int, ...]

    @property
    def checksum(self) -> int:
        """The sum of the cards left."""
        return Space(4).total(self.left)


@checked
def mistaken_game(seed: int, slips: int = 1) -> MistakenGame:
    """A game by the rules but for one slip, or for two slips that cancel: then the cards left sum to 0.

    >>> game = mistaken_game(seed=1, slips=2)
    >>> len(game.wrong), game.checksum, len(game.left) > 0
    (2, 0, True)
    """
    if slips not in (1, 2):
        raise SpecError(f"{slips} slips are not possible here: choose 1, or 2 that cancel")
    return next(game for trial in count() if (game := _attempt(seed, trial, slips)) is not None)


def _attempt(seed: int, trial: int, slips: int) -> MistakenGame | None:
    """The game of a trial; None unless it has as many slips as wanted and leaves a few cards."""
    draws, table, wrong = RandomChoices(seed, 2 * trial + _CHOICE), Table(Rules()), list[int]()
    order = tuple(Draws(seed).shuffle(2 * trial + _SHUFFLE, Space(4)))
    first = FIRST[draws.below(len(FIRST))]
    while True:
        table = deal_due(table, order)
        turn, earliest = len(table.taken), wrong[-1] + APART if wrong else first
        found = _slips_now(table, wrong) if len(wrong) < slips and turn >= earliest else []
        if found:
            wrong.append(turn)
        elif not (found := table.sets()):
            break
        table = table.without(found[draws.below(len(found))])
    if len(wrong) < slips or not 0 < len(table) <= MOST_LEFT:
        return None
    return MistakenGame(seed, table.taken, tuple(wrong), table.cards)


def _slips_now(table: Table, wrong: Sequence[int]) -> list[Line]:
    """The slips that are possible on a table; after a first one only those that cancel it."""
    space = Space(4)
    possible = slips_among(table.cards)
    if not wrong:
        return possible
    wanted = space.negative(space.total(table.taken[wrong[0]]))
    return [cards for cards in possible if space.total(cards) == wanted]


@checked
def slips_among(cards: Iterable[int]) -> list[Line]:
    """The triples of cards that fail in exactly one property.

    >>> slips_among([0, 1, 2, 3])
    [(1, 2, 3)]
    """
    patterns = _SPACE.patterns
    return [three for three in combinations(cards, 3) if patterns(three).count(Pattern.NEITHER) == 1]


@checked
@dataclass(frozen=True)
class Escapes:
    """The exact proportions of mistakes that escape the checksum.

    `one`: three random cards that are no SET were taken. `two`: twice, from different cards. `two_slips`: twice, and
    both fail in one property alone.
    """

    one: Fraction
    two: Fraction
    two_slips: Fraction


@lru_cache
def count_escapes(dimension: int = 4) -> Escapes:
    """The proportions of mistakes that escape the checksum in a deck of d properties.

    All triples that are no SET are alike under the symmetries of the deck, so that the first mistake can be any of
    them. Slips are alike if equally many properties are all different; one of each kind stands for the others.

    >>> count_escapes(2)
    Escapes(one=Fraction(0, 1), two=Fraction(3, 17), two_slips=Fraction(1, 3))
    """
    space = Space(dimension)
    plus = [[space.add(a, b) for b in space] for a in space]
    wrong: dict[Line, int] = {}
    wrong |= {(a, b, c): plus[plus[a][b]][c] for a, b, c in combinations(space, 3) if not space.is_line(a, b, c)}
    slips = {three: total for three, total in wrong.items() if space.coordinates(total).count(0) == dimension - 1}
    kinds: dict[int, list[Line]] = {}
    for slip in slips:
        kinds.setdefault(space.patterns(slip).count(Pattern.DIFFERENT), []).append(slip)
    return Escapes(
        Fraction(sum(total == 0 for total in wrong.values()), len(wrong)),
        _proportion_cancelled(wrong, {next(iter(wrong)): len(wrong)}, space),
        _proportion_cancelled(slips, {kind[0]: len(kind) for kind in kinds.values()}, space),
    )


def _proportion_cancelled(sums: Mapping[Line, int], examples: Mapping[Line, int], space: Space) -> Fraction:
    """The probability that a second of the triples cancels the first; each example has its number of equals."""
    cancelled = pairs = 0
    for first, weight in examples.items():
        wanted, used = space.negative(sums[first]), set(first)
        others = [total for three, total in sums.items() if used.isdisjoint(three)]
        pairs += weight * len(others)
        cancelled += weight * others.count(wanted)
    return Fraction(cancelled, pairs)
