"""A collection drawn as a grid of the whole deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setlab.geometry.cardset import CardSet


def grid(cards: CardSet) -> str:
    """The collection as a grid of the whole deck, with a 1 for every card of the collection and a dot for any other.

    The first half of the properties runs down, the rest across; a gap follows every third row and column.

    >>> from setlab.geometry import CardSet, Space
    >>> print(grid(CardSet(range(12), Space(3))))
    1 1 1  1 1 1  1 1 1
    1 1 1  . . .  . . .
    . . .  . . .  . . .
    """
    d = cards.space.d
    height, width = 3 ** (d // 2), 3 ** (d - d // 2)
    rows = []
    for row in range(height):
        if row and row % 3 == 0:
            rows.append("")
        marks = ["1" if row * width + column in cards else "." for column in range(width)]
        triples = (" ".join(marks[i : i + 3]) for i in range(0, width, 3))
        rows.append("  ".join(triples))
    return "\n".join(rows)
