"""Simulation 2: the probability that n cards have no SET, and the smallest n that forces one (A11, A14)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from setlab.caps import find as build_cap
from setlab.counting import count_affine_maps
from setlab.exact.no_set import NoSet, compute_no_set, exact_no_set, from_content
from setlab.geometry import CardSet
from setlab.reproduce.abrahamsen_eriksen.simulations_odds import chance_of_none
from setlab.reproduce.checking import check_fact, check_test
from setlab.reproduce.drawing import Drawing
from setlab.reproduce.evidence import Answer, Check, Figures, Statement
from setlab.reproduce.histograms import printed_proportions
from setlab.reproduce.item import Gather
from setlab.reproduce.level import level
from setlab.reproduce.runner import Runner
from setlab.sources import Claim, find_claim
from setlab.stats import normal_quantile, read_printed

COMMAND = "setlab exact no-set --recompute"
HOURS_A_YEAR = Fraction(36525, 100) * 24
TEN, MEANT = "10", "16,9%"
"""The row of ten cards, and the figure that one digit turns it into."""


@cache
def listed_anew() -> NoSet:
    """The collections without a SET, listed now and not read from data."""
    return from_content(compute_no_set(4))


def probability(cards: int) -> Fraction:
    """The exact probability that so many random cards have no SET."""
    known = exact_no_set(4).probability(cards)
    assert known is not None
    return known


def smallest_for_set(claim: Claim, runner: Runner) -> Answer:
    """Every 21 cards contain a SET: the list of all collections without one, up to symmetry, ends at 20 cards."""
    known, cap = listed_anew(), largest_cap()
    most = known.largest
    assert most is not None
    return Answer(
        answer=f"{most + 1}: {known.counts[most]:,} collections of {most} cards have no SET, and none of {most + 1}",
        checks=(
            _has_no_set(cap),
            check_fact(
                f"every {most + 1} cards contain a SET",
                f"the list of {_classes(known):,} classes of collections without a SET, which ends at {most} cards",
                not any(known.counts[most + 1 :]),
            ),
        ),
        lower=len(cap) + 1,
        upper=most + 1,
        why="all collections without a SET are listed card by card up to symmetry, each class with its size",
        exact=str(most + 1),
        commands=(COMMAND, "setlab caps find"),
    )


def is_it_possible(claim: Claim, runner: Runner) -> Statement:
    """The computation that cannot be done is done here: one collection of each class is enough."""
    known = listed_anew()
    found = (
        f"{_classes(known):,} classes were listed for this report; the largest collections have {known.largest} cards"
    )
    return Statement(
        checks=(check_fact("the smallest n cannot be computed", found, known.largest is None),),
        why="not every subset must be examined: collections without a SET are built card by card, and of those that "
        f"the {count_affine_maps(4):,} symmetries of the deck turn into each other only one is kept",
        commands=(COMMAND,),
    )


def time_needed(claim: Claim, runner: Runner) -> Figures:
    """The arithmetic of examining all subsets one by one is right."""
    subsets = comb(81, claim.data["cards"])
    hours = Fraction(subsets, claim.data["subsets"]) * claim.data["minutes"] / 60
    years = hours / HOURS_A_YEAR
    return Figures(
        values={"subsets": subsets, "hours": hours, "years": f"{round(years / 10**7) * 10} million"},
        why=f"{float(years) / 1e6:.3g} million years, which is about 50 million to one digit; but there is no need to "
        "examine the subsets one by one",
        commands=(COMMAND,),
    )


def eighteen_cards(claim: Claim, runner: Runner) -> Statement:
    """Among 10^11 subsets of 18 cards more than a thousand without a SET are to be expected."""
    cards, trials = claim.data["cards"], claim.trials_at("") or 0
    none, number = probability(cards), exact_no_set(4).counts[cards]
    table = find_claim("A11.table9")
    fewer = table.trials_at("") or 0
    return Statement(
        checks=(
            check_fact(
                f"every {cards} cards contain a SET", f"{number:,} collections of {cards} have none", not number
            ),
            _none_seen(none, trials, f"{trials:,} subsets of {cards} cards, and a SET in all"),
        ),
        why=f"one subset in {round(1 / none):,} has no SET: {float(none * trials):,.0f} are expected among {trials:,}. "
        f"Among {fewer:,}, as for table 9, none is seen with probability {chance_of_none(none, fewer):.2f}. Table 8 "
        f"counts {find_claim('A10.table8').figures[str(cards)]} games that ended with {cards} such cards",
        exact=str(none),
        commands=("setlab exact no-set",),
    )


def twenty_cards(claim: Claim, runner: Runner) -> Statement:
    """Twenty cards without a SET are built, and all their pairs are tried."""
    cap = largest_cap()
    return Statement(
        checks=(_has_no_set(cap), check_fact("so many cards", f"{len(cap)} cards", len(cap) == claim.data["cards"])),
        why="the printed picture shows such cards; ours are built from a formula and checked",
        commands=("setlab caps find",),
    )


def histogram(claim: Claim, runner: Runner) -> Figures:
    """The histogram drawn again: table 9 beside the exact probabilities."""
    printed = printed_proportions(find_claim("A11.table9").numbers())
    exact = tuple((n, float(probability(n))) for n in range(22))
    series = (("printed", printed), ("exact", exact))
    return Figures(
        drawing=Drawing("histogram", "No SET in n cards (table 9)", "cards", "probability", series),
        exact="exact probabilities for n = 0 to 21 beside table 9",
        commands=("setlab exact no-set",),
    )


def table_9(claim: Claim, runner: Runner) -> Figures:
    """The probability that n cards have no SET, exactly; only the row of ten cards does not fit."""
    return Figures(
        values={place: probability(int(place)) for place in claim.figures},
        corrected={TEN: MEANT},
        why=f"for ten cards it is {100 * float(probability(int(TEN))):.3f} %, and {MEANT} fits. Table and text have "
        f"the same figure; chance explains it only if at most {explained_by_chance(claim):,} subsets were tried "
        f"(main2.py of the appendix sets {claim.data['subsets']:,}, for fewer than ten cards)",
        commands=("setlab exact no-set",),
    )


def explained_by_chance(claim: Claim) -> int:
    """With how many subsets, to one digit, chance could still have led to the figure printed for ten cards."""
    ours, figure = probability(int(TEN)), read_printed(claim.figures[TEN])
    gap = float(ours - figure.high)
    most = normal_quantile(level() / 2) ** 2 * float(ours * (1 - ours)) / gap**2
    return int(float(f"{most:.0e}"))


def none_beyond_17(claim: Claim, runner: Runner) -> Statement:
    """That 30 million subsets of 18 cards show none without a SET is likelier than not."""
    trials = claim.trials_at("") or 0
    return Statement(
        checks=tuple(
            _none_seen(probability(cards), trials, f"{trials:,} subsets of {cards} cards, and a SET in all")
            for cards in claim.data["cards"]
        ),
        why="of the sizes above 17 only 18 was sampled; "
        f"{float(probability(18) * trials):.2f} cases are expected, and none is seen with probability "
        f"{chance_of_none(probability(18), trials):.2f}",
        commands=("setlab exact no-set",),
    )


def largest_cap() -> CardSet:
    """Twenty cards without a SET, from a construction."""
    return CardSet(build_cap(4))


def _has_no_set(cap: CardSet) -> Check:
    pairs = comb(len(cap), 2)
    return check_fact(f"{len(cap)} cards can be without a SET", f"all {pairs} pairs of {len(cap)} cards", cap.is_cap())


def _none_seen(event: Fraction, trials: int, what: str) -> Check:
    """The hypothesis that an event never happened in so many trials, by the probability of that."""
    expected = f"{float(event * trials):,.0f}"
    words = f"{expected} cases are expected, and to see none has probability e^−{expected}"
    return check_test(what, f"{trials:,} samples", chance_of_none(event, trials), trials, words)


def _classes(known: NoSet) -> int:
    return sum(orbits or 0 for orbits in known.orbits)


ANSWERS: dict[str, Gather] = {
    "A14.set": smallest_for_set,
    "A14.possible": is_it_possible,
    "A14.time": time_needed,
    "A11.18": eighteen_cards,
    "A14.twenty": twenty_cards,
    "A11.histogram": histogram,
    "A11.table9": table_9,
    "A11.ten": table_9,
    "A11.none": none_beyond_17,
}
