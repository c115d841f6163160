"""Spoilt blocks that a verb met, named on stderr."""

from __future__ import annotations

import sys

from setlab.errors import plural
from setlab.experiment.store import Store

MOST_NAMED = 5


def name_spoilt(store: Store | None, whose: str = "") -> None:
    """Name the blocks that the store set aside since it was opened, one to a line."""
    noticed = store.noticed if store is not None else []
    for block in noticed[:MOST_NAMED]:
        print(f"setlab: {whose}{block.sentence()}", file=sys.stderr)
    if (more := len(noticed) - MOST_NAMED) > 0:
        print(f"setlab: … and {plural(more, 'block')} more: `setlab runs check` names them all", file=sys.stderr)
