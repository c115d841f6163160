"""`look`: the cards in a photo, found, rectified and read.

What was seen is a `Photo`, a frozen value that draws itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.files import whole_file
from setlab.notation import Card, find_sets
from setlab.photo.find import find_quads
from setlab.photo.frames import frame_cards
from setlab.photo.image import cv2, read_pixels
from setlab.rules import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray  # `checked` leaves arrays alone, whose type it cannot read

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
        return "\n".join([self._counts(), *lines])

    def __repr__(self) -> str:
        return f"<Photo of {self.width} × {self.height} pixels: {self._counts()}>"

    def _counts(self) -> str:
        return f"{plural(len(self.cards), 'card')}, {plural(len(self.sets), 'SET')}"

    def _repr_png_(self) -> bytes | None:
        return None if self.pixels is None else self.show()._repr_png_()

    def show(self) -> MarkedPhoto:
        """The photo with its cards outlined and named and its SETs marked, for a notebook or a file."""
        if self.pixels is None:
            raise SpecError("this Photo has no pixels to draw on: look at the photo again")
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
        return self._encode(".png")

    def _repr_html_(self) -> str:
        from base64 import b64encode

        data, caption = b64encode(self._encode(".jpg")).decode(), escape(self.caption)
        image = f'<img src="data:image/jpeg;base64,{data}" style="max-width: 100%" alt="{caption}">'
        return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"

    @checked
    def save(self, path: str | Path) -> Path:
        """Write the photo in the format that the name ends in, and return the path."""
        name = Path(path)
        check_writable(name)
        with whole_file(name) as file:
            file.write(self._encode(name.suffix.lower()))
        return name

    def _encode(self, suffix: str) -> bytes:
        made, data = cv2.imencode(suffix, self.pixels[:, :, ::-1])
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
    sets = [[card.digits for card in line] for line in photo.sets]
    found = {"cards": list(map(_card_record, photo.cards)), "sets": sets, "unsure": list(photo.unsure)}
    return found | {"width": photo.width, "height": photo.height}


def _card_record(seen: SeenCard) -> dict[str, Any]:
    return {
        "card": seen.card.digits,
        "name": seen.name,
        "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners],
        "probability": _round(seen.probability),
        "properties": {name: _round(share) for name, share in seen.properties.items()},
        "alternatives": [{"card": card.digits, "probability": _round(share)} for card, share in seen.alternatives],
    }


def _round(probability: float) -> float:
    return round(float(probability), 4)


def reading_order(quads: Sequence[Any]) -> list[int]:
    """The order in which to read cards row by row, also on a table that the camera saw tilted.

    Each card is four corners. A row goes on to the right as long as the next card begins at about the same height.

    >>> square = [(0, 0), (2, 0), (2, 3), (0, 3)]
    >>> reading_order([[(x + dx, y + dy) for x, y in square] for dx, dy in [(9, 1), (0, 0), (3, 9), (5, 1)]])
    [1, 3, 0, 2]
    """
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

    def is_beside(i: int, here: int, step: int) -> bool:
        across, down = straight[i] - straight[here]
        return bool(step * across > 0 and abs(down) < 0.5 * height)

    left = set(range(len(corners)))
    rows: list[list[int]] = []
    while left:
        first = min(left, key=lambda i: straight[i, 1])
        row = [first]
        left.discard(first)
        for step in (1, -1):
            here = first
            while beside := [i for i in left if is_beside(i, here, step)]:
                here = min(beside, key=lambda i: step * straight[i, 0])
                row.append(here)
                left.discard(here)
        rows.append(sorted(row, key=lambda i: straight[i, 0]))
    rows.sort(key=lambda row: float(np.mean(straight[row, 1])))
    return [i for row in rows for i in row]


def draw_marks(photo: Photo, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The photo with an outline for each SET around its cards, a thin one around the others, and letters."""
    canvas = np.ascontiguousarray(pixels).copy()
    scale, width = canvas.shape[1] / photo.width, max(2, round(max(canvas.shape[:2]) / 500))
    members = {card: [n for n, line in enumerate(photo.sets) if card in line] for card in photo.table}
    for seen in photo.cards:
        corners = np.array(seen.corners) * scale
        _outline(canvas, corners, (255, 255, 255) if seen.is_sure else UNSURE_COLOUR, width, 0)
        for ring, n in enumerate(members[seen.card], 1):
            _outline(canvas, corners, COLOURS[n % len(COLOURS)], 2 * width, -2.5 * width * ring)
    for seen in photo.cards:
        text = seen.card.letters + ("" if seen.is_sure else "?")
        _label(canvas, np.array(seen.corners).mean(axis=0) * scale, text, width)
    return canvas


