"""`Guard`: the parameters of one function, and what fits each of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from setlab.arguments.kinds import DIMENSION, PLAIN, Misfit, kind_of

SAME = ("dimension", "d", "space")
"""Names of one thing: a function that has one of these parameters takes it under the other names as well."""


class Guard:
    """The arguments of a function, fitted to its annotations.

    A dimension may also be given as `d` or as `space`, and by a `Space` where a number is wanted.

    >>> def power(base: int, exponent: int = 2) -> int: ...
    >>> Guard(power).fitted((3,))
    [3]
    >>> Guard(power).fitted((3, "4"))
    Traceback (most recent call last):
    TypeError: power: exponent must be an integer, not '4'
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        inner = inspect.unwrap(function)
        self.name = _called_name(inner)
        self.parameters = inspect.signature(inner).parameters
        self.kinds = {name: kind_of(p.annotation, inner.__globals__) for name, p in self.parameters.items()}
        if self.kinds.get("dimension") is PLAIN[int]:
            self.kinds["dimension"] = DIMENSION
        if "self" in self.kinds:  # a method that is called on its class, as in Deck.deal(12)
            self.kinds["self"] = kind_of(_class_of(inner), inner.__globals__)
        self.order = [name for name, p in self.parameters.items() if p.kind <= p.POSITIONAL_OR_KEYWORD]
        self.positional = [self.kinds[name] for name in self.order]
        self.rest = _named(self.parameters, inspect.Parameter.VAR_POSITIONAL)
        self.others = _named(self.parameters, inspect.Parameter.VAR_KEYWORD)

    def fitted(self, args: tuple[Any, ...]) -> list[Any]:
        """The positional arguments, each as its parameter wants it; too many are left for Python to refuse."""
        fitted = list(args)
        for i, kind in enumerate(self.positional[: len(args)]):
            if kind is not None and type(args[i]) not in kind.exact:
                fitted[i] = self.fit(self.order[i], args[i])
        for i in range(len(self.order), len(args)):
            fitted[i] = self.fit(self.rest, args[i])
        return fitted

    def fitted_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments given by name; unknown names are left for Python to refuse."""
        fitted = dict[str, Any]()
        for name, value in options.items():
            own = self.own_name(name)
            fitted[own] = self.fit(own if own in self.kinds else self.others, value, name)
        if len(fitted) < len(options):
            given = " and ".join(name for name in options if name in SAME)
            raise TypeError(f"{self.name}: {given} are one argument: give one of them")
        return fitted

    def own_name(self, name: str) -> str:
        """The name that the function has for an argument."""
        if name in SAME and name not in self.parameters:
            return next((own for own in SAME if own in self.parameters), name)
        return name

    def fit(self, parameter: str, value: Any, name: str | None = None) -> Any:
        """The argument as its parameter wants it; raise `TypeError` if it does not fit."""
        kind = self.kinds.get(parameter)
        if kind is None or value is self.parameters[parameter].default:
            return value
        try:
            return kind.of(value)
        except Misfit as misfit:
            raise TypeError(f"{self.name}: {misfit.about(name or parameter, kind)}") from None


def _called_name(function: Callable[..., Any]) -> str:
    """The name by which a user calls the function: that of the class for a constructor."""
    return function.__qualname__.rpartition("<locals>.")[2].removesuffix(".__init__").removesuffix(".__new__")


def _class_of(method: Callable[..., Any]) -> Any:
    """The class that a method belongs to; no annotation for a class inside of a function."""
    return method.__globals__.get(method.__qualname__.partition(".")[0], inspect.Parameter.empty)


def _named(parameters: Mapping[str, inspect.Parameter], kind: object) -> str:
    return next((name for name, p in parameters.items() if p.kind is kind), "")
