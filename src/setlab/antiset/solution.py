"""What the solver says about a position: the winner and the length, or bounds on them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """What is known about a position. `winner` and `length` are None as long as they are not settled.

    The value of a position is 0 for a draw; for a win of Xavier at ply e it is the number of points + 1 − e, and for
    one of Olivia the negative of that. It lies between `lower` and `upper`.
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
        """Who can still be the winner by what is known."""
        names = (("xavier", self.upper > 0), ("olivia", self.lower < 0), ("draw", self.lower <= 0 <= self.upper))
        return tuple(name for name, possible in names if possible)

    @property
    def length(self) -> int | None:
        """The number of rounds with best play; a draw lasts until the board is full."""
        return self.shortest if self.is_settled else None

    @property
    def shortest(self) -> int:
        """The game lasts at least so many rounds."""
        return rounds_of(self.points, max(abs(self.lower), abs(self.upper)))

    @property
    def longest(self) -> int:
        """The game lasts at most so many rounds."""
        nearest = 0 if self.lower <= 0 <= self.upper else min(abs(self.lower), abs(self.upper))
        return rounds_of(self.points, nearest)


def rounds_of(points: int, size: int) -> int:
    """The round in which a game of this value, without its sign, ends.

    >>> rounds_of(9, 2), rounds_of(9, 0)
    (4, 5)
    """
    return (points + 2 - size) // 2 if size else (points + 1) // 2
