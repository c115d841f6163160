"""The answer of the solver about a position: the winner and the length, or bounds on them."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.arguments import checked


@checked
@dataclass(frozen=True)
class Solution:
    """Bounds on the value of a position. `winner` and `length` are None unless they follow from the bounds.

    The value of a position is 0 for a draw; if Xavier wins at ply e, it is the number of points + 1 − e, and if Olivia
    wins, the negative of that. It lies between `lower` and `upper`.
    """

    points: int
    lower: int
    upper: int
    positions: int
    principal_variation: tuple[int, ...] = ()

    @property
    def is_settled(self) -> bool:
        """True if the value is known."""
        return self.lower == self.upper

    @property
    def winner(self) -> str | None:
        """The winner with best play, or "draw"."""
        if self.lower > 0:
            return "xavier"
        if self.upper < 0:
            return "olivia"
        return "draw" if self.is_settled else None

    @property
    def possible_winners(self) -> tuple[str, ...]:
        """The winners that the bounds allow."""
        names = (("xavier", self.upper > 0), ("olivia", self.lower < 0), ("draw", self.lower <= 0 <= self.upper))
        return tuple(name for name, possible in names if possible)

    @property
    def length(self) -> int | None:
        """The number of rounds with best play; a draw lasts until the board is full."""
        return self.shortest if self.is_settled else None

    @property
    def shortest(self) -> int:
        """The least number of rounds that the bounds allow."""
        return rounds_of(self.points, max(abs(self.lower), abs(self.upper)))

    @property
    def longest(self) -> int:
        """The greatest number of rounds that the bounds allow."""
        nearest = 0 if self.lower <= 0 <= self.upper else min(abs(self.lower), abs(self.upper))
        return rounds_of(self.points, nearest)


def rounds_of(points: int, size: int) -> int:
    """The round in which a game with this absolute value ends.

    >>> rounds_of(9, 2), rounds_of(9, 0)
    (4, 5)
    """
    return (points + 2 - size) // 2 if size else (points + 1) // 2
