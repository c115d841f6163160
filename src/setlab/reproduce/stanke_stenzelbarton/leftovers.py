"""The cards left in nine variants of the game: tables 1 to 3 and the histograms (B2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from setlab.errors import plural
from setlab.experiment.result import Result
from setlab.reproduce.judging import Answer, Check, Figures, Statement, check, confidence
from setlab.reproduce.methods.histograms import counted, draw_leftovers, leftover_proportions, printed_proportions
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim, find_claim
from setlab.stats import Origin, Printed, compare_with_printed, read_printed

DECK = 81

Figure = tuple[int, Printed]


def standard_games(runner: Runner, lost: int) -> Result:
    """Games by the standard rules with lost cards, for tables 1 to 3."""
    return runner.game(2e6, 1e8 if lost == 0 else 2e7, lost=lost)


def games_of(runner: Runner, lost: int, choice: str) -> Result:
    """Games of one of the nine variants; popular and reject have different seeds, since their samples are compared."""
    if choice == "random":
        return standard_games(runner, lost)
    seed = runner.seed + (choice == "reject")
    return runner.game(1e5, 1e6, lost=lost, choice=choice, seed=seed)


@evidence(*(f"B2.table{number}" for number in (1, 2, 3)))
def leftover_table(claim: Claim, runner: Runner) -> Figures:
    """Table 1, 2 or 3."""
    lost = claim.data["lost"]
    result = standard_games(runner, lost)
    series = {"printed": printed_proportions(claim.numbers()), "ours": leftover_proportions(result)}
    slips = ", ".join(_slips(claim, result))
    why = f"Both samples take a random SET; ours has {result.tally.trials:,} games, the printed one {claim.trials:,}."
    return Figures(
        values={place: counted(result, "leftover", place) for place in claim.figures},
        why=f"{why} Some printed figures are off by a power of ten: we find {slips}." if slips else why,
        results=(result,),
        drawing=draw_leftovers(f"Cards left, {DECK - lost} cards", series, result),
    )


@evidence(*(f"B2.{cards}{choice}" for cards in (81, 80, 79) for choice in ("random", "popular", "reject")))
def histogram(claim: Claim, runner: Runner) -> Figures:
    """A histogram without numbers: the variant is simulated, and the histogram drawn again."""
    lost, choice = claim.data["lost"], claim.data["choice"]
    result = games_of(runner, lost, choice)
    found = leftover_proportions(result)
    text = ", ".join(f"{plural(left, 'card')} in {100 * proportion:.3g} %" for left, proportion in found)
    return Figures(
        why=f"The page shows bars without numbers and does not describe them. Our {result.tally.trials:,} games leave "
        f"{text}.",
        results=(result,),
        drawing=draw_leftovers(f"Cards left, {DECK - lost} cards, {choice}", {"ours": found}, result),
    )


@evidence("B2.sum")
def sums(claim: Claim, runner: Runner) -> Statement:
    """Table 1 does not add up to 100 %, unless two figures are corrected by a power of ten."""
    tables = [find_claim(name) for name in claim.data["tables"]]
    results = [standard_games(runner, table.data["lost"]) for table in tables]
    pairs = list(zip(tables, results, strict=True))
    slips = ", ".join(words for table, result in pairs for words in _slips(table, result))
    return Statement(
        checks=tuple(_adds_up(table, {}) for table in tables),
        corrected=tuple(_adds_up(table, _powers(table, result)) for table, result in pairs),
        why=f"In table 1 two figures are off by a power of ten: our games have {slips}. With these corrections the "
        "table adds up to 100 % within the rounding of its figures.",
        results=tuple(results),
    )


@evidence("B2.question")
def how_many(runner: Runner) -> Answer:
    """The number of cards left in the standard game."""
    result = standard_games(runner, 0)
    text = ", ".join(f"{plural(left, 'card')} in {100 * p:.3g} %" for left, p in leftover_proportions(result))
    return Answer(
        answer=f"{text} of {result.tally.trials:,} games in which a random SET is taken",
        trials=result.tally.trials,
        why="In nine games out of ten, 6 or 9 cards are left. C4.leftovers proves which numbers are possible at all.",
        results=(result,),
    )


def _adds_up(table: Claim, powers: Mapping[int, int]) -> Check:
    """Check that the figures of a table, times powers of ten, add up to 100 % within their rounding."""
    figures = [read_printed(text).times(Fraction(10) ** powers.get(n, 0)) for n, text in table.numbers().items()]
    total = sum((figure.value for figure in figures), Fraction(0))
    rounding = sum((figure.unit / 2 for figure in figures if figure.value), Fraction(0))
    return check(
        f"{table.place} adds up to 100 %",
        f"the sum of {len(figures)} figures, {float(100 * total):.4f} % ± {float(100 * rounding):.2g}",
        [total],
        lambda found: abs(found - 1) <= rounding,
        lambda found: f"{float(100 * found):.4f} %, where rounding explains {float(100 * rounding):.2g} %",
    )


def _powers(table: Claim, result: Result) -> dict[int, int]:
    """The figures of a table that differ from our games by a power of ten, with the exponents."""
    found = {
        left: compare_with_printed(
            text, counted(result, "leftover", left), Origin(trials=table.trials_at(str(left))), confidence=confidence()
        )
        for left, text in table.numbers().items()
    }
    return {left: each.slip for left, each in found.items() if each.slip is not None}


def _slips(table: Claim, result: Result) -> list[str]:
    return [
        f"{100 * cases / trials:.3g} % where {table.figures[str(left)]} is printed"
        for left in _powers(table, result)
        for cases, trials in [counted(result, "leftover", left)]
    ]
