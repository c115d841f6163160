"""Anti-SET by the definition, for tiny designs: every move is tried, and nothing is left out.

A position is a pair of masks, Xavier's and Olivia's; Xavier moves when both have the same number of points. Its value
is 0 for a draw; points + 1 − e when Xavier wins a game that ends with the e-th move; the negative when Olivia does.
So both want what their side calls best, and the winner hurries and the loser delays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setlab.geometry.symmetry import Permutation, group_elements
from setlab.reference.lines import cards_of, mask_of, words

Position = tuple[int, int]
Rows = list[list[int]]


class AntisetEngine:
    """Exact answers about anti-SET on a list of blocks, of which no player holds one yet.

    >>> engine = AntisetEngine(3, [[0, 1]], [], 1)           # whoever takes both 0 and 1 loses
    >>> engine.forces(False, [0], [2], by=3, budget=0), engine.forces(False, [2], [0], by=3, budget=0)
    (True, False)
    """

    def __init__(
        self, points: int, blocks: Sequence[Sequence[int]], generators: Sequence[Sequence[int]], order: int
    ) -> None:
        self.points = points
        self.blocks = [mask_of(block) for block in blocks]
        self.maps: list[Permutation] = [tuple(range(points))]
        if generators:
            self.maps = list(group_elements([tuple(images) for images in generators]))
        if len(self.maps) != order:
            raise ValueError(f"the generators make a group of order {len(self.maps)}, not {order}")
        self.values: dict[Position, int] = {}

    def forces(self, xavier: bool, x: Sequence[int], o: Sequence[int], by: int, budget: int) -> bool:
        """Whether a player can force the other to complete a block at ply `by` or before; `budget` is not needed."""
        value = self.value(mask_of(x), mask_of(o))
        return (value if xavier else -value) >= self.points + 1 - min(by, self.points)

    def canonical(self, x: Sequence[int], o: Sequence[int]) -> tuple[list[int], list[int]]:
        """The position that stands for all images of this one: the least."""
        mine, hers = self.least((mask_of(x), mask_of(o)))
        return list(cards_of(mine)), list(cards_of(hers))

    def reachable(
        self, x: Sequence[int], o: Sequence[int], budget: int
    ) -> tuple[Rows, Rows, list[int], list[int]] | None:
        """One position of every class that can be reached with no block completed, in the order of plies.

        Masks in two words each, values, and how many positions the group makes of each; None if there are more than
        `budget` classes.
        """
        found = {self.least(position) for position in self.positions_from((mask_of(x), mask_of(o)))}
        if len(found) > budget:
            return None
        classes = sorted(found, key=lambda position: (sum(map(int.bit_count, position)), position))
        return (
            [words(mine, dimension=4) for mine, _ in classes],
            [words(hers, dimension=4) for _, hers in classes],
            [self.value(*position) for position in classes],
            [len(set(self.images(position))) for position in classes],
        )

    def clear(self) -> None:
        """Forget the positions examined."""
        self.values.clear()

    @property
    def positions(self) -> int:
        """The number of positions examined."""
        return len(self.values)

    def value(self, x: int, o: int) -> int:
        """The value of a position.

        >>> AntisetEngine(2, [[0], [1]], [], 1).value(0, 0)  # Xavier loses with the first move
        -2
        """
        if (x, o) not in self.values:
            free = [1 << point for point in range(self.points) if not (x | o) >> point & 1]
            worth = len(free)  # points + 1 − e for the next move e
            if x.bit_count() == o.bit_count():
                after = (-worth if self.holds(x | p) else self.value(x | p, o) for p in free)
                self.values[x, o] = max(after, default=0)
            else:
                after = (worth if self.holds(o | p) else self.value(x, o | p) for p in free)
                self.values[x, o] = min(after, default=0)
        return self.values[x, o]

    def holds(self, own: int) -> bool:
        """True if a block lies within a hand."""
        return any(own & block == block for block in self.blocks)

    def positions_from(self, start: Position) -> set[Position]:
        """The positions that can be reached with no block completed, the start among them."""
        found, new = {start}, [start]
        while new:
            x, o = new.pop()
            for point in cards_of((1 << self.points) - 1 & ~(x | o)):
                p = 1 << point
                after = (x | p, o) if x.bit_count() == o.bit_count() else (x, o | p)
                if after not in found and not any(map(self.holds, after)):
                    found.add(after)
                    new.append(after)
        return found

    def least(self, position: Position) -> Position:
        """The least image of a position."""
        return min(self.images(position))

    def images(self, position: Position) -> Iterator[Position]:
        """The image of a position under every map of the group."""
        for images in self.maps:
            mine, hers = (mask_of(images[point] for point in cards_of(hand)) for hand in position)
            yield mine, hers
