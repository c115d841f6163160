"""The cards left at the end: the checksum, mistakes, and the hidden card (A6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count, product
from typing import NamedTuple

from setlab.draws import Draws
from setlab.geometry import hidden_card, hidden_card_by_property, mistakes_cancel, read_leftover
from setlab.notation.faces import property_of
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    Triple,
    all_sets,
    digits,
    in_their_words,
    is_set,
    modulo_3,
    no_sets,
    numbers,
    plain_sum,
    shared_properties,
    spoken,
    sums,
    value_of,
    vector,
)
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import in_words
from setlab.reproduce.register import SEED, evidence
from setlab.rules import Rules, Table, cards_due, events, longest_game, replay
from setlab.sources import Claim

DECK = 81


@evidence("A6.deck")
def whole_deck() -> Statement:
    """The 27 SETs that differ in number alone partition the deck, and each sums to 0."""
    alike = [cards for cards in all_sets() if shared_properties(cards) == 3 and _numbers(cards) == {"1", "2", "3"}]
    return Statement(
        checks=(
            check_fact(
                "the SETs that differ in number alone partition the deck",
                f"{len(alike)} SETs",
                sorted(card for cards in alike for card in cards) == list(SPACE.cards),
            ),
            check("each of them sums to 0", "all {} SETs", alike, lambda cards: SPACE.total(cards) == 0, spoken),
            check_fact("the deck sums to 0", f"the sum {digits(SPACE.total(SPACE))}", SPACE.total(SPACE) == 0),
        ),
        why="The 27 SETs that differ in number alone are disjoint and contain all cards.",
        commands=("setlab find --notation thesis 0000 1000 2000",),
    )


def _numbers(cards: Triple) -> set[str]:
    return {THESIS.face(card)["number"] for card in cards}


@evidence("A6.checksum")
def checksum() -> Statement:
    """The deck and all SETs sum to 0, hence so do the remaining cards; any other sum betrays a mistake."""
    return Statement(
        checks=(
            _deck_and_sets(),
            no_three_cards(),
            check(
                "one wrong triple changes the sum",
                "all {} collections of three cards that are not a SET",
                no_sets(),
                lambda cards: sums()[cards] != 0,
                spoken,
            ),
        ),
        why="The deck and every SET sum to 0, so the remaining cards sum to 0 at any time. Three cards with sum 0 "
        "form a SET, and taking a triple that is not a SET leaves a sum other than 0.",
        commands=("setlab checksum --notation thesis 0000 0001 0010",),
    )


def _deck_and_sets() -> Check:
    return check(
        "the deck and all SETs sum to 0",
        "the deck and 1,080 SETs",
        [tuple(SPACE), *all_sets()],
        lambda cards: SPACE.total(cards) == 0,
        spoken,
    )


def no_three_cards() -> Check:
    """Three cards with sum 0 form a SET, which would be taken."""
    return check(
        "three cards never remain: with sum 0 they form a SET",
        "all {} triples of cards with sum 0",
        (cards for cards, total in sums().items() if total == 0),
        is_set,
        spoken,
    )


@evidence("A6.remaining")
def remaining(claim: Claim) -> Statement:
    """The printed list of possible numbers omits 0, although the same passage mentions it."""
    multiple, smallest = claim.data["multiple"], claim.data["smallest"]
    left = len(replay(longest_game()).cards)
    return Statement(
        checks=(
            check_fact(
                f"{multiple}n cards remain, n ≥ {smallest}",
                f"a game by the rules leaves {left} cards",
                left >= multiple * smallest,
            ),
        ),
        corrected=(
            check(
                "81 minus three times the number of SETs is a multiple of 3",
                "0 to 27 SETs taken",
                range(28),
                lambda taken: (DECK - 3 * taken) % multiple == 0,
            ),
            no_three_cards(),
            check_fact("0 occurs", f"a game by the rules leaves {left} cards", left == 0),
        ),
        why="All cards can be taken; then 0 cards remain, as the preceding sentence says and table 8 lists. It should "
        "read 3n with n = 0 or n ≥ 2.",
        commands=("setlab simulate endgame --trials 100000 --seed 1",),
    )


@evidence("A6.cancel")
def cancelling(claim: Claim) -> Statement:
    """Two wrong triples with the printed sums leave no trace in the remaining cards."""
    first, second = (THESIS.parse(text) for text in claim.data["sums"])
    one = next(cards for cards, total in sums().items() if total == first)
    others = [cards for cards, total in sums().items() if total == second and not set(one) & set(cards)]
    wrong = [cards for cards in no_sets() if not set(one) & set(cards)]
    return Statement(
        checks=(
            check(
                "the two triples are not SETs, and the other cards sum to 0",
                f"{spoken(one)} with each of {{}} triples of other cards",
                [(one, other) for other in others],
                _undetected,
                lambda pair: f"{spoken(pair[0])}; {spoken(pair[1])}",
            ),
        ),
        why=f"For example, {spoken(one)} and {spoken(others[0])} have opposite sums, which cancel. Among the triples "
        f"of other cards that are not a SET, one in {len(wrong) / len(others):.0f} cancels the first.",
        commands=(f"setlab checksum --notation thesis {' '.join(map(THESIS.digits, (*one, *others[0])))}",),
    )


def _undetected(pair: tuple[Triple, Triple]) -> bool:
    """True if neither triple is a SET and the rest of the deck reveals no mistake."""
    rest = [card for card in SPACE if card not in pair[0] and card not in pair[1]]
    return not any(map(is_set, pair)) and mistakes_cancel(pair) and not read_leftover(rest).mistake


@evidence("A6.eighty")
def eighty_cards(claim: Claim) -> Statement:
    """After any number of SETs 3n − 1 of 80 cards remain; if two remain, they form a SET with the hidden card."""
    formula, smallest = claim.data["formula"], claim.data["smallest"]
    possible = {value_of(formula, n=n) for n in range(smallest, 28)}
    return Statement(
        checks=(
            check(
                f"80 minus three times the number of SETs is {formula}, n ≥ {smallest}",
                "0 to 26 SETs taken",
                range(27),
                lambda taken: DECK - 1 - 3 * taken in possible,
            ),
            check(
                "two cards and the hidden card sum to 0 and form a SET",
                "all {} pairs of cards that can remain",
                combinations(SPACE.cards, 2),
                lambda pair: is_set((*pair, SPACE.negative(SPACE.total(pair)))),
                spoken,
            ),
        ),
        why="Each SET takes three of the 80 cards. The hidden card and the remaining cards sum to 0.",
        commands=("setlab hidden --notation thesis 0000 1000",),
    )


@evidence("A6.hidden")
def by_arithmetic(claim: Claim) -> Figures:
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


@evidence("A6.properties")
def by_properties(claim: Claim) -> Figures:
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


@evidence("A6.more")
def more_cards() -> Statement:
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
