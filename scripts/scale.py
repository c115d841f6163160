"""The tables of docs/scale.md: what 10^9 to 10^15 standard games need, from measured rates.

`python -m scripts.scale` writes them into the page. Only the rates below are measured. Everything else follows, the
size of blocks by the code that cuts them; a new measurement is one new number here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from pathlib import Path

from setlab.experiment.backends import BlockPace
from setlab.experiment.backends.dask import LARGEST_BLOCK, seconds_per_block

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"

CORE = 4.6e6
"""Standard games a second on one core of an AMD EPYC: `setlab simulate endgame --threads 1 --no-store`."""

GPU = 2.2e9
"""Standard games a second on one NVIDIA H200, store and rare games included: `python benchmarks/gpu.py time`."""

BLOCK_BYTES, RARE_BYTES = 800, 128
"""Bytes of the store for a block and for a rare game."""

RARE = 1_086_829 / 1_000_727_379_968
"""Rare games a game: those of the trillion in docs/gpu.md."""

RARE_A_SECOND = 140_000
"""Rare games that one driver puts into a store in a second of its processor time."""

UNITS = ((365 * 86400, "years"), (2 * 86400, "days"), (2 * 3600, "h"), (120, "min"), (0, "s"))
LENGTHS = {"years": 365 * 86400, "days": 86400, "h": 3600, "min": 60, "s": 1}


@dataclass(frozen=True)
class Plan:
    """Games on a number of workers of a Dask cluster, each with its threads or one GPU."""

    games: float
    workers: int
    threads: int = 0

    @property
    def rate(self) -> float:
        """Games a second of one worker."""
        return CORE * self.threads if self.threads else GPU

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.games / self.rate / self.workers

    @property
    def hours(self) -> float:
        """Core-hours, or GPU-hours."""
        return self.seconds * self.workers * (self.threads or 1) / 3600

    @property
    def block(self) -> int:
        """Games of a block, once the speed is known."""
        pace = BlockPace(self.threads or 1, seconds_per_block(self.workers), LARGEST_BLOCK)
        pace.done, pace.seconds = int(3600 * self.rate), 3600.0
        return pace.trials()

    @property
    def blocks(self) -> float:
        """The number of blocks."""
        return self.games / self.block

    def cells(self) -> Iterator[str]:
        """The row of the table."""
        kind = "GPU" if not self.threads else "thread" if self.threads == 1 else f"{self.threads} threads"
        yield from (power(self.games), f"{self.workers:,} × {kind}")
        yield f"{rounded(self.hours)} {'core' if self.threads else 'GPU'}-hours"
        yield from (time_text(self.seconds), f"2{superscript(round(log2(self.block)))}")
        yield from (f"{self.block / self.rate:.2g} s", rounded(self.blocks))
        yield from (size_text(self.blocks * BLOCK_BYTES), size_text(self.games * RARE * RARE_BYTES))
        yield f"{rounded(self.rate * self.workers * RARE)}/s"


PLANS = (
    Plan(1e11, 1, 32),
    Plan(1e11, 1),
    Plan(1e13, 1000, 1),
    Plan(1e13, 32, 32),
    Plan(1e13, 1),
    Plan(1e13, 8),
    Plan(1e15, 10_000, 1),
    Plan(1e15, 320, 32),
    Plan(1e15, 32),
)


def plans_table() -> Iterator[str]:
    """The plans, one to a row."""
    yield "| games | workers | work | takes | a block | its time | blocks | store: blocks | rare games | they come |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for plan in PLANS:
        yield f"| {' | '.join(plan.cells())} |"


def hours_table() -> Iterator[str]:
    """What an hour of a core and of a GPU plays, and what 10^13 and 10^15 games cost in such hours."""
    yield "| one hour of | plays | for 10¹³ games | for 10¹⁵ games | is as good as |"
    yield "|---|---:|---:|---:|---:|"
    ratio = rounded(GPU / CORE)
    rows = (
        ("a core (AMD EPYC)", CORE, "core-hours", f"1/{ratio} of a GPU-hour"),
        ("a GPU (NVIDIA H200)", GPU, "GPU-hours", f"{ratio} core-hours"),
    )
    for name, rate, unit, worth in rows:
        needed = (f"{rounded(games / rate / 3600)} {unit}" for games in (1e13, 1e15))
        yield f"| {name} | {rounded(3600 * rate / 1e9)} · 10⁹ games | {' | '.join(needed)} | {worth} |"


def rounded(number: float) -> str:
    """A number to two digits, with groups of three.

    >>> rounded(603.9), rounded(60386), rounded(1.42), rounded(0.0604), rounded(7.46e6)
    ('600', '60,000', '1.4', '0.06', '7,500,000')
    """
    short = float(f"{number:.2g}")
    return f"{short:,.0f}" if short >= 10 else f"{short:g}"


def time_text(seconds: float) -> str:
    """A time in the largest unit of which there are enough.

    >>> time_text(27), time_text(2174), time_text(21739), time_text(513_000)
    ('27 s', '36 min', '6 h', '5.9 days')
    """
    unit = next(name for least, name in UNITS if seconds >= least)
    return f"{rounded(seconds / LENGTHS[unit])} {unit}"


def size_text(size: float) -> str:
    """A size in bytes, kB, MB, …

    >>> size_text(470e6), size_text(6.0e9), size_text(700)
    ('470 MB', '6 GB', '700 B')
    """
    units = ("B", "kB", "MB", "GB", "TB")
    power_of_1000 = min(len(units) - 1, int(log2(max(size, 1)) / log2(1000)))
    return f"{rounded(size / 1000**power_of_1000)} {units[power_of_1000]}"


def power(games: float) -> str:
    """A power of ten.

    >>> power(1e13)
    '10¹³'
    """
    return f"10{superscript(round(log2(games) / log2(10)))}"


def superscript(number: int) -> str:
    """The number in small digits above the line."""
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


TABLES = {"hours": hours_table, "plans": plans_table}


def renewed(page: str) -> str:
    """The page with its tables as they follow from the rates; each stands between two comments that name it."""
    for name, table in TABLES.items():
        begin, end = f"<!-- table {name} -->\n", f"<!-- end of table {name} -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = "".join([before, begin, *(f"{line}\n" for line in table()), end, after])
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
