"""Seed `000`, the thesis: its four simulations, and the questions about the smallest n (A4, A10–A14)."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, log

from setlab.counting import count_flats, mean_flats, variance_flats
from setlab.exact.blocking import largest_plane_free
from setlab.exact.extremes import most_sets
from setlab.exact.no_set import exact_no_set
from setlab.exact.plane_tables import exact_planes
from setlab.exact.set_tables import exact_sets
from setlab.experiment.run import Result
from setlab.reproduce.item import Cell, Drawing, Finding, Item, Verdict
from setlab.reproduce.judge import COMPUTED, LEVEL, claim, counted, judged, numbers, so, table
from setlab.reproduce.lab import Lab, command
from setlab.reproduce.shares import draw_leftovers, leftover_shares, printed_shares
from setlab.stats import Paper, compare_samples, read_printed

TABLE_4 = {3: "1", 4: "1", 5: "2", 6: "3"}

TABLE_8 = {0: "765.970", 6: "24,5e6", 9: "21,3e6", 12: "3,4e6", 15: "34060", 18: "21"}
TABLE_8_SHARES = {0: "1,5%", 6: "49,0%", 9: "42,6%", 12: "6,8%", 15: "0,07%", 18: "4,2e-7%"}
GAMES = 50_000_000

TABLE_9 = {
    3: "98,7%",
    4: "94,9%",
    5: "87,6%",
    6: "76,3%",
    7: "61,7%",
    8: "45,4%",
    9: "29,7%",
    10: "16,7%",
    11: "8,2%",
    12: "3,2%",
    13: "1,0%",
    14: "0,2%",
    15: "0,04%",
    16: "3,3e-3%",
    17: "1,4e-4%",
}
SUBSETS = 30_000_000

TABLE_11_SHARES = """
0.004 0.015 0.025 0.055 0.072 0.136 0.228 0.366 0.62 0.83 1.406 1.968 2.918 4.284 6.314 8.86 11.9 16.124 20.936 27.162
34.562 42.738 51.56 61.634 70.882 79.194 86.952 92.334 96.01 98.3 99.332 99.854 99.964 100.0
"""
TABLE_11 = {n: f"{share}%" for n, share in enumerate(TABLE_11_SHARES.split(), start=16)}
STATED_RUNS = 100_000


def likely_runs(text: str) -> int:
    """How many runs a share of table 11 speaks of: 50,000, or 20,000 where it is no multiple of 0.002 %.

    >>> likely_runs("0.136%"), likely_runs("0.015%")
    (50000, 20000)
    """
    return 50_000 if read_printed(text).value * 50_000 % 1 == 0 else 20_000


def table_4(lab: Lab) -> Finding:
    """The most SETs in 3 to 6 cards."""
    most = most_sets()
    cells = [judged(f"{n} cards", text, most[n].lower, COMPUTED) for n, text in TABLE_4.items()]
    return table(cells, commands=("setlab exact max-sets",))


def beyond_table_4(lab: Lab) -> Finding:
    """The thesis stops at n = 6, since it gets very complicated: how far it is known now."""
    rows = most_sets()
    settled = [row.n for row in rows if row.value is not None]
    missing = [row.n for row in rows if row.value is None]
    text = f"known for {len(settled)} of {len(rows)} numbers of cards"
    if missing:
        text += f"; bounds on both sides for n = {missing[0]} to {missing[-1]}"
    return Finding(
        "bounded" if missing else "settled",
        "stops at n = 6: “it will get very complicated”",
        text,
        "each value has a witness that is counted and a proof that is named; see docs/exact.md",
        exact=", ".join(f"{row.n}: {row.value}" for row in rows if row.value is not None),
        commands=("setlab exact max-sets", "setlab exact min-sets"),
        drawing=Drawing(
            "curve",
            "The most SETs in n cards",
            "cards",
            "SETs",
            (
                ("most, or the best known", tuple((row.n, float(row.lower)) for row in rows)),
                ("n(n − 1)/6", tuple((row.n, row.n * (row.n - 1) / 6) for row in rows)),
                ("mean", tuple((row.n, float(mean_flats(row.n))) for row in rows)),
            ),
        ),
    )


def table_8(lab: Lab) -> Finding:
    """Cards left in 50 million reductions of the shuffled deck: the counts."""
    result = lab.game(5e6, 5e7, refill="greedy-deck")
    paper = Paper(GAMES, counts=True)
    cells = [judged(f"{left} cards", text, counted(result, "leftover", left), paper) for left, text in TABLE_8.items()]
    series = {
        "printed": printed_shares(TABLE_8_SHARES),
        "ours, reducing the deck": leftover_shares(result),
        "the game": leftover_shares(lab.game(20e6, 1e8)),
    }
    return table(cells, results=[result], drawing=draw_leftovers("Cards left (table 8)", series))


def table_8_shares(lab: Lab) -> Finding:
    """The row of probabilities below the counts: the smallest lost a power of ten."""
    cells = []
    for left, text in TABLE_8_SHARES.items():
        count = read_printed(TABLE_8[left], decimal=",").value
        figure = read_printed(text)
        fits = figure.low <= count / GAMES <= figure.high
        share = f"{float(100 * count / GAMES):.3g} %"
        verdict: Verdict = "confirmed" if fits else "misprint"
        cells.append(Cell(f"{left} cards", text, share, verdict, f"{count} of {GAMES:,} are {share}"))
    return table(cells)


def not_the_game(lab: Lab) -> Finding:
    """The thesis says that the game is played normally; its code reduces the whole deck in the order of pairs."""
    reduced = lab.game(5e6, 5e7, refill="greedy-deck")
    game = lab.game(20e6, 1e8)
    found = compare_samples(numbers(reduced.tally["leftover"]), numbers(game.tally["leftover"]))
    none = counted(game, "leftover", 0)
    return Finding(
        "wrong",
        "“the game is played normally and SETs are formed randomly”: 1,5 % end with no card",
        f"the game leaves none in {100 * none[0] / none[1]:.4g} %",
        "the code takes SETs in the order of pairs from all 81 cards; no table of twelve, no choice. The two differ: "
        f"{found.sentence()}",
        commands=(command(reduced), command(game)),
        specs=(reduced.spec.id, game.spec.id),
    )


def table_9(lab: Lab) -> Finding:
    """P(n cards have no SET), exactly."""
    known = exact_no_set(4)
    cells = []
    for n, text in TABLE_9.items():
        probability = known.probability(n)
        assert probability is not None
        cells.append(judged(f"n = {n}", text, probability, Paper(SUBSETS)))
    exact = tuple((n, float(known.probability(n) or 0)) for n in range(22))
    series = (("printed", printed_shares(TABLE_9)), ("exact", exact))
    drawing = Drawing("histogram", "No SET in n cards (table 9)", "cards", "probability", series)
    return table(cells, commands=("setlab exact no-set",), drawing=drawing)


def eighteen_cards(lab: Lab) -> Finding:
    """Over 10^11 samples of 18 cards, all with a SET: how likely that is."""
    probability = exact_no_set(4).probability(18)
    assert probability is not None
    expected = float(probability * 10**11)
    return Finding(
        "wrong",
        "“well over 100.000.000.000 subsets of size 18”, all with a SET",
        f"one in {round(1 / probability):,} has none: {expected:,.0f} were to be expected",
        f"the probability to see none is e^−{expected:,.0f}; with 30,000,000 samples, as in table 9, it is "
        f"{exp(-float(probability * SUBSETS)):.2g}",
        exact=str(probability),
        commands=("setlab exact no-set",),
    )


def means(lab: Lab) -> Finding:
    """The mean number of SETs in n cards is C(n,3)/79, and where it meets the theoretical maximum."""
    result = lab.run("set-count", 1e6, 1e7)
    estimates = result.estimates(1 - LEVEL / 82)["mean"]
    inside = all(
        e.low is None or e.high is None or e.low <= float(mean_flats(int(n))) <= e.high for n, e in estimates.items()
    )
    series = (
        ("mean, sampled", tuple((int(n), e.value) for n, e in estimates.items())),
        ("mean, exact", tuple((n, float(mean_flats(n))) for n in range(82))),
        ("n(n − 1)/6", tuple((n, n * (n - 1) / 6) for n in range(82))),
    )
    drawing = Drawing("curve", "SETs in n cards", "cards", "SETs", series)
    return Finding(
        so(inside),
        "a graph; the mean meets the maximum n(n − 1)/6 for n ≤ 2 and n = 81 only",
        "mean C(n,3)/79, exactly; equal to n(n − 1)/6 for n = 0, 1, 81 alone",
        "(n − 2)/79 of the maximum, which is 1 at n = 81; at n = 2 the formula gives 1/3, its whole part is 0",
        exact="C(n,3)/79",
        commands=(command(result),),
        specs=(result.spec.id,),
        drawing=drawing,
    )


def deviations(lab: Lab) -> Finding:
    """The standard deviation peaks at half the deck, and is 0 at both ends."""
    variances = [variance_flats(n) for n in range(82)]
    zeros = [n for n, v in enumerate(variances) if v == 0]
    top = [n for n, v in enumerate(variances) if v == max(variances)]
    same = all(variances[n] == variances[81 - n] for n in range(82))
    drawing = Drawing(
        "curve",
        "Standard deviation of the number of SETs in n cards",
        "cards",
        "standard deviation",
        (("exact", tuple((n, float(v) ** 0.5) for n, v in enumerate(variances))),),
    )
    return claim(
        zeros == [0, 1, 2, 79, 80, 81] and top == [40, 41] and same,
        "peaks at half the deck, lowest for n ≤ 2 and n ≥ 79",
        f"0 for n = {', '.join(map(str, zeros))}; {float(max(variances)) ** 0.5:.5g} at n = {top[0]} and {top[1]}",
        "the variance for n cards is that for 81 − n: SETs inside + SETs outside is fixed by n",
        commands=("setlab simulate set-count",),
        drawing=drawing,
    )


def not_normal(lab: Lab) -> Finding:
    """The remark that the standard deviation follows a normal distribution."""
    logs = {n: log(float(variance_flats(n))) / 2 for n in (10, 20, 30, 40)}
    at_40, at_20 = logs[40], logs[20]
    bell = at_40 - (at_40 - at_20) * ((40.5 - 10) ** 2 - 0.25) / ((40.5 - 20) ** 2 - 0.25)
    ratio = exp(logs[10] - bell)
    return Finding(
        "wrong",
        "the standard deviation “follows a normal distribution”",
        "σ² is a polynomial in n: n(n−1)(n−2)(81−n)(80−n)(79−n) times a constant",
        "a deviation as a function of n is no distribution, and its graph is no bell curve: the bell through n = 20 "
        f"and 40 is off by a factor of {ratio:.3g} at n = 10; the graph meets 0 at n = 2 and n = 79",
        exact=_variance_formula(),
    )


def _variance_formula() -> str:
    def shape(n: int) -> int:
        return n * (n - 1) * (n - 2) * (81 - n) * (80 - n) * (79 - n)

    factor = variance_flats(12) / shape(12)
    assert all(variance_flats(n) == factor * shape(n) for n in range(82))
    return f"{factor} · n(n−1)(n−2)(81−n)(80−n)(79−n)"


def table_11(lab: Lab) -> Finding:
    """P(n cards hold a plane): exact where it is known, sampled beyond."""
    known = exact_planes(4).table
    result = lab.run("first-plane", 2e7, 2e8)
    cells, points = [], []
    for n, text in TABLE_11.items():
        probability = known.probability(n)
        ours: Fraction | tuple[int, int] = probability if probability is not None else _planes_by(result, n)
        cells.append(judged(f"n = {n}", text, ours, Paper(likely_runs(text))))
        points.append((n, float(ours if isinstance(ours, Fraction) else Fraction(*ours))))
    series = (("printed", printed_shares(TABLE_11)), ("ours", tuple(points)))
    drawing = Drawing("curve of shares", "A plane in n cards (table 11)", "cards", "probability", series)
    return table(cells, results=[result], commands=("setlab exact planes",), drawing=drawing)


def _planes_by(result: Result, n: int) -> tuple[int, int]:
    """In how many deals the first n cards hold a plane, and the deals."""
    histogram = numbers(result.tally["first_plane"])
    return sum(count for card, count in histogram.items() if card <= n), sum(histogram.values())


def number_of_runs(lab: Lab) -> Finding:
    """Nearly all shares are multiples of 0.002 %, as 50,000 runs give; 100,000 would give odd thousandths as often."""
    runs = {n: likely_runs(text) for n, text in TABLE_11.items()}
    others = [n for n, number in runs.items() if number != 50_000]
    fitting = len(runs) - len(others)
    odds = Fraction(sum(comb(len(runs), k) for k in range(fitting, len(runs) + 1)), 2 ** len(runs))
    return Finding(
        "wrong",
        f"“we ran {STATED_RUNS:,} simulations for each n”",
        f"50,000 for {fitting} of {len(runs)} numbers of cards; n = {', '.join(map(str, others))} fit 20,000",
        f"{fitting} shares are multiples of 0.002 %; with 100,000 runs each would be one half of the time: the odds "
        f"are {float(odds):.1g}",
        exact=str(odds),
    )


def plane_in_nine(lab: Lab) -> Finding:
    """P(nine cards are a plane)."""
    ours = Fraction(count_flats(2), comb(81, 9))
    return table([judged("P(9 cards are a plane)", "4.5e-11%", ours, COMPUTED)], commands=("setlab exact planes",))


def half_at_38(lab: Lab) -> Finding:
    """More than half of all collections hold a plane from 38 cards on."""
    known = exact_planes(4).table
    below, above = known.probability(37), known.probability(38)
    assert below is not None
    assert above is not None
    return Finding(
        so(below < Fraction(1, 2) < above),
        "≥ 38 cards for more than 50 %",
        f"{float(100 * below):.4f} % at 37, {float(100 * above):.4f} % at 38",
        "both are exact",
        exact=str(above),
        commands=("setlab exact planes",),
    )


def planes_given_one(lab: Lab) -> Finding:
    """The average number of planes, given that there is one; the code computes it, the thesis does not print it."""
    known = exact_planes(4).table
    values = {n: known.mean_given_one(n) for n in (16, 20, 24, 28, 32, 36, 40)}
    text = ", ".join(f"{n}: {float(mean):.4f}" for n, mean in values.items() if mean is not None)
    return Finding(
        "settled",
        "computed by the code of the appendix, not printed",
        text,
        "the mean number of planes over the probability that there is one; both are exact",
        exact="; ".join(f"{n}: {mean}" for n, mean in values.items()),
        commands=("setlab exact planes",),
    )


def smallest_for_set(lab: Lab) -> Finding:
    """21 cards always hold a SET: the list of caps ends at 20."""
    known = exact_no_set(4)
    orbits, caps = known.orbits[20], known.counts[20]
    return Finding(
        "confirmed",
        "sets of 20 cards without a SET are known; 21 quoted",
        f"21: there are {caps:,} collections of 20 without a SET, all alike ({orbits} orbit), and none of 21",
        "all collections without a SET are listed up to symmetry, each orbit's size proved by its stabiliser",
        exact=str((known.largest or 0) + 1),
        commands=("setlab exact no-set --recompute",),
    )


def time_needed(lab: Lab) -> Finding:
    """“50 million years” to examine all collections of 21 cards."""
    subsets = comb(81, 21)
    hours = Fraction(subsets, 10**6) * 2 / 60
    cells = (
        judged("collections of 21 cards", "1,36e19", subsets, COMPUTED),
        judged("hours", "4,5e11", round(hours), COMPUTED),
    )
    fits = table(cells)
    return Finding(
        "wrong" if fits.verdict == "confirmed" else fits.verdict,
        "50 million years, “not practically possible”",
        "a second: up to symmetry there are few collections without a SET",
        "the arithmetic is right, the conclusion is not: 1,965,150,720 symmetries leave few thousand cases",
        cells=cells,
        commands=("setlab exact no-set --recompute",),
    )


def smallest_for_plane(lab: Lab) -> Finding:
    """The thesis guesses that 49 cards always hold a plane."""
    largest = largest_plane_free(4)
    return Finding(
        "wrong",
        "“it seems that for ≥ 49 cards the set will always contain a plane”",
        f"{largest.size + 1}: {largest.size} cards can be without a plane",
        "a collection of 54 cards without a plane is shown, and that there is none of 55 is proved by search",
        exact=str(largest.size + 1),
        commands=("setlab exact planes --verify",),
    )


def puzzle(lab: Lab) -> Finding:
    """The daily puzzle has twelve cards with exactly six SETs: how many deals are such puzzles."""
    twelve = exact_sets(12)
    share = twelve.shares()[6]
    return Finding(
        "settled",
        "twelve cards with exactly six SETs",
        f"one deal in {float(1 / share):.1f} is such a puzzle: {(twelve.distribution or {})[6]:,} of them",
        "the distribution of the number of SETs in twelve cards is exact",
        exact=str(share),
        commands=("setlab exact sets --cards 12",),
    )


ITEMS = (
    Item("A4.table4", "5.4, table 4", "the most SETs in 3 to 6 cards", table_4),
    Item("A4.beyond", "5.4", "the most SETs in n cards", beyond_table_4),
    Item("A10.table8", "8.1.1, table 8", "cards left, 50 million runs", table_8),
    Item("A10.shares", "8.1.1, table 8", "the shares below the counts", table_8_shares),
    Item("A10.game", "8.1.1", "what was simulated", not_the_game),
    Item("A11.table9", "8.1.2, table 9", "P(n cards have no SET)", table_9),
    Item("A11.18", "8.1", "10^11 samples of 18 cards", eighteen_cards),
    Item("A12.mean", "8.1.3", "the mean number of SETs in n cards", means),
    Item("A12.deviation", "8.1.3", "the standard deviation", deviations),
    Item("A12.normal", "8.1.3", "its shape", not_normal),
    Item("A13.table11", "8.3, table 11", "P(n cards hold a plane)", table_11),
    Item("A13.runs", "8.3, table 11", "how many runs", number_of_runs),
    Item("A13.nine", "8.3", "P(nine cards are a plane)", plane_in_nine),
    Item("A13.half", "8.3", "from when on a plane is likelier than not", half_at_38),
    Item("A13.given", "appendix", "planes, given that there is one", planes_given_one),
    Item("A14.set", "8.0.1", "the smallest n such that n cards hold a SET", smallest_for_set),
    Item("A14.time", "8.0.1", "how long it takes to decide that", time_needed),
    Item("A14.plane", "8.3", "the smallest n such that n cards hold a plane", smallest_for_plane),
    Item("A15.puzzle", "9.4", "the online puzzle", puzzle),
)
