"""`Kernel`: the one value by which something that can be simulated is declared.

The command line reads the options of a kernel from it, the store the histograms that it believes, the report and the
figures the titles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, Protocol, TypeVar

from setlab.errors import SpecError, did_you_mean, join_names, quote
from setlab.experiment.estimate import Quantity
from setlab.experiment.parameters import Parameters
from setlab.experiment.tally import Counts, Histograms

P = TypeVar("P", bound=Parameters)


@dataclass(frozen=True)
class Rare:
    """A rare trial, what is rare about it, and the cards it left; without words until it is described."""

    trial: int
    what: str = ""
    cards: tuple[int, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The result of an engine for a range of trials: histograms, and the rare trials."""

    histograms: Mapping[str, Counts]
    rare: tuple[Rare, ...] = ()


Contravariant = TypeVar("Contravariant", bound=Parameters, contravariant=True)


class Engine(Protocol[Contravariant]):
    """Plays a range of trials."""

    def __call__(
        self, p: Contravariant, /, seed: int, first: int, trials: int, threads: int | None = None
    ) -> Outcome: ...


class GpuTrials(Protocol):
    """The trials of one spec on one GPU."""

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of the trials first … first + trials − 1."""
        ...

    def describe(self, rare: tuple[Rare, ...]) -> tuple[Rare, ...]:
        """The same trials, each with what is rare about it."""
        ...


@dataclass(frozen=True)
class Panel:
    """One pair of axes in a kernel's figure: the quantity that is drawn, how, and the labels of the axes.

    `lines` are functions of x to compare with, by label, and `names` are words for all values that x can have. Where a
    run lacks the quantity, its main quantity is drawn.
    """

    quantity: str
    x_label: str
    y_label: str
    kind: Literal["bars", "curve"] = "bars"
    log: bool = False
    percent: bool = False
    lines: Mapping[str, Callable[[int], Fraction]] | None = None
    names: Mapping[int, str] | None = None


@dataclass(frozen=True)
class Figure:
    """The figure of a kernel: its title, and its panels from left to right."""

    title: str
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class Kernel(Generic[P]):
    """Something that can be simulated.

    `parameters` declares the parameters with their options. `engine` plays the trials first … first + trials − 1 of a
    seed; `gpu` makes the trials of a seed on a device, where the kernel has an engine for GPUs. `histograms` declares
    the histograms that this gives, and `quantities` what they estimate; both depend on the parameters. `main` is the
    quantity that is shown first. `describe` gives the reason why a trial is rare and the cards it left, `count_rare`
    the number of rare trials in a tally; a result lists them if `lists_rare`. `repeat` gives the command line for a
    seed, a number of trials and the first one, where it is not that of `simulate`. `impossible` names for a quantity
    the values that are proved not to occur: figures keep their places.
    """

    name: str
    parameters: type[P]
    engine: Engine[P]
    histograms: Callable[[P], Histograms]
    quantities: Callable[[P], Mapping[str, Quantity]]
    main: str
    figure: Figure
    gpu: Callable[[Any, P, int], GpuTrials] | None = None
    describe: Callable[[P, int, int], tuple[str, tuple[int, ...]]] | None = None
    count_rare: Callable[[P, Mapping[str, Counts]], int] = lambda p, histograms: 0
    lists_rare: bool = False
    repeat: Callable[[P, int, int, int], str] | None = None
    impossible: Callable[[P], Mapping[str, tuple[int, ...]]] = lambda p: {}
    version: int = 1

    def complete(self, given: Mapping[str, Any]) -> P:
        """The parameters, from the values that a user gives; a name that the kernel does not have is refused."""
        options = tuple(self.parameters.options())
        for name in given:
            if name not in options:
                takes = f"{self.name} takes {join_names(options, 'and') if options else 'none'}"
                hint = " ".join(filter(None, (did_you_mean(name, options), takes)))
                raise SpecError(f"{quote(str(name))} is not a parameter of {self.name}: {hint}")
        return self.parameters.complete(given)
