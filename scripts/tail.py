"""The tail of the standard game: the table of docs/gpu.md from the tally in docs/standard-games.json.

`python -m scripts.tail` prints the table. The tally is that of `setlab simulate endgame --seed 2026
--trials 1000727379968 --backend gpu`: trials 0 … 233·2^32 − 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setlab.stats import proportion_interval

TALLY = Path(__file__).parents[1] / "docs" / "standard-games.json"
SHOWN = (("leftover", "cards left"), ("largest_table", "cards on the table at its largest"), ("turns", "turns"))


def read_tally() -> dict[str, Any]:
    """The run: its spec, its trials and its histograms."""
    found: dict[str, Any] = json.loads(TALLY.read_text(encoding="utf-8"))
    return found


def table() -> Iterator[str]:
    """The lines of the table."""
    run = read_tally()
    yield "| | | games | proportion, 95 % interval |"
    yield "|---|---:|---:|---:|"
    for name, title in SHOWN:
        for value, count in run["tally"][name].items():
            found = proportion_interval(count, run["trials"], 0.95)
            yield f"| {title} | {value} | {count:,} | {found.low:.9g} – {found.high:.9g} |"


if __name__ == "__main__":
    print("\n".join(table()))
