"""The hidden card: by arithmetic, property by property, and with more cards left (A6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count, product
from typing import NamedTuple

from setlab.draws import Draws
from setlab.geometry import hidden_card, hidden_card_by_property
from setlab.notation.faces import property_of
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, is_set
from setlab.reproduce.abrahamsen_eriksen.notation import (
    NUMBERS,
    digits,
    in_their_words,
    modulo_3,
    numbers,
    plain_sum,
    spoken,
    vector,
)
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import SEED, Runner
from setlab.rules import Claim as Taken
from setlab.rules import Deal, Event, Rules, Table, cards_due
from setlab.sources import Claim


def by_arithmetic(claim: Claim, runner: Runner) -> Figures:
    """The sum of the five cards, and the card that makes it 0."""
    cards = THESIS.parse_all(claim.data["cards"])
    total = plain_sum(map(numbers, claim.data["cards"]))
    hidden = hidden_card(cards)
    return Figures(
        values={
            "sum": vector(total),
            "sum mod 3": vector(modulo_3(total)),
            "hidden card": digits(hidden),
            "in words": in_their_words(claim.figures["in words"], hidden),
        },
        why="With the hidden card the sum must be (0,0,0,0) modulo 3.",
        commands=(f"setlab hidden {' '.join(THESIS.digits(card) for card in cards)}",),
    )


def by_properties(claim: Claim, runner: Runner) -> Figures:
    """How many of the five cards have each value, and the card that follows from it."""
    cards = THESIS.parse_all(claim.data["cards"])
    shown = Counter(pair for card in cards for pair in THESIS.face(card).items())
    hidden = hidden_card_by_property(cards)
    values = {place: NUMBERS[shown[named]] for place in claim.figures if (named := property_of(place.split()[0]))}
    return Figures(
        values=values | {"hidden card": in_their_words(claim.figures["hidden card"], hidden)},
        why="The value that occurs once less often than the two others, modulo 3, is missing.",
        commands=(f"setlab hidden {' '.join(THESIS.digits(card) for card in cards)}",),
    )


def more_cards(claim: Claim, runner: Runner) -> Statement:
    """Both ways agree for any numbers of values; the hidden card can make a SET with two of the cards left."""
    game = next(game for game in map(played, count()) if _partners(game))
    a, b = _partners(game)[0]
    return Statement(
        checks=(
            check(
                "the sum and the numbers of values name the same value",
                "all {} remainders of the numbers of cards with values 0, 1, 2",
                [counts for counts in product(range(3), repeat=3) if sum(counts) % 3 == 2 and len(set(counts)) == 2],
                lambda counts: -sum(value * number for value, number in enumerate(counts)) % 3 == _rare(counts),
            ),
            check_fact(
                "the hidden card can make a SET with two of the cards left",
                f"a game that leaves {len(game.left)} cards without a SET, and the hidden card {digits(game.hidden)} "
                f"with {spoken((a, b))}",
                is_set((a, b, game.hidden)) and not any(map(is_set, combinations(game.left, 3))),
            ),
        ),
        why="In every property the cards left and the hidden card show the three values equally often modulo 3, since "
        "each SET does; this leaves nine cases. With five cards left the hidden card makes no SET with two of them: "
        "the other three would be a SET.",
        commands=(f"setlab hidden {' '.join(map(THESIS.digits, game.left))}",),
    )


def _rare(counts: Sequence[int]) -> int:
    """The value whose number is one less than that of the two others, modulo 3."""
    return next(v for v in range(3) if all((counts[v] + 1 - counts[w]) % 3 == 0 for w in range(3) if w != v))


def _partners(game: Game) -> list[tuple[int, int]]:
    """The pairs of more than two cards left that make a SET with the hidden card."""
    if len(game.left) == 2:
        return []
    return [pair for pair in combinations(game.left, 2) if SPACE.third(*pair) == game.hidden]


class Game(NamedTuple):
    """A game with one card set aside: that card, and what was left."""

    hidden: int
    left: tuple[int, ...]


def played(trial: int) -> Game:
    """A game by the rules with the first card of a shuffled deck set aside; the first SET on the table is taken.

    >>> len(played(0).left) % 3
    2
    """
    hidden, *deck = Draws(SEED).shuffled(trial, SPACE)
    table = Table(Rules(lost=1))
    while (event := _next_event(table, deck)) is not None:
        table = table.after(event)
    return Game(hidden, table.cards)


def _next_event(table: Table, deck: Sequence[int]) -> Event | None:
    """Cards are dealt if they are due, otherwise the first SET is taken; none when the game is over."""
    start = len(deck) - table.undealt
    if due := cards_due(table):
        return Deal(tuple(deck[start : start + due]))
    sets = table.sets()
    return Taken(sets[0]) if sets else None


ANSWERS: dict[str, Gather] = {"A6.hidden": by_arithmetic, "A6.properties": by_properties, "A6.more": more_cards}
