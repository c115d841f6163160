"""Remarks on the shape of the distributions, other dimensions and other numbers of values (C4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from setlab.exact.leftovers import exact_leftover_game
from setlab.exact.no_set import exact_no_set
from setlab.experiment.result import Result
from setlab.geometry import Deck
from setlab.reproduce.end_games.protocols import printed_counts
from setlab.reproduce.end_games.tables import program_games
from setlab.reproduce.judging import (
    Answer,
    Check,
    Figures,
    Points,
    Sample,
    Statement,
    check,
    check_fact,
    check_proportion,
    level,
)
from setlab.reproduce.methods.game import breach
from setlab.reproduce.methods.histograms import counted, draw_leftovers, leftover_proportions, moments
from setlab.reproduce.register import Runner, evidence
from setlab.rules import game_leaving_most, replay
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, p_text

MUCH = 10
"""The factor by which "much much more unusual" is interpreted here."""


@evidence("C4.shape")
def shape(runner: Runner) -> Answer:
    """The distribution of the cards left by dimension: exact for three, sampled for four, five and six."""
    sampled = {4: runner.game(5e5, 1e7, dimension=4), 5: runner.game(1e5, 5e5, dimension=5)}
    six, highest = runner.game(300, 3e4, dimension=6), max(exact_leftover_game(3).leftovers)
    series = {f"d = {d}": points for d, points in _all_points(sampled | {6: six}).items()}
    texts = [f"{name} {mean:.4g} ± {spread:.2g}" for name, (mean, spread) in _moments(series).items()]
    return Answer(
        answer=f"yes: mean and standard deviation of the cards left are {', '.join(texts)}",
        checks=(_most_in_three(highest), _more_in_four(highest)),
        trials=min(result.tally.trials for result in sampled.values()),
        why=f"In three dimensions at most {highest} cards can be left, in four dimensions a game can leave more; so "
        "the distribution depends on the dimension. It shifts upwards with d; in three dimensions 0 and 6 dominate, "
        "and from five dimensions on it is bell-shaped.",
        results=(*sampled.values(), six),
        commands=("setlab exact leftovers --dimension 3",),
        drawing=draw_leftovers("Cards left by dimension", series),
    )


@evidence("C4.same")
def different_shapes(claim: Claim) -> Statement:
    """The three printed tables are compared with each other."""
    dimensions = [find_claim(name).data["dimension"] for name in claim.data["tables"]]
    pairs = list(combinations(dimensions, 2))
    return Statement(
        checks=tuple(_differ(one, other, len(pairs)) for one, other in pairs),
        why="The printed tables differ by far more than chance, and so do their modes and means.",
    )


@evidence("C4.d3")
def three_dimensions(claim: Claim) -> Statement:
    """The remarks on three dimensions, for the exact distribution and for the printed table."""
    exact = exact_leftover_game(3).leftovers
    counts = printed_counts(3)
    printed = {left: Fraction(games, sum(counts.values())) for left, games in counts.items() if games}
    top, highest = claim.data["most_probable"], claim.data["highest"]
    checks: list[Check] = [_most_in_three(highest)]
    for what, found in (("by the standard rules", exact), ("in the printed table", printed)):
        words = ", ".join(f"{left}: {100 * float(p):.2f} %" for left, p in found.items())
        checks += [
            check_fact(
                f"{top} cards are the most probable number {what}", words, max(found, key=found.__getitem__) == top
            ),
            check_fact(
                f"{highest} cards are {MUCH} times as rare as none {what}", words, MUCH * found[highest] < found[0]
            ),
        ]
    return Statement(
        checks=tuple(checks),
        why="In three dimensions the distribution is exact: all games are followed up to symmetry.",
        commands=("setlab exact leftovers --dimension 3",),
    )


@evidence("C4.forty")
def almost_forty(runner: Runner) -> Figures:
    """The proportion of games that leave no card: in the program, with a random SET, and by the standard rules."""
    first, at_random = (program_games(runner, 3, choice) for choice in ("first", "random"))
    cases, trials = counted(at_random, "leftover", 0)
    return Figures(
        values={"0": counted(first, "leftover", 0)},
        why="The figure fits the program, which takes the first SET. With a random SET, as the text says, "
        f"{100 * cases / trials:.1f} % of the games would leave no card, and by the standard rules "
        f"{100 * float(exact_leftover_game(3).leftovers[0]):.2f} %.",
        results=(first, at_random),
    )


@evidence("C4.d4")
def four_dimensions(claim: Claim, runner: Runner) -> Statement:
    """The remarks on four dimensions, for games by the standard rules."""
    result = runner.game(5e5, 1e7, dimension=4)
    counts, top = result.tally["leftover"], claim.data["most_probable"]
    usual = sum(counts[left] for left in top)
    more = sum(games for left, games in counts.items() if left > max(top))
    fewer = sum(games for left, games in counts.items() if left < min(top))
    half = Fraction(1, 2)
    return Statement(
        checks=(
            check_proportion(
                "6 or 9 cards are left in most games", "games", Sample(usual, result.tally.trials), above=half, tests=2
            ),
            check_proportion(
                "more than 9 cards are more likely than fewer than 6",
                "games that leave neither 6 nor 9",
                Sample(more, more + fewer),
                above=half,
                tests=2,
            ),
        ),
        why="The distribution decreases more slowly above 9 cards than below 6.",
        results=(result,),
    )


@evidence("C4.values")
def other_values(runner: Runner) -> Answer:
    """The program with two, four and five values in three dimensions."""
    sizes = {2: (1e3, 1e5), 4: (5e3, 1e5), 5: (1e3, 3e4)}
    runs = {n: _with_values(runner, n, *games) for n, games in sizes.items()}
    runs[3] = program_games(runner, 3)
    return Answer(
        answer=f"in three dimensions: {'; '.join(_most_often(n, runs[n]) for n in sorted(runs))}",
        checks=(_pairs_are_sets(), _nothing_left(runs[2])),
        trials=min(result.tally.trials for result in runs.values()),
        why="With two values any two cards form a SET, and the program clears the table. With more values SETs are "
        "rarer and more cards are left, but a similar proportion of the deck. Other n and other dimensions were not "
        "tried.",
        results=tuple(runs[n] for n in sorted(runs)),
        drawing=draw_leftovers(
            "Cards left, three dimensions, 3 to 5 values",
            {f"n = {n}": leftover_proportions(runs[n]) for n in (3, 4, 5)},
        ),
    )


def _with_values(runner: Runner, n: int, quick: float, full: float) -> Result:
    return runner.game(quick, full, dimension=3, values=n, refill="always-three", choice="first")


def _pairs_are_sets() -> Check:
    decks = [Deck(d, 2) for d in range(1, 7)]
    return check(
        "with two values any two cards form a SET",
        "all {} pairs of cards in 1 to 6 dimensions",
        ((deck, pair) for deck in decks for pair in combinations(deck.cards, 2)),
        lambda case: case[0].is_set(case[1]),
        whole=False,
    )


def _nothing_left(result: Result) -> Check:
    left = result.tally["leftover"]
    return check_fact(
        "with two values no card is left", f"{result.tally.trials:,} games", set(left) == {0}, whole=False
    )


def _all_points(sampled: dict[int, Result]) -> dict[int, Points]:
    exact = tuple((left, float(p)) for left, p in exact_leftover_game(3).leftovers.items())
    return {3: exact} | {d: leftover_proportions(result) for d, result in sampled.items()}


def _moments(series: dict[str, Points]) -> dict[str, tuple[float, float]]:
    return {name: moments(points) for name, points in series.items()}


def _most_in_three(highest: int) -> Check:
    """In three dimensions the maximum is the size of the largest cap, and some game attains it."""
    largest, possible = exact_no_set(3, recompute=True).largest, exact_leftover_game(3).leftovers
    often = f"{100 * float(possible.get(highest, 0)):.3g} % of the games leave {highest} cards"
    return check_fact(
        f"at most {highest} cards can be left in three dimensions",
        f"caps have at most {largest} cards, and {often}",
        largest == highest == max(possible),
    )


def _more_in_four(than: int) -> Check:
    """A game in four dimensions can leave more cards."""
    game = game_leaving_most()
    left = len(replay(game).cards)
    return check_fact(
        "a game in four dimensions can leave more cards", f"{left} cards", breach(game) is None and left > than
    )


def _differ(one: int, other: int, tests: int) -> Check:
    found = compare_samples(printed_counts(one), printed_counts(other))
    return check_fact(
        f"the tables of {one} and {other} dimensions differ",
        f"p = {p_text(found.log10_p)}, distance {found.distance:.2g}",
        found.p < level(tests),
        whole=False,
    )


def _most_often(n: int, result: Result) -> str:
    """The most frequent number of cards left, and the mean as a proportion of the deck."""
    points = leftover_proportions(result)
    top, proportion = max(points, key=lambda point: point[1])
    part = moments(points)[0] / n**3
    often = f"{top} of {n**3} cards most often ({100 * proportion:.3g} %)"
    return f"n = {n}: {often}, {100 * part:.3g} % of the deck on average"