def _outline(canvas: Any, corners: Any, colour: tuple[int, int, int], width: int, outwards: float) -> None:
    """A closed line through the corners, moved away from their middle."""
    away = corners - corners.mean(axis=0)
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    points = np.round((corners - away * outwards) * 16).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, width, cv2.LINE_AA, 4)


def _label(canvas: Any, middle: Any, text: str, width: int) -> None:
    """Text on a dark plate."""
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.28 * width
    (across, high), _ = cv2.getTextSize(text, font, size, width)
    x, y = (int(each) for each in middle - [across / 2, -high / 2])
    cv2.rectangle(canvas, (x - width, y - high - width), (x + across + width, y + width), (30, 30, 30), -1)
    cv2.putText(canvas, text, (x, y), font, size, (255, 255, 255), max(1, width // 2), cv2.LINE_AA)


WHOLE_CARD = 0.5
"""A quadrilateral is a card if the reader gives it a larger probability."""


LEAST = 0.1
"""A reading with a smaller probability is not a card, but for example a second frame on one."""


def look(image: Any) -> Photo:
    """The cards in a photo, with their corners, how sure each reading is, and the SETs among them.

    The photo is a path, the bytes of a file, an array (rows, columns, RGB) or a PIL image. What is in doubt is in
    `unsure`; a photo without cards has none. `show()` draws the photo with its cards and SETs marked.
    """
    pixels = read_pixels(image)
    seen = tuple(_scale(card, pixels.scale) for card in see_cards(pixels.array))
    return Photo(seen, pixels.width, pixels.height, pixels.array)


def see_cards(array: NDArray[np.uint8]) -> list[SeenCard]:
    """The cards in an array of RGB, in reading order, their corners in its pixels."""
    found = find_quads(array)
    if not len(found.quads):
        return []
    frames = frame_cards(array, found)
    frames = frames.part(np.flatnonzero(frames.whole > WHOLE_CARD))
    shares = without_repeats(frames.shares)
    seen = [_seen_card(frames.quads[i], shares[i], float(frames.whole[i])) for i in reading_order(frames.quads)]
    return [card for card in seen if card.probability > LEAST]


def without_repeats(shares: Any) -> Any:
    """The probabilities given that no card lies twice on the table, each card against the others.

    >>> import numpy as np
    >>> sure, doubtful = np.eye(81)[0], 0.6 * np.eye(81)[0] + 0.4 * np.eye(81)[1]
    >>> without_repeats(np.array([sure, doubtful]))[1][:2].round(2).tolist()
    [0.0, 1.0]
    """
    found = np.maximum(shares, 1e-9)
    for _ in range(3):
        taken = np.clip(found, 0, 1 - 1e-6)
        free = np.exp(np.log1p(-taken).sum(axis=0) - np.log1p(-taken))  # nobody else has it
        found = shares * free + 1e-12
        found = found / found.sum(axis=1, keepdims=True)
    return found


def _seen_card(quad: Any, shares: Any, whole: float) -> SeenCard:
    """The likeliest card, with its probability, those of its properties, and the alternatives."""
    order = np.argsort(-shares, kind="stable")[:4]
    best = Card(int(order[0]))
    cube = shares.reshape(3, 3, 3, 3)
    properties = {}
    for axis, (name, value) in enumerate(zip(best.notation.words(best), best.coordinates, strict=True)):
        others = tuple(k for k in range(4) if k != axis)
        properties[name] = float(cube.sum(axis=others)[value])
    # Rendered photos, where the truth is known: doubts about the card count twice, those about its frame less.
    likeliest, framed = float(shares[order[0]]), 1 - (1 - whole) ** 1.5
    doubled = (1 + likeliest) * framed
    alternatives = tuple((Card(int(i)), float(shares[i] * doubled)) for i in order[1:] if shares[i] * doubled > 0.005)
    return SeenCard(best, _corners(quad), min(1.0, likeliest**2 * framed), properties, alternatives)


def _corners(quad: Any) -> Any:
    """The corners clockwise, beginning at the upper left."""
    start = int((quad.sum(axis=1)).argmin())
    return tuple((float(x), float(y)) for x, y in [*quad[start:], *quad[:start]])


def _scale(seen: SeenCard, scale: float) -> SeenCard:
    corners: Any = tuple(((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in seen.corners)
    return replace(seen, corners=corners)
