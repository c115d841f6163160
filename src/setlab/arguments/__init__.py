"""Arguments of public calls: `@checked` holds a function or a class to the annotations of its signature.

A wrong type is refused where the call enters the library, by a `TypeError` that names the argument. Integers of other
libraries (`operator.index`) become ints, arrays become lists where an order of numbers is wanted, and a member of an
enumeration may be given by its value. Which values are allowed is checked by the functions themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from setlab.errors import show_value

if TYPE_CHECKING:
    from setlab.arguments.guard import Guard

__all__ = ["checked", "checked_constructor", "name_of", "several"]

Checked = TypeVar("Checked", bound=Callable[..., Any])


def checked(call: Checked) -> Checked:
    """The function or class, which now refuses arguments that do not fit their annotations.

    Of a class, the constructor and all public methods are checked.

    >>> @checked
    ... def twice(number: int) -> int:
    ...     return 2 * number
    >>> twice(21)
    42
    >>> twice("21")
    Traceback (most recent call last):
    TypeError: twice: number must be an integer, not '21'
    """
    if not isinstance(call, type):
        return _guard(call)  # type: ignore[return-value]
    checked_constructor(call)
    for name, method in list(vars(call).items()):
        if name.startswith("_") or name in getattr(call, "__dataclass_fields__", ()):
            continue
        if isinstance(method, classmethod):
            setattr(call, name, classmethod(_guard(method.__func__)))
        elif isinstance(method, FunctionType) and len(signature(method).parameters) > 1:
            setattr(call, name, _guard(method))
    return call


def checked_constructor(call: Checked) -> Checked:
    """The class, whose constructor alone is checked: its methods check their arguments themselves."""
    call.__init__ = _guard(call.__init__)  # type: ignore[method-assign]
    return call


_GUARDED: set[Callable[..., Any]] = set()


def _guard(function: Callable[..., Any]) -> Callable[..., Any]:
    guard: Guard | None = None

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        nonlocal guard
        if guard is None:
            guard = _guard_of(function)
        return function(*guard.fit_args(args), **(guard.fit_options(options) if options else options))

    if function in _GUARDED:
        return function
    _GUARDED.add(call)
    return call


def _guard_of(function: Callable[..., Any]) -> Guard:
    """The guard, made when the function is first called: annotations are not read while setlab is imported."""
    from setlab.arguments.guard import Guard

    return Guard(function)


def several(name: str, value: Iterable[Any], what: str = "cards") -> Iterable[Any]:
    """The value itself; raise `TypeError` unless it is a collection. For functions that check the members themselves.

    >>> several("cards", 52)
    Traceback (most recent call last):
    TypeError: cards must be a collection of cards, not 52
    """
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__") or getattr(value, "ndim", 1) == 0:
        raise TypeError(f"{name} must be a collection of {what}, not {show_value(value)}")
    return value


def name_of(given: object) -> str:
    """The name of a function or object that a user passes: its attribute `name`, its `__name__`, or its class.

    >>> name_of(len), name_of(lambda state: state.sets[0]), name_of(object())
    ('len', 'lambda', 'object')
    """
    for name in (getattr(given, "name", None), getattr(given, "__name__", None)):
        if isinstance(name, str) and name:
            return name.strip("<>")
    return type(given).__name__
