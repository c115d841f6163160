"""Kinds of values: what fits an annotation, in which words a message asks for it, and how a near value is converted."""

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

from setlab.errors import shown


class Misfit(Exception):
    """A value does not fit; `part` says where it stands in the argument, and `kind` what is wanted there."""

    def __init__(self, value: object, part: str = "", kind: Kind | None = None) -> None:
        super().__init__(value, part)
        self.value, self.part, self.kind = value, part, kind

    def inside(self, part: str, kind: Kind) -> Misfit:
        """The misfit as one of a part of a larger value."""
        return Misfit(self.value, f"{part}{self.part}", self.kind or kind)

    def about(self, name: str, kind: Kind) -> str:
        """The sentence about the argument of this name."""
        return f"{name}{self.part} must be {(self.kind or kind).words}, not {shown(self.value)}"


@dataclass(frozen=True)
class Kind:
    """A kind of values in words, and the function that gives a value of the kind or raises `Misfit`.

    Values whose type is among `exact` need no look: most arguments are of the type that is wanted.
    """

    words: str
    of: Callable[[Any], Any]
    exact: frozenset[type] = frozenset()


def kind_of(annotation: Any, names: Mapping[str, Any]) -> Kind | None:
    """The kind that an annotation describes; None if it admits every value.

    >>> kind_of("int | None", {}).words, kind_of("Sequence[str]", {"Sequence": Sequence}).words
    ('an integer or None', 'a sequence of texts')
    """
    if isinstance(annotation, str):
        annotation = _evaluated(annotation, {**FOR_TYPE_CHECKERS, **names})
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _one_of([kind_of(part, names) for part in parts])
    if origin is typing.Literal:
        return _literal(parts)
    if origin is Callable:
        return Kind("a function", _where(callable))
    if origin is not None:
        return _generic(origin, [kind_of(part, names) for part in parts if part is not ...], ... in parts)
    return _instance(annotation) if isinstance(annotation, type) else None


def _evaluated(annotation: str, names: dict[str, Any]) -> Any:
    """The value of an annotation. A class that its module imports for type checkers alone is known by its name."""
    try:
        return eval(annotation, names)  # the text of one of the library's own signatures
    except NameError as error:
        missing = str(error.name)
        return _evaluated(annotation, {**names, missing: type(missing, (NotLoaded,), {})})


def integer(value: Any) -> int:
    """The value as an int; bools and floats do not fit.

    >>> integer(5)
    5
    """
    if isinstance(value, int):
        if isinstance(value, bool):
            raise Misfit(value)
        return value
    try:
        return index(value)
    except TypeError:
        raise Misfit(value) from None


