"""The four axioms of affine geometry for cards and SETs (A8)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, Triple, all_sets, is_set
from setlab.reproduce.abrahamsen_eriksen.game.sets import each_pair_in_one_set
from setlab.reproduce.abrahamsen_eriksen.geometry.planes import in_line
from setlab.reproduce.abrahamsen_eriksen.printed import spoken
from setlab.reproduce.judging import Check, Statement, check
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def axioms(claim: Claim, runner: Runner) -> Statement:
    """The four axioms; axiom 4 for parallel SETs in the deck, and for disjoint SETs in a plane."""
    return Statement(
        checks=(
            check(
                "axioms 1 and 2: a SET has at least two cards, and replacing one card gives no SET",
                "all {} SETs, each card replaced by each other card",
                all_sets(),
                lambda cards: len(cards) >= 2 and not _replaced(cards),
                spoken,
            ),
            each_pair_in_one_set(),
            _axiom_4_in_deck(),
            _axiom_4_in_plane(),
        ),
        why=f"In a plane exactly one SET through the card is disjoint from the given SET. In the deck {_missing()} "
        "are, and one of them is parallel; so axiom 4 needs the word parallel there, as the text says.",
        commands=("setlab parallel --notation thesis 1000 2200 0100 --through 2211",),
    )


def _replaced(cards: Triple) -> list[int]:
    """The cards outside a SET that form a SET with two of its cards."""
    outside = [card for card in SPACE if card not in cards]
    return [card for pair in combinations(cards, 2) for card in outside if is_set((*pair, card))]


def _axiom_4_in_deck() -> Check:
    """Through each card outside a SET passes exactly one SET with the same direction."""
    directions = {cards: _direction(cards) for cards in all_sets()}
    through = Counter((direction, card) for cards, direction in directions.items() for card in cards)
    return check(
        "axiom 4: exactly one SET through the card has the direction of the given SET",
        "all {} pairs of a SET and a card outside it",
        ((direction, card) for cards, direction in directions.items() for card in SPACE if card not in cards),
        lambda case: through[case] == 1,
        lambda case: f"direction {spoken(case[0])}, card {spoken([case[1]])}",
    )


def _direction(cards: Triple) -> frozenset[int]:
    """The two direction vectors of a SET, v and 2v."""
    v = SPACE.direction(cards[0], cards[1])
    return frozenset((v, SPACE.negative(v)))


def _missing() -> int:
    """The number of SETs through a card outside a SET that are disjoint from it, the same for every card."""
    first = set(all_sets()[0])
    numbers = {sum(card in c and first.isdisjoint(c) for c in all_sets()) for card in SPACE if card not in first}
    (number,) = numbers
    return number


def _axiom_4_in_plane() -> Check:
    """In the 3×3 square, and so in every plane, exactly one line through a point is disjoint from a given line."""
    square = [three for three in combinations(range(9), 3) if in_line(three)]
    return check(
        "axiom 4 in a plane: exactly one SET through the card is disjoint from the given SET",
        "all {} pairs of a SET of the square and a card outside it",
        [(line, place) for line, place in product(square, range(9)) if place not in line],
        lambda case: sum(case[1] in other and not set(other) & set(case[0]) for other in square) == 1,
    )


EVIDENCE: dict[str, Gather] = {"A8.axioms": axioms}
