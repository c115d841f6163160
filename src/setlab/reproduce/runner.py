"""`Runner`: experiments for items. Runs go through the store; sample sizes follow the depth that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from setlab.experiment.run import Result, make_spec, run
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store
from setlab.notation import find_notation

SEED = 1
"""The seed of every experiment here, unless two samples must be independent; the same seed gives the same numbers."""


def never() -> bool:
    """Nobody asked to stop."""
    return False


@dataclass(frozen=True)
class Runner:
    """Runs experiments for items: `full` means at or above the sample sizes of the sources."""

    full: bool = False
    store: Store | None = None
    threads: int | None = None
    stopped: Callable[[], bool] = never
    seed: int = SEED
    remembered: dict[tuple[str, int], Result] = field(default_factory=dict, compare=False, repr=False)

    def run(self, kernel: str, quick: float, full: float, seed: int | None = None, **parameters: Any) -> Result:
        """The result of a kernel with as many trials as the depth asks for; it is remembered for other items.

        Two runs with the same seed deal the same cards: samples that are compared with each other need two seeds.
        """
        spec = make_spec(kernel, parameters, self.seed if seed is None else seed)
        key = spec.id, int(full if self.full else quick)
        if key not in self.remembered:
            self.remembered[key] = self._run(spec, key[1])
        return self.remembered[key]

    def _run(self, spec: Spec, trials: int) -> Result:
        result = run(spec, trials, threads=self.threads, store=self.store, stopped=self.stopped)
        if not result.complete:
            raise KeyboardInterrupt
        return result

    def game(self, quick: float, full: float, seed: int | None = None, **parameters: Any) -> Result:
        """The result of whole games."""
        return self.run("endgame", quick, full, seed, **parameters)


def command(result: Result) -> str:
    """The command line that repeats a run."""
    spec = result.spec
    given, defaults = (each.parameters.as_record() for each in (spec, make_spec(spec.kernel)))
    options = [
        f"{option.flag} {_text(name, given[name], given)}"
        for name, option in sorted(spec.parameters.options().items())
        if name in given and given[name] != defaults.get(name)
    ]
    return " ".join(
        [f"setlab simulate {spec.kernel}", *options, f"--trials {result.tally.trials}", f"--seed {spec.seed}"]
    )


def _text(name: str, value: Any, parameters: Mapping[str, Any]) -> str:
    """The value of an option; lost cards are written in the default notation."""
    if not isinstance(value, list):
        return str(value)
    if name != "lost":
        return ",".join(map(str, value))
    here = find_notation("thesis", parameters["dimension"], parameters["values"])
    return ",".join(here.digits(card) for card in value)
