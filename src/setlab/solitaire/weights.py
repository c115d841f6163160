"""What was fitted: linear values, and curves that turn sums over partitions into values. Integers, all of them.

So a game is the same on every machine. `train` makes them; those in `data/weights.json` are shipped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from setlab.errors import SpecError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Numbers = tuple[int, ...]

STAGES = 28
FEATURES = 10
KNOTS = 128
MOST_LINES = 40
ONE = 1 << 20
"""A chance of 1 in fixed point."""

LINEAR_ONE = 1 << 40
"""A chance of 1 on the scale of the linear values."""

FEATURE_ONE = 1024
"""Logarithms and inverses are kept in these parts."""


@dataclass(frozen=True)
class Weights:
    """Linear weights and curves by stage (undealt cards / 3), and the tables 1024 ln d and 1024 / d, d = 0 … 40."""

    linear: dict[int, Numbers]
    curves: dict[int, Numbers]
    logs: Numbers
    inverses: Numbers

    def __post_init__(self) -> None:
        _check("linear weights", self.linear.values(), FEATURES)
        _check("knots of a curve", self.curves.values(), KNOTS)
        _check("entries of a table", (self.logs, self.inverses), MOST_LINES + 1)

    def array(self) -> NDArray[np.int64]:
        """All numbers in the order in which the core takes them; where there is none, zeros."""
        import numpy as np

        linear = [self.linear.get(stage, (0,) * FEATURES) for stage in range(STAGES)]
        curves = [self.curves.get(stage, (0,) * KNOTS) for stage in range(STAGES)]
        parts: list[Sequence[int]] = [*linear, self.logs, self.inverses, *curves]
        return np.concatenate([np.array(part, dtype=np.int64) for part in parts])

    def to_json(self) -> str:
        """The weights as text, one stage to a line."""
        rows = {
            "linear": {str(stage): list(row) for stage, row in sorted(self.linear.items())},
            "curves": {str(stage): list(row) for stage, row in sorted(self.curves.items())},
            "logs": list(self.logs),
            "inverses": list(self.inverses),
        }
        return json.dumps(rows).replace('], "', '],\n"').replace('}, "', '},\n"').replace('{"', '{\n"') + "\n"

    @classmethod
    def from_json(cls, text: str) -> Weights:
        """The weights that a text describes."""
        rows: dict[str, Any] = json.loads(text)
        by_stage = [{int(k): tuple(map(int, row)) for k, row in rows[key].items()} for key in ("linear", "curves")]
        return cls(by_stage[0], by_stage[1], tuple(map(int, rows["logs"])), tuple(map(int, rows["inverses"])))

    @property
    def checksum(self) -> str:
        """The first 16 hex digits of the SHA-256 of the text: what an experiment's spec names."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]


@cache
def shipped() -> Weights:
    """The weights that come with the package."""
    return Weights.from_json(files("setlab.solitaire").joinpath("data/weights.json").read_text())


@cache
def shipped_array() -> NDArray[np.int64]:
    """The shipped weights for the core."""
    array = shipped().array()
    array.setflags(write=False)
    return array


def _check(what: str, rows: Iterable[Sequence[int]], size: int) -> None:
    for row in rows:
        if len(row) != size:
            raise SpecError(f"{len(row)} {what} are the wrong number: there must be {size}")
