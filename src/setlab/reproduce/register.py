"""Items: each claim of a source with the function that gathers evidence about it, and the experiments behind that.

A module of a source registers its functions under the ids of their claims:

    @evidence("D1.scent", commands=["setlab cards --notation antiset --dimension 5"])
    def fifth_attribute(claim: Claim) -> Values:
        '''The number of cards with five attributes.

        Every combination of values of the five attributes occurs on exactly one card.
        '''
        ...

The docstring begins with what the function does; the rest of it is the reason that a report gives for the verdict. The
package of a source is imported when the first of its items is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import Any, TypeVar

from setlab.arguments import checked
from setlab.errors import SpecError, quote
from setlab.experiment.backends import Backend
from setlab.experiment.result import Result
from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store
from setlab.reproduce.evidence import Check, Checks, ClaimEvidence, Figures, Resolution, Statement, Values
from setlab.reproduce.judgement import Finding, judge
from setlab.sources import Claim, Source, claims, source_of

SEED = 1
"""The seed of every experiment, except where two samples must be independent."""

REPEAT = "setlab reproduce {id}"
"""The command that repeats the evidence about a claim."""

Found = ClaimEvidence | Check | Checks | Values
Gatherer = TypeVar("Gatherer", bound=Callable[..., Found])
Kind = TypeVar("Kind", bound=ClaimEvidence)

_GATHERERS: dict[str, tuple[Callable[..., Found], Sequence[str]]] = {}


def evidence(*ids: str, commands: Sequence[str] = ()) -> Callable[[Gatherer], Gatherer]:
    """Register a function that gathers evidence about claims; it takes `claim`, `runner`, both or neither.

    It returns `ClaimEvidence`, or the values of the figures; or it yields the checks of a statement or an answer, and
    may then return the rest of the evidence. The results that it asks the runner for become part of the evidence.
    """

    def register(gather: Gatherer) -> Gatherer:
        for name in ids:
            if name in _GATHERERS:
                raise ValueError(f"two functions gather evidence about {name}: {_GATHERERS[name][0]} and {gather}")
            _GATHERERS[name] = gather, commands
        return gather

    return register


def complete(found: Found, name: str, reason: str, commands: Sequence[str]) -> ClaimEvidence:
    """Evidence about a claim, with the reason unless it has one, and with the commands before its own."""
    if isinstance(found, Mapping):
        found = Figures(values=found)
    elif not isinstance(found, ClaimEvidence):
        found = Statement(found) if isinstance(found, Check) else _with_checks(found)
    every = tuple(command.replace("{id}", name) for command in (*commands, *found.commands))
    return replace_fields(found, why=found.why or reason, commands=every)


def replace_fields(found: Kind, **fields: Any) -> Kind:
    """The evidence with other fields, also of classes whose `__init__` takes the checks one by one."""
    whole = copy(found)
    vars(whole).update(fields)
    return whole


def _with_checks(found: Checks) -> Statement | Resolution:
    """The statement or the answer that a function returns, with the checks that it yields."""
    rest: Statement | Resolution | None = None

    def checks() -> Checks:
        nonlocal rest
        rest = yield from found

    every = tuple(checks())
    return replace_fields(rest or Statement(), checks=every)


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
    used: dict[tuple[str, int], Result] = field(init=False, default_factory=dict, compare=False, repr=False)
    """The results that this runner has given, in the order in which they were asked for."""

    def run(self, kernel: str, quick: float, full: float, seed: int | None = None, **parameters: Any) -> Result:
        """The result of a kernel with the quick or the full number of trials, remembered for other items.

        Runs with the same seed deal the same cards: samples that are compared with each other need different seeds.
        """
        spec = make_spec(kernel, parameters, self.seed if seed is None else seed)
        key = spec.id, int(full if self.full else quick)
        if key not in self.remembered:
            self.remembered[key] = self._run(spec, key[1])
        return self.used.setdefault(key, self.remembered[key])

    def _run(self, spec: Spec, trials: int) -> Result:
        result = run(spec, trials, threads=self.threads, backend=self.backend, store=self.store, stopped=self.stopped)
        if not result.complete:
            raise KeyboardInterrupt
        return result

    def game(self, quick: float, full: float, seed: int | None = None, **parameters: Any) -> Result:
        """The result of whole games, from the shuffled deck to the cards left."""
        return self.run("endgame", quick, full, seed, **parameters)


@checked
@dataclass(frozen=True)
class Item:
    """A claim of a source, ready to be judged."""

    claim: Claim

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.claim.id

    @property
    def source(self) -> Source:
        """The source of the claim."""
        return source_of(self.claim.id)

    def gather(self, runner: Runner) -> ClaimEvidence:
        """Gather evidence about the claim."""
        _import_evidence(self.source.key)
        gather, commands = _GATHERERS[self.id]
        own = replace(runner)  # which has given no results yet
        given = {"claim": self.claim, "runner": own}
        found = gather(**{name: given[name] for name in signature(gather).parameters})
        _, _, reason = (gather.__doc__ or "").partition("\n\n")
        whole = complete(found, self.id, " ".join(reason.split()), commands)
        return replace_fields(whole, results=whole.results or tuple(own.used.values()))

    def judge(self, runner: Runner) -> Finding:
        """Gather evidence about the claim, and judge it."""
        return judge(self.claim, self.gather(runner))


@cache
def _import_evidence(source: str) -> None:
    """Import all modules of the package of a source, so that their functions are registered."""
    package = import_module(f"setlab.reproduce.{source.replace('-', '_')}")
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")


@cache
def items() -> tuple[Item, ...]:
    """Every claim of every source, in the order of the sources."""
    return tuple(map(Item, claims()))


@checked
def find_items(names: Sequence[str]) -> tuple[Item, ...]:
    """The items with these ids, subjects or sources (A11 finds A11.table9); all items if no name is given."""
    every = items()
    if not names:
        return every
    for name in names:
        if not any(matches(item, name) for item in every):
            known = ", ".join(dict.fromkeys(item.claim.part for item in every))
            raise SpecError(f"{quote(name)} is not an item: choose from {known}, or one such as {every[0].id}")
    return tuple(item for item in every if any(matches(item, name) for name in names))


def matches(item: Item, name: str) -> bool:
    """True if the name is the id, the subject or the source of the item."""
    wanted = name.strip().lower()
    return wanted in (item.id.lower(), item.claim.part.lower(), item.source.letter.lower(), item.source.key)
