"""What visitors may choose: the values of each parameter of a kernel. Names, meaning and defaults are the kernel's own.

The tests hold this table against the declarations: every value is one that the kernel accepts, and every option of a
kernel is offered here or named in `LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setlab.errors import SpecError, listed
from setlab.experiment.kernels import find_kernel
from setlab.experiment.kernels.endgame_parameters import CHOICES, REFILLS, TRIPLES
from setlab.experiment.spec import Spec, make_spec
from setlab.limits import GAMES, PLANE_DEALS
from setlab.solitaire.strategies.registry import NAMES

Value = int | str


@dataclass(frozen=True)
class Names:
    """One of these words or numbers."""

    values: tuple[Value, ...]

    def __contains__(self, value: object) -> bool:
        return any(value == known and type(value) is type(known) for known in self.values)

    def as_json(self) -> dict[str, Any]:
        """The values for the page."""
        return {"values": list(self.values)}

    def sentence(self) -> str:
        """What can be chosen."""
        return listed(tuple(map(str, self.values)))


@dataclass(frozen=True)
class Numbers:
    """A whole number from low to high."""

    low: int
    high: int

    def __contains__(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def as_json(self) -> dict[str, Any]:
        """The ends for the page."""
        return {"low": self.low, "high": self.high}

    def sentence(self) -> str:
        """What can be chosen."""
        return f"{self.low} to {self.high}"


Offer = Names | Numbers

USUAL = "usual"
"""Stands for a parameter that is left out: the kernel then chooses by the others, as for the table of a refill."""

BOTH = ("random", "forgetful", "safe")
XAVIER, OLIVIA = ("theorem7", "mirror", *BOTH), ("max-cap", "theorem17", *BOTH)
"""The strategies that each seat can play, and that move at once; `perfect` searches, for minutes on some designs."""

OFFERS: Mapping[str, Mapping[str, Offer]] = {
    "set-count": {"histogram_at": Numbers(3, 81), "dimension": Numbers(GAMES[0], GAMES[-1])},
    "plane-count": {"histogram_at": Numbers(9, 81), "dimension": Numbers(PLANE_DEALS[0], PLANE_DEALS[-1])},
    "first-set": {"dimension": Numbers(GAMES[0], GAMES[-1])},
    "first-plane": {"dimension": Numbers(PLANE_DEALS[0], PLANE_DEALS[-1])},
    "endgame": {
        "choice": Names(tuple(map(str, CHOICES))),
        "lost": Names((0, 1, 2, 3, *TRIPLES)),
        "dimension": Numbers(GAMES[0], GAMES[-1]),
        "refill": Names(tuple(map(str, REFILLS))),
        "table": Names((USUAL, *range(6, 28, 3), "all")),
        "values": Numbers(2, 5),
    },
    "solitaire": {"strategy": Names(NAMES)},
    "antiset": {
        "design": Names(("AG(2,3)", "AG(3,3)", "AG(4,3)", "AG(5,3)")),
        "xavier": Names(XAVIER),
        "olivia": Names(OLIVIA),
    },
}
"""The values that can be chosen, by kernel and parameter."""

LEFT_OUT = {
    ("endgame", "count"): "a joint histogram, which the page does not draw",
    ("solitaire", "weights"): "a file of the visitor",
}
"""The options that are not offered, and why."""


def spec_of(kernel: str, chosen: Mapping[str, Any], seed: int) -> Spec:
    """The experiment that a visitor has chosen. Raise `SpecError` for what is not offered.

    >>> spec_of("endgame", {"choice": "popular"}, 7).parameters.as_record()["choice"]
    'popular'
    >>> spec_of("antiset", {"design": "STS:/etc/passwd"}, 7)
    Traceback (most recent call last):
    setlab.errors.SpecError: design=STS:/etc/passwd is not offered here: choose AG(2,3), AG(3,3), AG(4,3) or AG(5,3)
    """
    if kernel not in OFFERS:
        raise SpecError(f"{kernel[:40]!r} is not offered here: choose {listed(tuple(OFFERS))}")
    offers = OFFERS[kernel]
    for name, value in chosen.items():
        if name not in offers:
            raise SpecError(f"{name[:40]!r} is not offered for {kernel}: choose {listed(tuple(offers))}")
        if value not in offers[name]:
            raise SpecError(f"{name}={str(value)[:40]} is not offered here: choose {offers[name].sentence()}")
    return make_spec(kernel, {name: value for name, value in chosen.items() if value != USUAL}, seed)


def default_of(kernel: str, name: str) -> Value:
    """The value that a parameter has if nothing is chosen, as the kernel declares it."""
    if USUAL in OFFERS[kernel][name]:
        return USUAL
    default = getattr(find_kernel(kernel).complete({}), name)
    return default if isinstance(default, int) else str(default)
