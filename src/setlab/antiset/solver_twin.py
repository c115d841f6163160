"""The solver by the definition, for tiny designs: every move is tried, and nothing is left out.

A position is a pair of masks, Xavier's and Olivia's; Xavier moves when both have the same number of points. Its value
is 0 for a draw; points + 1 − e when Xavier wins a game that ends with the e-th move; the negative when Olivia does.
So both want what their side calls best, and the winner hurries and the loser delays.
"""

from __future__ import annotations

from collections.abc import Iterable

Position = tuple[int, int]


def values_plainly(points: int, blocks: Iterable[Iterable[int]], start: Position = (0, 0)) -> dict[Position, int]:
    """The values of all positions that can be reached with no block completed.

    >>> values_plainly(9, [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
    ...                    (0, 4, 8), (1, 5, 6), (2, 3, 7), (0, 5, 7), (1, 3, 8), (2, 4, 6)])[0, 0]
    2
    """
    masks = [sum(1 << point for point in block) for block in blocks]
    known: dict[Position, int] = {}

    def value(x: int, o: int) -> int:
        if (x, o) not in known:
            free = [1 << point for point in range(points) if not (x | o) >> point & 1]
            if x.bit_count() == o.bit_count():
                known[x, o] = max((lost(x | p, -left(x, o)) or value(x | p, o) for p in free), default=0)
            else:
                known[x, o] = min((lost(o | p, left(x, o)) or value(x, o | p) for p in free), default=0)
        return known[x, o]

    def lost(own: int, worth: int) -> int:
        """What a block is worth to Xavier, when it is there."""
        return worth if any(own & block == block for block in masks) else 0

    def left(x: int, o: int) -> int:
        """points + 1 − e for the next move e: how many points are free."""
        return points - (x | o).bit_count()

    value(*start)
    return known
