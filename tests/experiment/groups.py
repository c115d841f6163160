"""A backend to which blocks come in groups, as from a cluster; and a process that runs on it until it is killed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator

from setlab.experiment.backends.backend import Backend, SomePart
from setlab.experiment.backends.cpu import compute
from setlab.experiment.interrupts import Stopped
from setlab.experiment.run import Progress, run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Block, Store

SPEC = make_spec("first-set", seed=5)
TRIALS, BLOCK = 100_000, 50


class Groups(Backend):
    """Computes blocks in one thread; so many of them are ready at the same moment."""

    name, where, ready = "groups", "one thread", 0

    def __init__(self, size: int) -> None:
        self.size = size

    def blocks(
        self, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> Generator[tuple[Block, SomePart]]:
        while not stopped():
            group = [part for _ in range(self.size) if (part := parts(block or BLOCK)) is not None]
            if not group:
                return
            found = [(compute(spec, part.first, part.end - part.first, 1), part) for part in group]
            for left, pair in zip(reversed(range(len(found))), found, strict=True):
                self.ready = left
                yield pair


def main(place: str, size: int) -> None:
    """Run, and print after every block how many trials are committed."""
    with Store(place) as store:

        def report(_: Progress) -> None:
            print(store.stored, flush=True)

        print("ready", flush=True)
        run(SPEC, TRIALS, block=BLOCK, store=store, backend=Groups(size), report=report)
    print("finished", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
