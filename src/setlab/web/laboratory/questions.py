"""The questions of the laboratory: each is a kernel, what is shown of it, and how much of it a visitor may ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from setlab.experiment.kernels import find_kernel
from setlab.web.laboratory.offers import OFFERS, Value, default_of

AT = "at"
"""Stands for the histogram at the chosen number of cards."""


@dataclass(frozen=True)
class Question:
    """A question: its kernel, the quantities that can be shown, the first of them at once, and what a trial is.

    `trials` are asked for at first, and at most `most`. `defaults` are the values with which the page begins, where
    they are not those of the kernel.
    """

    kernel: str
    shows: tuple[str, ...]
    unit: str
    trials: int
    most: int
    defaults: Mapping[str, Value] = field(default_factory=dict)


QUESTIONS: Mapping[str, Question] = {
    "sets": Question("set-count", (AT,), "deals", 1_000_000, 100_000_000, {"histogram_at": 12}),
    "left": Question("endgame", ("leftover", "largest_table", "turns", "no_set"), "games", 1_000_000, 10_000_000),
    "first": Question("first-set", ("first_set", "none"), "deals", 1_000_000, 100_000_000),
    "planes": Question("plane-count", (AT,), "deals", 1_000_000, 100_000_000, {"histogram_at": 36}),
    "plane": Question("first-plane", ("first_plane", "none"), "deals", 1_000_000, 100_000_000),
    "solitaire": Question("solitaire", ("clear", "leftover"), "games", 100_000, 1_000_000),
    "antiset": Question("antiset", ("winner", "length"), "games", 1_000, 100_000),
}
"""The questions by name, in the order of the page."""


def question_json(name: str, seconds: float) -> dict[str, Any]:
    """A question as the page needs it; a run may take so many seconds of computing.

    >>> asked = question_json("sets", 30.0)["parameters"]["histogram_at"]
    >>> asked["low"], asked["high"], asked["default"], asked["flag"]
    (3, 81, 12, '--histogram-at')
    """
    asked = QUESTIONS[name]
    return {
        "question": name,
        "kernel": asked.kernel,
        "shows": list(asked.shows),
        "unit": asked.unit,
        "trials": asked.trials,
        "most": asked.most,
        "seconds": seconds,
        "parameters": {each: _parameter(asked, each) for each in OFFERS[asked.kernel]},
    }


def _parameter(asked: Question, name: str) -> dict[str, Any]:
    option = find_kernel(asked.kernel).parameters.options()[name]
    default = asked.defaults[name] if name in asked.defaults else default_of(asked.kernel, name)
    return {**OFFERS[asked.kernel][name].as_json(), "default": default, "flag": option.flag, "help": option.help}


def most_trials(kernel: str) -> int:
    """The most trials of one run of a kernel."""
    return max(asked.most for asked in QUESTIONS.values() if asked.kernel == kernel)
