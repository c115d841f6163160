"""The command line that repeats a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.experiment.kernels import find_kernel
from setlab.experiment.run import Result, make_spec
from setlab.notation import find_notation


def command(result: Result) -> str:
    """The command line that repeats a run."""
    spec = result.spec
    defaults = make_spec(spec.kernel).parameters
    options = [
        f"--{name.replace('_', '-')} {_text(name, value, spec.parameters)}"
        for name, value in spec.parameters.items()
        if value != defaults.get(name) and name in find_kernel(spec.kernel).options
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
