"""Counting SETs, the formulas for p properties, and their printed slips (A3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import comb

from setlab.counting import count_deals
from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.cards import described, third_value
from setlab.reproduce.abrahamsen_eriksen.deck import (
    all_sets,
    holds,
    is_set,
    of_deck,
    shared_properties,
    spoken,
    value_of,
)
from setlab.reproduce.judging import Check, Figures, Statement, Value, check
from setlab.reproduce.register import evidence
from setlab.sources import Claim

DEAL = 12


@evidence("A3.counts")
def counts() -> Figures:
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


@evidence("A3.equations")
def equations(claim: Claim) -> Statement:
    """Every displayed equation, evaluated."""
    return Statement(checks=(check_equations(claim),), why="All sides of each equation were evaluated as printed.")


def check_equations(claim: Claim) -> Check:
    """Every equation of a claim holds, up to the rounding of printed decimals."""
    return check("the equations hold", "all {} equations", claim.data["equations"], holds)


@evidence("A3.orders")
def orders(claim: Claim) -> Statement:
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


@evidence("A3.types")
def types(claim: Claim) -> Statement:
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


@evidence("A3.table3")
def table_3() -> Figures:
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


MOST_LISTED = 5
"""The largest number of properties for which the SETs are listed."""


@evidence("A3.general")
def general_formulas(claim: Claim) -> Statement:
    """The formulas for p properties follow from theorem 1, which treats one property at a time."""
    chance, deals, sets, through = (of_deck(claim.data[name]) for name in ("chance", "deals", "sets", "through"))
    return Statement(
        checks=(
            third_value(),
            _same_function(
                "SETs: C(N,2) pairs of cards, three pairs in each SET",
                range(3, 31),
                lambda n: value_of(sets, N=n) == Fraction(comb(n, 2), 3),
            ),
            _same_function(
                "SETs with a given card: N − 1 other cards, two in each SET",
                range(3, 31),
                lambda n: value_of(through, N=n) == Fraction(n - 1, 2),
            ),
            _same_function(
                "P(three cards form a SET): C(N,2)/3 of C(N,3) triples",
                range(3, 31),
                lambda n: value_of(chance, N=n) == Fraction(comb(n, 2), 3) / comb(n, 3),
            ),
            _same_function(
                "deals of twelve cards: C(N,12)",
                range(DEAL, 41),
                lambda n: value_of(deals, N=n) == comb(n, DEAL),
            ),
            check(
                "the number of SETs by listing",
                f"p = 1 to {MOST_LISTED}, each deck listed",
                range(1, MOST_LISTED + 1),
                lambda p: value_of(sets, N=3**p) == sum(1 for _ in Space(p).lines()),
            ),
        ),
        why="Two cards determine the third in each property, so each pair of the N = 3^p cards lies in exactly one "
        "SET. Two polynomials in N, or quotients of polynomials, are equal if they agree at more points than their "
        "degree.",
        commands=("setlab count --properties 5",),
    )


def _same_function(what: str, decks: range, agrees: Callable[[int], bool]) -> Check:
    """Two formulas in the number N of cards are equal if they agree at more points than their degree."""
    return check(what, f"N = {decks[0]} to {decks[-1]}, more points than the degree", decks, agrees, "N = {}".format)


@evidence("A3.formula")
def formula_for_p(claim: Claim) -> Statement:
    """The factor 81 is correct for four properties only; in general it is 3^p."""
    printed = str(claim.data["formula"])
    corrected = printed.replace("81", "3^p")
    return Statement(
        checks=(_types_listed(printed),),
        corrected=(
            check(
                "a property has 3 ordered triples of equal values and 3 · 2 of different values",
                "the {} kinds of triples, among all 27",
                ((1, 3), (3, 3 * 2)),
                lambda kind: _value_triples(kind[0]) == kind[1],
            ),
            _types_listed(corrected),
        ),
        why=f"For five properties it gives {_all_types(printed, 5)} SETs instead of {int(_all_types(corrected, 5)):,}. "
        "81 is the number of cards with four properties; the general factor is 3^p. Each shared property has 3 ordered "
        "triples of values and each other property 3 · 2, which gives C(p,x) · 3^p · 2^(p−x) ordered SETs, 3! for "
        "each.",
        commands=("setlab count --properties 5",),
    )


def _types_listed(formula: str) -> Check:
    """A formula for the SETs with x of p properties shared, compared with lists for small p."""
    listed = {p: shared_by_listing(p) for p in range(1, MOST_LISTED + 1)}
    return check(
        f"{formula} SETs with x of p shared properties",
        f"p = 1 to {MOST_LISTED} and all x, by listing",
        [(p, x) for p in reversed(listed) for x in range(p)],
        lambda case: value_of(formula, p=case[0], x=case[1]) == listed[case[0]][case[1]],
        lambda case: f"{listed[case[0]][case[1]]:,} SETs for p = {case[0]}, x = {case[1]}",
    )


def shared_by_listing(p: int) -> Counter[int]:
    """The SETs of a deck with p properties by number of shared properties, listed.

    >>> sorted(shared_by_listing(2).items())
    [(0, 6), (1, 6)]
    """
    space = Space(p)
    return Counter(
        sum(x == y for x, y in zip(space.coordinates(a), space.coordinates(b), strict=True))
        for a, b, _ in space.lines()
    )


def _value_triples(values: int) -> int:
    """The number of ordered triples of values with a given number of different values."""
    return sum(len({a, b, c}) == values for a in range(3) for b in range(3) for c in range(3))


def _all_types(formula: str, p: int) -> Fraction:
    """The sum of a formula over all numbers x of shared properties."""
    return sum((value_of(formula, p=p, x=x) for x in range(p)), Fraction(0))
