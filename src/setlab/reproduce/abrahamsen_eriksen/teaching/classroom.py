"""SET in the classroom: sorting the deck, the final card, cards already taken, the puzzle (A15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import prod

from setlab.draws import Draws
from setlab.exact.sets import exact_sets
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, VECTORS, all_sets, is_set, shared_properties
from setlab.reproduce.abrahamsen_eriksen.printed import spoken
from setlab.reproduce.judging import Statement, check, check_fact
from setlab.reproduce.running import SEED, Gather, Runner
from setlab.sources import Claim


def explore(claim: Claim, runner: Runner) -> Statement:
    """Sorted by any properties, the deck falls into equal piles; the factors multiply to the number of cards."""
    names = [entry.name for entry in THESIS.properties]
    cards = claim.data["cards"]
    return Statement(
        checks=(
            check(
                "the deck has one card of each kind",
                "all {} cards",
                SPACE,
                lambda card: THESIS.card_with(THESIS.face(card)) == card,
            ),
            check(
                "the piles are equal, and their number times their size is the number of cards",
                "all {} choices of properties to sort by",
                [by for number in range(5) for by in combinations(names, number)],
                lambda by: _piles_multiply(by, cards),
                ", ".join,
            ),
        ),
        why="Sorted by k properties, the deck falls into 3^k equal piles of 3^(4−k) cards; every product is 81.",
        commands=("setlab show --deck",),
    )


def _piles_multiply(by: tuple[str, ...], cards: int) -> bool:
    """True if every combination of values has a pile, and number times size of the piles is the number of cards."""
    piles = Counter(tuple(THESIS.face(card)[name] for name in by) for card in SPACE)
    values = prod(len({pile[i] for pile in piles}) for i in range(len(by)))
    return len(piles) == values and {values * size for size in piles.values()} == {cards}


def final_card(claim: Claim, runner: Runner) -> Statement:
    """The final card is found property by property, for SETs of every type."""
    types = {shared_properties(cards) for cards in all_sets()}
    return Statement(
        checks=(
            check(
                "the card found property by property completes a SET",
                "all {} ordered pairs of cards A and B",
                permutations(SPACE.cards, 2),
                lambda pair: is_set((*pair, by_property(*pair))),
                spoken,
            ),
            check_fact(
                f"the easiest SETs have {claim.data['easiest']} properties in common",
                f"SETs with {', '.join(map(str, sorted(types, reverse=True)))} properties in common",
                max(types) == claim.data["easiest"],
            ),
        ),
        why="The exercises are pictures, which are missing in the copy used here; the method was tried on all pairs of "
        "cards instead.",
        commands=("setlab third --notation thesis 1221 1020",),
    )


def by_property(a: int, b: int) -> int:
    """The card with the common value where two cards agree, and with the remaining value where they differ.

    >>> by_property(0, 1)
    2
    """
    pairs = zip(VECTORS[a], VECTORS[b], strict=True)
    return SPACE.card(x if x == y else ({0, 1, 2} - {x, y}).pop() for x, y in pairs)


def memory(claim: Claim, runner: Runner) -> Statement:
    """Taking a SET makes the same number of SETs impossible, whichever SET it is."""
    through = Counter(card for cards in all_sets() for card in cards)
    gone = {cards: sum(through[card] for card in cards) - 2 for cards in all_sets()}
    return Statement(
        checks=(
            check(
                "taking a SET makes other SETs impossible, but not all",
                "all {} SETs",
                gone.items(),
                lambda case: 1 < case[1] < len(all_sets()),
                lambda case: spoken(case[0]),
            ),
        ),
        why=f"The SETs that share a card with a given SET, itself included, are {max(gone.values())} of "
        f"{len(all_sets()):,}.",
    )


def puzzle(claim: Claim, runner: Runner) -> Statement:
    """Twelve cards with exactly six SETs: an example, and the number of such deals."""
    number, sets = claim.data["cards"], claim.data["sets"]
    table = exact_sets(number)
    proportion = table.proportions()[sets]
    example = next(cards for cards in _deals(number) if len(SPACE.sets(cards)) == sets)
    return Statement(
        checks=(
            check_fact(
                f"{number} cards can contain exactly {sets} SETs",
                spoken(example),
                sum(map(is_set, combinations(example, 3))) == sets,
            ),
        ),
        why=f"One deal in {float(1 / proportion):.1f} is such a puzzle: {(table.distribution or {})[sets]:,} of "
        f"{table.total:,}.",
        exact=str(proportion),
        commands=(
            f"setlab exact sets --cards {number}",
            f"setlab find --notation thesis {' '.join(map(THESIS.digits, example))}",
        ),
    )


def _deals(number: int) -> Iterator[list[int]]:
    """Random deals of n cards, without end."""
    trial = 0
    while True:
        yield list(Draws(SEED).shuffled(trial, SPACE))[:number]
        trial += 1


EVIDENCE: dict[str, Gather] = {
    "A15.explore": explore,
    "A15.final": final_card,
    "A15.memory": memory,
    "A15.puzzle": puzzle,
}
