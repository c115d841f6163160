"""A store of ten thousand blocks, read, checked and summed as when a run is resumed, and listed.

Run `python benchmarks/run.py store`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from measure import Group, Row

from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Block, Store
from setlab.experiment.tally import Tally

BLOCKS = 10_000
TRIALS = 200

FOLDER = tempfile.TemporaryDirectory(prefix="setlab-bench-")
"""The folder of the stores, removed when the process ends."""


def filled(kernel: str, parameters: Mapping[str, Any]) -> tuple[Spec, str]:
    """An experiment with ten thousand stored blocks, all with the same tally, since only its size matters."""
    spec, place = make_spec(kernel, parameters, seed=1), str(Path(FOLDER.name) / f"{kernel}.sqlite")
    outcome = spec.definition.engine(spec.parameters, 1, 0, TRIALS, 1)
    with Store(place) as store, store._db.writing():
        for number in range(BLOCKS):
            store.add(spec, Block(TRIALS * number, Tally(spec.id, TRIALS, outcome.histograms), 0.1))
    return spec, place


def unchecked(spec: Spec, place: str) -> Callable[[], object]:
    """The minimum cost of reading: every tally is parsed."""

    def work() -> None:
        with Store(place) as store:
            for (text,) in store._db.rows("SELECT tally FROM blocks WHERE spec_id = ?", (spec.id,)):
                json.loads(text)

    return work


def resumed(spec: Spec, place: str) -> Callable[[], object]:
    """A run that finds all its trials in the store."""

    def work() -> None:
        with Store(place) as store:
            assert run(spec, BLOCKS * TRIALS, store=store).run == 0

    return work


def listed(spec: Spec, place: str) -> Callable[[], object]:
    """What `setlab runs` reads of an experiment."""

    def work() -> None:
        with Store(place) as store:
            assert len(store.outlines(spec.id)) == BLOCKS

    return work


def groups() -> list[Group]:
    """A group for small tallies and one for large tallies."""
    found = []
    for kernel, parameters in (("endgame", {}), ("set-count", {"histogram_at": [12]})):
        spec, place = filled(kernel, parameters)
        rows = (
            Row("tallies parsed, not checked", unchecked(spec, place), BLOCKS),
            Row("a run that resumes", resumed(spec, place), BLOCKS),
            Row("listed, by the checksums alone", listed(spec, place), BLOCKS),
        )
        found.append(Group(f"A store of {BLOCKS:,} blocks of {kernel}", "blocks", rows))
    return found
