"""What a picture in the report shows: printed numbers beside ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Points = tuple[tuple[int, float], ...]
"""Numbers over whole numbers, such as proportions over the cards left."""


@dataclass(frozen=True)
class Drawing:
    """A figure of a source drawn again: its printed numbers, ours, and how they are drawn; proportions in percent."""

    kind: Literal["histogram", "curve", "curve of proportions"]
    title: str
    x_label: str
    y_label: str
    series: tuple[tuple[str, Points], ...]
