"""What a verb met in the store and the user should know, named on stderr: spoilt blocks, and blocks that are split."""

from __future__ import annotations

import sys

from setlab.errors import plural
from setlab.experiment.plan import split_blocks
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block, Store

MOST_NAMED = 5
LONG = 10.0
"""Seconds of computing from which on trials that are computed again are worth a sentence."""


def name_spoilt(store: Store | None, whose: str = "") -> None:
    """Name the blocks that the store set aside since it was opened, one to a line."""
    noticed = store.noticed if store is not None else []
    for block in noticed[:MOST_NAMED]:
        print(f"setlab: {whose}{block.sentence()}", file=sys.stderr)
    if (more := len(noticed) - MOST_NAMED) > 0:
        print(f"setlab: … and {plural(more, 'block')} more: `setlab runs check` names them all", file=sys.stderr)


def name_split(spec: Spec, trials: int, first: int, store: Store | None) -> None:
    """Say which trials of a run are computed again although a large stored block has them."""
    for block in split_blocks(spec, first, first + trials, store) if store is not None else ():
        again = min(block.end, first + trials) - max(block.first, first)
        if block.seconds * again / block.tally.trials >= LONG:
            print(f"setlab: {_split_sentence(block, again)}", file=sys.stderr)


def _split_sentence(block: Block, again: int) -> str:
    """The trials of a block that are computed again, and how to take it whole."""
    whole = f"--trials {block.tally.trials}" + (f" --first {block.first}" if block.first else "")
    stored = f"the store has trials {block.first:,} to {block.end - 1:,} as one tally, which cannot be split"
    return f"{stored}: {again:,} of them are computed again; {whole} takes it whole"
