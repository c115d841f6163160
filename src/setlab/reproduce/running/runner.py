"""`Runner`: the experiments behind the items, through the store, with sample sizes for a quick or a full run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from setlab.arguments import checked
from setlab.experiment.backends import Backend
from setlab.experiment.run import Result, make_spec, run
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store

SEED = 1
"""The seed of every experiment, except where two samples must be independent."""


def never() -> bool:
    """False: the run is not to be stopped."""
    return False


@checked
@dataclass(frozen=True)
class Runner:
    """Runs experiments for items; a `full` run has at least the sample sizes of the sources."""

    full: bool = False
    store: Store | None = None
    threads: int | None = None
    backend: Backend | None = None
    stopped: Callable[[], bool] = never
    seed: int = SEED
    remembered: dict[tuple[str, int], Result] = field(default_factory=dict, compare=False, repr=False)

    @checked
    def run(self, kernel: str, quick: float, full: float, seed: int | None = None, **parameters: Any) -> Result:
        """The result of a kernel with the quick or the full number of trials, remembered for other items.

        Runs with the same seed deal the same cards: samples that are compared with each other need different seeds.
        """
        spec = make_spec(kernel, parameters, self.seed if seed is None else seed)
        key = spec.id, int(full if self.full else quick)
        if key not in self.remembered:
            self.remembered[key] = self._run(spec, key[1])
        return self.remembered[key]

    def _run(self, spec: Spec, trials: int) -> Result:
        result = run(spec, trials, threads=self.threads, backend=self.backend, store=self.store, stopped=self.stopped)
        if not result.complete:
            raise KeyboardInterrupt
        return result

    @checked
    def game(self, quick: float, full: float, seed: int | None = None, **parameters: Any) -> Result:
        """The result of whole games, from the shuffled deck to the cards left."""
        return self.run("endgame", quick, full, seed, **parameters)
