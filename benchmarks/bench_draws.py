"""Random numbers: tables of 80 draws per trial. Run `python benchmarks/run.py draws`."""

from __future__ import annotations

from functools import partial

import numpy as np
from measure import REFERENCE, Group, Row, core_rows

from setlab import _core
from setlab.reference import deals as reference

DRAWS = 80
TRIALS, FEW = 1 << 16, 20
"""The trials of the core and of the reference."""


def bits(amount: int, width: int, **setting: object) -> object:
    return _core.draw_bits_table(1, 0, amount // DRAWS, DRAWS, width, **setting)  # type: ignore[arg-type]


def below(amount: int, **setting: object) -> object:
    bounds = np.arange(81, 1, -1, dtype=np.uint64)
    return _core.draw_below_table(1, 0, amount // DRAWS, bounds, 16, **setting)  # type: ignore[arg-type]


def groups() -> list[Group]:
    made = [
        Group(
            f"Draw {width} bits",
            "draws",
            (
                Row(REFERENCE, partial(reference.draw_bits_table, 1, 0, FEW, DRAWS, width), FEW * DRAWS),
                *core_rows(partial(bits, width=width), TRIALS * DRAWS),
            ),
        )
        for width in (16, 32)
    ]
    plain = Row(REFERENCE, partial(reference.draw_below_table, 1, 0, FEW, range(81, 1, -1), 16), FEW * DRAWS)
    return [*made, Group("Draw below 81, 80 … 2 (16 bits)", "draws", (plain, *core_rows(below, TRIALS * DRAWS)))]
