"""Runs the experiments behind docs/games.md and writes the page: `python scripts/games.py [--trials N]`.

Everything is repeatable: the same trials give the same page on any machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from setlab.experiment.kernel import Estimate
from setlab.experiment.run import Result, make_spec, run
from setlab.experiment.store import Store, default_place
from setlab.stats import Paper, agreement, compare_samples

PAGE = Path(__file__).parents[1] / "docs" / "games.md"
SEED = 1

TABLES_OF_001 = {
    0: {"0": "0.12%", "6": "46.9%", "9": "44.5%", "12": "0.73%", "15": "0.078%", "18": "0.0001%"},
    1: {"2": "1.3%", "5": "25.2%", "8": "56.3%", "11": "16.6%", "14": "0.51%", "17": "0.0003%"},
    2: {"1": "0.20%", "4": "12.3%", "7": "54.1%", "10": "31.2%", "13": "2.2%", "16": "0.0074%"},
}
"""Tables 1 to 3 of seed `001`: one million games each, random choice, 81, 80 and 79 cards."""

TABLES_OF_002 = {
    3: {"0": 39_226, "6": 59_389, "9": 1_385},
    4: {"0": 1_669, "6": 49_487, "9": 42_262, "12": 6_532, "15": 50},
    5: {"3": 2, "6": 1_178, "9": 12_347, "12": 37_388, "15": 35_931, "18": 11_819, "21": 1_289, "24": 45, "27": 1},
}
"""The tables of seed `002`: 100,000 games each."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=float, default=1e7)
    trials = int(parser.parse_args().trials)
    with Store(default_place()) as store:
        PAGE.write_text("".join(page(store, trials)), encoding="utf-8")


def page(store: Store, trials: int) -> Iterator[str]:
    """The sections of the page."""

    def game(number: int = trials, **parameters: Any) -> Result:
        return run(make_spec("endgame", parameters, SEED), number, store=store)

    yield (
        "# What the games say\n\n"
        f"Made by `python scripts/games.py`: {trials:,} games each, seed {SEED}, unless said\n"
        "otherwise. Intervals have 95 %. Every figure can be repeated bit for bit;\n"
        "the id of an experiment is behind its table.\n\n"
    )
    yield from nine_variants(game)
    yield from lost_cards(game)
    yield from large_tables(game)
    yield from dimensions(game)
    yield from endgames_of_002(game)


def nine_variants(game: Any) -> Iterator[str]:
    """B2, B3: 81, 80 and 79 cards; random, popular and reject."""
    yield "## Nine variants (B2)\n\nCards left, share of games, beside tables 1 to 3 of the simulation study.\n\n"
    head = "| left | printed | random | verdict | popular | reject |\n|---|---|---|---|---|---|\n"
    for lost, printed in TABLES_OF_001.items():
        results = {choice: game(lost=lost, choice=choice) for choice in ("random", "popular", "reject")}
        yield f"**{81 - lost} cards**\n\n{head}"
        keys = sorted({key for r in results.values() for key in r.tally["leftover"]}, key=int)
        for key in keys:
            shares = {c: r.estimates()["leftover"].get(key) for c, r in results.items()}
            count, total = results["random"].tally["leftover"].get(key, 0), results["random"].tally.trials
            text = printed.get(key, "")
            verdict = judged(text, count, total) if text else ""
            cells = [key, text, *(share(shares["random"]), verdict), share(shares["popular"]), share(shares["reject"])]
            yield f"| {' | '.join(cells)} |\n"
        yield "\n" + "; ".join(f"{c} `{r.spec.id}`" for c, r in results.items()) + "\n\n"
        difference = compare_samples(numbers(results["popular"]), numbers(results["reject"]))
        yield f"Popular and reject (B3): {difference.sentence()}.\n\n"


def judged(text: str, count: int, trials: int) -> str:
    """The verdict on a printed figure, and the slip that explains it if there is one."""
    found = agreement(text, (count, trials), Paper(trials=1_000_000))
    slip = "" if found.slip is None else f" (by a power of ten: 10^{found.slip})"
    return f"{found.verdict}{slip}"


