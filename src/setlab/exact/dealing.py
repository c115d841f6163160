"""Deals with exactly K SETs, every one of them equally likely: for puzzles, lessons and lists to practise with.

Two methods give the same uniform distribution. Where such deals are common, the deals of the trials 0, 1, 2 … of the
seed are looked through, and the first with K SETs is taken. Where they are rare, a deal is drawn from the list of all
collections up to symmetry: an orbit with a probability proportional to its number of deals, then a random symmetry.
Which method is used depends on the question alone, so that a deal depends on the seed and on nothing else.

Collections of 18 to 63 cards are not listed, there are too many: such deals are looked through, and refused at once
where they are too rare, by the exact probability or by the tally of `rarity`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.draws import Draws, fresh_seed
from setlab.errors import RuleError, SpecError, plural
from setlab.exact.deals_listed import can_be_listed, from_list
from setlab.exact.deals_searched import Report, check_common, looked_through, ranges
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.rules import Table

if TYPE_CHECKING:
    pass

COMMON = 1e-5
"""The least probability of K SETs for which deals are looked through."""


@checked
def deal(cards: int = 12, *, sets: int | None = None, seed: int | None = None, dimension: int = 4) -> Table:
    """The table with cards of a shuffled deck; with `sets`, uniform among all deals with that many SETs.

    The deal is the same for the same seed, and new without one.

    >>> deal(9, sets=1, seed=1).sets()
    [(Card('one red solid oval'), Card('one green open diamond'), Card('one purple striped squiggle'))]
    >>> len(deal(12, sets=14, seed=1).sets())
    14
    >>> deal(9, sets=7)
    Traceback (most recent call last):
    setlab.errors.RuleError: 9 cards never have 7 SETs: 0 to 6, 8 or 12 are possible
    """
    chosen = fresh_seed() if seed is None else seed
    return Table.of(deal_cards(cards, sets, seed=chosen, dimension=dimension), find_notation(dimension=dimension))


def deal_cards(
    cards: int = 12, sets: int | None = None, *, seed: int = 0, dimension: int = 4, report: Report | None = None
) -> list[int]:
    """The cards of a deal in their order; `report` is told how many deals have been looked through.

    >>> deal_cards(3, seed=1)
    [2, 72, 5]
    """
    space = Space(dimension)
    if not 0 <= cards <= len(space):
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {len(space)}, choose 0 to {len(space)}")
    if sets is None:
        return Draws(seed).shuffled(0, space, cards)
    if sets < 0:
        raise SpecError(f"{sets} is not a number of SETs: choose 0 or more")
    chance = probability_of_sets(cards, sets, dimension)
    if (chance is None or chance < COMMON) and can_be_listed(cards, sets, dimension):
        return from_list(cards, sets, seed, space)
    check_common(cards, sets, dimension, chance)
    return looked_through(cards, sets, seed, space, report)


def probability_of_sets(cards: int, sets: int, dimension: int) -> float | None:
    """The probability of K SETs, None where it is not known; raise `RuleError` where it is zero."""
    from setlab.exact.sets.tables import REACHED, exact_sets

    if dimension not in REACHED:
        return None
    table = exact_sets(cards, dimension)
    if table.distribution is None:
        _check_between(cards, sets, dimension)
        return None
    number = table.distribution.get(sets, 0)
    if not number:
        possible = ranges(sorted(table.distribution))
        raise RuleError(f"{plural(cards, 'card')} never have {plural(sets, 'SET')}: {possible} are possible")
    return number / table.total


def _check_between(cards: int, sets: int, dimension: int) -> None:
    """Raise `RuleError` unless the number of SETs lies between the fewest and the most that the cards can have."""
    from setlab.exact.extremes import fewest_sets, most_sets

    if dimension != 4:
        return
    fewest, most = fewest_sets()[cards], most_sets()[cards]
    low, high = fewest.lower, most.upper
    if not low <= sets <= high:
        raise RuleError(f"{plural(cards, 'card')} never have {plural(sets, 'SET')}: choose {low} to {high}")
