"""The command line that repeats an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote
from typing import Any

from setlab.experiment.spec import Spec, make_spec
from setlab.notation import find_notation


def command_line(spec: Spec, trials: int, first: int = 0) -> str:
    """The command line that repeats trials of an experiment, as a shell takes it.

    >>> command_line(make_spec("endgame", {"choice": "first"}, seed=3), 1000)
    'setlab simulate endgame --choice first --trials 1000 --seed 3'
    """
    given, defaults = (each.parameters.as_record() for each in (spec, make_spec(spec.kernel)))
    options = [
        f"{option.flag} {quote(_text(name, given[name], given))}"
        for name, option in sorted(spec.parameters.options().items())
        if name in given and given[name] != defaults.get(name)
    ]
    begin = [f"--first {first}"] if first else []
    return " ".join([f"setlab simulate {spec.kernel}", *options, f"--trials {trials}", *begin, f"--seed {spec.seed}"])


def _text(name: str, value: Any, parameters: Mapping[str, Any]) -> str:
    """The value of an option; lost cards are written in digits, a single one with a comma: it is not a number."""
    if not isinstance(value, list):
        return str(value)
    if name != "lost":
        return ",".join(map(str, value))
    here = find_notation(dimension=parameters["dimension"], n=parameters["values"])
    return ",".join(map(here.digits, value)) + "," * (len(value) == 1)
