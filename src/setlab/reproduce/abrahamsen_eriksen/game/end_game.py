"""The end of a game: the checksum, the number of remaining cards, mistakes that cancel, a card set aside (A6)."""

from __future__ import annotations

from itertools import combinations

from setlab.geometry import mistakes_cancel, read_leftover
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    Triple,
    all_sets,
    is_set,
    no_sets,
    shared_properties,
    sums,
)
from setlab.reproduce.abrahamsen_eriksen.formulas import value_of
from setlab.reproduce.abrahamsen_eriksen.printed import digits, spoken
from setlab.reproduce.judging import Check, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.rules import longest_game, replay
from setlab.sources import Claim

DECK = 81


def whole_deck(claim: Claim, runner: Runner) -> Statement:
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


def checksum(claim: Claim, runner: Runner) -> Statement:
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


def remaining(claim: Claim, runner: Runner) -> Statement:
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


def cancelling(claim: Claim, runner: Runner) -> Statement:
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


def eighty_cards(claim: Claim, runner: Runner) -> Statement:
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


EVIDENCE: dict[str, Gather] = {
    "A6.deck": whole_deck,
    "A6.checksum": checksum,
    "A6.remaining": remaining,
    "A6.cancel": cancelling,
    "A6.eighty": eighty_cards,
}
