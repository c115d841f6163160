"""The formulas for p properties, as they are printed (A3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb

from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.formulas import of_deck, value_of
from setlab.reproduce.abrahamsen_eriksen.sets import third_value
from setlab.reproduce.checking import check
from setlab.reproduce.evidence import Check, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim

MOST_LISTED = 5
"""The SETs of decks with up to this many properties are listed."""

DEAL = 12


def general_formulas(claim: Claim, runner: Runner) -> Statement:
    """The formulas for p properties follow from theorem 1, which holds in one property and so in any number."""
    chance, deals, sets, through = (of_deck(claim.data[name]) for name in ("chance", "deals", "sets", "through"))
    return Statement(
        checks=(
            third_value(),
            _same_function(
                "SETs: C(N,2) pairs of cards, three in a SET",
                range(3, 31),
                lambda n: value_of(sets, N=n) == Fraction(comb(n, 2), 3),
            ),
            _same_function(
                "SETs with a given card: N − 1 others, two in a SET",
                range(3, 31),
                lambda n: value_of(through, N=n) == Fraction(n - 1, 2),
            ),
            _same_function(
                "P(three cards are a SET): C(N,2)/3 of C(N,3)",
                range(3, 31),
                lambda n: value_of(chance, N=n) == Fraction(comb(n, 2), 3) / comb(n, 3),
            ),
            _same_function(
                "deals of twelve cards: C(N,12)",
                range(DEAL, 41),
                lambda n: value_of(deals, N=n) == comb(n, DEAL),
            ),
            check(
                "SETs, listed",
                f"p = 1 to {MOST_LISTED}, each deck listed",
                range(1, MOST_LISTED + 1),
                lambda p: value_of(sets, N=3**p) == sum(1 for _ in Space(p).lines()),
            ),
        ),
        why="Two cards have one third card in every property, so in a deck of N = 3^p cards each pair is in one SET. "
        "A formula that is a polynomial in N (or a quotient of two) is right for every N if it is right for more "
        "values of N than its degree.",
        commands=("setlab count --properties 5",),
    )


def _same_function(what: str, decks: range, agrees: Callable[[int], bool]) -> Check:
    """Two formulas in the number N of cards that agree for more values than their degrees agree for all."""
    return check(what, f"N = {decks[0]} to {decks[-1]}, more values than the degree", decks, agrees, "N = {}".format)


def formula_for_p(claim: Claim, runner: Runner) -> Statement:
    """81 is right for four properties alone; it must be 3^p."""
    printed = str(claim.data["formula"])
    corrected = printed.replace("81", "3^p")
    return Statement(
        checks=(_types_listed(printed),),
        corrected=(
            check(
                "per property: three ways to be the same, 3 · 2 to be different",
                "the {} kinds of property, all 27 triples of values",
                ((1, 3), (3, 3 * 2)),
                lambda kind: _value_triples(kind[0]) == kind[1],
            ),
            _types_listed(corrected),
        ),
        why=f"For five properties it gives {_all_types(printed, 5)} SETs instead of {int(_all_types(corrected, 5)):,}. "
        "The 81 is the number of cards for four properties and must be 3^p: each property that is shared gives 3 "
        "ordered triples of values and each other one 3 · 2, so that x of p make C(p,x) · 3^p · 2^(p−x), in 3! orders.",
        commands=("setlab count --properties 5",),
    )


def _types_listed(formula: str) -> Check:
    """A formula for x of p shared properties against the list of all SETs of small decks."""
    listed = {p: shared_by_listing(p) for p in range(1, MOST_LISTED + 1)}
    return check(
        f"{formula} SETs with x of p shared properties",
        f"p = 1 to {MOST_LISTED} and all x, the SETs listed",
        [(p, x) for p in reversed(listed) for x in range(p)],
        lambda case: value_of(formula, p=case[0], x=case[1]) == listed[case[0]][case[1]],
        lambda case: f"{listed[case[0]][case[1]]:,} SETs for p = {case[0]}, x = {case[1]}",
    )


def shared_by_listing(p: int) -> Counter[int]:
    """The SETs of a deck with p properties by the number of shared properties, listed.

    >>> sorted(shared_by_listing(2).items())
    [(0, 6), (1, 6)]
    """
    space = Space(p)
    return Counter(
        sum(x == y for x, y in zip(space.coordinates(a), space.coordinates(b), strict=True))
        for a, b, _ in space.lines()
    )


def _value_triples(values: int) -> int:
    """The ordered triples of values of a property that show so many values."""
    return sum(len({a, b, c}) == values for a in range(3) for b in range(3) for c in range(3))


def _all_types(formula: str, p: int) -> Fraction:
    """The sum of a formula over all numbers of shared properties."""
    return sum((value_of(formula, p=p, x=x) for x in range(p)), Fraction(0))


ANSWERS: dict[str, Gather] = {"A3.general": general_formulas, "A3.formula": formula_for_p}
