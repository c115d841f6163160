"""The command line that repeats a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.experiment.run import Result, make_spec
from setlab.notation import find_notation


def command(result: Result) -> str:
    """The command line that repeats a run."""
    spec = result.spec
    given, defaults = (each.parameters.as_record() for each in (spec, make_spec(spec.kernel)))
    options = [
        f"{option.flag} {_text(name, given[name], given)}"
        for name, option in sorted(spec.parameters.options().items())
        if name in given and given[name] != defaults.get(name)
    ]
    return " ".join(
        [f"setlab simulate {spec.kernel}", *options, f"--trials {result.tally.trials}", f"--seed {spec.seed}"]
    )


def _text(name: str, value: Any, parameters: Mapping[str, Any]) -> str:
    """The value of an option; lost cards are written in the notation `thesis`."""
    if not isinstance(value, list):
        return str(value)
    if name != "lost":
        return ",".join(map(str, value))
    here = find_notation("thesis", parameters["dimension"], parameters["values"])
    return ",".join(here.digits(card) for card in value)
