"""A backend to which blocks come in groups, as from a cluster; and a process that runs on it until it is killed."""

from __future__ import annotations

import sys
from collections.abc import Generator

from setlab.experiment.backends import Backend, NextRange, compute_block
from setlab.experiment.interrupts import Stopped
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import Range, Spec, make_spec
from setlab.experiment.store import Block, Store

SPEC = make_spec("first-set", seed=5)
TRIALS, BLOCK = 100_000, 50


class Groups(Backend):
    """Computes blocks in one thread; `size` of them are ready at the same moment."""

    name, where, ready = "groups", "one thread", 0

    def __init__(self, size: int) -> None:
        self.size = size

    def compute(self, spec: Spec, trials: Range) -> Block:
        return compute_block(spec, trials, 1)

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        while not stopped():
            group = [trials for _ in range(self.size) if (trials := ranges(size or BLOCK)) is not None]
            if not group:
                return
            found = [self.compute(spec, trials) for trials in group]
            for left, block in zip(reversed(range(len(found))), found, strict=True):
                self.ready = left
                yield block


def main(place: str, size: int) -> None:
    """Run, and print after every block how many trials are committed."""
    with Store(place) as store:

        def report(_: RunProgress) -> None:
            print(store.stored, flush=True)

        print("ready", flush=True)
        run(SPEC, TRIALS, block=BLOCK, store=store, backend=Groups(size), report=report)
    print("finished", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
