"""Every public call of setlab, found by looking: the functions, constructors and methods of all names in `__all__`."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

import setlab
from tests.samples import instance_of, sample_for

VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True)
class Call:
    """A public function or method, with an object to call it on if it needs one."""

    name: str
    function: Callable[..., Any]

    @property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """The parameters whose type is stated."""
        found = inspect.signature(self.function).parameters
        return {name: p for name, p in found.items() if str(p.annotation) not in ("Any", "object")}

    def with_wrong(self, parameter: str, wrong: object) -> Any:
        """The result of the call with a wrong value of one parameter and valid values of all that are required."""
        parameters = inspect.signature(self.function).parameters
        required = {
            name: _sample(name, p.annotation, self.function)
            for name, p in parameters.items()
            if name != parameter and p.default is p.empty and p.kind not in VARIADIC
        }
        if parameters[parameter].kind is inspect.Parameter.VAR_POSITIONAL:
            return self.function(*required.values(), wrong)
        if parameters[parameter].kind is inspect.Parameter.VAR_KEYWORD:
            return self.function(**required, something=wrong)
        return self.function(**required, **{parameter: wrong})


def public_modules() -> list[ModuleType]:
    """The top package, and the packages that `dir(setlab)` shows."""
    named = [import_module(f"setlab.{name}") for name in dir(setlab) if inspect.ismodule(getattr(setlab, name))]
    return [setlab, *(module for module in named if module.__name__ != "setlab.plots")]


def public_calls() -> list[Call]:
    """All calls, each once, under the name by which it is first found."""
    calls: dict[Any, Call] = {}
    for module in public_modules():
        for name in module.__all__:
            for call in _calls_of(getattr(module, name), f"{module.__name__}.{name}"):
                calls.setdefault(_identity(call), call)
    return list(calls.values())


def public_classes() -> list[type]:
    """All public classes that can be made and are not exceptions."""
    found = (getattr(module, name) for module in public_modules() for name in module.__all__)
    return list(dict.fromkeys(thing for thing in found if _is_own_class(thing)))


def _sample(name: str, annotation: str, function: Callable[..., Any]) -> Any:
    """A valid value: the first choice of a `Literal` or an enumeration, else a sample for the annotation."""
    inner = inspect.unwrap(function.__init__ if inspect.isclass(function) else function)
    named = getattr(inner, "__globals__", {}).get(annotation)
    if get_origin(named) is Literal:
        return get_args(named)[0]
    if inspect.isclass(named) and issubclass(named, enum.Enum):
        return next(iter(named))
    return sample_for(name, annotation, named)


def _identity(call: Call) -> object:
    own = getattr(call.function, "__self__", None)
    return inspect.unwrap(getattr(call.function, "__func__", call.function)), type(own).__name__


def _calls_of(thing: Any, name: str) -> Iterator[Call]:
    if _is_own_class(thing):
        yield from _calls_of_class(thing, name)
    elif inspect.isfunction(inspect.unwrap(thing) if callable(thing) else thing):
        yield Call(name, thing)


def _calls_of_class(class_: type, name: str) -> Iterator[Call]:
    if inspect.signature(class_).parameters:
        yield Call(name, class_)
    for attribute in dir(class_):
        found = inspect.getattr_static(class_, attribute)
        if attribute in getattr(class_, "__dataclass_fields__", ()):  # a function that users give
            continue
        if not _is_ours(found) or (attribute.startswith("_") and attribute != "__call__"):
            continue
        if isinstance(found, classmethod | staticmethod):
            yield Call(f"{name}.{attribute}", getattr(class_, attribute))
        elif len(inspect.signature(found).parameters) > 1:
            yield Call(f"{name}.{attribute}", getattr(instance_of(class_), attribute))


def _is_ours(attribute: Any) -> bool:
    function = getattr(attribute, "__func__", attribute)
    return inspect.isfunction(function) and inspect.unwrap(function).__module__.startswith("setlab.")


def _is_own_class(thing: Any) -> bool:
    """True for classes of setlab whose objects users make or get; the rest belongs to the language."""
    if not inspect.isclass(thing) or not thing.__module__.startswith("setlab."):
        return False
    return not issubclass(thing, BaseException | enum.Enum) and not getattr(thing, "_is_protocol", False)
