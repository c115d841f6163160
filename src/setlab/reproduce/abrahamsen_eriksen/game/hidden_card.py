"""The hidden card: by arithmetic, property by property, and with more cards remaining (A6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count, product
from typing import NamedTuple

from setlab.draws import Draws
from setlab.geometry import hidden_card, hidden_card_by_property
from setlab.notation.faces import property_of
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, is_set
from setlab.reproduce.abrahamsen_eriksen.printed import (
    digits,
    in_their_words,
    modulo_3,
    numbers,
    plain_sum,
    spoken,
    vector,
)
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.number_words import in_words
from setlab.reproduce.running import SEED, Gather, Runner
from setlab.rules import Rules, Table, cards_due, events
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
        commands=(f"setlab hidden --notation thesis {' '.join(THESIS.digits(card) for card in cards)}",),
    )


def by_properties(claim: Claim, runner: Runner) -> Figures:
    """How many of the five cards have each value, and the hidden card that follows."""
    cards = THESIS.parse_all(claim.data["cards"])
    shown = Counter(pair for card in cards for pair in THESIS.face(card).items())
    hidden = hidden_card_by_property(cards)
    values = {place: in_words(shown[named]) for place in claim.figures if (named := property_of(place.split()[0]))}
    return Figures(
        values=values | {"hidden card": in_their_words(claim.figures["hidden card"], hidden)},
        why="The hidden card has the value that occurs once less than the two others, modulo 3.",
        commands=(f"setlab hidden --notation thesis {' '.join(THESIS.digits(card) for card in cards)}",),
    )


def more_cards(claim: Claim, runner: Runner) -> Statement:
    """Both methods agree in all cases; the hidden card can form a SET with two of the remaining cards."""
    game = next(game for game in map(played, count()) if _partners(game))
    a, b = _partners(game)[0]
    return Statement(
        checks=(
            check(
                "the sum and the counts determine the same value",
                "all {} possible counts of the values 0, 1, 2 modulo 3",
                [counts for counts in product(range(3), repeat=3) if sum(counts) % 3 == 2 and len(set(counts)) == 2],
                lambda counts: -sum(value * number for value, number in enumerate(counts)) % 3 == _rare(counts),
            ),
            check_fact(
                "the hidden card can form a SET with two of the remaining cards",
                f"a game that leaves {len(game.left)} cards without a SET; the hidden card {digits(game.hidden)} forms "
                f"one with {spoken((a, b))}",
                is_set((a, b, game.hidden)) and not any(map(is_set, combinations(game.left, 3))),
            ),
        ),
        why="In each property the remaining cards and the hidden card together have the three values equally often "
        "modulo 3, since each SET has; this leaves nine cases. With five remaining cards the hidden card forms no SET "
        "with two of them: the other three would form a SET.",
        commands=(f"setlab hidden --notation thesis {' '.join(map(THESIS.digits, game.left))}",),
    )


def _rare(counts: Sequence[int]) -> int:
    """The value whose count is one less than that of the two others, modulo 3."""
    return next(v for v in range(3) if all((counts[v] + 1 - counts[w]) % 3 == 0 for w in range(3) if w != v))


def _partners(game: Ending) -> list[tuple[int, int]]:
    """The pairs of remaining cards that form a SET with the hidden card, if more than two cards remain."""
    if len(game.left) == 2:
        return []
    return [pair for pair in combinations(game.left, 2) if SPACE.third(*pair) == game.hidden]


class Ending(NamedTuple):
    """The end of a game with one card set aside: the hidden card, and the remaining cards."""

    hidden: int
    left: tuple[int, ...]


def played(trial: int) -> Ending:
    """Play a game with the first card of a shuffled deck set aside, always taking the first SET.

    >>> len(played(0).left) % 3
    2
    """
    hidden, *deck = Draws(SEED).shuffled(trial, SPACE)
    table = Table(Rules(lost=1))
    while (event := _next_event(table, deck)) is not None:
        table = table.after(event)
    return Ending(hidden, table.cards)


def _next_event(table: Table, deck: Sequence[int]) -> events.Event | None:
    """A deal if cards are due, otherwise the claim of the first SET; None when the game is over."""
    start = len(deck) - table.undealt
    if due := cards_due(table):
        return events.Deal(tuple(deck[start : start + due]))
    sets = table.sets()
    return events.Claim(sets[0]) if sets else None


EVIDENCE: dict[str, Gather] = {"A6.hidden": by_arithmetic, "A6.properties": by_properties, "A6.more": more_cards}
