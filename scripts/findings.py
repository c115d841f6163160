"""Writes the summary in docs/findings.md from docs/reproduce/report.json, and copies the report into the package.

`python -m scripts.findings`. The report itself is written by `setlab reproduce --full --report docs/reproduce`.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from scripts.marks import renew
from setlab.reproduce.judgement import SHIPPED, verdict_counts
from setlab.sources import source_of

DOCS = Path(__file__).parents[1] / "docs"
REPORT = DOCS / "reproduce" / "report.json"
PAGE = DOCS / "findings.md"
MARK = "reproduce"


def report() -> dict[str, Any]:
    """The report in docs/reproduce."""
    found: dict[str, Any] = json.loads(REPORT.read_text(encoding="utf-8"))
    return found


def summary_text(found: dict[str, Any]) -> str:
    """The numbers of verdicts, for all items and for each source."""
    items = found["items"]
    lines = [
        f"`setlab reproduce --{found['depth']}` judges {_counts(items)}.",
        "",
        "| source | verdicts |",
        "|---|---|",
    ]
    for key in dict.fromkeys(item["source"] for item in items):
        mine = [item for item in items if item["source"] == key]
        lines.append(f"| {source_of(mine[0]['id']).cited} | {_counts(mine)} |")
    return "\n" + "\n".join(lines) + "\n"


def _counts(items: list[dict[str, Any]]) -> str:
    return verdict_counts(Counter(item["verdict"] for item in items))


def main() -> None:
    """Write the summary into the page, and the report into the package."""
    SHIPPED.write_bytes(REPORT.read_bytes())
    renew(PAGE, MARK, {"summary": summary_text(report())})


if __name__ == "__main__":
    main()
