"""`look`: the cards in a photo, found, rectified and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setlab.notation import Card
from setlab.photo.find import find_quads
from setlab.photo.frames import frame_cards
from setlab.photo.image import read_pixels
from setlab.photo.photo import Photo, SeenCard, reading_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WHOLE_CARD = 0.5
"""A quadrilateral is a card if the reader gives it a larger probability."""


LEAST = 0.1
"""What is read with a smaller probability is no card: a second frame on a card, say."""


def look(image: Any) -> Photo:
    """The cards in a photo, with their corners, how sure each reading is, and the SETs among them.

    The photo is a path, the bytes of a file, an array (rows, columns, RGB) or a PIL image. What is in doubt is in
    `unsure`; a photo without cards has none. `show()` draws the photo with its cards and SETs marked.
    """
    pixels = read_pixels(image)
    seen = see_cards(pixels.array)
    return Photo(tuple(_scaled(card, pixels.scale) for card in seen), pixels.width, pixels.height, pixels.array)


def see_cards(array: NDArray[np.uint8]) -> list[SeenCard]:
    """The cards in an array of RGB, in reading order, their corners in its pixels."""
    import numpy as np

    found = find_quads(array)
    if not len(found.quads):
        return []
    frames = frame_cards(array, found)
    frames = frames.part(np.flatnonzero(frames.whole > WHOLE_CARD))
    quads, whole = frames.quads, frames.whole
    shares = without_repeats(frames.shares)
    order = reading_order(quads)
    seen = [_seen_card(quads[i], shares[i], float(whole[i])) for i in order]
    return [card for card in seen if card.probability > LEAST]


def without_repeats(shares: Any) -> Any:
    """The probabilities given that no card lies twice on the table, each card against the others.

    >>> import numpy as np
    >>> sure, doubtful = np.eye(81)[0], 0.6 * np.eye(81)[0] + 0.4 * np.eye(81)[1]
    >>> without_repeats(np.array([sure, doubtful]))[1][:2].round(2).tolist()
    [0.0, 1.0]
    """
    import numpy as np

    found = np.maximum(shares, 1e-9)
    for _ in range(3):
        taken = np.clip(found, 0, 1 - 1e-6)
        free = np.exp(np.log1p(-taken).sum(axis=0) - np.log1p(-taken))  # nobody else has it
        found = shares * free + 1e-12
        found = found / found.sum(axis=1, keepdims=True)
    return found


def _seen_card(quad: Any, shares: Any, whole: float) -> SeenCard:
    """The likeliest card, with its probability, those of its properties, and the alternatives."""
    import numpy as np

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


def _scaled(seen: SeenCard, scale: float) -> SeenCard:
    from dataclasses import replace

    corners: Any = tuple(((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in seen.corners)
    return replace(seen, corners=corners)
