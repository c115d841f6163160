"""`Guard`: the parameters of one function, and the values that fit each of them.

A kind of values says which values fit an annotation, in which words a message asks for them, and how a near value is
converted.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from numbers import Rational, Real
from operator import index
from os import PathLike
from typing import Any

from setlab.errors import show_value


class WrongArgument(Exception):
    """A value does not fit; `part` is its place in the argument, and `kind` the kind wanted there."""

    def __init__(self, value: object, part: str = "", kind: ArgumentKind | None = None) -> None:
        super().__init__(value, part)
        self.value, self.part, self.kind = value, part, kind

    def inside(self, part: str, kind: ArgumentKind) -> WrongArgument:
        """The misfit as one of a part of a larger value."""
        return WrongArgument(self.value, f"{part}{self.part}", self.kind or kind)

    def about(self, name: str, kind: ArgumentKind) -> str:
        """The sentence about the argument of this name."""
        return f"{name}{self.part} must be {(self.kind or kind).words}, not {show_value(self.value)}"


@dataclass(frozen=True)
class ArgumentKind:
    """A kind of values in words, and the function that gives a value of the kind or raises `WrongArgument`.

    Values whose type is among `exact` fit unchecked; most arguments do.
    """

    words: str
    of: Callable[[Any], Any]
    exact: frozenset[type] = frozenset()


def kind_of(annotation: Any, names: Mapping[str, Any]) -> ArgumentKind | None:
    """The kind that an annotation describes; None if it admits every value.

    >>> kind_of("int | None", {}).words, kind_of("Sequence[str]", {"Sequence": Sequence}).words
    ('an integer or None', 'a sequence of texts')
    """
    if isinstance(annotation, str):
        annotation = _evaluate(annotation, {**FOR_TYPE_CHECKERS, **names})
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _one_of([kind_of(part, names) for part in parts])
    if origin is typing.Literal:
        return _literal(parts)
    if origin is Callable:
        return ArgumentKind("a function", _where(callable))
    if origin is not None:
        return _generic(origin, [kind_of(part, names) for part in parts if part is not ...], ... in parts)
    return _instance(annotation) if isinstance(annotation, type) else None


def _evaluate(annotation: str, names: dict[str, Any]) -> Any:
    """The value of an annotation. A class that its module imports for type checkers alone is known by its name."""
    try:
        return eval(annotation, names)  # the text of one of the library's own signatures
    except NameError as error:
        missing = str(error.name)
        return _evaluate(annotation, {**names, missing: type(missing, (NotLoaded,), {})})


def integer(value: Any) -> int:
    """The value as an int; bools and floats do not fit.

    >>> integer(5)
    5
    """
    if isinstance(value, int):
        if isinstance(value, bool):
            raise WrongArgument(value)
        return value
    try:
        return index(value)
    except TypeError:
        raise WrongArgument(value) from None


def _where(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """The function that gives back a value that fits, and raises `WrongArgument` for any other."""

    def of(value: Any) -> Any:
        if fits(value):
            return value
        raise WrongArgument(value)

    return of


def _is_real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _truth(value: Any) -> bool:
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":  # NumPy's, which is not loaded here
        return bool(value)
    raise WrongArgument(value)


def _is_several(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, str | bytes | Mapping)


def _one_of(kinds: Sequence[ArgumentKind | None]) -> ArgumentKind | None:
    """The kind of a union: a value is converted to the first member that it fits."""
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(kinds):
        return None

    def of(value: Any) -> Any:
        closest = WrongArgument(value)
        for kind in known:
            try:
                return kind.of(value)
            except WrongArgument as misfit:
                closest = misfit if misfit.part else closest
        raise closest

    exact = frozenset[type]().union(*(kind.exact for kind in known))
    return ArgumentKind(" or ".join(kind.words for kind in known), of, exact)


def _literal(choices: tuple[Any, ...]) -> ArgumentKind:
    def fits(value: Any) -> bool:  # an array, compared with a choice, is no truth value
        return any(isinstance(value, type(c)) and value == c for c in choices)

    return ArgumentKind(" or ".join(map(repr, choices)), _where(fits))


def _instance(class_: type) -> ArgumentKind | None:
    """The instances of a class; for a path also a text, and for a member of an enumeration its value."""
    if issubclass(class_, Enum):
        return ArgumentKind(" or ".join(repr(member.value) for member in class_), _member_of(class_))
    if issubclass(class_, PathLike):
        return ArgumentKind("a path", _where(lambda value: isinstance(value, str | PathLike)))
    if issubclass(class_, Rational):
        is_fraction = _where(lambda value: isinstance(value, Rational) and not isinstance(value, bool))
        return ArgumentKind("a fraction", is_fraction)
    if getattr(class_, "_is_protocol", False) and not getattr(class_, "_is_runtime_protocol", False):
        return None
    if issubclass(class_, NotLoaded):
        fits = _where(lambda value: any(c.__name__ == class_.__name__ for c in type(value).__mro__))
        return ArgumentKind(_with_article(class_), fits)
    return ArgumentKind(_with_article(class_), _where(lambda value: isinstance(value, class_)), frozenset({class_}))


def _with_article(class_: type) -> str:
    return f"{'an' if class_.__name__[0] in 'AEIO' else 'a'} {class_.__name__}"


def _member_of(class_: type[Enum]) -> Callable[[Any], Any]:
    def of(value: Any) -> Any:
        try:
            return class_(value)
        except ValueError:
            raise WrongArgument(value) from None

    return of


def _generic(origin: Any, parts: list[ArgumentKind | None], any_length: bool) -> ArgumentKind | None:
    if issubclass(origin, Mapping):
        key, *item = parts  # a Counter names its keys
        return ArgumentKind("a mapping", _mapping(key, item[0] if item else None))
    if origin is tuple and not any_length:
        return _tuple(parts)
    if issubclass(origin, Iterable) and not issubclass(origin, Iterator):
        return _several(origin, parts[0])
    return _instance(origin)


def _mapping(key: ArgumentKind | None, item: ArgumentKind | None) -> Callable[[Any], Any]:
    def of(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise WrongArgument(value)
        for name in () if _all_exact(key, value) else value:
            _part(key, name, " has a key, which")
        for name, content in () if _all_exact(item, value.values()) else value.items():
            _part(item, content, f"[{show_value(name)}]")
        return value

    return of


def _tuple(parts: list[ArgumentKind | None]) -> ArgumentKind:
    """A tuple of fixed length, or another sequence in its place."""

    def of(value: Any) -> Any:
        if not _is_several(value) or not isinstance(value, Sequence) or len(value) != len(parts):
            raise WrongArgument(value)
        return tuple(_part(kind, x, f"[{i}]") for i, (kind, x) in enumerate(zip(parts, value, strict=True)))

    return ArgumentKind(f"a tuple of length {len(parts)}", of)


def _several(origin: Any, item: ArgumentKind | None) -> ArgumentKind:
    """A collection. Where a sequence is wanted, sets, arrays and iterators are put into one."""
    ordered = issubclass(origin, Sequence)
    wanted = Sequence if ordered else Iterable

    def of(value: Any) -> Any:
        if not _is_several(value) or getattr(value, "ndim", 1) == 0:
            raise WrongArgument(value)
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, Iterator) or not isinstance(value, tuple if origin is tuple else wanted):
            value = tuple(value)
        return value if item is None else _items(value, item)

    members = f" of {_plural(item.words)}" if item else ""
    return ArgumentKind(("a sequence" if ordered else "a collection") + members, of)


def _items(value: Any, item: ArgumentKind) -> Any:
    """The collection with its members as the kind wants them."""
    if isinstance(value, list | tuple | set | frozenset) and not _all_exact(item, value):
        items = [_part(item, x, f"[{i}]") for i, x in enumerate(value)]
        return value if all(map(lambda new, old: new is old, items, value)) else type(value)(items)
    for first in () if isinstance(value, list | tuple | set | frozenset) else value:
        _part(item, first, "[0]")  # the members of a range or a collection of cards are all of one kind
        break
    return value


def _all_exact(kind: ArgumentKind | None, values: Iterable[Any]) -> bool:
    """True if all values need no look."""
    return kind is None or kind.exact.issuperset(map(type, values))


def _part(kind: ArgumentKind | None, value: Any, part: str) -> Any:
    try:
        return value if kind is None else kind.of(value)
    except WrongArgument as misfit:
        assert kind is not None
        raise misfit.inside(part, kind) from None


def _plural(words: str) -> str:
    """The words for several values of a kind: 'integers' for 'an integer'."""
    bare = [word.removeprefix("an ").removeprefix("a ") for word in words.split(" or ")]
    return words if any(" " in word for word in bare) else " or ".join(f"{word}s" for word in bare)


class Array:
    """Stands for the arrays of NumPy, which signatures name and nothing here loads."""

    def __class_getitem__(cls, item: object) -> type[Array]:
        return cls


PLAIN: dict[Any, ArgumentKind | None] = {
    Any: None,
    inspect.Parameter.empty: None,
    object: None,
    type(None): ArgumentKind("None", _where(lambda value: value is None), frozenset({type(None)})),
    int: ArgumentKind("an integer", integer, frozenset({int})),
    typing.SupportsIndex: ArgumentKind("an integer", integer, frozenset({int})),
    float: ArgumentKind("a number", _where(_is_real), frozenset({float, int})),
    bool: ArgumentKind("True or False", _truth, frozenset({bool})),
    str: ArgumentKind("a text", _where(lambda value: isinstance(value, str)), frozenset({str})),
    Array: ArgumentKind("an array", _where(_is_several)),
}


def _dimension(value: Any) -> int:
    """The dimension, also of a space: anything with `d` and `q` is a space, since the geometry is not loaded here."""
    return integer(value.d if hasattr(value, "d") and hasattr(value, "q") else value)


DIMENSION = ArgumentKind("an integer or a Space", _dimension, frozenset({int}))


class NotLoaded:
    """Stands for a class of a higher level: its instances are known by the name of their class."""


class _Arrays:
    """A stand-in for NumPy: each of its names in a signature is a kind of array."""

    def __getattr__(self, name: str) -> type[Array]:
        return Array


FOR_TYPE_CHECKERS: dict[str, Any] = {"np": _Arrays(), "NDArray": Array}
"""Names that signatures use and that modules import for type checkers alone."""


SAME = ("dimension", "d", "space")
"""Names of one thing: a function that has one of these parameters takes it under the other names as well."""


class Guard:
    """The arguments of a function, fitted to its annotations.

    A dimension may also be given as `d` or as `space`, and by a `Space` where a number is wanted.

    >>> def power(base: int, exponent: int = 2) -> int: ...
    >>> Guard(power).fit_args((3,))
    [3]
    >>> Guard(power).fit_args((3, "4"))
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
        self.rest = _parameter_of_kind(self.parameters, inspect.Parameter.VAR_POSITIONAL)
        self.others = _parameter_of_kind(self.parameters, inspect.Parameter.VAR_KEYWORD)

    def fit_args(self, args: tuple[Any, ...]) -> list[Any]:
        """The positional arguments, each as its parameter wants it; too many are left for Python to refuse."""
        fitted = list(args)
        for i, kind in enumerate(self.positional[: len(args)]):
            if kind is not None and type(args[i]) not in kind.exact:
                fitted[i] = self.fit(self.order[i], args[i])
        for i in range(len(self.order), len(args)):
            fitted[i] = self.fit(self.rest, args[i])
        return fitted

    def fit_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
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
        except WrongArgument as misfit:
            raise TypeError(f"{self.name}: {misfit.about(name or parameter, kind)}") from None


def _called_name(function: Callable[..., Any]) -> str:
    """The name by which a user calls the function; for a constructor, the name of the class."""
    return function.__qualname__.rpartition("<locals>.")[2].removesuffix(".__init__").removesuffix(".__new__")


def _class_of(method: Callable[..., Any]) -> Any:
    """The class that a method belongs to; no annotation for a class inside of a function."""
    return method.__globals__.get(method.__qualname__.partition(".")[0], inspect.Parameter.empty)


def _parameter_of_kind(parameters: Mapping[str, inspect.Parameter], kind: object) -> str:
    return next((name for name, p in parameters.items() if p.kind is kind), "")
