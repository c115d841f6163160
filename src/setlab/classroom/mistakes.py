"""Games with a wrong SET taken, and what the checksum of the cards left reveals about it (A6).

A *slip* is a triple that people mistake for a SET: three cards that fail in one property alone. The cards left then sum
to a vector that is not 0 in this property.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count

from setlab.arguments import checked
from setlab.classroom.worksheets import RandomChoices
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry import Pattern, Space
from setlab.rules import Rules, Table
from setlab.rules.table import deal_due

Line = tuple[int, ...]

FIRST, APART, MOST_LEFT = range(5, 12), 3, 9
"""The turns at which the first slip may happen, the least number of turns until the second, the most cards left."""

_SHUFFLE, _CHOICE = 0, 1


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
def slips_among(cards: Iterable[int], dimension: int = 4) -> list[Line]:
    """The triples of cards that fail in exactly one property.

    >>> slips_among([0, 1, 2, 3])
    [(1, 2, 3)]
    """
    patterns = Space(dimension).patterns
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
