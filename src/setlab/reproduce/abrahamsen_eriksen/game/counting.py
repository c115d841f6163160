"""The numbers of SETs and deals: counted in lists, and by the printed formulas (A3)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb

from setlab.counting import count_deals
from setlab.reproduce.abrahamsen_eriksen.deck import all_sets, is_set, shared_properties
from setlab.reproduce.abrahamsen_eriksen.formulas import holds, value_of
from setlab.reproduce.abrahamsen_eriksen.game.sets import described
from setlab.reproduce.abrahamsen_eriksen.printed import spoken
from setlab.reproduce.judging import Check, Figures, Statement, Value, check
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

DEAL = 12


def counts(claim: Claim, runner: Runner) -> Figures:
    """P(three cards form a SET), and the numbers of deals, of SETs, and of SETs through a card."""
    sets = all_sets()
    (through,) = set(Counter(card for cards in sets for card in cards).values())
    return Figures(
        values={
            "P(three random cards are a SET)": str(Fraction(len(sets), comb(81, 3))),
            "twelve card deals": count_deals(DEAL),
            "ordered SETs": sum(1 for cards in sets for _ in permutations(cards)),
            "unordered SETs": len(sets),
            "SETs with a given card": through,
        },
        why="The SETs were found by trying all triples of cards; every card lies in the same number of SETs.",
        commands=("setlab count",),
    )


def equations(claim: Claim, runner: Runner) -> Statement:
    """Every displayed equation, evaluated."""
    return Statement(checks=(check_equations(claim),), why="All sides of each equation were evaluated as printed.")


def check_equations(claim: Claim) -> Check:
    """Every equation of a claim holds, up to the rounding of printed decimals."""
    return check("the equations hold", "all {} equations", claim.data["equations"], holds)


def orders(claim: Claim, runner: Runner) -> Statement:
    """The cards of a SET have 3! orders."""
    number = value_of(claim.data["orders"])
    return Statement(
        checks=(
            check(
                "the example is a SET with three shared properties",
                "the {} SET that fits the description",
                described(claim.data["example"]),
                lambda cards: is_set(cards) and shared_properties(cards) == 3,
                spoken,
            ),
            check(
                "the number of orders of a SET",
                "all {} SETs",
                all_sets(),
                lambda cards: len(set(permutations(cards))) == number,
            ),
        ),
        why="All orders of every SET were listed.",
        commands=("setlab count",),
    )


def types(claim: Claim, runner: Runner) -> Statement:
    """The formula for four properties, compared with the list of all SETs."""
    listed, formula = Counter(map(shared_properties, all_sets())), claim.data["formula"]
    return Statement(
        checks=(
            check(
                "the number of SETs with x shared properties",
                "x = 0 to 3, by listing",
                range(4),
                lambda x: listed[x] == value_of(formula, x=x),
                lambda x: f"{listed[x]} SETs with {x} shared",
            ),
            check(
                "four properties are never shared",
                "all {} SETs",
                all_sets(),
                lambda cards: shared_properties(cards) < 4,
                spoken,
            ),
        ),
        why="All SETs were listed and classified by the number of shared properties.",
        commands=("setlab count",),
    )


def table_3(claim: Claim, runner: Runner) -> Figures:
    """The SETs by number of shared properties, listed."""
    listed = Counter(map(shared_properties, all_sets()))
    rows = {f"{x} similarities": number for x, number in listed.items()} | {"Total": listed.total()}
    values: dict[str, Value] = {f"{row}, SETs": number for row, number in rows.items()}
    values |= {f"{row}, probability": Fraction(number, listed.total()) for row, number in rows.items()}
    return Figures(
        values=values,
        why="All SETs were listed and classified by the number of shared properties.",
        commands=("setlab count",),
    )


EVIDENCE: dict[str, Gather] = {
    "A3.counts": counts,
    "A3.equations": equations,
    "A3.orders": orders,
    "A3.types": types,
    "A3.table3": table_3,
}
