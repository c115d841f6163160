"""The encoding of cards, the printed table, the third card, and the order of cards and SETs (E1)."""

from __future__ import annotations

from itertools import combinations

from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.reproduce.forbes_forbes.games import DECK, Card, sets_of, third, vector
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import follow_the_rule, sum_to_zero
from setlab.reproduce.register import evidence
from setlab.sources import Claim

WORDS = ("number", "colour", "filling", "shape")
"""The properties in the order of the vectors."""


@evidence("E1.lines")
def lines(claim: Claim) -> Statement:
    """Three cards sum to zero if and only if they form a SET, that is, a line."""
    number = claim.data["cards"]
    directions = DECK[1:]
    by_direction = {frozenset((p, _plus(p, v), _plus(p, _plus(v, v)))) for p in DECK for v in directions}
    return Statement(
        checks=(
            check_fact(f"{number} cards", f"{len(DECK)} vectors of four digits", len(DECK) == number),
            check(
                "three cards sum to zero if and only if in each property they are all alike or all different",
                "all {} triples of cards",
                combinations(DECK, 3),
                lambda cards: sum_to_zero(cards) == follow_the_rule(cards),
            ),
            check(
                "three cards sum to zero if and only if they are a line {p, p + v, p + 2v}",
                "all {} triples of cards",
                combinations(DECK, 3),
                lambda cards: sum_to_zero(cards) == (frozenset(cards) in by_direction),
            ),
        ),
        why="The rule of the game, the sums and the lines were compared on all triples of cards.",
        commands=("setlab count --dimension 4 --values 3",),
    )


@evidence("E1.table")
def printed_table(claim: Claim) -> Figures:
    """The number of SETs among the printed twelve cards."""
    table = claim.data["table"]
    found = len(sets_of(frozenset(tuple(map(int, digits)) for digits in table.split())))
    return Figures(
        values={"SETs on the table": found, "besides the highlighted one": found - 1},
        why="The SETs among the printed cards were listed.",
        commands=(f"setlab find --notation solitaire {table}",),
    )


@evidence("E1.encoding")
def encoding() -> Figures:
    """The values of each property in the notation `solitaire`, and the card that the text decodes."""
    solitaire = find_notation("solitaire")
    values = {
        f"{word} {digit}": value
        for word, kind in zip(WORDS, solitaire.properties, strict=True)
        for digit, value in enumerate(kind.words)
    }
    return Figures(
        values=values | {"(0,1,1,0)": solitaire.name(solitaire.parse("0110"))},
        why="The notation `solitaire` of setlab assigns the same digits.",
        commands=("setlab cards --notation solitaire 0110",),
    )


@evidence("E1.order")
def order() -> Statement:
    """N numbers the deck from 0 to 80, as setlab does, and (1) is a total order of the SETs."""
    solitaire = find_notation("solitaire")
    numbers = {_number(card): card for card in DECK}
    heads = {tuple(sorted(map(_number, line)))[:2] for line in sets_of(frozenset(DECK))}
    return Statement(
        checks=(
            check("N takes every value", "all {} numbers 0 … 80", range(81), numbers.__contains__),
            check(
                "N is the number of a card in setlab",
                "all {} cards",
                DECK,
                lambda card: (
                    solitaire.parse("".join(map(str, card))) == _number(card) and vector(_number(card)) == card
                ),
            ),
            check_fact(
                "no two SETs have the same two smallest cards, so (1) is a total order",
                f"{len(heads):,} pairs of smallest cards of {len(sets_of(frozenset(DECK))):,} SETs",
                len(heads) == len(sets_of(frozenset(DECK))),
            ),
        ),
        why="N was evaluated on all cards, and the two smallest cards of all SETs were compared.",
    )


@evidence("E1.third")
def third_card() -> Statement:
    """Any two cards have exactly one third card."""

    def is_unique(pair: tuple[Card, Card]) -> bool:
        makers = [card for card in DECK if card not in pair and follow_the_rule((*pair, card))]
        return makers == [third(*pair)] == [vector(Space(4).third(*map(_number, pair)))]

    return Statement(
        checks=(check("exactly one card completes a SET", "all {} pairs of cards", combinations(DECK, 2), is_unique),),
        why="For each pair of cards all other cards were tried.",
        commands=("setlab third --notation solitaire 0000 0001",),
    )


def _number(card: Card) -> int:
    a, b, c, d = card
    return 27 * a + 9 * b + 3 * c + d


def _plus(p: Card, v: Card) -> Card:
    return tuple((a + b) % 3 for a, b in zip(p, v, strict=True))
