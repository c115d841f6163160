"""The number of SETs in n cards: its maximum, and its mean and standard deviation in simulation 3 (A4, A12)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, exp, log

from setlab.counting import count_sets, mean_flats, variance_flats
from setlab.exact.extremes import Extreme, Replay, most_sets, verify
from setlab.reproduce.abrahamsen_eriksen.cards import each_pair_in_one_set
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, value_of
from setlab.reproduce.evidence import Checks, Redrawing, Resolution, Statement, Values, check, check_fact
from setlab.reproduce.methods.game import all_sets, no_sets, sets_among, thirds
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

DECK = 81


@cache
def replays(searches: bool) -> tuple[Replay, ...]:
    """The proofs of the minimum number of SETs in n cards, n = 0 … 81, replayed."""
    return tuple(verify(searches=searches))


def proved_values(searches: bool) -> dict[int, int]:
    """The maximum number of SETs in n cards, where the proof, about the complement, was replayed completely."""
    complete = {DECK - replay.n for replay in replays(searches) if replay.holds and replay.complete}
    return {row.n: row.value for row in most_sets() if row.value is not None and row.n in complete}


@evidence("A4.bound", commands=["setlab exact max-sets"])
def bound(claim: Claim, runner: Runner) -> Checks:
    """n(n − 1)/3! is an upper bound that is attained for few n."""
    formula, six = str(claim.data["formula"]), claim.data["cards"]
    most = proved_values(runner.full)
    limits = {n: value_of(formula, n=n) for n in range(DECK + 1)}
    whole = [n for n in limits if limits[n].denominator == 1]
    attained = [n for n in whole if most.get(n) == limits[n]]
    unknown = [n for n in whole if n not in most]
    what = "the bound is a third of the pairs: two cards lie in one SET, and a SET has three pairs"
    domain = f"for n = 0 to {DECK}"
    yield check(f"{what}, {domain}", limits, lambda n: limits[n] * 3 == comb(n, 2))
    what = "typically it is not attained, even where it is an integer"
    words = f"attained for {len(attained)} of {len(whole)} integers (n = {', '.join(map(str, attained))})"
    yield check_fact(what, words, 2 * (len(attained) + len(unknown)) < len(whole))
    what = f"for n = {six} it gives {claim.data['maximum']}, which is not attained"
    words = f"{limits[six]} by the formula; the maximum is {most.get(six)}"
    yield check_fact(what, words, most.get(six, limits[six]) < limits[six] == claim.data["maximum"])
    return Statement(
        why=f"It is attained for n = {', '.join(map(str, attained))}: by the empty collection, a card, a SET, a plane, "
        "a cube and the deck, which contain the third card of each of their pairs."
    )


@evidence("A4.proofs", commands=["setlab exact max-sets --cards 6"])
def proofs() -> Checks:
    """The three proofs, and the step that is missing in the proof for six cards.

    Two SETs share at most one card; so they need at least five cards, and on five cards they share one. For six cards
    the text begins with three SETs ABD, ACE, BCF, without saying why any four SETs contain three of this form. That
    follows by trying all ways to place four SETs on six cards.
    """
    yield each_pair_in_one_set()
    # Five cards with two SETs are two SETs through a card; they contain no third SET.
    pairs = (
        {*one, *other}
        for card in SPACE
        for one, other in combinations([cards for cards in all_sets() if card in cards], 2)
    )
    what = "two SETs through a card contain no third SET, for all {} pairs of SETs through a card"
    yield check(what, pairs, lambda five: len(sets_among(five)) == 2)
    # Three cards that are not a SET and the third cards D, E, F of their pairs contain exactly three SETs.
    what = "three cards and the third cards of their pairs contain three SETs"
    domain = "for all {} collections of three cards that are not a SET"
    yield check(f"{what}, {domain}", no_sets(), lambda cards: len(sets_among(with_thirds(*cards))) == 3)
    # Four triples of six points, any two with at most one common point, contain triples AB., AC., BC.
    blocks = [frozenset(block) for block in combinations(range(6), 3)]
    linear = [
        four for four in combinations(blocks, 4) if all(len(one & other) <= 1 for one, other in combinations(four, 2))
    ]
    what = "any four SETs on six cards would contain three of the form ABD, ACE, BCF"
    domain = "for all {} ways to place four SETs on six cards"
    yield check(f"{what}, {domain}", linear, lambda four: any(_triangle(three) for three in combinations(four, 3)))


def with_thirds(a: int, b: int, c: int) -> set[int]:
    """Three cards and the third cards D, E, F of their pairs: six different cards.

    >>> sorted(with_thirds(0, 1, 3))
    [0, 1, 2, 3, 6, 8]
    """
    third = thirds()
    return {a, b, c, third[a][b], third[a][c], third[b][c]}


def _triangle(blocks: tuple[frozenset[int], ...]) -> bool:
    """True if three blocks meet pairwise in three different points."""
    meets = [one & other for one, other in combinations(blocks, 2)]
    return all(meets) and len(frozenset().union(*meets)) == 3


@evidence("A4.table4", commands=["setlab exact max-sets"])
def table_4(claim: Claim, runner: Runner) -> Values:
    """The maximum number of SETs in 3 to 6 cards, where the proof was replayed.

    Each value is attained by a collection whose SETs were counted, and its proof was replayed.
    """
    most = proved_values(runner.full)
    return {str(n): most[n] for n in claim.numbers() if n in most}


@evidence("A4.beyond", commands=["setlab exact max-sets --verify", "setlab exact min-sets"])
def beyond(runner: Runner) -> Checks:
    """The maximum for every n: SETs counted, proofs replayed, in a full run with their searches.

    The SETs inside and outside of n cards number 1080 − 40n + C(n,2) together, so the maximum follows from the minimum
    of the complement. The minimum is bounded by cutting the deck into three parallel hyperplanes; docs/extremes.md has
    the proofs. Four of them need searches, which --full repeats.
    """
    rows, done = most_sets(), replays(runner.full)
    missing = [DECK - replay.n for replay in done if not replay.complete]
    taken = f"; the searches for n = {', '.join(map(str, sorted(missing)))} were not repeated" if missing else ""
    what = "a collection attains the value, and the proof that none has more holds"
    domain = f"for all {{}} numbers of cards{taken}"
    yield check(f"{what}, {domain}", done, lambda replay: replay.holds, whole=not missing)
    yield check("the bounds meet, for all {} numbers of cards", rows, lambda row: row.lower == row.upper)
    # 1 − k + C(k,2) is 1 for a SET with k = 0 or k = 3 of its cards among the n, and 0 for other SETs.
    what = "the SETs inside and outside of n cards number 1080 − 40n + C(n,2)"
    domain = "for a SET with k = 0, 1, 2, 3 of its cards inside"
    yield check(f"{what}, {domain}", range(4), lambda k: 1 - k + comb(k, 2) == (k in (0, 3)))
    answer = f"known for all n from 0 to {DECK}, for example {_some(rows)}{taken}"
    return Resolution(answer, exact=", ".join(f"{row.n}: {row.value}" for row in rows), drawing=_drawing(rows))


def _some(rows: list[Extreme]) -> str:
    return ", ".join(f"{rows[n].value} in {n} cards" for n in (7, 8, 9, 12, 27, 40))


def _drawing(rows: list[Extreme]) -> Redrawing:
    most = tuple((row.n, float(row.lower)) for row in rows)
    bound = tuple((row.n, row.n * (row.n - 1) / 6) for row in rows)
    mean = tuple((row.n, float(mean_flats(row.n))) for row in rows)
    series = (("maximum", most), ("n(n − 1)/6", bound), ("mean", mean))
    return Redrawing("curve", "The maximum number of SETs in n cards", "cards", "SETs", series)


@evidence("A12.graph", commands=["setlab exact max-sets"])
def graph_of_means(claim: Claim, runner: Runner) -> Checks:
    """The mean increases from two cards on, and never exceeds the maximum."""
    result = runner.run("set-count", 1e5, 1e6)
    sampled = tuple((int(n), total / result.tally.trials) for n, total in result.tally["sum"].items())
    most, means = _most(), [mean_flats(n) for n in range(DECK + 1)]
    exact, limits = (tuple((n, float(value)) for n, value in enumerate(values)) for values in (means, most))
    series = (("mean, sampled", sampled), ("mean, exact", exact), ("maximum", limits))
    what = "one more card increases the mean, for all {} steps from 2 cards to the whole deck"
    yield check(what, pairwise(range(2, DECK + 1)), lambda step: means[step[0]] < means[step[1]])
    what = "the mean does not exceed the maximum, for all {} numbers of cards"
    yield check(what, range(DECK + 1), lambda n: means[n] <= most[n])
    why = (
        "The mean is C(n,3)/79; the n-th card adds C(n − 1,2)/79 to it, the last card 40. main3.py of the appendix "
        f"starts with {claim.data['first']} cards."
    )
    drawing = Redrawing("curve", "SETs in n cards", "cards", "SETs", series)
    return Statement(why=why, exact="C(n,3)/79", drawing=drawing)


@evidence("A12.mean", commands=["setlab exact max-sets"])
def where_they_meet(claim: Claim) -> Checks:
    """The mean equals the maximum for n ≤ 2 and n = 81, and also for n = 79 and 80."""
    most = _most()
    meet = [n for n in range(DECK + 1) if mean_flats(n) == most[n]]
    more = [n for n in meet if n not in claim.data["cards"]]
    what = f"the mean equals the maximum, for {{}} numbers of cards: {_list_text(claim.data['cards'])}"
    yield check(what, claim.data["cards"], lambda n: mean_flats(n) == most[n])
    return Statement(
        why=f"The sentence omits n = {_list_text(more)}, where all collections have the same number of SETs as well. "
        "If the red line were n(n − 1)/6, it would have the value 1/3 at n = 2 and meet the mean only for 0, 1 and 81 "
        "cards."
    )


@evidence("A12.deck", commands=["setlab count"])
def whole_deck(claim: Claim) -> Values:
    """The number of SETs in the deck, by the formula.

    Each of the C(81,2) pairs of cards lies in one SET, and a SET has three pairs.
    """
    return {place: count_sets() for place in claim.figures}


@evidence("A12.deviation", commands=["setlab exact sets --cards 40"])
def deviations(claim: Claim) -> Checks:
    """The standard deviation is largest for 40 and 41 cards, and 0 for n ≤ 2 and n ≥ 79.

    The numbers of SETs inside and outside add up to a function of n alone; so they have the same variance for n and for
    81 − n cards.
    """
    variances = [variance_flats(n) for n in range(DECK + 1)]
    top = [n for n, variance in enumerate(variances) if variance == max(variances)]
    zero = [n for n, variance in enumerate(variances) if variance == min(variances)]
    points = tuple((n, float(variance) ** 0.5) for n, variance in enumerate(variances))
    what = "the standard deviation is largest at half the deck"
    words = f"{_list_text(top)} cards, where it is {float(max(variances)) ** 0.5:.4f}"
    yield check_fact(what, words, {n for m in top for n in (m, DECK - m)} == {DECK // 2, DECK // 2 + 1})
    words = f"{_list_text(zero)} cards, where it is {float(min(variances)):g}"
    yield check_fact("it is smallest for n ≤ 2 and n ≥ 79", words, zero == claim.data["lowest"])
    drawing = Redrawing(
        "curve", "Standard deviation of the SETs in n cards", "cards", "standard deviation", (("exact", points),)
    )
    return Statement(exact=variance_formula(), drawing=drawing)


@evidence("A12.normal", commands=["setlab exact sets --cards 40"])
def not_normal() -> Checks:
    """The logarithm of a bell curve has constant second differences; that of the standard deviation has not."""
    inside = range(4, DECK - 3)
    yield check(
        "the standard deviation is a bell curve in n, "
        "for the second differences of its logarithm at all {} pairs of consecutive n",
        pairwise(inside),
        lambda step: bend(step[0]) == bend(step[1]),
        lambda step: (
            " and ".join(f"{log(bend(n)) / 2:.4f} at n = {n}" for n in step)
            + ": a bell curve would have the same second difference everywhere"
        ),
    )
    return Statement(
        why=f"σ² is {variance_formula()}: it vanishes for n ≤ 2 and n ≥ 79, and a bell curve never does. At n = 10, σ "
        f"is only {bell_ratio(10):.3g} of the bell curve that agrees with it at n = 20 and 40.",
        exact=variance_formula(),
    )


def bend(n: int) -> Fraction:
    """σ²(n − 1)·σ²(n + 1)/σ²(n)², which would be the same for all n if σ were a bell curve.

    >>> bend(4)
    Fraction(481, 770)
    """
    return variance_flats(n - 1) * variance_flats(n + 1) / variance_flats(n) ** 2


def bell_ratio(n: int) -> float:
    """The standard deviation for n cards, divided by the bell curve around 40.5 that agrees with it at 20 and 40."""
    logs = {m: log(float(variance_flats(m))) / 2 for m in (n, 20, 40)}

    def away(m: int) -> float:
        return (m - DECK / 2) ** 2 - (40 - DECK / 2) ** 2

    return exp(logs[n] - logs[40] + (logs[40] - logs[20]) * away(n) / away(20))


def variance_formula() -> str:
    """The variance as a polynomial in n; its roots are 0, 1, 2, 79, 80, 81, and one value gives the factor.

    >>> variance_formula()
    '1/219133992 · n(n−1)(n−2)(81−n)(80−n)(79−n)'
    """
    factor = variance_flats(40) / _shape(40)
    assert all(variance_flats(n) == factor * _shape(n) for n in range(DECK + 1))
    return f"{factor} · n(n−1)(n−2)(81−n)(80−n)(79−n)"


def _shape(n: int) -> int:
    return n * (n - 1) * (n - 2) * (DECK - n) * (DECK - 1 - n) * (DECK - 2 - n)


def _most() -> list[int]:
    """The maximum number of SETs in n cards, for every n."""
    values = [row.value for row in most_sets() if row.value is not None]
    assert len(values) == DECK + 1
    return values


def _list_text(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
