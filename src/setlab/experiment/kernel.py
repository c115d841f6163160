"""`Kernel`: the one value by which something that can be simulated is registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.shape import Shapes
from setlab.experiment.spec import canonical

Parameters = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What an engine or a twin gives for a range of trials: histograms, and the numbers of the rare trials."""

    histograms: Mapping[str, Mapping[str, int]]
    rare: tuple[int, ...] = ()


@dataclass(frozen=True)
class Estimate:
    """One number that a tally estimates, with its interval if it has one, and the exact value where it is known."""

    value: float
    low: float | None
    high: float | None
    count: int | None = None
    exact: float | None = None


Estimates = Mapping[str, Mapping[str, Estimate]]
Run = Callable[[Parameters, int, int, int, int | None], Outcome]
"""(parameters, seed, first, trials, threads) → outcome."""


@dataclass(frozen=True)
class Kernel:
    """A thing to simulate.

    `normalise` checks the parameters and completes them; what it returns goes into the spec. `engine` is the
    compiled core, `twin` the plain Python in which the definition can be read. `estimate` turns histograms and
    the number of trials into estimates at a confidence. `shapes` says which histograms a tally has, with which keys,
    and what they add up to; it refuses parameters that `normalise` cannot have returned. `options` names the
    parameters that a user may give, `main` the estimates to show first; `numbers` are those that are no shares,
    `titles` what they are called. `describe` says of a rare trial what is rare about it, and which cards it left.
    """

    name: str
    version: int
    what: str
    options: tuple[str, ...]
    normalise: Callable[[Mapping[str, Any]], Parameters]
    engine: Run
    twin: Run
    estimate: Callable[[Parameters, Mapping[str, Mapping[str, int]], int, float], Estimates]
    shapes: Callable[[Parameters], Shapes]
    main: str
    numbers: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    describe: Callable[[Parameters, int, int], tuple[str, tuple[int, ...]]] | None = None


def check_normal(parameters: Parameters, normalise: Callable[[Mapping[str, Any]], Parameters]) -> None:
    """Raise `SpecError` unless the parameters are as `normalise` returns them."""
    if canonical(normalise(parameters)) != canonical(parameters):
        raise SpecError("they are not checked and complete")