def _where(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """The function that gives back a value that fits, and raises `Misfit` for any other."""

    def of(value: Any) -> Any:
        if fits(value):
            return value
        raise Misfit(value)

    return of


def _is_real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _truth(value: Any) -> bool:
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":  # that of NumPy, which is not loaded here
        return bool(value)
    raise Misfit(value)


def _is_several(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, str | bytes | Mapping)


def _one_of(kinds: Sequence[Kind | None]) -> Kind | None:
    """The kind of a union: that of the first member that the value fits."""
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(kinds):
        return None

    def of(value: Any) -> Any:
        closest = Misfit(value)
        for kind in known:
            try:
                return kind.of(value)
            except Misfit as misfit:
                closest = misfit if misfit.part else closest
        raise closest

    return Kind(" or ".join(kind.words for kind in known), of, frozenset().union(*(kind.exact for kind in known)))


def _literal(choices: tuple[Any, ...]) -> Kind:
    def fits(value: Any) -> bool:  # an array, compared with a choice, is no truth value
        return any(isinstance(value, type(c)) and value == c for c in choices)

    return Kind(" or ".join(map(repr, choices)), _where(fits))


def _instance(class_: type) -> Kind | None:
    """The instances of a class; for a path also a text, and for a member of an enumeration its value."""
    if issubclass(class_, Enum):
        return Kind(" or ".join(repr(member.value) for member in class_), _member_of(class_))
    if issubclass(class_, PathLike):
        return Kind("a path", _where(lambda value: isinstance(value, str | PathLike)))
    if issubclass(class_, Rational):
        return Kind("a fraction", _where(lambda value: isinstance(value, Rational) and not isinstance(value, bool)))
    if getattr(class_, "_is_protocol", False) and not getattr(class_, "_is_runtime_protocol", False):
        return None
    if issubclass(class_, NotLoaded):
        fits = _where(lambda value: any(c.__name__ == class_.__name__ for c in type(value).__mro__))
        return Kind(_with_article(class_), fits)
    return Kind(_with_article(class_), _where(lambda value: isinstance(value, class_)), frozenset({class_}))


def _with_article(class_: type) -> str:
    return f"{'an' if class_.__name__[0] in 'AEIO' else 'a'} {class_.__name__}"


def _member_of(class_: type[Enum]) -> Callable[[Any], Any]:
    def of(value: Any) -> Any:
        try:
            return class_(value)
        except ValueError:
            raise Misfit(value) from None

    return of


def _generic(origin: Any, parts: list[Kind | None], any_length: bool) -> Kind | None:
    if issubclass(origin, Mapping):
        return Kind("a mapping", _mapping(parts[0], parts[1] if len(parts) > 1 else None))  # a Counter names its keys
    if origin is tuple and not any_length:
        return _tuple(parts)
    if issubclass(origin, Iterable) and not issubclass(origin, Iterator):
        return _several(origin, parts[0])
    return _instance(origin)


def _mapping(key: Kind | None, item: Kind | None) -> Callable[[Any], Any]:
    def of(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Misfit(value)
        for name in () if _all_exact(key, value) else value:
            _part(key, name, " has a key, which")
        for name, content in () if _all_exact(item, value.values()) else value.items():
            _part(item, content, f"[{shown(name)}]")
        return value

    return of


def _tuple(parts: list[Kind | None]) -> Kind:
    """A tuple of fixed length, or another sequence in its place."""

    def of(value: Any) -> Any:
        if not _is_several(value) or not isinstance(value, Sequence) or len(value) != len(parts):
            raise Misfit(value)
        return tuple(_part(kind, x, f"[{i}]") for i, (kind, x) in enumerate(zip(parts, value, strict=True)))

    return Kind(f"a tuple of length {len(parts)}", of)


def _several(origin: Any, item: Kind | None) -> Kind:
    """A collection. Where a sequence is wanted, sets, arrays and iterators are put into one."""
    ordered = issubclass(origin, Sequence)
    wanted = Sequence if ordered else Iterable

    def of(value: Any) -> Any:
        if not _is_several(value) or getattr(value, "ndim", 1) == 0:
            raise Misfit(value)
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, Iterator) or not isinstance(value, tuple if origin is tuple else wanted):
            value = tuple(value)
        return value if item is None else _items(value, item)

    members = f" of {_plural(item.words)}" if item else ""
    return Kind(("a sequence" if ordered else "a collection") + members, of)


def _items(value: Any, item: Kind) -> Any:
    """The collection with its members as the kind wants them."""
    if isinstance(value, list | tuple | set | frozenset) and not _all_exact(item, value):
        items = [_part(item, x, f"[{i}]") for i, x in enumerate(value)]
        return value if all(map(lambda new, old: new is old, items, value)) else type(value)(items)
    for first in () if isinstance(value, list | tuple | set | frozenset) else value:
        _part(item, first, "[0]")  # the members of a range or a collection of cards are all of one kind
        break
    return value


def _all_exact(kind: Kind | None, values: Iterable[Any]) -> bool:
    """True if all values need no look."""
    return kind is None or kind.exact.issuperset(map(type, values))


def _part(kind: Kind | None, value: Any, part: str) -> Any:
    try:
        return value if kind is None else kind.of(value)
    except Misfit as misfit:
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


PLAIN: dict[Any, Kind | None] = {
    Any: None,
    inspect.Parameter.empty: None,
    object: None,
    type(None): Kind("None", _where(lambda value: value is None), frozenset({type(None)})),
    int: Kind("an integer", integer, frozenset({int})),
    typing.SupportsIndex: Kind("an integer", integer, frozenset({int})),
    float: Kind("a number", _where(_is_real), frozenset({float, int})),
    bool: Kind("True or False", _truth, frozenset({bool})),
    str: Kind("a text", _where(lambda value: isinstance(value, str)), frozenset({str})),
    Array: Kind("an array", _where(_is_several)),
}


def _dimension(value: Any) -> int:
    """The dimension, also of a space: the geometry is not loaded here, and a space is what has `d` and `q`."""
    return integer(value.d if hasattr(value, "d") and hasattr(value, "q") else value)


DIMENSION = Kind("an integer or a Space", _dimension, frozenset({int}))


class NotLoaded:
    """Stands for a class of a higher level: its instances are known by the name of their class."""


class _Arrays:
    """Stands for NumPy: whatever a signature takes from it is a kind of array."""

    def __getattr__(self, name: str) -> type[Array]:
        return Array


FOR_TYPE_CHECKERS: dict[str, Any] = {"np": _Arrays(), "NDArray": Array}
"""Names that signatures use and that modules import for type checkers alone."""
