"""Points as they are typed and shown: cards where the design is a deck, numbers on any other design."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from setlab.cli.options import read_notation
from setlab.cli.screen import picture, style, symbol, width
from setlab.errors import RuleError, quoted
from setlab.geometry.design import Design
from setlab.notation import DEFAULT, Notation
from setlab.render import sheet_text

SMALLEST_NAMED, LARGEST_NAMED = 1, 8


class Board:
    """The names of the points of a design: digits of a notation for AG(d,3), numbers from 0 otherwise."""

    def __init__(self, design: Design, notation_name: str = DEFAULT) -> None:
        self.design = design
        geometry = design.geometry
        ternary = geometry is not None and (geometry.kind, geometry.q) == ("AG", 3)
        self.notation: Notation | None = None
        if ternary and geometry is not None and SMALLEST_NAMED <= geometry.d <= LARGEST_NAMED:
            self.notation = read_notation(notation_name, geometry.d)

    def text(self, point: int) -> str:
        """The point as it is typed."""
        return str(point) if self.notation is None else self.notation.digits(point)

    def texts(self, points: Iterable[int]) -> list[str]:
        """Several points as they are typed."""
        return [self.text(point) for point in points]

    def shown(self, points: Sequence[int]) -> str:
        """Points in a line of text, cards with their symbols."""
        if self.notation is None:
            return " ".join(map(str, points)) or "–"
        return "  ".join(f"{self.notation.digits(p)} {symbol(p, self.notation)}" for p in points) or "–"

    def named(self, point: int) -> str:
        """The point in a sentence: a card as it is typed, and in words."""
        return self.text(point) if self.notation is None else f"{self.text(point)} ({self.notation.name(point)})"

    def listed(self, points: Iterable[int]) -> str:
        """Points in a sentence, with commas between them."""
        return ", ".join(map(self.named, points))

    def picture(self, points: Sequence[int]) -> str:
        """Cards drawn, points listed."""
        return picture(points, self.notation) if self.notation is not None and points else self.shown(points)

    def whole(self, owners: Mapping[int, str]) -> str:
        """All cards drawn, each with its owner."""
        points = range(self.design.points)
        if self.notation is None:
            return "  ".join(f"{point} {owners.get(point, '')}".rstrip() for point in points)
        return sheet_text(
            [self.notation.face(point) for point in points],
            width=width(),
            style=style(),
            columns=3,
            captions=self.texts(points),
            marks=[owners.get(point, "") for point in points],
        )

    def parse(self, text: str) -> int:
        """The point that was typed."""
        if self.notation is not None:
            return self.notation.parse(text)
        if not text.strip().isdigit():
            raise RuleError(f"{quoted(text)} is not a point of {self.design}: type a number from 0 to {self._last}")
        return self.design.check_point(int(text))

    @property
    def _last(self) -> int:
        return self.design.points - 1
