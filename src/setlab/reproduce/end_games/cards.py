"""The notation, decks of any dimension, and the examples of the functions (C1, C2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from setlab.geometry import Deck, Space
from setlab.notation import find_notation
from setlab.reproduce.end_games.program import Card, find_sets_on_the_board, is_it_a_set
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.set_rule import all_cards, both_ways_agree, follow_the_rule
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

D, N = 4, 3
WORDS = {"Colour": "green", "Number": "1", "Shape": "oval", "Shading": "solid"}
"""The words of one card, for each attribute in the order of the table."""

DECKS = ((1, 2), (3, 2), (4, 2), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5))
"""The pairs (d, n) for which every collection of n cards is tried."""


def rule(claim: Claim, runner: Runner) -> Statement:
    """The two formulations of the rule agree on every triple of cards."""
    return Statement(
        checks=(both_ways_agree(),),
        why="Three values are all the same, or all different, or two are the same and one is different.",
    )


def vectors(claim: Claim, runner: Runner) -> Figures:
    """The vector of the example card, and of the same card in the game with one colour."""
    endgame = find_notation("endgame")
    digits = endgame.digits(endgame.parse(claim.data["card"]))
    return Figures(
        values={claim.data["card"]: _vector(digits), "the same card without its colour": _vector(digits[1:])},
        why="The digits stand for colour, number, shape and shading, in this order.",
        commands=("setlab cards --notation endgame",),
    )


def digits(claim: Claim, runner: Runner) -> Figures:
    """The digit of every value, read from a card with this value."""
    endgame = find_notation("endgame")
    values: dict[str, int] = {}
    for place in claim.figures:
        attribute, word = place.split()
        card = endgame.parse(" ".join((WORDS | {attribute: word.lower()}).values()))
        values[place] = endgame.deck.coordinates(card)[list(WORDS).index(attribute)]
    return Figures(
        values=values,
        why="Our notation `endgame` uses the same digits.",
        commands=("setlab cards --notation endgame",),
    )


def one_attribute_fixed(claim: Claim, runner: Runner) -> Statement:
    """The cards with one attribute fixed form a deck of dimension 3: their SETs are those of the other attributes."""
    parts = [(place, value) for place in range(D) for value in range(N)]

    def is_smaller_game(part: tuple[int, int]) -> bool:
        place, value = part
        cards = [card for card in all_cards(D) if card[place] == value]
        shorter = {card: card[:place] + card[place + 1 :] for card in cards}
        whole = sorted(shorter.values()) == all_cards(D - 1)
        kept = (follow_the_rule(t) == follow_the_rule([shorter[c] for c in t]) for t in combinations(cards, N))
        return whole and all(kept)

    return Statement(
        checks=(
            check(
                "27 cards with the SETs of three attributes",
                "all {} choices of an attribute and a value",
                parts,
                is_smaller_game,
            ),
        ),
        why="An attribute that is the same on all cards is the same on any three of them.",
    )


def numbers_of_cards(claim: Claim, runner: Runner) -> Figures:
    """The number of cards in d dimensions, by listing."""
    return Figures(
        values={str(d): len(set(all_cards(d))) for d in claim.numbers()},
        why="All combinations of d values were listed and counted.",
        commands=tuple(f"setlab count --dimension {d}" for d in claim.numbers()),
    )


def example_call(claim: Claim, runner: Runner) -> Figures:
    """The values at each position, and the value that the function returns."""
    cards = [tuple(card) for card in claim.data["cards"]]
    columns = list(zip(*cards, strict=True))
    kinds = {1: "all the same", N: "all different"}
    values: dict[str, int | str] = {
        f"position {at}": f"{{{', '.join(map(str, column))}}} ({kinds.get(len(set(column)), 'neither')})"
        for at, column in enumerate(columns)
    }
    return Figures(
        values={**values, "returned": is_it_a_set(cards, D, N)},
        why="At no position are exactly two values the same.",
        commands=(f"setlab check --notation endgame {' '.join(''.join(map(str, card)) for card in cards)}",),
    )


def any_deck(claim: Claim, runner: Runner) -> Statement:
    """`is_it_a_set` on every collection of n cards of several decks."""

    def cases() -> Iterator[tuple[Deck, tuple[int, ...]]]:
        for deck in (Deck(*sizes) for sizes in DECKS):
            yield from ((deck, cards) for cards in combinations(deck.cards, deck.n))

    return Statement(
        checks=(
            check(
                "the function recognises the SETs",
                f"all {{}} collections of n cards in {len(DECKS)} decks with 2 to 5 values",
                cases(),
                lambda case: is_it_a_set(_cards(*case), case[0].d, case[0].n) == case[0].is_set(case[1]),
                whole=False,
            ),
        ),
        why="The function tests for each property whether the number of different values is 1 or n.",
    )


def board(claim: Claim, runner: Runner) -> Statement:
    """The SETs on the printed board, and the board that is returned if the named SET is found first."""
    endgame = find_notation("endgame")
    texts, named, returned = (claim.data[name].split() for name in ("board", "found", "returned"))
    sets = Space(D).sets(endgame.parse_all(texts))
    cards, first = ([tuple(map(int, text)) for text in part] for part in (texts, named))
    rest, _ = find_sets_on_the_board(cards, [], D, N, order=[first])
    left = ["".join(map(str, card)) for card in rest]
    return Statement(
        checks=(
            check_fact("there is more than one SET on the board", f"{len(sets)} SETs", len(sets) > 1),
            check_fact(
                "the named cards are one of them",
                " ".join(named),
                sorted(endgame.parse_all(named)) in [sorted(line) for line in sets],
            ),
            check_fact("the returned board is as printed", " ".join(left), left == returned),
        ),
        exact=f"{len(sets)} SETs",
        why="The remaining cards keep their order on the board when a SET is removed.",
        commands=(f"setlab find --notation endgame {claim.data['board']}",),
    )


def _vector(digits: str) -> str:
    return f"({', '.join(digits)})"


def _cards(deck: Deck, cards: tuple[int, ...]) -> list[Card]:
    return [deck.coordinates(card) for card in cards]


EVIDENCE: dict[str, Gather] = {
    "C1.rule": rule,
    "C1.coding": vectors,
    "C1.digits": digits,
    "C1.beginners": one_attribute_fixed,
    "C1.cards": numbers_of_cards,
    "C2.isset": example_call,
    "C2.agnostic": any_deck,
    "C2.board": board,
}
