"""`Parameters`: a kernel's parameters as a frozen dataclass, with everything about each of them in its field.

The field of a parameter carries its check, its option on the command line, the help of the option and the title under
which a report prints the value. The command line, the store and the reports read that declaration.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import Enum, StrEnum
from operator import index
from typing import Any, Self

from setlab.errors import SpecError, show_value, unknown_name
from setlab.limits import between


def canonical(record: Mapping[str, Any]) -> str:
    """The canonical text of a JSON object: keys in order, no blanks.

    >>> canonical({"b": 1, "a": [2]})
    '{"a":[2],"b":1}'
    """
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


REMEDY = "write one such as 12 or 1e5"
LARGEST = 10**40


def whole_number(value: Any, name: str) -> int:
    """The whole number that an argument stands for. Raise `SpecError` for other numbers, `TypeError` for other types.

    >>> whole_number(1e5, "trials"), whole_number("1e5", "trials"), whole_number(10**5, "trials")
    (100000, 100000, 100000)
    >>> whole_number(1.5, "trials")
    Traceback (most recent call last):
    setlab.errors.SpecError: trials=1.5 is not a whole number: write one such as 12 or 1e5
    >>> whole_number(True, "trials")
    Traceback (most recent call last):
    TypeError: trials=True is not a whole number: write one such as 12 or 1e5
    """

    def message() -> str:
        return f"{name}={show_value(value)} is not a whole number: {REMEDY}"

    if isinstance(value, str):
        from decimal import Decimal, InvalidOperation

        try:
            found = Decimal(value)
        except InvalidOperation:
            raise SpecError(message()) from None
        if not found.is_finite() or found != found.to_integral_value() or abs(found) >= LARGEST:
            raise SpecError(message())
        return int(found)
    if type(value).__name__ in ("bool", "bool_"):  # True and False, those of NumPy too
        raise TypeError(message())
    if hasattr(value, "is_integer") and not hasattr(value, "__index__"):  # floats, those of NumPy too
        if not value.is_integer():
            raise SpecError(message())
        return int(value)
    try:
        return index(value)
    except TypeError:
        raise TypeError(message()) from None


Check = Callable[[Any], Any]
"""Returns the checked value of a parameter; raises `SpecError` for a value that is not possible."""


class Kind(Enum):
    """How the value of an option is typed."""

    NUMBER = "a whole number"
    NUMBERS = "whole numbers with commas between them"
    CARDS = "a number of cards, or cards with commas between them"
    TEXT = "a text as it is"


@dataclass(frozen=True)
class Option:
    """An option of the command line: its flags, the placeholder of its value, and its help.

    `words` may be typed instead of a value of the `kind`.
    """

    flags: tuple[str, ...]
    metavar: str
    help: str
    kind: Kind = Kind.TEXT
    words: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        """The long flag that names the parameter."""
        return next(flag for flag in self.flags if flag.startswith("--"))


def option(flags: str, help: str, kind: Kind = Kind.TEXT, words: tuple[str, ...] = ()) -> Option:
    """An option; the placeholder of its value follows the flags.

    >>> option("-d --dimension D", "Number of properties.").flags
    ('-d', '--dimension')
    """
    *names, metavar = flags.split()
    return Option(tuple(names), metavar, help, kind, words)


def parameter(
    check: Check, option: Option | None = None, *, title: str = "", default: Any = None, recorded: bool = True
) -> Any:
    """A field of `Parameters`.

    Without an option a user cannot give it: it follows from other parameters. One that is not `recorded` is not part of
    the spec: a checksum of it must be.
    """
    metadata = {"check": check, "option": option, "title": title, "recorded": recorded}
    return field(default=default, compare=recorded, metadata=metadata)


@dataclass(frozen=True)
class Parameters:
    """The parameters of an experiment, checked and complete.

    >>> from setlab.limits import GAMES
    >>> @dataclass(frozen=True)
    ... class Dealing(Parameters):
    ...     dimension: int = parameter(among("dimension", "dimension {} is out of range: choose 2 to 6", GAMES))
    >>> Dealing.complete({"dimension": 3}).as_record()
    {'dimension': 3}
    >>> Dealing.complete({"dimension": 7})
    Traceback (most recent call last):
    setlab.errors.SpecError: dimension 7 is out of range: choose 2 to 6
    """

    @property
    def own(self) -> str:
        """The function or object of the user that plays and cannot be written into a spec; an empty text if none."""
        return ""

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, checked, and defaults for the others."""
        return cls(**cls.check_each(given))

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters that a stored spec has. Raise `SpecError` unless they are checked and complete."""
        found = cls.complete(record)
        if canonical(found.as_record()) != canonical(record):
            raise SpecError("they are not checked and complete")
        return found

    @classmethod
    def check_each(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given values, each by its own check."""
        checks = {each.name: each.metadata["check"] for each in fields(cls)}
        return {name: checks[name](value) for name, value in given.items()}

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The options of the command line by the name of the parameter."""
        return {each.name: each.metadata["option"] for each in fields(cls) if each.metadata["option"]}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(each.name for each in fields(cls))

    def as_record(self) -> dict[str, Any]:
        """The values as a JSON object, by name, without those that are None."""
        recorded = sorted(each.name for each in fields(self) if each.metadata["recorded"])
        values = {name: getattr(self, name) for name in recorded}
        return {name: _plain(value) for name, value in values.items() if value is not None}

    def unusual(self) -> dict[str, str]:
        """The values that a user can give and that differ from the defaults, as text by title."""
        usual = {_title(each): each for each in fields(self)}
        return {
            title: text
            for title, text in self.texts_by_title().items()
            if (each := usual[title]).metadata["option"] and getattr(self, each.name) != each.default
        }

    def texts_by_title(self) -> dict[str, str]:
        """The values as text, by title."""
        titles = {each.name: _title(each) for each in fields(self)}
        return {titles[name]: _as_text(value) for name, value in self.as_record().items()}


def _title(each: Field[Any]) -> str:
    return str(each.metadata["title"] or each.name).replace("_", " ")


def number(name: str) -> Check:
    """A check of whole numbers.

    >>> number("deals")(2.5)
    Traceback (most recent call last):
    setlab.errors.SpecError: deals=2.5 is not a whole number: write one such as 12 or 1e5
    """
    return lambda value: whole_number(value, name)


def among(name: str, message: str, possible: Collection[int]) -> Check:
    """A check of whole numbers, which are these; a {} in the message stands for the number that is refused."""

    def check(value: Any) -> int:
        found = whole_number(value, name)
        if found not in possible:
            raise SpecError(message.format(found))
        return found

    return check


def dimension_of(kernel: str, limits: range) -> Any:
    """The parameter `dimension` of a kernel."""
    message = f"dimension {{}} is out of range for {kernel}: choose {between(limits)}"
    about = f"Number of properties of a card, {between(limits)}; default 4."
    given = option("-d --dimension --properties D", about, Kind.NUMBER)
    return parameter(among("dimension", message, limits), given, default=4)


def text(name: str) -> Check:
    """A check of texts.

    >>> text("design")(3)
    Traceback (most recent call last):
    TypeError: design=3 is not a text: write its name in quotation marks
    """

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError(f"{name}={show_value(value)} is not a text: write its name in quotation marks")
        return value

    return check


def strategy_name(check: Check, name: str, instead: str) -> Check:
    """A check of names that says where a function belongs instead: a spec holds values that can be written down.

    >>> strategy_name(one_of("strategy", ["random"]), "strategy", "setlab.compare")(len)
    Traceback (most recent call last):
    TypeError: strategy takes the name of a strategy, since a spec cannot hold a function: use setlab.compare …
    """

    def check_name(value: Any) -> Any:
        if callable(value) or hasattr(value, "choose"):
            raise TypeError(
                f"{name} takes the name of a strategy, since a spec cannot hold a function: use {instead} for your own"
            )
        return check(value)

    return check_name


def one_of(what: str, names: Sequence[str]) -> Check:
    """A check of names.

    >>> one_of("choice", ["random", "first"])("best")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'best' is not a choice: choose random or first
    """

    def check(value: Any) -> str:
        if value not in names:
            raise SpecError(unknown_name(value, f"a {what}", names))
        return str(value)

    return check


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, StrEnum) else value


def _as_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
