"""Writes the bounds in docs/solitaire.md and docs/findings.md from docs/solitaire-bounds.json.

`python -m scripts.solitaire_bounds FILE…` first adds runs of `setlab solitaire bound … --json`, one file each; a run
replaces an older run of the same player and stage. Without arguments only the pages are written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Any

from scripts.marks import renew
from setlab.errors import SpecError, plural
from setlab.solitaire.bounds import MOST_CARDS

DOCS = Path(__file__).parents[1] / "docs"
KEPT = DOCS / "solitaire-bounds.json"
PAGES = ("solitaire.md", "findings.md")
MARK = "bounds"

FIELDS = ("strategy", "undealt", "seed", "games", "deals", "exact", "left_out", "player", "bound", "gap")
LIMITS = ("standard_error", "level", "upper", "upper_normal", "range", "seconds")
OPTIONS = ("strategy", "undealt", "games", "deals", "exact", "seed")
HEADING = (
    "| player | from | games | deals | left out | player’s value | bound | difference | standard error "
    "| limit | normal approximation |"
)

Row = dict[str, Any]


def kept() -> list[Row]:
    """The runs that the pages show."""
    rows: list[Row] = json.loads(KEPT.read_text(encoding="utf-8"))
    return rows


def row_of(answer: Row) -> Row:
    """The row of a run, from its JSON output, with the command that repeats it."""
    if missing := [name for name in (*FIELDS, *LIMITS) if name not in answer]:
        raise SpecError(f"{missing[0]!r} is missing: give the output of `setlab solitaire bound … --json`")
    command = " ".join(["setlab solitaire bound", *(f"--{name} {answer[name]}" for name in OPTIONS)])
    return {"command": command} | {name: answer[name] for name in (*FIELDS, *LIMITS)}


def merged(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """All runs, one for each player and stage; a new run replaces an old one."""
    rows = {(row["strategy"], row["undealt"]): row for row in (*old, *new)}
    return [rows[key] for key in sorted(rows)]


def parts(rows: Sequence[Row]) -> dict[str, str]:
    """The contents of the marked parts."""
    return {"table": table(rows), "commands": commands(rows), "words": in_words(rows), "finding": finding(rows)}


def table(rows: Sequence[Row]) -> str:
    """The runs as a table."""
    lines = [HEADING, "|---" + "|--:" * 10 + "|"]
    for row in rows:
        counts = f"{row['undealt']} | {row['games']:,} | {row['deals']} | {row['left_out']}"
        found = " | ".join(percent(row[name]) for name in ("player", "bound", "gap", "standard_error"))
        limits = f"{points(row['upper'])} % | {points(row['upper_normal'])} %"
        lines.append(f"| `{row['strategy']}` | {counts} | {found} | {limits} |")
    return "\n".join(["", *lines, ""])


def commands(rows: Sequence[Row]) -> str:
    """The commands that repeat the runs."""
    return "\n".join(["", "```text", *(row["command"] for row in rows), "```", ""])


def in_words(rows: Sequence[Row]) -> str:
    """The limits of `expert` in words."""
    first, *others = sorted(_of_expert(rows), key=lambda row: -int(row["undealt"]))
    said = "".join(f"; with {row['undealt']} by at most {limits(row)}" for row in others)
    return (
        f"\nIn plain words: from the positions that `expert` reaches with {first['undealt']} undealt cards, best play\n"
        "clears the table more often than `expert` does, on average, by at most "
        f"{limits(first)} percentage points{said}.\n"
        f"Each limit has confidence {level(first)} for itself, and is one of the mean over these positions.\n"
    )


def finding(rows: Sequence[Row]) -> str:
    """The first and the last stage in a sentence for the list of findings."""
    mine = sorted(_of_expert(rows), key=lambda row: int(row["undealt"]))
    said = [
        f"{limits(row)} percentage points with {row['undealt']} undealt cards ({sample(row)})"
        for row in (mine[0], mine[-1])
    ]
    return (
        "From the positions that `expert` reaches, no strategy clears the table more often on average by more than "
        f"{' and '.join(said)}: one-sided limits of confidence {level(mine[0])} each (`setlab solitaire bound`)."
    )


def sample(row: Row) -> str:
    """The number of games of a run, and the positions that it left out.

    >>> sample({"games": 9500, "left_out": 2})
    '9,500 games, 2 positions of more than 42 cards counted as 1'
    """
    games = f"{row['games']:,} games"
    if not row["left_out"]:
        return games
    return f"{games}, {plural(row['left_out'], 'position')} of more than {MOST_CARDS} cards counted as 1"


def points(limit: float) -> str:
    """An upper limit in percentage points, rounded up.

    >>> points(0.012301), points(0.0123)
    ('1.24', '1.23')
    """
    return f"{ceil(round(10_000 * limit, 6)) / 100:.2f}"


def limits(row: Row) -> str:
    """The limit of a run, and the limit by the normal approximation.

    >>> limits({"upper": 0.0123, "upper_normal": 0.011})
    '1.23 (1.10 by the normal approximation)'
    """
    return f"{points(row['upper'])} ({points(row['upper_normal'])} by the normal approximation)"


def percent(number: float) -> str:
    """A proportion in percent.

    >>> percent(0.00254)
    '0.25 %'
    """
    return f"{100 * number:.2f} %"


def level(row: Row) -> str:
    """The confidence of a run's limit."""
    return f"{100 * row['level']:.0f} %"


def _of_expert(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["strategy"] == "expert"]


def main(files: Sequence[str]) -> None:
    """Add the runs in the files to the record, and write the pages."""
    if files:
        old = kept() if KEPT.exists() else []
        rows = merged(old, [row_of(json.loads(Path(name).read_text(encoding="utf-8"))) for name in files])
        KEPT.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    for name in PAGES:
        renew(DOCS / name, MARK, parts(kept()))


if __name__ == "__main__":
    main(sys.argv[1:])