def lost_cards(game: Any) -> Iterator[str]:
    """B5: does it matter whether three lost cards are a SET?"""
    results = {kind: game(lost=kind) for kind in ("set", "no-set")}
    yield "## Three lost cards (B5)\n\nThe cards lost are a SET, or they are not.\n\n"
    yield "| left | a SET | not a SET |\n|---|---|---|\n"
    for key in sorted({key for r in results.values() for key in r.tally["leftover"]}, key=int):
        cells = [share(r.estimates()["leftover"].get(key)) for r in results.values()]
        yield f"| {key} | {' | '.join(cells)} |\n"
    difference = compare_samples(numbers(results["set"]), numbers(results["no-set"]))
    yield "\n" + "; ".join(f"{kind} `{r.spec.id}`" for kind, r in results.items())
    yield f"\n\nDoes it matter? It {difference.sentence()}. If they are no SET, the leftover does\n"
    yield "not sum to 0, so that three cards can be left, and none cannot.\n\n"


def large_tables(game: Any) -> Iterator[str]:
    """B5: how often 21 cards are on the table; how often a table has no SET."""
    result = game()
    yield "## Large tables (B5)\n\n| cards on the table at its largest | share of games |\n|---|---|\n"
    for key, estimate in result.estimates()["largest_table"].items():
        yield f"| {key} | {share(estimate)} |\n"
    yield "\n| table of | has no SET, of all looks | of first looks |\n|---|---|---|\n"
    first = result.tally["first_no_set"]
    for key, estimate in result.estimates()["no_set"].items():
        of_first = f"{100 * first.get(key, 0) / result.tally.trials:.4g} %" if key == "12" else ""
        yield f"| {key} | {share(estimate)} | {of_first} |\n"
    yield f"\n`{result.spec.id}`\n\n"


def dimensions(game: Any) -> Iterator[str]:
    """C4: the shape of the distribution by dimension."""
    yield "## Dimensions 3 to 6 (C4)\n\nThe standard game with 12 cards on the table: share of games by cards left.\n\n"
    for d, number in ((3, 10_000_000), (4, 10_000_000), (5, 1_000_000), (6, 50_000)):
        result = game(number, dimension=d)
        cells = ", ".join(f"{key}: {share(e)}" for key, e in result.estimates()["leftover"].items())
        yield f"- d = {d}, {number:,} games: {cells} (`{result.spec.id}`)\n"
    yield "\n"


def endgames_of_002(game: Any) -> Iterator[str]:
    """C3: the printed tables fit the first SET, not a random one."""
    yield (
        "## The tables of the end-game study (C3)\n\n"
        "Its text says that combinations are tried in random order. Its tables fit the first SET in table order,\n"
        "n·d cards at the start, three more after every search and six searches at the end;\n"
        "they do not fit a random SET.\n\n"
    )
    yield "| d | choice | comparison with the printed 100,000 games |\n|---|---|---|\n"
    for d, printed in TABLES_OF_002.items():
        for choice in ("first", "random"):
            result = game(1_000_000, dimension=d, refill="always-three", choice=choice)
            difference = compare_samples(numbers(result), {int(key): count for key, count in printed.items()})
            yield f"| {d} | {choice} | {difference.sentence()} (`{result.spec.id}`) |\n"
    result = game(1_000_000, dimension=5, refill="always-three", choice="first")
    three = result.tally["leftover"].get("3", 0)
    yield (
        f"\nIn five dimensions three cards are left in {three} of 1,000,000 games, although three cards that\n"
        "sum to 0 are a SET: the six searches at the end were used up before it was found.\n"
        'So the row "3 cards: 2" is no misprint. It shows the limit of the program, not of the game.\n'
    )


def numbers(result: Result) -> Mapping[int, int]:
    """The leftovers of a result with whole numbers as keys."""
    return {int(key): count for key, count in result.tally["leftover"].items()}


def share(estimate: Estimate | None) -> str:
    """A share in percent with its error."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return "0 %"
    half = 50 * (estimate.high - estimate.low)
    return f"{100 * estimate.value:.4g} % ± {half:.1g}"


if __name__ == "__main__":
    main()
