"""Many findings in one line, and as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from setlab.errors import plural
from setlab.reproduce.item import VERDICTS, Finding, Item

Findings = Sequence[tuple[Item, Finding]]

SEEDS = {
    "000": "The card game SET and finite geometry (thesis)",
    "001": "Set: The Game, a simulation study",
    "002": "End-game configurations in SET",
    "003": "A variation on the game SET (anti-SET)",
    "004": "Solitaire SET",
}

PLURALS = {"misprint": "misprints"}


def summary(findings: Findings) -> str:
    """How many items there are of every verdict.

    >>> summary([])
    '0 items'
    """
    seen = Counter(finding.verdict for _, finding in findings)
    parts = [
        f"{seen[verdict]} {PLURALS.get(verdict, verdict) if seen[verdict] > 1 else verdict}"
        for verdict in VERDICTS
        if seen[verdict]
    ]
    return f"{plural(len(findings), 'item')}{': ' * bool(parts)}{', '.join(parts)}"


def record(item: Item, finding: Finding) -> dict[str, Any]:
    """An item with its finding as a JSON object."""
    known: dict[str, Any] = {"exact": finding.exact} if finding.exact is not None else {}
    if finding.interval is not None:
        known["interval"] = list(finding.interval)
    return {
        "id": item.id,
        "seed": item.seed,
        "where": item.where,
        "what": item.what,
        "seed_value": finding.seed_value,
        "ours": finding.ours,
        **known,
        "verdict": finding.verdict,
        "why": finding.why,
        "figures": [
            {"at": c.at, "printed": c.printed, "ours": c.ours, "verdict": c.verdict, "why": c.why}
            for c in finding.cells
        ],
        "commands": list(finding.commands),
        "specs": list(finding.specs),
    }
