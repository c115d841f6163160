"""Reasons for moves as values, a code with points and numbers, and the English sentence of each code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

SENTENCES = {
    "first": "the first point is arbitrary",
    "third": "{0} completes the block of {1}, the first point, and {2}, so that nobody can hold it",
    "third-taken": "{0}, which belongs to {1} and {2}, is taken",
    "centre": "{0} is the centre of a reflection, and every later point has an image",
    "reflection": "{0} is the reflection of {1} in {2}",
    "image": "{0} is the image of {1}",
    "image-taken": "the image of {0} is not free",
    "cap": "one of {left} points left of a cap of {size} through {0}",
    "cap-played": "nothing is left of the cap of {size}",
    "flat": "the next point of a largest cap in a flat parallel to a {level}-flat through {0}",
    "flats-played": "the plan of {size} points is played",
    "chance": "one of {left} free points, by chance",
    "safe": "one of {left} points that complete nothing",
    "seems": "one of {left} points that seem to complete nothing",
    "overlooked": "{0} completes {block}, which was overlooked",
    "doomed": "every free point completes a block; {0} completes {block}",
    "wins": "wins in round {round} at the latest",
    "draws": "keeps the draw",
    "loses": "loses, but not before round {round}",
}
"""The sentence of each code: {0}, {1}, … are the names of its points, {block} are the names of all but the first."""


@dataclass(frozen=True)
class Reason:
    """Why a point is taken; `after` is what ended the plan of the strategy, if it has ended.

    >>> Reason("reflection", (6, 3, 0)).text(str)
    '6 is the reflection of 3 in 0'
    >>> Reason("safe", numbers={"left": 2}, after=Reason("cap-played", numbers={"size": 4})).text(str)
    'nothing is left of the cap of 4: one of 2 points that complete nothing'
    """

    code: str
    points: tuple[int, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    after: Reason | None = None

    def text(self, names: Callable[[int], str]) -> str:
        """The sentence in English, with the points called by their names."""
        called = [names(point) for point in self.points]
        sentence = SENTENCES[self.code].format(*called, block=", ".join(called[1:]), **self.numbers)
        return f"{self.after.text(names)}: {sentence}" if self.after else sentence
