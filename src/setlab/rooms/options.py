"""Options of games: their kinds and limits, and the messages about wrong values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setlab.errors import RuleError, unknown_name


@dataclass(frozen=True)
class Switch:
    """An option that is on or off."""

    default: bool

    def read(self, name: str, value: object) -> bool:
        """The value, if it is one of this option; raise `RuleError` otherwise."""
        if not isinstance(value, bool):
            raise RuleError(f"option {name} must be true or false, not {value!r:.40}")
        return value

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": "switch", "default": self.default}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Number:
    """An option that is a whole number between limits."""

    default: int
    least: int
    most: int

    def read(self, name: str, value: object) -> int:
        """The value, if it is one of this option; raise `RuleError` otherwise.

        >>> Number(6, 1, 8).read("sets", 9)
        Traceback (most recent call last):
        setlab.errors.RuleError: option sets must be a whole number from 1 to 8, not 9
        """
        number = int(value) if isinstance(value, float) and value.is_integer() else value
        if isinstance(number, bool) or not isinstance(number, int) or not self.least <= number <= self.most:
            raise RuleError(f"option {name} must be a whole number from {self.least} to {self.most}, not {value!r:.40}")
        return number

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": "number", "default": self.default, "least": self.least, "most": self.most}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class OneOf:
    """An option that is one of a few words."""

    default: str
    choices: tuple[str, ...]

    def read(self, name: str, value: object) -> str:
        """The value, if it is one of this option; raise `RuleError` otherwise."""
        if value not in self.choices or not isinstance(value, str):
            raise RuleError(f"option {name} must be one of {', '.join(self.choices)}, not {value!r:.40}")
        return value

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": "choice", "default": self.default, "choices": list(self.choices)}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {"enum": list(self.choices)}


PUZZLE = "^([0-9]{4}-[0-9]{2}-[0-9]{2}-(basic|advanced))?$"
"""The form of the name of a puzzle, or nothing."""


@dataclass(frozen=True)
class PuzzleName:
    """An option that names the puzzle of a day, such as 2026-11-16-advanced, or none."""

    default: str = ""

    def read(self, name: str, value: object) -> str:
        """The value, if it has the form of this option; raise `RuleError` otherwise.

        >>> PuzzleName().read("puzzle", "2026-11-16-expert")
        Traceback (most recent call last):
        setlab.errors.RuleError: option puzzle must be a date with a level, such as 2026-11-16-advanced, not
        '2026-11-16-expert'
        """
        if isinstance(value, str) and re.fullmatch(PUZZLE, value):
            return value
        raise RuleError(f"option {name} must be a date with a level, such as 2026-11-16-advanced, not {value!r:.40}")

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": "puzzle", "default": self.default}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {"type": "string", "pattern": PUZZLE}


DEALT = r"^([0-2]{4}(\.[0-2]{4}){2,20})?$"
"""The form of three to 21 cards in digits with points between them, or nothing."""


@dataclass(frozen=True)
class DealtCards:
    """An option that names the cards of the table, such as 0000.0001.0002, or none."""

    default: str = ""

    def read(self, name: str, value: object) -> str:
        """The value, if it has the form of this option; raise `RuleError` otherwise.

        >>> DealtCards().read("deal", "0000.0001")
        Traceback (most recent call last):
        setlab.errors.RuleError: option deal must be 3 to 21 cards such as 0000.0001.0002, not '0000.0001'
        """
        if isinstance(value, str) and re.fullmatch(DEALT, value):
            return value
        raise RuleError(f"option {name} must be 3 to 21 cards such as 0000.0001.0002, not {value!r:.40}")

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": "cards", "default": self.default}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {"type": "string", "pattern": DEALT}


Option = Switch | Number | OneOf | PuzzleName | DealtCards

SPEEDS = ("calm", "steady", "quick")

COMMON: Mapping[str, Option] = {
    "seconds": Number(0, 0, 3600),
    "call": Switch(False),
    "penalty": Number(0, 0, 30),
    "minus": Switch(False),
    "more": OneOf("referee", ("referee", "vote", "auto")),
    "opponents": Number(0, 0, 5),
    "speed": OneOf("steady", SPEEDS),
    "class": Switch(False),
    "forget": Switch(False),
    "scores": Switch(True),
    "quiet": Switch(False),
    "watch": Switch(True),
    "admit": Switch(False),
}
"""The options of every game. `seconds` 0 means no limit, `penalty` 0 no wait after a wrong claim. With `watch` the
code alone lets people watch (off in class rooms); with `admit` newcomers wait for the host. A room with `forget` is
deleted an hour after its last event."""

AT_ANY_TIME = ("scores", "quiet", "seconds", "watch", "admit")
"""The options that the host may change in the middle of a round; `seconds` holds from the next round on."""

OF_THE_ROOM = ("opponents", "speed", "class", "forget")
"""The options that are fixed when the room is opened."""


OF_A_TERMINAL = ("dimension", "table", "trial")
"""Further options in the log of a game in a terminal: its deck and table, and the trial of the seed that shuffles the
deck, by default the number of the round, which simulated rooms have too. No server offers them."""


def read_options(game: str, known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are given, checked; raise `RuleError` for one that the game does not have.

    >>> read_options("standard", COMMON, {"secconds": 60})
    Traceback (most recent call last):
    setlab.errors.RuleError: 'secconds' is not an option of standard: did you mean seconds? Choose seconds, call,
    penalty, minus, more, opponents, speed, class, forget, scores, quiet, watch or admit
    """
    for name in given:
        if name not in known:
            raise RuleError(unknown_name(str(name)[:40], f"an option of {game}", list(known)))
    return {name: known[name].read(name, value) for name, value in given.items()}


def with_defaults(known: Mapping[str, Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options, in their order: those that are chosen, and the defaults of the others."""
    return {name: chosen.get(name, option.default) for name, option in known.items()}
