"""Draws of random numbers: tables with 80 columns."""

from __future__ import annotations

from functools import partial

import numpy as np
from measure import Group, Row

from setlab import _core
from setlab.draws import Draws

DRAWS = 80
MANY = 1 << 16
FEW = 20


def plain_bits(width: int) -> object:
    draws = Draws(1)
    return [[draws.bits(trial, k, width) for k in range(DRAWS)] for trial in range(FEW)]


def plain_shuffle() -> object:
    draws = Draws(1)
    return [[draws.below(trial, k, 81 - k, 16) for k in range(DRAWS)] for trial in range(FEW)]


def groups() -> list[Group]:
    bounds = np.arange(81, 1, -1, dtype=np.uint64)
    settings = [(isa, 1) for isa in reversed(_core.isas())] + [(_core.isas()[0], 2)]
    made: dict[str, list[Row]] = {
        "Draw 16 bits": [Row("plain Python", partial(plain_bits, 16), FEW * DRAWS)],
        "Draw 32 bits": [Row("plain Python", partial(plain_bits, 32), FEW * DRAWS)],
        "Draw below 81, 80 … 2 (16 bits)": [Row("plain Python", plain_shuffle, FEW * DRAWS)],
    }
    for isa, threads in settings:
        name = f"core, {isa}, {threads} thread{'s' * (threads > 1)}"
        table = partial(_core.draw_bits_table, 1, 0, MANY, DRAWS, threads=threads, isa=isa)
        below = partial(_core.draw_below_table, 1, 0, MANY, bounds, 16, threads=threads, isa=isa)
        for rows, work in zip(made.values(), (partial(table, width=16), partial(table, width=32), below), strict=True):
            rows.append(Row(name, work, MANY * DRAWS))
    return [Group(title, "draws", tuple(rows)) for title, rows in made.items()]
