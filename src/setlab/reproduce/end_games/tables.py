"""The printed tables, the protocols that can have produced them, and the remarks on the distributions (C2, C3, C4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from setlab.exact.leftovers import exact_leftover_game
from setlab.exact.no_set import exact_no_set
from setlab.experiment.result import Result
from setlab.geometry import Deck
from setlab.reproduce.end_games.protocols import (
    Fit,
    best,
    described,
    family,
    fitting_all,
    printed_counts,
    remaining,
    survey,
)
from setlab.reproduce.evidence import (
    Check,
    Figures,
    Resolution,
    Sample,
    Statement,
    check,
    check_fact,
    check_proportion,
    check_test,
    level,
)
from setlab.reproduce.methods.game import breach
from setlab.reproduce.methods.histograms import (
    draw_leftovers,
    leftover_proportions,
    moments,
    proportions_of,
    sample_of,
)
from setlab.reproduce.methods.proofs import sum_argument
from setlab.reproduce.register import Runner, evidence
from setlab.rules import game_leaving_most, replay
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, p_text

GAMES = {3: (2e5, 5e6), 4: (1e5, 3e6), 5: (3e4, 1e6)}
"""The numbers of games of the program by dimension, in a quick and in a full run."""

SURVEYED = {3: (5e4, 3e5), 4: (2e4, 2e5), 5: (4e3, 6e4)}
"""The numbers of games of each protocol by dimension, in a quick and in a full run."""


def program_games(runner: Runner, dimension: int, choice: str = "first") -> Result:
    """Games of the program: n·d cards first, three more after every search, six searches at the end."""
    return runner.game(*GAMES[dimension], dimension=dimension, refill="always-three", choice=choice)


def survey_dimension(runner: Runner, dimension: int) -> tuple[Fit, ...]:
    """The fit of every protocol to the table of a dimension."""
    return survey(dimension, int(SURVEYED[dimension][runner.full]), stopped=runner.stopped)


@evidence(*(f"C3.d{d}" for d in GAMES))
def leftover_table(claim: Claim, runner: Runner) -> Figures:
    """The table of one dimension, compared with the program that takes the first SET and with other protocols."""
    d = claim.data["dimension"]
    first, printed = program_games(runner, d), printed_counts(d)
    fit = compare_samples(first.tally["leftover"], printed)
    fits = survey_dimension(runner, d)
    left = remaining(fits)
    return Figures(
        values={place: sample_of(first, "leftover", place) for place in claim.figures},
        histogram=first.tally["leftover"],
        why=f"Our program takes the first SET in the order of the board, with {3 * d} cards first, three more after "
        f"every search and six searches at the end; it fits with p = {p_text(fit.log10_p)}. Of {len(fits)} protocols, "
        f"{len(left)} are not excluded by this table: {described(left)}.",
        results=(first,),
        commands=(_survey_command(runner, d),),
        drawing=draw_leftovers(
            f"Cards left, {d} dimensions",
            {"printed": proportions_of(printed), "ours, first SET": leftover_proportions(first)},
            first,
        ),
    )


@evidence(*(f"C3.histogram{d}" for d in GAMES))
def histogram(claim: Claim, runner: Runner) -> Figures:
    """The picture of a table, drawn again."""
    table = find_claim(claim.data["table"])
    d = table.data["dimension"]
    at_random = program_games(runner, d, "random")
    return Figures(
        why="The picture shows the table above it and is not described. Our bars are for a random SET, as the text "
        "says.",
        results=(at_random,),
        drawing=draw_leftovers(
            f"Cards left, {d} dimensions",
            {"printed": proportions_of(printed_counts(d)), "ours, random SET": leftover_proportions(at_random)},
            at_random,
        ),
    )


@evidence("C2.order")
def order_of_search(claim: Claim, runner: Runner) -> Statement:
    """No protocol of the family that takes a random SET fits the printed tables."""
    dimensions = [find_claim(name).data["dimension"] for name in claim.data["tables"]]
    left = {d: remaining(survey_dimension(runner, d)) for d in dimensions}
    return Statement(
        *(_random_order(runner, d, len(dimensions)) for d in dimensions),
        why="If combinations are tried in random order, every SET on the board is equally likely to be taken. Whatever "
        "numbers of first cards and of last searches and whatever rule for dealing we tried, such games do not fit. "
        f"Protocols that fit all three tables: {fitting_all(left)}.",
        commands=tuple(_survey_command(runner, d) for d in dimensions),
    )


@evidence("C2.play")
def goes_on(claim: Claim) -> Statement:
    """A game that goes on until there is no SET never leaves three cards; two printed games do."""
    return Statement(
        _only_possible(claim.data["tables"]),
        why="Three cards left sum to 0 and so form a SET. The program stopped although there was a SET on the board; a "
        "limit of six searches after the last deal explains this.",
    )


@evidence("C3.three")
def three_left(claim: Claim, runner: Runner) -> Statement:
    """Three cards are never left in the game, but occur in a program that stops after six searches."""
    program = program_games(runner, 5)
    cases, trials = sample_of(program, "leftover", 3)
    return Statement(
        *sum_argument(),
        _only_possible([claim.data["table"]]),
        why="The deck and all SETs sum to 0; hence three cards left would form a SET. This is not a misprint: a "
        f"program that stops after six searches following the last deal leaves three cards in {cases} of {trials:,} "
        "games.",
        results=(program,),
    )


def _random_order(runner: Runner, d: int, tables: int) -> Check:
    """Test whether the best protocol with a random SET fits a table."""
    fits = survey_dimension(runner, d)
    found, tried = best(fits, "random"), [fit for fit in fits if fit.protocol.choice == "random"]
    log10_p = 0.0 if found.log10_p is None else found.log10_p
    words = f"the best of {len(tried)} has p = {p_text(log10_p)} ({described([found.protocol])})"
    return check_test(
        f"{d} dimensions: some protocol that takes a random SET fits the table",
        f"{len(tried)} protocols",
        10**log10_p,
        int(SURVEYED[d][runner.full]),
        words,
        len(family()) * tables,
    )


def _only_possible(tables: list[str]) -> Check:
    """Check that every number of cards in some tables can be left by a game that ends without a SET."""

    def printed() -> Iterator[tuple[int, int, int]]:
        for name in tables:
            d = find_claim(name).data["dimension"]
            yield from ((d, left, games) for left, games in printed_counts(d).items() if games)

    return check(
        "every number of cards in the tables can be left if no SET is left",
        "{} numbers of cards",
        printed(),
        lambda entry: entry[1] != 3,
        lambda entry: f"{entry[1]} cards left in {entry[0]} dimensions, in {entry[2]} games",
    )


def _survey_command(runner: Runner, d: int) -> str:
    return (
        "python -c 'from setlab.reproduce.end_games.protocols import described, remaining, survey; "
        f"print(described(remaining(survey({d}, {int(SURVEYED[d][runner.full])}))))'"
    )


MUCH = 10
"""The factor by which "much much more unusual" is interpreted here."""


@evidence("C4.shape")
def shape(runner: Runner) -> Resolution:
    """The distribution of the cards left by dimension: exact for three, sampled for four, five and six."""
    sampled = {4: runner.game(5e5, 1e7, dimension=4), 5: runner.game(1e5, 5e5, dimension=5)}
    six, highest = runner.game(300, 3e4, dimension=6), max(exact_leftover_game(3).leftovers)
    series = {"d = 3": tuple((left, float(p)) for left, p in exact_leftover_game(3).leftovers.items())}
    series |= {f"d = {d}": leftover_proportions(result) for d, result in (sampled | {6: six}).items()}
    texts = ["{} {:.4g} ± {:.2g}".format(name, *moments(points)) for name, points in series.items()]
    return Resolution(
        f"yes: mean and standard deviation of the cards left are {', '.join(texts)}",
        _most_in_three(highest),
        _more_in_four(highest),
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
        *(_differ(one, other, len(pairs)) for one, other in pairs),
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
        *checks,
        why="In three dimensions the distribution is exact: all games are followed up to symmetry.",
        commands=("setlab exact leftovers --dimension 3",),
    )


@evidence("C4.forty")
def almost_forty(runner: Runner) -> Figures:
    """The proportion of games that leave no card: in the program, with a random SET, and by the standard rules."""
    first, at_random = (program_games(runner, 3, choice) for choice in ("first", "random"))
    cases, trials = sample_of(at_random, "leftover", 0)
    return Figures(
        values={"0": sample_of(first, "leftover", 0)},
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
        why="The distribution decreases more slowly above 9 cards than below 6.",
        results=(result,),
    )


@evidence("C4.values")
def other_values(runner: Runner) -> Resolution:
    """The program with two, four and five values in three dimensions."""
    sizes = {2: (1e3, 1e5), 4: (5e3, 1e5), 5: (1e3, 3e4)}
    runs = {
        n: runner.game(*games, dimension=3, values=n, refill="always-three", choice="first")
        for n, games in sizes.items()
    }
    runs[3] = program_games(runner, 3)
    return Resolution(
        f"in three dimensions: {'; '.join(_most_often(n, runs[n]) for n in sorted(runs))}",
        _pairs_are_sets(),
        _nothing_left(runs[2]),
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
