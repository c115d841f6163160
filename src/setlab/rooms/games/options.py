"""The options of games: their kinds, what their values must be, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from setlab.errors import RuleError, unknown_name


@dataclass(frozen=True)
class GameOption:
    """An option of games: its kind, its default, what a value must be, and the JSON Schema of its values."""

    kind: str
    default: Any
    rule: str
    schema: Mapping[str, Any]
    is_allowed: Callable[[Any], object] = lambda value: True
    limits: Mapping[str, Any] = field(default_factory=dict)

    def read(self, name: str, value: object) -> Any:
        """The value, if it is one of this option; raise `RuleError` otherwise.

        >>> number(6, 1, 8).read("sets", 9)
        Traceback (most recent call last):
        setlab.errors.RuleError: option sets must be a whole number from 1 to 8, not 9
        """
        read = int(value) if self.kind == "number" and isinstance(value, float) and value.is_integer() else value
        if type(read) is not type(self.default) or not self.is_allowed(read):
            raise RuleError(f"option {name} must be {self.rule}, not {value!r:.40}")
        return read

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": self.kind, "default": self.default, **self.limits}


def switch(default: bool) -> GameOption:
    """An option that is on or off."""
    return GameOption("switch", default, "true or false", {"type": "boolean"})


def number(default: int, least: int, most: int) -> GameOption:
    """An option that is a whole number between limits."""
    rule, schema = f"a whole number from {least} to {most}", {"type": "integer", "minimum": least, "maximum": most}
    return GameOption("number", default, rule, schema, lambda n: least <= n <= most, {"least": least, "most": most})


def one_of(default: str, *choices: str) -> GameOption:
    """An option that is one of a few words."""
    schema, limits = {"enum": list(choices)}, {"choices": list(choices)}
    return GameOption("choice", default, f"one of {', '.join(choices)}", schema, choices.__contains__, limits)


def text(kind: str, rule: str, pattern: str) -> GameOption:
    """An option that is a text of some form, or empty."""
    return GameOption(kind, "", rule, {"type": "string", "pattern": pattern}, re.compile(pattern).fullmatch)


PUZZLE_NAME = text(
    "puzzle",
    "a date with a level, such as 2026-11-16-advanced",
    "^([0-9]{4}-[0-9]{2}-[0-9]{2}-(basic|advanced))?$",
)
"""The name of the puzzle of a day, or nothing.

>>> PUZZLE_NAME.read("puzzle", "2026-11-16-expert")
Traceback (most recent call last):
setlab.errors.RuleError: option puzzle must be a date with a level, such as 2026-11-16-advanced, not
'2026-11-16-expert'
"""

DEALT_CARDS = text("cards", "3 to 21 cards such as 0000.0001.0002", r"^([0-2]{4}(\.[0-2]{4}){2,20})?$")
"""Three to 21 cards of the table in digits with points between them, or nothing."""

COMMON: Mapping[str, GameOption] = {
    "seconds": number(0, 0, 3600),
    "call": switch(False),
    "penalty": number(0, 0, 30),
    "minus": switch(False),
    "more": one_of("referee", "referee", "vote", "auto"),
    "opponents": number(0, 0, 5),
    "speed": one_of("steady", "calm", "steady", "quick"),
    "class": switch(False),
    "forget": switch(False),
    "scores": switch(True),
    "quiet": switch(False),
    "watch": switch(True),
    "admit": switch(False),
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


def read_options(game: str, known: Mapping[str, GameOption], given: Mapping[str, Any]) -> dict[str, Any]:
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


Options = Mapping[str, Any]
