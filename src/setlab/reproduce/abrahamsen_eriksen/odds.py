"""Simulations 2 and 4: the probability that n cards contain no SET, or a plane (A11, A13, A14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, exp, log1p, prod

from setlab.caps import find as build_cap
from setlab.counting import count_affine_maps, count_flats, mean_flats
from setlab.errors import SpecError
from setlab.exact.no_set import NoSet, compute_no_set, exact_no_set, from_content
from setlab.exact.planes import exact_planes
from setlab.experiment.result import Result
from setlab.geometry import CardSet
from setlab.reproduce.abrahamsen_eriksen.geometry import all_planes
from setlab.reproduce.abrahamsen_eriksen.programs import card_text
from setlab.reproduce.evidence import (
    Check,
    Checks,
    Figures,
    Redrawing,
    Resolution,
    Sample,
    Statement,
    check,
    check_fact,
    check_test,
    level,
)
from setlab.reproduce.methods.histograms import printed_proportions
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim, find_claim
from setlab.stats import gamma_tails, normal_quantile, read_printed

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


@evidence("A14.set", commands=[COMMAND, "setlab caps find"])
def smallest_for_set() -> Checks:
    """Every 21 cards contain a SET: the list of all collections without a SET, up to symmetry, ends at 20 cards.

    All collections without a SET are generated card by card up to symmetry, and each class is counted with its size.
    """
    known, cap = recompute_no_set(), largest_cap()
    most = known.largest
    assert most is not None
    yield _has_no_set(cap)
    words = f"the list of {_classes(known):,} classes of collections without a SET, which ends at {most} cards"
    yield check_fact(f"every {most + 1} cards contain a SET", words, not any(known.counts[most + 1 :]))
    answer = (
        f"{most + 1}: {known.counts[most]:,} collections of {most} cards contain no SET; every collection of "
        f"{most + 1} cards contains one"
    )
    return Resolution(answer, lower=len(cap) + 1, upper=most + 1, exact=str(most + 1))


@evidence("A14.possible", commands=[COMMAND])
def is_it_possible() -> Checks:
    """The computation that is called impossible is done here, with one representative of each class."""
    classes, most = _classes(recompute_no_set()), recompute_no_set().largest
    found = f"{classes:,} classes were generated for this report; the largest collections have {most} cards"
    yield check_fact("the smallest n cannot be computed", found, most is None)
    return Statement(
        why="It is not necessary to examine every subset. Collections without a SET are built card by card, and of "
        f"those that the {count_affine_maps(4):,} symmetries of the deck map to each other only one is kept."
    )


@evidence("A14.time", commands=[COMMAND])
def time_needed(claim: Claim) -> Figures:
    """The estimate of the time to examine all subsets one by one."""
    subsets = comb(81, claim.data["cards"])
    hours = Fraction(subsets, claim.data["subsets"]) * claim.data["minutes"] / 60
    years = hours / HOURS_A_YEAR
    return Figures(
        values={"subsets": subsets, "hours": hours, "years": f"{round(years / 10**7) * 10} million"},
        why=f"The computation gives {float(years) / 1e6:.3g} million years, which rounds to the printed figure; but "
        "there is no need to examine the subsets one by one.",
    )


@evidence("A11.18", commands=["setlab exact no-set"])
def eighteen_cards(claim: Claim) -> Checks:
    """Among 10^11 subsets of 18 cards more than a thousand without a SET are expected."""
    cards, trials = claim.data["cards"], claim.trials_at("") or 0
    none, number = probability(cards), exact_no_set(4).counts[cards]
    table = find_claim("A11.table9")
    fewer = table.trials_at("") or 0
    what = f"every {cards} cards contain a SET"
    yield check_fact(what, f"{number:,} collections of {cards} cards contain none", not number)
    yield _none_seen(cards, none, trials)
    return Statement(
        why=f"One subset in {round(1 / none):,} contains no SET, so {float(none * trials):,.0f} are expected among "
        f"{trials:,}. Among {fewer:,}, as for table 9, none is seen with probability "
        f"{chance_of_none(none, fewer):.2f}. Table 8 itself counts {find_claim('A10.table8').figures[str(cards)]} "
        f"games that ended with {cards} such cards.",
        exact=str(none),
    )


@evidence("A14.twenty", commands=["setlab caps find"])
def twenty_cards(claim: Claim) -> Checks:
    """Twenty cards without a SET are constructed, and all their pairs are tried.

    The printed picture shows such cards; ours are constructed from a formula and checked.
    """
    cap = largest_cap()
    yield _has_no_set(cap)
    yield check_fact("the number of cards", f"{len(cap)} cards", len(cap) == claim.data["cards"])


@evidence("A11.histogram", commands=["setlab exact no-set"])
def histogram() -> Figures:
    """The histogram drawn again, table 9 beside the exact probabilities.

    The histogram shows table 9 and prints no further numbers.
    """
    printed = printed_proportions(find_claim("A11.table9").numbers())
    exact = tuple((n, float(probability(n))) for n in range(22))
    series = (("printed", printed), ("exact", exact))
    drawing = Redrawing("histogram", "No SET in n cards (table 9)", "cards", "probability", series)
    return Figures(drawing=drawing, exact="exact probabilities for n = 0 to 21 beside table 9")


@evidence("A11.table9", "A11.ten", commands=["setlab exact no-set"])
def table_9(claim: Claim) -> Figures:
    """The exact probability that n cards contain no SET; only the row of ten cards does not fit."""
    why = (
        f"For ten cards the probability is {100 * float(probability(int(TEN))):.3f} %, and {MEANT} would fit. The "
        f"table and the text have the same figure; chance explains it only if at most {explained_by_chance(claim):,} "
        f"subsets were tried (main2.py of the appendix sets {claim.data['subsets']:,}, for fewer than ten cards)."
    )
    return Figures(values={place: probability(int(place)) for place in claim.figures}, corrected={TEN: MEANT}, why=why)


def explained_by_chance(claim: Claim) -> int:
    """The largest number of subsets, to one digit, for which chance could explain the figure for ten cards."""
    ours, figure = probability(int(TEN)), read_printed(claim.figures[TEN])
    gap = float(ours - figure.high)
    most = normal_quantile(level() / 2) ** 2 * float(ours * (1 - ours)) / gap**2
    return int(float(f"{most:.0e}"))


@evidence("A11.none", commands=["setlab exact no-set"])
def none_beyond_17(claim: Claim) -> Checks:
    """In 30 million subsets of 18 cards, to see none without a SET is more likely than not."""
    trials = claim.trials_at("") or 0
    yield from (_none_seen(cards, probability(cards), trials) for cards in claim.data["cards"])
    return Statement(
        why="Of the sizes above 17 only 18 was sampled; "
        f"{float(probability(18) * trials):.2f} cases are expected, and none is seen with probability "
        f"{chance_of_none(probability(18), trials):.2f}."
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


@dataclass(frozen=True)
class PlaneOdds:
    """P(n cards contain a plane) for every n: exact values, and a sample of deals up to the first plane."""

    result: Result

    def value(self, cards: int) -> Fraction | Sample:
        """The exact probability for n cards, or our sample."""
        known = exact_planes(4).table.probability(cards)
        return self.sample(cards) if known is None else known

    def sample(self, cards: int) -> Sample:
        """Our deals whose first n cards contain a plane."""
        histogram = self.result.tally["first_plane"]
        return Sample(sum(count for n, count in histogram.items() if n <= cards), self.result.tally.trials)

    def estimate(self, cards: int) -> float:
        """The probability as a number."""
        value = self.value(cards)
        return float(Fraction(*value) if isinstance(value, Sample) else value)


def plane_odds(runner: Runner) -> PlaneOdds:
    """The probabilities, with the quick or the full number of deals."""
    return PlaneOdds(runner.run("first-plane", 2e6, 2e8))


def exact_odds(cards: int) -> Fraction:
    """P(n cards contain a plane) where it is known exactly: n ≤ 40 and n ≥ 53.

    >>> exact_odds(55)
    Fraction(1, 1)
    """
    known = exact_planes(4).table.probability(cards)
    if known is None:
        raise SpecError(f"P({cards} cards contain a plane) is not known exactly: choose n ≤ 40 or n ≥ 53")
    return known


PLANES_COMMAND = "setlab exact planes"


@evidence("A13.graph", commands=[PLANES_COMMAND])
def graph(runner: Runner) -> Figures:
    """The graph drawn again, table 11 beside our probabilities.

    The graph shows table 11 and prints no further numbers.
    """
    odds, table = plane_odds(runner), find_claim("A13.table11").numbers()
    ours = tuple((n, odds.estimate(n)) for n in table)
    series = (("printed", printed_proportions(table)), ("ours", ours))
    drawing = Redrawing("curve of proportions", "A plane in n cards (table 11)", "cards", "probability", series)
    exact = "table 11 beside exact probabilities up to n = 40 and sampled ones beyond"
    return Figures(drawing=drawing, exact=exact)


@evidence("A13.table11", commands=[PLANES_COMMAND])
def table_11(claim: Claim, runner: Runner) -> Figures:
    """The probability of a plane: exact up to 40 cards, sampled beyond.

    Up to n = 40 our probability is exact; each row may deviate as expected for the number of runs that its digits
    indicate.
    """
    odds = plane_odds(runner)
    values = {place: odds.value(int(place)) for place in claim.figures}
    return Figures(values=values, trials=likely_runs(claim, claim.trials_at("") or 0))


@evidence("A13.fifteen", commands=[PLANES_COMMAND])
def fifteen_or_less(claim: Claim) -> Checks:
    """To see no plane for n ≤ 15 is not surprising, even in 100,000 runs for each n."""
    runs = claim.trials_at("") or 0
    chances = {n: exact_odds(n) for n in range(claim.data["plane"], claim.data["most"] + 1)}
    expected = float(sum(chances.values())) * runs
    yield _no_plane_seen("no plane in 15 or fewer cards", chances, runs)
    what = "nine cards can be a plane, for all {} planes"
    yield check(what, all_planes(), lambda plane: len(plane) == claim.data["plane"])
    return Statement(
        why=f"With {runs:,} runs for each n from 9 to 15, {expected:.1f} planes are expected, and none is seen with "
        f"probability {prod(chance_of_none(p, runs) for p in chances.values()):.2g}; with half as many runs "
        f"{prod(chance_of_none(p, runs // 2) for p in chances.values()):.2g}"
    )


@evidence("A13.nine", commands=[PLANES_COMMAND, "setlab count"])
def plane_in_nine(claim: Claim) -> Figures:
    """The probability that nine cards form a plane is 1170/C(81,9) = 4.48 · 10^-9."""
    planes = count_flats(2)
    return Figures(
        values={"planes in the deck": planes, "P(9 cards are a plane)": Fraction(planes, comb(81, 9))},
        why="1170/C(81,9) is 4.48 · 10^-9. As a percentage it is 100 times as large, whereas the printed figure is 100 "
        f"times smaller. In the {claim.data['samples']:,} samples of main4-1.py in the appendix "
        f"{float(claim.data['samples'] * Fraction(planes, comb(81, 9))):.2g} planes are expected",
    )


@evidence("A13.all")
def all_beyond_48(claim: Claim, runner: Runner) -> Checks:
    """In 100,000 runs for each n from 49 to 52 all samples contain a plane with a probability of about 1 %."""
    runs, odds = claim.trials_at("") or 0, plane_odds(runner)
    without = {n: 1 - odds.estimate(n) for n in claim.data["cards"]}
    yield _no_plane_seen("a plane in every sample of more than 48 cards", without, runs)
    return Statement(
        why=f"With {runs:,} runs, about {sum(without.values()) * runs:.1f} samples without a plane are expected, and "
        f"with {runs // 10:,}, as main4.py of the appendix sets, about {sum(without.values()) * runs / 10:.2f}",
    )


@evidence("A13.given", commands=[PLANES_COMMAND])
def planes_given_one(claim: Claim, runner: Runner) -> Resolution:
    """The mean number of planes in n cards, given that there is one: the mean divided by the probability.

    The mean number of planes has a closed formula. The probability of a plane is exact up to 40 cards and from 53 on,
    and sampled in between.
    """
    odds = plane_odds(runner)
    known = {n: exact_planes(4).table.mean_given_one(n) for n in (16, 24, 32, 40)}
    exact = ", ".join(f"{n}: {float(mean):.4f}" for n, mean in known.items() if mean is not None)
    sampled = ", ".join(f"{n}: {mean_given_one(odds, n)}" for n in claim.data["cards"])
    return Resolution(f"{exact} (exact); {sampled} (95 %)", trials=odds.result.tally.trials)


def mean_given_one(odds: PlaneOdds, cards: int) -> str:
    """An interval for the mean number of planes, given that there is one, from our sample."""
    ends = odds.sample(cards).interval
    mean = float(mean_flats(cards, 2))
    return f"{mean / ends.high:.4f} to {mean / ends.low:.4f}"


def _no_plane_seen(what: str, events: Mapping[int, Fraction] | Mapping[int, float], runs: int) -> Check:
    return check_none_seen(what, f"{runs:,} runs for each of {len(events)} sizes", list(events.values()), runs)


@evidence("A13.increases", commands=[PLANES_COMMAND])
def what_increases() -> Checks:
    """The graph shows planes, not SETs; the probability of a plane increases strictly from 8 to 55 cards.

    The graph shows the probability of a plane. Removing a card from a collection without a plane creates none, so the
    probability never decreases; from 8 to 55 cards it increases with each card.
    """
    table = {n: read_printed(text) for n, text in find_claim("A13.table11").numbers().items()}
    chance = {n: 1 - probability(n) for n in table}
    words = "{} cards contain a SET with probability {:.4f} %, where {} is printed"
    yield check(
        "the graph and table 11 show the probability of a SET, for all {} rows of table 11",
        table,
        lambda n: table[n].low <= chance[n] <= table[n].high,
        lambda n: words.format(n, 100 * float(chance[n]), table[n].text),
    )
    return Statement(corrected=(_never_decreases(), _strictly_increases()))


@evidence("A14.plane", commands=["setlab exact planes --verify"])
def always_a_plane(claim: Claim) -> Checks:
    """A collection of 54 cards without a plane refutes the guess."""
    largest = exact_planes(4).largest
    texts = " ".join(map(card_text, sorted(largest)))
    what = f"every collection of {claim.data['cards']} or more cards contains a plane"
    domain = f"for {{}} collection of {len(largest)} cards"
    yield check(
        f"{what}, {domain}",
        [largest],
        lambda cards: len(cards) < claim.data["cards"] or bool(planes_within(cards)),
        lambda cards: f"{len(cards)} cards that contain none of the {count_flats(2):,} planes: {texts}",
    )
    return Statement(
        why=f"A collection of {len(largest)} cards is checked against every plane and contains none. That every "
        f"collection of {len(largest) + 1} cards contains a plane is not checked here; `setlab exact planes --verify` "
        "proves it by search.",
        exact=f"at least {len(largest) + 1}",
    )


@evidence("A13.half", commands=[PLANES_COMMAND])
def half(claim: Claim) -> Figures:
    """The smallest n for which n cards contain a plane with probability above 1/2."""
    needed = next(n for n in range(82) if exact_odds(n) > Fraction(1, 2))
    below, above = (100 * float(exact_odds(n)) for n in (needed - 1, needed))
    return Figures(
        values=dict.fromkeys(claim.figures, needed),
        why=f"The probability is {below:.3f} % for {needed - 1} cards and {above:.3f} % for {needed}; both values are "
        "exact, and the probability never decreases.",
    )


def planes_within(cards: CardSet) -> list[frozenset[int]]:
    """The planes contained in a collection of cards."""
    return [plane for plane in all_planes() if plane <= cards]


def _never_decreases() -> Check:
    table = exact_planes(4).table
    known = [n for n, count in enumerate(table.counts) if count is not None]
    what = "the probability of a plane never decreases, for all {} steps between consecutive n with exact probabilities"
    return check(what, pairwise(known), lambda step: exact_odds(step[0]) <= exact_odds(step[1]))


def _strictly_increases() -> Check:
    """Some plane-free collection has eight cards of a plane: any part with these eight gains a plane by the ninth."""
    largest = exact_planes(4).largest
    nearly = [plane for plane in all_planes() if len(plane & largest) == 8]
    what = "from 8 to 55 cards one more card increases the probability"
    words = f"{len(nearly)} planes that share all cards but one with a plane-free collection of {len(largest)} cards"
    return check_fact(what, words, bool(nearly) and not planes_within(largest))


PARTS = (10, 5, 2, 1)
"""The divisors of the stated number of runs that are considered: a tenth, a fifth, a half, and all of it."""


@evidence("A13.runs")
def number_of_runs(claim: Claim, runner: Runner) -> Checks:
    """Too many percentages are multiples of 0.002 % for 100,000 runs; 50,000 and 20,000 runs explain all of them."""
    stated, table = claim.trials_at("") or 0, find_claim("A13.table11")
    odds = plane_odds(runner)
    fitting = fitting_rows(table, stated)
    half = fitting[stated // 2]
    chance = chance_of_even(half, [probability_of_even(odds.estimate(n), stated) for n in table.numbers()])
    words = (
        f"{len(half)} of {len(table.figures)} percentages are multiples of {200 / stated:g} %, that is, even numbers "
        f"of cases in {stated:,} runs; the probability of at least {len(half)} even numbers is {chance:.1g}"
    )
    what = f"{stated:,} runs for each n"
    yield check_test(what, "the last digits of table 11", chance, len(half), words, len(PARTS) - 1)
    why = (
        f"{_scatter(table, odds, stated)}. main4.py of the appendix sets {claim.data['runs']:,} runs for n = "
        f"{claim.data['cards'][0]} to {claim.data['cards'][-1]}"
    )
    return Statement(why=why, exact=f"numbers of runs that can produce a row: {_rows(fitting)}")


def fitting_rows(table: Claim, stated: int) -> dict[int, list[int]]:
    """For each number of runs, the n whose percentage is a possible quotient, since Python prints it in full.

    >>> fitting_rows(find_claim("A13.table11"), 100_000)[10_000]
    [24, 25, 31, 32, 38, 44, 45, 49]
    """
    values = {n: read_printed(text).value for n, text in table.numbers().items()}
    return {stated // part: [n for n, value in values.items() if value * (stated // part) % 1 == 0] for part in PARTS}


def likely_runs(table: Claim, stated: int) -> dict[str, int]:
    """For each row, the largest number of runs below the stated one that can produce it.

    >>> runs = likely_runs(find_claim("A13.table11"), 100_000)
    >>> [n for n in runs if runs[n] == 20_000], sorted(set(runs.values()))
    (['17', '18', '19'], [20000, 50000])
    """
    fewer = {runs: rows for runs, rows in fitting_rows(table, stated).items() if runs < stated}
    return {str(n): max(runs for runs, rows in fewer.items() if n in rows) for n in table.numbers()}


def probability_of_even(probability: float, trials: int) -> float:
    """The probability that an event occurs an even number of times.

    >>> probability_of_even(0.5, 10), round(probability_of_even(0.1, 2), 2)
    (0.5, 0.82)
    """
    return float((1 + (1 - 2 * probability) ** trials) / 2)


def chance_of_even(even: Sequence[int], probabilities: Sequence[float]) -> float:
    """The probability of at least as many even rows as were found, for independent rows.

    >>> chance_of_even([16, 17], [0.5, 0.5, 0.5])
    0.5
    """
    by_number = [1.0]
    for p in probabilities:
        by_number = [(1 - p) * a + p * b for a, b in zip([*by_number, 0.0], [0.0, *by_number], strict=True)]
    return sum(by_number[len(even) :])


def scatter(table: Claim, odds: PlaneOdds, runs: Mapping[str, int]) -> tuple[float, float]:
    """The chi-square statistic of the rows against the probabilities, for given numbers of runs, and its p value."""
    total = 0.0
    for place, text in table.figures.items():
        p = odds.estimate(int(place))
        total += runs[place] * (float(read_printed(text).value) - p) ** 2 / (p * (1 - p))
    return total, gamma_tails(len(table.figures) / 2, total / 2).upper


def _rows(fitting: Mapping[int, Sequence[int]]) -> str:
    """The numbers of runs that can produce each row, with equal rows grouped."""
    groups: dict[str, list[str]] = {}
    for n in sorted({n for rows in fitting.values() for n in rows}):
        able = " or ".join(f"{runs:,}" for runs, rows in fitting.items() if n in rows)
        groups.setdefault(able, []).append(str(n))
    return "; ".join(f"{able} for n = {', '.join(rows)}" for able, rows in groups.items())


def _scatter(table: Claim, odds: PlaneOdds, stated: int) -> str:
    """What the deviations of the rows from the probabilities show."""
    as_stated = scatter(table, odds, dict.fromkeys(table.figures, stated))
    as_likely = scatter(table, odds, likely_runs(table, stated))
    return (
        f"The rows scatter more widely than {stated:,} runs allow (chi-square {as_stated[0]:.1f} with "
        f"{len(table.figures)} degrees of freedom, p = {as_stated[1]:.1g}), and as expected for {stated // 2:,} runs, "
        f"or {stated // 5:,} where the digits require it ({as_likely[0]:.1f}, p = {as_likely[1]:.1g})"
    )
