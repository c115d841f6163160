"""`Drawing`: the data of a figure in the report, printed numbers beside ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Points = tuple[tuple[int, float], ...]
"""Pairs (n, y), such as the proportion y of the games that leave n cards."""


@dataclass(frozen=True)
class Drawing:
    """A figure of a source drawn again: its series, printed and ours, and the kind of plot; proportions in percent.

    `impossible` are values that are proved not to occur.
    """

    kind: Literal["histogram", "curve", "curve of proportions"]
    title: str
    x_label: str
    y_label: str
    series: tuple[tuple[str, Points], ...]
    impossible: tuple[int, ...] = ()
