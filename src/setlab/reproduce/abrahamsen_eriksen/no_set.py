"""Simulation 2: the probability that n cards contain no SET (A11)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from math import comb, exp, log1p, prod

from setlab.caps import find as build_cap
from setlab.counting import count_affine_maps
from setlab.exact.no_set import NoSet, compute_no_set, exact_no_set, from_content
from setlab.geometry import CardSet
from setlab.reproduce.evidence import Check, Drawing, Figures, Resolution, Statement, check_fact, check_test, level
from setlab.reproduce.methods.histograms import printed_proportions
from setlab.reproduce.register import evidence
from setlab.sources import Claim, find_claim
from setlab.stats import normal_quantile, read_printed

TINY = 1e-100
"""Below this, a probability of seeing nothing is written as a power of e."""


def chance_of_none(event: Fraction | float, trials: int) -> float:
    """The probability that an event never occurs in n independent trials.

    >>> round(chance_of_none(Fraction(1, 1000), 1000), 4)
    0.3677
    """
    return exp(trials * log1p(-float(event)))


def check_none_seen(what: str, domain: str, events: Collection[Fraction | float], trials: int) -> Check:
    """Test the statement that none of some rare events occurred in the given number of trials for each."""
    chance = prod(chance_of_none(event, trials) for event in events)
    expected = sum(map(float, events)) * trials
    if chance < TINY:
        words = f"{expected:,.0f} cases are expected; none is seen with probability e^−{expected:,.0f}"
    else:
        words = f"{expected:.3g} cases are expected; none is seen with probability {chance:.2g}"
    return check_test(what, domain, chance, trials * len(events), words)


COMMAND = "setlab exact no-set --recompute"
HOURS_A_YEAR = Fraction(36525, 100) * 24
TEN, MEANT = "10", "16,9%"
"""The row of ten cards, and the figure that it becomes if one digit is changed."""


@cache
def recompute_no_set() -> NoSet:
    """The numbers of collections without a SET, recomputed instead of read from the shipped data."""
    return from_content(compute_no_set(4))


def probability(cards: int) -> Fraction:
    """The exact probability that n random cards contain no SET."""
    known = exact_no_set(4).probability(cards)
    assert known is not None
    return known


@evidence("A14.set")
def smallest_for_set() -> Resolution:
    """Every 21 cards contain a SET: the list of all collections without a SET, up to symmetry, ends at 20 cards."""
    known, cap = recompute_no_set(), largest_cap()
    most = known.largest
    assert most is not None
    return Resolution(
        f"{most + 1}: {known.counts[most]:,} collections of {most} cards contain no SET; every collection of "
        f"{most + 1} cards contains one",
        _has_no_set(cap),
        check_fact(
            f"every {most + 1} cards contain a SET",
            f"the list of {_classes(known):,} classes of collections without a SET, which ends at {most} cards",
            not any(known.counts[most + 1 :]),
        ),
        lower=len(cap) + 1,
        upper=most + 1,
        why="All collections without a SET are generated card by card up to symmetry, and each class is counted with "
        "its size.",
        exact=str(most + 1),
        commands=(COMMAND, "setlab caps find"),
    )


@evidence("A14.possible")
def is_it_possible() -> Statement:
    """The computation that is called impossible is done here, with one representative of each class."""
    known = recompute_no_set()
    found = (
        f"{_classes(known):,} classes were generated for this report; the largest collections have {known.largest} "
        "cards"
    )
    return Statement(
        check_fact("the smallest n cannot be computed", found, known.largest is None),
        why="It is not necessary to examine every subset. Collections without a SET are built card by card, and of "
        f"those that the {count_affine_maps(4):,} symmetries of the deck map to each other only one is kept.",
        commands=(COMMAND,),
    )


@evidence("A14.time")
def time_needed(claim: Claim) -> Figures:
    """The estimate of the time to examine all subsets one by one."""
    subsets = comb(81, claim.data["cards"])
    hours = Fraction(subsets, claim.data["subsets"]) * claim.data["minutes"] / 60
    years = hours / HOURS_A_YEAR
    return Figures(
        values={"subsets": subsets, "hours": hours, "years": f"{round(years / 10**7) * 10} million"},
        why=f"The computation gives {float(years) / 1e6:.3g} million years, which rounds to the printed figure; but "
        "there is no need to examine the subsets one by one.",
        commands=(COMMAND,),
    )


@evidence("A11.18")
def eighteen_cards(claim: Claim) -> Statement:
    """Among 10^11 subsets of 18 cards more than a thousand without a SET are expected."""
    cards, trials = claim.data["cards"], claim.trials_at("") or 0
    none, number = probability(cards), exact_no_set(4).counts[cards]
    table = find_claim("A11.table9")
    fewer = table.trials_at("") or 0
    return Statement(
        check_fact(
            f"every {cards} cards contain a SET", f"{number:,} collections of {cards} cards contain none", not number
        ),
        _none_seen(cards, none, trials),
        why=f"One subset in {round(1 / none):,} contains no SET, so {float(none * trials):,.0f} are expected among "
        f"{trials:,}. Among {fewer:,}, as for table 9, none is seen with probability "
        f"{chance_of_none(none, fewer):.2f}. Table 8 itself counts {find_claim('A10.table8').figures[str(cards)]} "
        f"games that ended with {cards} such cards.",
        exact=str(none),
        commands=("setlab exact no-set",),
    )


@evidence("A14.twenty")
def twenty_cards(claim: Claim) -> Statement:
    """Twenty cards without a SET are constructed, and all their pairs are tried."""
    cap = largest_cap()
    return Statement(
        _has_no_set(cap),
        check_fact("the number of cards", f"{len(cap)} cards", len(cap) == claim.data["cards"]),
        why="The printed picture shows such cards; ours are constructed from a formula and checked.",
        commands=("setlab caps find",),
    )


@evidence("A11.histogram")
def histogram() -> Figures:
    """The histogram drawn again, table 9 beside the exact probabilities."""
    printed = printed_proportions(find_claim("A11.table9").numbers())
    exact = tuple((n, float(probability(n))) for n in range(22))
    series = (("printed", printed), ("exact", exact))
    return Figures(
        drawing=Drawing("histogram", "No SET in n cards (table 9)", "cards", "probability", series),
        exact="exact probabilities for n = 0 to 21 beside table 9",
        why="The histogram shows table 9 and prints no further numbers.",
        commands=("setlab exact no-set",),
    )


@evidence("A11.table9", "A11.ten")
def table_9(claim: Claim) -> Figures:
    """The exact probability that n cards contain no SET; only the row of ten cards does not fit."""
    return Figures(
        values={place: probability(int(place)) for place in claim.figures},
        corrected={TEN: MEANT},
        why=f"For ten cards the probability is {100 * float(probability(int(TEN))):.3f} %, and {MEANT} would fit. The "
        f"table and the text have the same figure; chance explains it only if at most {explained_by_chance(claim):,} "
        f"subsets were tried (main2.py of the appendix sets {claim.data['subsets']:,}, for fewer than ten cards).",
        commands=("setlab exact no-set",),
    )


def explained_by_chance(claim: Claim) -> int:
    """The largest number of subsets, to one digit, for which chance could explain the figure for ten cards."""
    ours, figure = probability(int(TEN)), read_printed(claim.figures[TEN])
    gap = float(ours - figure.high)
    most = normal_quantile(level() / 2) ** 2 * float(ours * (1 - ours)) / gap**2
    return int(float(f"{most:.0e}"))


@evidence("A11.none")
def none_beyond_17(claim: Claim) -> Statement:
    """In 30 million subsets of 18 cards, to see none without a SET is more likely than not."""
    trials = claim.trials_at("") or 0
    return Statement(
        *(_none_seen(cards, probability(cards), trials) for cards in claim.data["cards"]),
        why="Of the sizes above 17 only 18 was sampled; "
        f"{float(probability(18) * trials):.2f} cases are expected, and none is seen with probability "
        f"{chance_of_none(probability(18), trials):.2f}.",
        commands=("setlab exact no-set",),
    )


def largest_cap() -> CardSet:
    """Twenty cards without a SET, constructed."""
    return CardSet(build_cap(4))


def _has_no_set(cap: CardSet) -> Check:
    pairs = comb(len(cap), 2)
    return check_fact(f"some {len(cap)} cards contain no SET", f"all {pairs} pairs of {len(cap)} cards", cap.is_cap())


def _none_seen(cards: int, none: Fraction, trials: int) -> Check:
    what = f"{trials:,} subsets of {cards} cards, all with a SET"
    return check_none_seen(what, f"{trials:,} samples", [none], trials)


def _classes(known: NoSet) -> int:
    return sum(orbits or 0 for orbits in known.orbits)
