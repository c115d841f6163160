"""The report that ships: what `setlab reproduce --full --report docs/reproduce` wrote, for the pages of the server.

`python -m scripts.findings` copies it from docs/reproduce, and a test holds both equal.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).with_name("data") / "report.json"


@lru_cache
def shipped_report() -> dict[str, Any]:
    """The report: `depth`, and the `items` with their verdicts.

    >>> shipped_report()["depth"], shipped_report()["items"][0]["id"]
    ('full', 'A1.deck')
    """
    found: dict[str, Any] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return found
