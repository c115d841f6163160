"""The simulations: the cards left (A10), the number of SETs (A4, A12), P(no SET) and P(a plane) (A11, A13, A14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, exp, log, log1p, prod

from setlab.caps import find as build_cap
from setlab.counting import count_affine_maps, count_flats, count_sets, mean_flats, variance_flats
from setlab.errors import SpecError
from setlab.exact.extremes import Extreme, Replay, most_sets, verify
from setlab.exact.no_set import NoSet, compute_no_set, exact_no_set, from_content
from setlab.exact.planes import exact_planes
from setlab.experiment.kernels.endgame import EndgameParameters, deck_order, run_engine
from setlab.experiment.result import Result
from setlab.geometry import CardSet
from setlab.reproduce.abrahamsen_eriksen.cards import each_pair_in_one_set
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, value_of
from setlab.reproduce.abrahamsen_eriksen.geometry import all_planes
from setlab.reproduce.abrahamsen_eriksen.programs import card_text, contains_set_v2, reduce_deck
from setlab.reproduce.evidence import (
    Check,
    Checks,
    Figures,
    Redrawing,
    Resolution,
    Sample,
    Statement,
    Values,
    check,
    check_fact,
    check_proportion,
    check_test,
    level,
)
from setlab.reproduce.judgement import decimal_mark
from setlab.reproduce.methods import (
    all_sets,
    draw_leftovers,
    leftover_proportions,
    no_sets,
    printed_proportions,
    sample_of,
    sets_among,
    thirds,
)
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim, find_claim
from setlab.stats import Printed, compare_samples, gamma_tails, normal_quantile, p_text, read_printed

GAME_SEED, RANDOM_SEED = 2, 3
"""The seeds of the games that are compared with the reduction; they make the samples independent."""

COMMONEST = 6
LISTED_DECKS = 200


@evidence("A10.table8")
def table_8(claim: Claim, runner: Runner) -> Figures:
    """The cards left by the program of the appendix, which reduces the deck in the order of its pairs."""
    result = runner.game(2.5e6, 5e7, refill="greedy-deck")
    series = {
        "printed": printed_proportions(find_claim("A10.shares").numbers()),
        "ours, reducing the deck": leftover_proportions(result),
        "the game": leftover_proportions(standard_games(runner)),
    }
    return Figures(
        values={place: sample_of(result, "leftover", place) for place in claim.figures},
        results=(result,),
        drawing=draw_leftovers("Cards left (table 8)", series, result),
        why="The program of the appendix reduces the shuffled deck, and so does ours. main1.py of the appendix plays "
        f"{claim.data['games']:,} games at a time.",
    )


@evidence("A10.shares")
def percentages() -> Figures:
    """The percentages are the counts of table 8 over the number of games; the smallest is off by a factor of 100."""
    table = find_claim("A10.table8")
    games = table.trials_at("")
    assert games is not None
    return Figures(
        values={place: figure_of(text).value / games for place, text in table.figures.items()},
        why=f"Each percentage is the count divided by {games:,}. The last figure is the proportion itself; as a "
        "percentage it is 100 times as large.",
    )


@evidence("A10.game")
def what_was_simulated(runner: Runner) -> Checks:
    """Table 8 comes neither from the game with a table of twelve cards nor from random SETs of all remaining cards."""
    normally = standard_games(runner)
    at_random = runner.game(1e4, 2e5, seed=RANDOM_SEED, table="all", choice="random")
    clear = sample_of(normally, "leftover", 0)
    yield _like_table_8("table 8 shows the cards left by the game played normally", normally)
    yield _like_table_8("table 8 shows the cards left when random SETs are taken from all cards", at_random)
    return Statement(
        why="The program of the appendix takes SETs from the whole deck in the order of its pairs, without a table of "
        f"twelve cards and without a random choice. The game leaves no card in {clear.percent:.4g} % of all cases, "
        f"table 8 in {find_claim('A10.shares').figures['0']}.",
    )


@evidence("A10.three")
def three_left() -> Checks:
    """Three cards with sum 0 form a SET, and the cards left by a game always sum to 0.

    The deck and every SET sum to 0 modulo 3, so the cards left do as well. Three cards with sum 0 form a SET, and the
    game goes on.
    """
    values = list(product(range(3), repeat=3))
    what = "the deck sums to 0, for each of the {} properties"
    yield check(what, range(4), lambda i: sum(SPACE.coordinates(card)[i] for card in SPACE.cards) % 3 == 0)
    what = "three values are all the same or all different if and only if they sum to 0, for all {} triples of values"
    yield check(what, values, lambda three: (sum(three) % 3 == 0) == (len(set(three)) != 2))


@evidence("A10.common")
def common_and_rare(claim: Claim, runner: Runner) -> Checks:
    """Six or nine cards are left in more than half of all games, 18 in fewer than one in 100,000.

    This holds in the game as it is played, not only in the reduction of the deck.
    """
    result = standard_games(runner)
    common = sum(sample_of(result, "leftover", left).cases for left in claim.data["common"])
    rare = sample_of(result, "leftover", claim.data["rare"])
    what = "6 or 9 cards are left in more than half of all games"
    yield check_proportion(what, "games", Sample(common, result.tally.trials), above=Fraction(1, 2), tests=2)
    what = "18 cards are left in fewer than one game in 100,000"
    yield check_proportion(what, "games", rare, below=Fraction(1, 10**5), tests=2)


@evidence("A10.listing")
def listed_reduction(runner: Runner) -> Checks:
    """The listing leaves no SET, and leaves as many cards as our core for the same shuffled deck.

    A pair is passed over only if its third card is used or absent, and it remains so: no SET can be left.
    """
    parameters = EndgameParameters.complete({"refill": "greedy-deck"})

    def same(trial: int) -> bool:
        deck = [card_text(card) for card in deck_order(parameters, runner.seed, trial)]
        left = reduce_deck(deck)
        core = run_engine(parameters, runner.seed, trial, 1).histograms["leftover"]
        return core == {len(left): 1} and not contains_set_v2(left)

    what = "the listing leaves no SET, and leaves as many cards as our core, for {} shuffled decks"
    yield check(what, range(LISTED_DECKS), same, whole=False)
    command = f"setlab simulate endgame --choice first --table 81 --trials {LISTED_DECKS} --seed {runner.seed}"
    return Statement(commands=(command,))


def standard_games(runner: Runner) -> Result:
    """The game with twelve cards on the table and a random SET each time."""
    return runner.game(2e6, 1e8, seed=GAME_SEED)


def printed_counts(table: Claim) -> dict[int, int]:
    """The counts of table 8 that are printed to the last digit.

    >>> printed_counts(find_claim("A10.table8"))
    {0: 765970, 15: 34060, 18: 21}
    """
    figures = {left: figure_of(text) for left, text in table.numbers().items()}
    return {left: int(figure.value) for left, figure in figures.items() if figure.unit == 1}


def with_the_rest(counts: Mapping[int, int], cells: Collection[int], total: int) -> dict[int, int]:
    """The counts of some numbers of cards left, with all others pooled at 6, the most frequent.

    >>> with_the_rest({0: 1, 6: 2, 9: 3, 18: 4}, [0, 18], 10)
    {0: 1, 18: 4, 6: 5}
    """
    kept = {left: counts.get(left, 0) for left in cells}
    return kept | {COMMONEST: total - sum(kept.values())}


def figure_of(text: str) -> Printed:
    """A count of table 8, where a single point separates thousands."""
    return read_printed(text, decimal_mark(text))


def _like_table_8(what: str, result: Result) -> Check:
    """Test whether the printed counts and ours have the same distribution; rounded counts are pooled."""
    table = find_claim("A10.table8")
    games, trials = table.trials_at("") or 0, result.tally.trials
    exact = printed_counts(table)
    ours = with_the_rest(result.tally["leftover"], exact, trials)
    found = compare_samples(with_the_rest(exact, exact, games), ours)
    domain = f"{games:,} printed games and {trials:,} of ours"
    words = f"chi-square {found.statistic:.4g}, {found.degrees} degrees of freedom, p = {p_text(found.log10_p)}"
    return check_test(what, domain, found.p, trials, words, tests=2)


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
    """The scatter of the rows around the probabilities, in words."""
    as_stated = scatter(table, odds, dict.fromkeys(table.figures, stated))
    as_likely = scatter(table, odds, likely_runs(table, stated))
    return (
        f"The rows scatter more widely than {stated:,} runs allow (chi-square {as_stated[0]:.1f} with "
        f"{len(table.figures)} degrees of freedom, p = {as_stated[1]:.1g}), and as expected for {stated // 2:,} runs, "
        f"or {stated // 5:,} where the digits require it ({as_likely[0]:.1f}, p = {as_likely[1]:.1g})"
    )
