"""An engine as the conformance suite sees it: what to ask it, and what its answers must say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import strategies as st

from setlab import _core
from tests.conformance.stub import OPTIONS, Parameters, declared, defined

Arguments = dict[str, Any]
Call = tuple[str, Arguments]

THREADS = (1, 3)


@dataclass(frozen=True)
class Session:
    """How an object of a class is made, and what it is asked then: methods (or properties) with their arguments."""

    constructor: Arguments
    calls: list[Call] = field(default_factory=list)


def as_it_is(answer: Any, asked: Any) -> Any:
    """The answer itself: nothing is left to choose."""
    return answer


@dataclass(frozen=True)
class Engine:
    """One function or class of the compiled core, or of another module, `home`, that builds on it.

    `arguments` is a strategy of keyword arguments; for a class, of sessions. Where the definition leaves a choice
    (which collection stands for its orbit, which of the best is shown), `meaning(answer, arguments)` must agree.
    """

    name: str
    arguments: st.SearchStrategy[Any]
    meaning: Callable[[Any, Any], Any] = as_it_is
    examples: int = 40
    home: ModuleType = _core

    def __str__(self) -> str:
        return self.name


def parameters_of(engine: Engine) -> dict[str, Parameters]:
    """The parameters of a function, under the name "", or of the methods of a class."""
    if engine.home is not _core:
        return {"": defined(getattr(engine.home, engine.name))}
    ours = {name.partition(".")[::2]: parameters for name, parameters in declared().items()}
    return {method: parameters for (owner, method), parameters in ours.items() if owner == engine.name}


def options_to_try(engine: Engine) -> Iterator[Arguments]:
    """All settings that must not change an answer: instruction sets and numbers of threads."""
    known = {"isa": _core.isas(), "threads": THREADS}
    names = sorted({name for parameters in parameters_of(engine).values() for name in parameters} & OPTIONS)
    return (dict(zip(names, values, strict=True)) for values in product(*(known[each] for each in names)))


def answer_of(module: Any, name: str, asked: Any, options: Arguments) -> Any:
    """What the core or the reference answers, as plain values."""
    if not isinstance(asked, Session):
        return plain(getattr(module, name)(**asked, **options))
    made = getattr(module, name)(**asked.constructor, **accepted(f"{name}.__init__", options))
    return [plain(_ask(made, name, call, options)) for call in asked.calls]


def accepted(name: str, options: Arguments) -> Arguments:
    """The options that a method takes."""
    return {option: value for option, value in options.items() if option in declared()[name]}


def _ask(made: Any, name: str, call: Call, options: Arguments) -> Any:
    method, arguments = call
    attribute = getattr(made, method)
    return attribute(**arguments, **accepted(f"{name}.{method}", options)) if callable(attribute) else attribute


def plain(answer: Any) -> Any:
    """An answer in lists, dictionaries, numbers and strings."""
    if isinstance(answer, np.ndarray | np.generic):
        return answer.tolist()
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items()}
    return [plain(part) for part in answer] if isinstance(answer, list | tuple) else answer
