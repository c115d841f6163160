"""The printed tables, the protocols that can have produced them, and three cards left (C2, C3)."""

from __future__ import annotations

from collections.abc import Iterator

from setlab.experiment.result import Result
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
from setlab.reproduce.judging import Check, Figures, Statement, check, check_test
from setlab.reproduce.methods.histograms import (
    counted,
    counted_proportions,
    draw_leftovers,
    leftover_proportions,
)
from setlab.reproduce.methods.proofs import sum_argument
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, p_text

GAMES = {3: (2e5, 5e6), 4: (1e5, 3e6), 5: (3e4, 1e6)}
"""The numbers of games of the program by dimension, in a quick and in a full run."""

SURVEYED = {3: (5e4, 3e5), 4: (2e4, 2e5), 5: (4e3, 6e4)}
"""The numbers of games of each protocol by dimension, in a quick and in a full run."""


def program_games(runner: Runner, dimension: int, choice: str = "first") -> Result:
    """Games of the program: n·d cards first, three more after every search, six searches at the end."""
    return runner.game(*GAMES[dimension], dimension=dimension, refill="always-three", choice=choice)


def surveyed(runner: Runner, dimension: int) -> tuple[Fit, ...]:
    """The fit of every protocol to the table of a dimension."""
    return survey(dimension, int(SURVEYED[dimension][runner.full]), stopped=runner.stopped)


@evidence(*(f"C3.d{d}" for d in GAMES))
def leftover_table(claim: Claim, runner: Runner) -> Figures:
    """The table of one dimension, compared with the program that takes the first SET and with other protocols."""
    d = claim.data["dimension"]
    first, printed = program_games(runner, d), printed_counts(d)
    fit = compare_samples(first.tally["leftover"], printed)
    fits = surveyed(runner, d)
    left = remaining(fits)
    return Figures(
        values={place: counted(first, "leftover", place) for place in claim.figures},
        histogram=first.tally["leftover"],
        why=f"Our program takes the first SET in the order of the board, with {3 * d} cards first, three more after "
        f"every search and six searches at the end; it fits with p = {p_text(fit.log10_p)}. Of {len(fits)} protocols, "
        f"{len(left)} are not excluded by this table: {described(left)}.",
        results=(first,),
        commands=(_survey_command(runner, d),),
        drawing=draw_leftovers(
            f"Cards left, {d} dimensions",
            {"printed": counted_proportions(printed), "ours, first SET": leftover_proportions(first)},
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
            {"printed": counted_proportions(printed_counts(d)), "ours, random SET": leftover_proportions(at_random)},
            at_random,
        ),
    )


@evidence("C2.order")
def order_of_search(claim: Claim, runner: Runner) -> Statement:
    """No protocol of the family that takes a random SET fits the printed tables."""
    dimensions = [find_claim(name).data["dimension"] for name in claim.data["tables"]]
    left = {d: remaining(surveyed(runner, d)) for d in dimensions}
    return Statement(
        checks=tuple(_random_order(runner, d, len(dimensions)) for d in dimensions),
        why="If combinations are tried in random order, every SET on the board is equally likely to be taken. Whatever "
        "numbers of first cards and of last searches and whatever rule for dealing we tried, such games do not fit. "
        f"Protocols that fit all three tables: {fitting_all(left)}.",
        commands=tuple(_survey_command(runner, d) for d in dimensions),
    )


@evidence("C2.play")
def goes_on(claim: Claim) -> Statement:
    """A game that goes on until there is no SET never leaves three cards; two printed games do."""
    return Statement(
        checks=(_only_possible(claim.data["tables"]),),
        why="Three cards left sum to 0 and so form a SET. The program stopped although there was a SET on the board; a "
        "limit of six searches after the last deal explains this.",
    )


@evidence("C3.three")
def three_left(claim: Claim, runner: Runner) -> Statement:
    """Three cards are never left in the game, but occur in a program that stops after six searches."""
    program = program_games(runner, 5)
    cases, trials = counted(program, "leftover", 3)
    return Statement(
        checks=(*sum_argument(), _only_possible([claim.data["table"]])),
        why="The deck and all SETs sum to 0; hence three cards left would form a SET. This is not a misprint: a "
        f"program that stops after six searches following the last deal leaves three cards in {cases} of {trials:,} "
        "games.",
        results=(program,),
    )


def _random_order(runner: Runner, d: int, tables: int) -> Check:
    """Test whether the best protocol with a random SET fits a table."""
    fits = surveyed(runner, d)
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
