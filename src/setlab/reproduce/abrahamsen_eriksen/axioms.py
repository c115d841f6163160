"""The four axioms of affine planes, for cards and SETs (A8)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, Triple, all_sets, is_set
from setlab.reproduce.abrahamsen_eriksen.notation import spoken
from setlab.reproduce.abrahamsen_eriksen.planes import in_line
from setlab.reproduce.abrahamsen_eriksen.sets import each_pair_in_one_set
from setlab.reproduce.checking import check
from setlab.reproduce.evidence import Check, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim


def axioms(claim: Claim, runner: Runner) -> Statement:
    """The four axioms for cards and SETs, axiom 4 with parallel SETs in the deck and without them in a plane."""
    return Statement(
        checks=(
            check(
                "axioms 1 and 2: a SET with one card replaced is none, and every SET has at least two cards",
                "all {} SETs, a card of each replaced by each other card",
                all_sets(),
                lambda cards: len(cards) >= 2 and not _replaced(cards),
                spoken,
            ),
            each_pair_in_one_set(),
            _axiom_4_in_deck(),
            _axiom_4_in_plane(),
        ),
        why=f"In a plane exactly one SET through the card misses the other; in the deck {_missing()} do, and one of "
        "them is parallel: the word is needed there, as the text says.",
        commands=("setlab parallel 1000 2200 0100 --through 2211",),
    )


def _replaced(cards: Triple) -> list[int]:
    """The cards outside of a SET that make a SET with two of its cards."""
    outside = [card for card in SPACE if card not in cards]
    return [card for pair in combinations(cards, 2) for card in outside if is_set((*pair, card))]


def _axiom_4_in_deck() -> Check:
    """Through each card outside of a SET goes one SET with the same direction."""
    directions = {cards: _direction(cards) for cards in all_sets()}
    through = Counter((direction, card) for cards, direction in directions.items() for card in cards)
    return check(
        "axiom 4: one SET through the card has the direction of the SET",
        "all {} SETs and cards outside",
        ((direction, card) for cards, direction in directions.items() for card in SPACE if card not in cards),
        lambda case: through[case] == 1,
        lambda case: f"direction {spoken(case[0])}, card {spoken([case[1]])}",
    )


def _direction(cards: Triple) -> frozenset[int]:
    """The two direction vectors of a SET, v and 2v."""
    v = SPACE.direction(cards[0], cards[1])
    return frozenset((v, SPACE.negative(v)))


def _missing() -> int:
    """How many SETs through a card outside of a SET have no card in common with it: the same number everywhere."""
    first = set(all_sets()[0])
    numbers = {sum(card in c and first.isdisjoint(c) for c in all_sets()) for card in SPACE if card not in first}
    (number,) = numbers
    return number


def _axiom_4_in_plane() -> Check:
    """In the square, and so in every plane: one line through a point outside misses the line."""
    square = [three for three in combinations(range(9), 3) if in_line(three)]
    return check(
        "axiom 4 in a plane: one SET through the card has no card in common with the SET",
        "all {} SETs of the square and cards outside",
        [(line, place) for line, place in product(square, range(9)) if place not in line],
        lambda case: sum(case[1] in other and not set(other) & set(case[0]) for other in square) == 1,
    )


ANSWERS: dict[str, Gather] = {"A8.axioms": axioms}
