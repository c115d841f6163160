"""`Photo`: what was seen in a photo, as a frozen value that draws itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.files import whole_file
from setlab.notation import Card, find_sets
from setlab.photo.image import opencv
from setlab.rules import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Corner = tuple[float, float]

SURE = 0.97
"""A card read with a smaller probability is one to ask about."""

COLOURS = ((230, 60, 50), (30, 130, 230), (40, 160, 70), (235, 150, 20), (150, 70, 200), (0, 165, 165))
"""RGB of the marks of the first SETs; further SETs begin again."""

UNSURE_COLOUR = (255, 205, 0)
WRITABLE = (".png", ".jpg", ".jpeg", ".webp")


@checked
@dataclass(frozen=True)
class SeenCard:
    """A card in a photo: its corners in pixels, clockwise from the upper left, and how sure its reading is.

    >>> SeenCard(Card("one red solid diamond"), ((0, 0), (90, 0), (90, 60), (0, 60)), probability=0.97).name
    'one red solid diamond'
    """

    card: Card
    corners: tuple[Corner, Corner, Corner, Corner]
    probability: float
    properties: Mapping[str, float] = field(default_factory=dict)
    """For each property the probability that its value was read right."""
    alternatives: tuple[tuple[Card, float], ...] = ()
    """Other cards that it may be, with their probabilities, the likeliest first."""

    @property
    def name(self) -> str:
        """The card in words."""
        return str(self.card)

    @property
    def is_sure(self) -> bool:
        """False for a card to ask about."""
        return self.probability >= SURE


@checked
@dataclass(frozen=True)
class Photo:
    """The cards seen in a photo, in reading order; `str` lists them, and a notebook shows the photo with its marks."""

    cards: tuple[SeenCard, ...]
    width: int
    height: int
    """The size in pixels, upright, after the rotation that the camera recorded."""
    pixels: NDArray[np.uint8] | None = field(default=None, repr=False, compare=False)
    """The upright photo in RGB, possibly reduced."""

    @property
    def table(self) -> Table:
        """The cards as a table, row by row; of cards that were read as equal only the surest."""
        order = sorted(range(len(self.cards)), key=lambda i: -self.cards[i].probability)
        surest = {self.cards[i].card: i for i in reversed(order)}
        return Table.of([self.cards[i].card for i in sorted(surest.values())])

    @property
    def sets(self) -> tuple[tuple[Card, ...], ...]:
        """The SETs among the cards."""
        return tuple(find_sets(self.table))

    @property
    def unsure(self) -> tuple[int, ...]:
        """The positions of the cards to ask about."""
        return tuple(i for i, seen in enumerate(self.cards) if not seen.is_sure)

    def __str__(self) -> str:
        lines = [f"{seen.name}{'' if seen.is_sure else _doubt(seen)}" for seen in self.cards]
        return "\n".join([f"{plural(len(self.cards), 'card')}, {plural(len(self.sets), 'SET')}", *lines])

    def __repr__(self) -> str:
        found = f"{plural(len(self.cards), 'card')}, {plural(len(self.sets), 'SET')}"
        return f"<Photo of {self.width} × {self.height} pixels: {found}>"

    def _repr_png_(self) -> bytes | None:
        return None if self.pixels is None else self.show()._repr_png_()

    @checked
    def show(self) -> MarkedPhoto:
        """The photo with its cards outlined and named and its SETs marked, for a notebook or a file."""
        if self.pixels is None:
            raise SpecError("this Photo has no pixels to draw on: look at the photo again")
        from setlab.photo.marks import draw_marks

        return MarkedPhoto(draw_marks(self, self.pixels), repr(self)[1:-1])


def _doubt(seen: SeenCard) -> str:
    """The remark about a card to ask about."""
    others = ", ".join(f"{card} ({share:.0%})" for card, share in seen.alternatives[:2])
    return f"  (unsure: {seen.probability:.0%}{'; or ' + others if others else ''})"


@dataclass(frozen=True, repr=False, eq=False)
class MarkedPhoto:
    """A photo with marks: a notebook shows it, and `save` writes it as .png, .jpg or .webp."""

    pixels: NDArray[np.uint8]
    caption: str

    def __repr__(self) -> str:
        return f"<MarkedPhoto: {self.caption}>"

    def _repr_png_(self) -> bytes:
        return self._encoded(".png")

    def _repr_html_(self) -> str:
        from base64 import b64encode

        data = b64encode(self._encoded(".jpg")).decode()
        return (
            f'<figure><img src="data:image/jpeg;base64,{data}" style="max-width: 100%" alt="{escape(self.caption)}">'
            f"<figcaption>{escape(self.caption)}</figcaption></figure>"
        )

    @checked
    def save(self, path: str | Path) -> Path:
        """Write the photo in the format that the name ends in, and return the path."""
        name = Path(path)
        check_writable(name)
        with whole_file(name) as file:
            file.write(self._encoded(name.suffix.lower()))
        return name

    def _encoded(self, suffix: str) -> bytes:
        made, data = opencv().imencode(suffix, self.pixels[:, :, ::-1])
        assert made
        return bytes(data)


def check_writable(path: Path) -> None:
    """Raise `SpecError` unless a photo can be written there."""
    if path.suffix.lower() not in WRITABLE:
        raise SpecError(f"{path} is not a photo: let its name end in {', '.join(WRITABLE)}")
    if not path.absolute().parent.is_dir():
        raise SpecError(f"{path} cannot be written: there is no folder {path.absolute().parent}")


def photo_record(photo: Photo) -> dict[str, Any]:
    """The photo as a JSON object: corners in pixels of the upright photo, cards in digits."""
    return {
        "cards": [
            {
                "card": seen.card.digits,
                "name": seen.name,
                "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners],
                "probability": _rounded(seen.probability),
                "properties": {name: _rounded(share) for name, share in seen.properties.items()},
                "alternatives": [
                    {"card": card.digits, "probability": _rounded(share)} for card, share in seen.alternatives
                ],
            }
            for seen in photo.cards
        ],
        "sets": [[card.digits for card in line] for line in photo.sets],
        "unsure": list(photo.unsure),
        "width": photo.width,
        "height": photo.height,
    }


def _rounded(probability: float) -> float:
    return round(float(probability), 4)


def reading_order(quads: Sequence[Any]) -> list[int]:
    """The order in which to read cards row by row, also on a table that the camera saw tilted.

    Each card is four corners. A row goes on to the right as long as the next card begins at about the same height.

    >>> square = [(0, 0), (2, 0), (2, 3), (0, 3)]
    >>> reading_order([[(x + dx, y + dy) for x, y in square] for dx, dy in [(9, 1), (0, 0), (3, 9), (5, 1)]])
    [1, 3, 0, 2]
    """
    import numpy as np

    if not len(quads):
        return []
    corners = np.asarray(quads, float)
    centres = corners.mean(axis=1)
    sides = np.roll(corners, -1, axis=1) - corners
    complex_sides = sides[..., 0] + 1j * sides[..., 1]
    fourfold = (np.abs(complex_sides) * np.exp(4j * np.angle(complex_sides))).sum()  # directions modulo 90°
    tilt = np.angle(fourfold) / 4
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    straight, turned = centres @ turn, corners @ turn
    height = float(np.median(np.ptp(turned[..., 1], axis=1)))
    left = set(range(len(corners)))
    rows: list[list[int]] = []
    while left:
        first = min(left, key=lambda i: straight[i, 1])
        row = [first]
        left.discard(first)
        for step in (1, -1):
            here = first
            while True:
                beside = [
                    i
                    for i in left
                    if step * (straight[i, 0] - straight[here, 0]) > 0
                    and abs(straight[i, 1] - straight[here, 1]) < 0.5 * height
                ]
                if not beside:
                    break
                here = min(beside, key=lambda i: step * straight[i, 0])
                row.append(here)
                left.discard(here)
        rows.append(sorted(row, key=lambda i: straight[i, 0]))
    rows.sort(key=lambda row: float(np.mean(straight[row, 1])))
    return [i for row in rows for i in row]
