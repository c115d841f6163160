"""The section of docs/games.md about 10^12 standard games, from the tally in docs/standard-games.json.

`python -m scripts.tail` puts the section into the page, which `python -m scripts.games` writes as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from scripts.paragraphs import paragraph
from setlab.exact.no_set import exact_no_set
from setlab.experiment.spec import Spec
from setlab.experiment.store.result_file import ResultFile, read_result
from setlab.experiment.tally import Tally
from setlab.sources.references import reference
from setlab.stats import Interval, proportion_interval

DOCS = Path(__file__).parents[1] / "docs"
FILE, PAGE = DOCS / "standard-games.json", DOCS / "games.md"
HEADING = "## The tail of the standard game (B5, B6)"
LEVEL = 0.95
MOST_TURNS = 49
"""A game has at most this number of turns: docs/counting.md."""

FIRST_TABLES = (12, 15, 18)


class Counted(NamedTuple):
    """A published number of cases, what it counts, and the histogram and key that count it here."""

    what: str
    cases: int
    histogram: str
    key: int


PUBLISHED_GAMES = 10_000_000
PUBLISHED = (
    Counted("never more than 12 cards on the table", 3_141_851, "largest_table", 12),
    Counted("no card left", 121_973, "leftover", 0),
)
PUBLISHED_ROUNDS = 259_703_553
"""Those of Warne 2011, SETs chosen at random among those on the table."""


@cache
def result() -> ResultFile:
    """The result in the file, verified."""
    return read_result(FILE)


def spec() -> Spec:
    """The experiment."""
    return result().spec


def tally() -> Tally:
    """The tally of all games."""
    (block,) = result().blocks
    return block.tally


def section() -> Iterator[str]:
    """The section of the page."""
    yield f"{HEADING}\n\n"
    yield from _introduction()
    yield "**Cards left**\n\n" + _table("cards left", "leftover")
    yield "**Largest table**\n\n" + _table("cards on the table at its largest", "largest_table")
    yield "**Turns**: SETs taken, and deals for want of one\n\n" + _table("turns", "turns", _turns())
    yield paragraph(_longest())
    yield "**Largest table and cards left**, games\n\n" + _joint(lambda count: f"{count:,}")
    yield "The same as proportions of all games, in percent\n\n" + _joint(lambda count: _percent(interval(count)))
    yield from _comparisons()


def rows() -> int:
    """The number of intervals in the section."""
    tables = len(tally()["leftover"]) + len(tally()["largest_table"]) + len(_turns())
    return tables + len(tally()["largest_table_and_leftover"]) + len(FIRST_TABLES)


def interval(cases: int) -> Interval:
    """The interval of a proportion; all intervals of the section hold together with the level."""
    return proportion_interval(cases, tally().trials, 1 - (1 - LEVEL) / rows())


def _introduction() -> Iterator[str]:
    games = tally().trials
    rare = spec().definition.count_rare(spec().parameters, tally().histograms)
    yield paragraph(
        f"{games:,} games by the standard rules with a random choice: seed {spec().seed}, trials 0 … 233·2^32 − 1 "
        f"(`{spec().id}`). They were computed on one GPU ([gpu.md](gpu.md)); "
        "`setlab runs import docs/standard-games.json` reads the tally into a store ([experiments.md]"
        "(experiments.md#results-from-elsewhere)). "
        f"The {rare:,} games with 18 cards left or 21 on the table were described there and are counted in the file, "
        "which does not list them."
    )
    yield paragraph(
        f"The {rows()} intervals of this section are simultaneous: all of them hold with confidence {100 * LEVEL:g} %, "
        f"each by itself with {100 * (1 - (1 - LEVEL) / rows()):.3f} % (Bonferroni)."
    )


def _turns() -> Sequence[int]:
    return range(min(tally()["turns"]), MOST_TURNS + 1)


def _table(title: str, name: str, keys: Sequence[int] | None = None) -> str:
    lines = [f"| {title} | games | proportion | interval |", "|---:|---:|---:|---:|"]
    for key in tally()[name] if keys is None else keys:
        count = tally()[name].get(key, 0)
        found = interval(count)
        share = count / tally().trials
        lines.append(f"| {key} | {count:,} | {share:.9g} | {found.low:.9g} – {found.high:.9g} |")
    return "\n".join(lines) + "\n\n"


def _longest() -> str:
    return (
        f"The longest game has {max(tally()['turns'])} turns. {MOST_TURNS} are possible ([counting.md](counting.md)); "
        "the intervals of the last rows say how rare such games are. The largest table is "
        f"{max(tally()['largest_table'])}, which always holds a SET."
    )


def _joint(cell: Callable[[int], str]) -> str:
    joint = tally()["largest_table_and_leftover"]
    lefts = sorted({left for _, left in joint})
    lines = ["| largest table | " + " | ".join(f"{left} left" for left in lefts) + " |"]
    lines.append("|---:|" + "---:|" * len(lefts))
    for most in sorted({most for most, _ in joint}):
        cells = (cell(joint[most, left]) if (most, left) in joint else "" for left in lefts)
        lines.append(f"| {most} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n\n"


def _percent(found: Interval) -> str:
    """The middle of an interval and half its width, in percent."""
    middle, half = 50 * (found.low + found.high), 50 * found.width
    decimals = 1 - int(f"{half:e}".partition("e")[2])
    return f"{middle:.{decimals}f} ± {half:.{decimals}f}"


def _comparisons() -> Iterator[str]:
    yield paragraph(
        "**Beside exact values.** The first cards of a game are random cards, so the probability that they hold "
        "no SET is known ([exact.md](exact.md)); the deviation is in standard errors."
    )
    yield "| first cards | games without a SET | expected | deviation | exact | interval |\n"
    yield "|---:|---:|---:|---:|---:|---:|\n"
    for cards in FIRST_TABLES:
        exact, count = exact_no_set().probability(cards), tally()["first_no_set"][cards]
        assert exact is not None
        expected = tally().trials * exact
        error, found = sqrt(expected * (1 - exact)), interval(count)
        yield f"| {cards} | {count:,} | {float(expected):,.0f} | {(count - expected) / error:+.2f} σ "
        yield f"| {float(exact):.9g} | {found.low:.9g} – {found.high:.9g}{'' if exact in found else ', not in it'} |\n"
    yield "\n"
    yield from _published()


def _published() -> Iterator[str]:
    work = reference("warne2011")
    yield paragraph(
        f"**Beside another program.** {PUBLISHED_GAMES:,} games with a random choice, published on the web "
        f"([{work.label}](references.md#warne2011)); the deviation is in standard errors of that sample."
    )
    yield "| | published | expected from this table | deviation |\n|---|---:|---:|---:|\n"
    for counted in PUBLISHED:
        share = tally()[counted.histogram][counted.key] / tally().trials
        expected = PUBLISHED_GAMES * share
        deviation = (counted.cases - expected) / sqrt(expected * (1 - share))
        yield f"| {counted.what} | {counted.cases:,} | {expected:,.0f} | {deviation:+.2f} σ |\n"
    mean, variance = _moments()
    expected, error = PUBLISHED_GAMES * mean, sqrt(PUBLISHED_GAMES * variance)
    yield f"| rounds, here turns, of all games | {PUBLISHED_ROUNDS:,} | {expected:,.0f} "
    yield f"| {(PUBLISHED_ROUNDS - expected) / error:+.2f} σ |\n\n"


def _moments() -> tuple[float, float]:
    """The mean and the variance of the number of turns."""
    turns, games = tally()["turns"], tally().trials
    mean = sum(key * count for key, count in turns.items()) / games
    return mean, sum((key - mean) ** 2 * count for key, count in turns.items()) / games


def main() -> None:
    """Put the section into the page, in the place of the one that is there, or after the large tables."""
    page, text = PAGE.read_text(encoding="utf-8"), "".join(section())
    pattern = rf"(?ms)^{re.escape(HEADING)}\n.*?(?=^## )"
    if not re.search(pattern, page):
        page = page.replace("## Dimensions 3 to 6", f"{HEADING}\n\n## Dimensions 3 to 6")
    PAGE.write_text(re.sub(pattern, lambda _: text, page), encoding="utf-8")


if __name__ == "__main__":
    main()
