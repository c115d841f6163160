"""Writes docs/games.md from its experiments: `python -m scripts.games [--trials N] [--store FILE]`.

The same number of trials gives the same page on any machine. Printed figures come from the record of the sources, and
verdicts from the rules of `setlab reproduce`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts import tail
from scripts.paragraphs import paragraph
from setlab.experiment.estimate import Estimate
from setlab.experiment.result import Result
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store, default_location
from setlab.reproduce.end_games.protocols import (
    describe,
    family,
    fitting_all,
    printed_counts,
    protocol_level,
    remaining,
    survey,
)
from setlab.reproduce.evidence import Figures
from setlab.reproduce.judgement import figure_row
from setlab.reproduce.methods import sample_of
from setlab.sources import Claim, find_claim, find_source
from setlab.stats import Comparison, compare_samples, p_text

PAGE = Path(__file__).parents[1] / "docs" / "games.md"
SEED = 1
FEW = 100
"""Below this number of games, the number is given instead of a proportion."""

DIMENSIONS = {3: 10_000_000, 4: 10_000_000, 5: 1_000_000, 6: 50_000}
"""The numbers of games by the standard rules, by dimension."""

TABLE_GAMES = 100_000_000
"""The number of games in which the SETs on every table are counted."""

PROGRAM_GAMES = 1_000_000
SURVEYED = {3: 500_000, 4: 300_000, 5: 100_000}
"""The numbers of games of each protocol, by dimension."""


@dataclass(frozen=True)
class Experiments:
    """Experiments with whole games; samples that are compared with each other have different seeds."""

    store: Store
    trials: int

    def play(self, seed: int = SEED, trials: int | None = None, **parameters: Any) -> Result:
        return run(make_spec("endgame", parameters, seed), trials or self.trials, store=self.store)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=float, default=1e7)
    parser.add_argument("--store", default=None)
    given = parser.parse_args()
    with Store(given.store or default_location()) as store:
        PAGE.write_text("".join(page(Experiments(store, int(given.trials)))).strip() + "\n", encoding="utf-8")


def page(games: Experiments) -> Iterator[str]:
    """The sections of the page."""
    yield "# Results of the games\n\n"
    yield paragraph(
        f"Produced by `python -m scripts.games`: {games.trials:,} games each, unless stated otherwise. The seeds are "
        f"{SEED} and, for samples that are compared with others, {SEED + 1}. Intervals have confidence 95 %; fewer "
        f"than {FEW} games are given as a number. Every figure can be repeated bit for bit: the id of the experiment "
        "follows its table. Verdicts are those of `setlab reproduce`."
    )
    yield from nine_variants(games)
    yield from lost_cards(games)
    yield from large_tables(games)
    yield from sets_on_the_table(games)
    yield from tail.section()
    yield from dimensions(games)
    yield from protocols(games)


def nine_variants(games: Experiments) -> Iterator[str]:
    """81, 80 and 79 cards; random, popular and reject (B2, B3)."""
    yield f"## The nine variants of {find_source('B').cited}\n\n"
    yield "Cards left, proportion of games, beside tables 1 to 3 of the study (B2, B3).\n\n"
    for name in find_claim("B2.sum").data["tables"]:
        claim = find_claim(name)
        lost = claim.data["lost"]
        results = {choice: games.play(lost=lost, choice=choice) for choice in ("random", "popular")}
        results["reject"] = games.play(SEED + 1, lost=lost, choice="reject")
        yield f"**{81 - lost} cards**\n\n"
        yield "| left | printed | random | verdict | popular | reject |\n|---|---|---|---|---|---|\n"
        for left in values_of("leftover", *results.values()):
            printed, verdict = claim.figures.get(str(left), ""), judged(claim, left, results["random"])
            ours = [proportion(result, "leftover", left) for result in results.values()]
            yield f"| {left} | {printed} | {ours[0]} | {verdict} | {ours[1]} | {ours[2]} |\n"
        yield "\n" + ids(results) + "\n\n"
        yield f"Popular and reject: {compared(results['popular'], results['reject'])}.\n\n"


def lost_cards(games: Experiments) -> Iterator[str]:
    """Three lost cards that form a SET, or do not (B5)."""
    results = {"set": games.play(lost="set"), "no-set": games.play(SEED + 1, lost="no-set")}
    yield "## Three lost cards (B5)\n\nThe lost cards form a SET, or they do not.\n\n"
    yield "| left | a SET | not a SET |\n|---|---|---|\n"
    for left in values_of("leftover", *results.values()):
        yield f"| {left} | {' | '.join(proportion(result, 'leftover', left) for result in results.values())} |\n"
    yield f"\n{ids(results)}\n\n"
    yield paragraph(
        f"It matters: {compared(*results.values())}. The cards left sum to minus the lost cards. If these form a SET, "
        "three cards left would form a SET too, so three are never left; otherwise the table is never cleared."
    )


def large_tables(games: Experiments) -> Iterator[str]:
    """The largest table of a game, and the proportion of searches without a SET (B5)."""
    result = games.play(count="sets")
    yield "## Large tables (B5)\n\n| largest number of cards on the table | proportion of games |\n|---|---|\n"
    for cards in values_of("largest_table", result):
        yield f"| {cards} | {proportion(result, 'largest_table', cards)} |\n"
    yield "\n| table of | searches | without a SET | proportion of all searches | of first searches |\n"
    yield "|---|---|---|---|---|\n"
    searches, without, first = (result.tally[name] for name in ("searches", "no_set", "first_no_set"))
    for size, number in searches.items():
        found, empty = result.estimates["no_set"][size], without.get(size, 0)
        ours = percent(found) if empty >= FEW else ""
        of_first = f"{100 * first.get(size, 0) / result.tally.trials:.4g} %" if size == min(searches) else ""
        yield f"| {size} | {number:,} | {empty:,} | {ours} | {of_first} |\n"
    yield f"\n`{result.spec.id}`\n\n"


def sets_on_the_table(games: Experiments) -> Iterator[str]:
    """The number of SETs on the tables of a game, beside the exact distribution for the first one."""
    result = games.play(trials=TABLE_GAMES, count="sets")
    mean, without, first = (result.estimates[name] for name in ("mean_sets", "no_set", "first_mean_sets"))
    sizes = [cards for cards, searches in result.tally["searches"].items() if searches >= FEW]
    yield "## SETs on the table\n\n"
    yield paragraph(
        f"{TABLE_GAMES:,} games by the standard rules with a random choice, in which the SETs are counted on every "
        "table that is searched while cards are undealt: `setlab simulate endgame --count sets`. Tables of one game "
        "have cards in common, so that the intervals are by games "
        "([experiments.md](experiments.md#endgame-a-whole-game))."
    )
    yield "| table | searches | mean number of SETs | without a SET |\n|---|---:|---:|---:|\n"
    (table, opening), nothing = next(iter(first.items())), result.estimates["first_sets"][0]
    exact = f"exact {opening.exact:.6f}", f"exact {100 * (nothing.exact or 0):.4f} %"
    row = plus_minus(opening), percent(nothing)
    yield f"| the first, {table} cards | {result.trials:,} | {row[0]}, {exact[0]} | {row[1]}, {exact[1]} |\n"
    for cards in sizes:
        searches, empty = result.tally["searches"][cards], result.tally["no_set"].get(cards, 0)
        share = percent(without[cards]) if empty >= FEW else f"{empty} times"
        yield f"| {cards} cards | {searches:,} | {plus_minus(mean[cards])} | {share} |\n"
    yield "\nProportion of tables by the number of SETs, in percent:\n\n"
    heads = "".join(f" {cards} cards |" for cards in sizes)
    yield f"| SETs | the first, exact | the first |{heads}\n|---:|---:|---:|{'---:|' * len(sizes)}\n"
    seen, opened = result.estimates["sets"], result.estimates["first_sets"]
    for sets in sorted({sets for cards, sets in seen if cards in sizes} | {*opened}):
        known = opened[sets].exact if sets in opened else None
        cells = [opened.get(sets), *(seen.get((cards, sets)) for cards in sizes)]
        shown = "".join(f" {_percentage(cell)} |" for cell in cells)
        yield f"| {sets} | {'' if known is None else f'{100 * known:.6g}'} |{shown}\n"
    yield f"\n`{result.spec.id}`\n\n"
    yield "![SETs on the first table beside exact values, and on all tables by cards](images/figure-table-sets.svg)\n\n"
    yield paragraph(
        f"Twelve cards that are dealt at random have {opening.exact:.3f} SETs on average. During a game a table of "
        f"twelve has {mean[table].value:.3f}: nine of its cards are left of a table from which a SET was taken. Nearly "
        f"all tables of {table + 3} are {table} cards without a SET and three new ones, which then make "
        f"{mean[table + 3].value:.3f} SETs on average."
    )


def _percentage(estimate: Estimate | None) -> str:
    """A proportion in percent with its error, without the sign; the number of tables if there are few."""
    if estimate is None or estimate.count is None:
        return ""
    return percent(estimate).replace(" %", "") if estimate.count >= FEW else f"{estimate.count} times"


def plus_minus(estimate: Estimate, scale: float = 1) -> str:
    """An estimate with half the width of its interval, to the same number of decimals."""
    assert estimate.low is not None
    assert estimate.high is not None
    half = f"{scale * (estimate.high - estimate.low) / 2:.1g}"
    decimals = int(half.partition("e-")[2]) if "e" in half else len(half.partition(".")[2])
    return f"{scale * estimate.value:.{decimals}f} ± {float(half):.{decimals}f}"


def dimensions(games: Experiments) -> Iterator[str]:
    """The shape of the distribution by dimension (C4)."""
    yield "## Dimensions 3 to 6 (C4)\n\n"
    yield "The standard game with 12 cards on the table: proportion of games by cards left.\n\n"
    for d, number in DIMENSIONS.items():
        result = games.play(trials=number, dimension=d)
        cells = ", ".join(f"{left}: {proportion(result, 'leftover', left)}" for left in values_of("leftover", result))
        yield f"- d = {d}, {number:,} games: {cells} (`{result.spec.id}`)\n"
    yield "\n"


def protocols(games: Experiments) -> Iterator[str]:
    """The programs that can have produced the tables of the end-game study (C2, C3)."""
    yield f"## The tables of *{find_source('C').title}* (C2, C3)\n\n"
    printed = find_claim("C3.d3").trials
    yield paragraph(
        "According to its text, combinations are tried in random order. But its tables fit games that take the first "
        "SET in the order of the board, with n·d cards first, three more after every search and six searches after the "
        f"last deal, and do not fit a random SET. {PROGRAM_GAMES:,} games of each are compared with the printed "
        f"{printed:,}."
    )
    yield "| d | SET taken | comparison with the printed table | experiment |\n|---|---|---|---|\n"
    for d in SURVEYED:
        for choice in ("first", "random"):
            result = games.play(trials=PROGRAM_GAMES, dimension=d, refill="always-three", choice=choice)
            found = compare_samples(result.tally["leftover"], printed_counts(d))
            yield f"| {d} | {choice} | {words(found)} | `{result.spec.id}` |\n"
    yield "\n"
    yield from surveys()
    yield from three_cards(games)


def surveys() -> Iterator[str]:
    """The protocols that are not excluded by each table."""
    yield paragraph(
        f"Other protocols fit as well. {len(family())} protocols were compared with every table: the first SET or a "
        "random one; 3, 6, 9, 12, 15 or 18 cards first; three cards after every search, with 0 to 6 last searches or "
        "searches until no SET is found; or the standard refill, which puts new cards into the slots of the SET. A "
        f"protocol is excluded if its p value is below {protocol_level():.1e}, which is the level of `setlab "
        "reproduce` divided by the number of protocols and tables, or if it cannot leave the printed numbers of cards. "
        "These remain:"
    )
    left = {d: remaining(survey(d, number)) for d, number in SURVEYED.items()}
    for d, number in SURVEYED.items():
        yield f"- d = {d}, {number:,} games of each: {len(left[d])} protocols ({describe(left[d])})\n"
    yield f"- all three tables: {fitting_all(left)}\n\n"
    yield paragraph(
        "So the tables do not determine the number of first cards, and the table of three dimensions does not "
        "determine the number of last searches."
    )


def three_cards(games: Experiments) -> Iterator[str]:
    """Three cards left in five dimensions: the limit of the program (C3.three)."""
    result = games.play(trials=PROGRAM_GAMES, dimension=5, refill="always-three", choice="first")
    cases, trials = sample_of(result, "leftover", 3)
    printed = find_claim("C3.d5").figures["3"]
    yield paragraph(
        f"In five dimensions the program leaves three cards in {cases} of {trials:,} games, although three cards that "
        "sum to 0 form a SET: the six searches after the last deal were used up before it was taken. So the row "
        f'"3 cards: {printed}" is not a misprint: it shows a limit of the program, not of the game.'
    )


def judged(claim: Claim, left: int, result: Result) -> str:
    """The verdict on a printed figure; empty if no figure is printed."""
    if str(left) not in claim.figures:
        return ""
    return figure_row(claim, str(left), Figures(values={str(left): sample_of(result, "leftover", left)})).verdict


def values_of(name: str, *results: Result) -> list[int]:
    """The values that occur in some results, in increasing order."""
    return sorted({key for result in results for key in result.tally[name]})


def compared(one: Result, other: Result) -> str:
    """The comparison of the cards left in two results."""
    return words(compare_samples(one.tally["leftover"], other.tally["leftover"]))


def words(found: Comparison) -> str:
    """The p value and the distance of a comparison."""
    return f"p = {p_text(found.log10_p)}, distance {found.distance:.2g}"


def ids(results: Mapping[str, Result]) -> str:
    return "; ".join(f"{name} `{result.spec.id}`" for name, result in results.items())


def proportion(result: Result, name: str, key: int) -> str:
    """A proportion in percent with its error, or the number of games if there are few."""
    cases = result.tally[name].get(key, 0)
    if cases < FEW:
        return f"{cases} game{'s' * (cases != 1)}" if cases else "none"
    return percent(result.estimates[name][key])


def percent(estimate: Estimate) -> str:
    """An estimate in percent with half the width of its interval, to the same number of decimals."""
    return plus_minus(estimate, 100).replace(" ±", " % ±")


if __name__ == "__main__":
    main()
