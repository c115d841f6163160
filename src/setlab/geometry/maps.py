"""Affine maps of AG(d,3): the symmetries of the game, which are exactly the permutations that take SETs to SETs.

A map is determined by the images of the origin and of the d unit vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from setlab.draws import Draws
from setlab.errors import RuleError
from setlab.geometry.cardset import CardSet
from setlab.geometry.flats import rank
from setlab.geometry.space import Space


@dataclass(frozen=True)
class AffineMap:
    """The map x ↦ Mx + t: `shift` is t, and `columns` are the images under M of the d unit vectors.

    >>> swap = AffineMap(Space(2), 0, (1, 3))       # exchanges the two properties
    >>> [swap(card) for card in range(9)]
    [0, 3, 6, 1, 4, 7, 2, 5, 8]
    """

    space: Space
    shift: int
    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        self.space.check(self.shift)
        if len(self.columns) != self.space.d or rank((0, *self.columns), self.space) != self.space.d + 1:
            raise RuleError(f"{self.columns} is not a basis: {self.space.d} independent vectors are needed")

    @classmethod
    def identity(cls, space: Space | None = None) -> AffineMap:
        """The identity.

        >>> AffineMap.identity()(52)
        52
        """
        space = space or Space()
        return cls(space, 0, unit_vectors(space))

    @classmethod
    def translation(cls, shift: int, space: Space | None = None) -> AffineMap:
        """The translation x ↦ x + t.

        >>> AffineMap.translation(40)(40)
        80
        """
        space = space or Space()
        return cls(space, shift, unit_vectors(space))

    @classmethod
    def random(cls, seed: int, trial: int = 0, space: Space | None = None) -> AffineMap:
        """A uniformly distributed element of AGL(d,3), determined by seed and trial.

        >>> AffineMap.random(seed=1) == AffineMap.random(seed=1) != AffineMap.random(seed=2)
        True
        """
        space = space or Space()
        draws, k = Draws(seed), 0
        columns: tuple[int, ...] = ()
        while len(columns) < space.d:
            vector, k = draws.below(trial, k, len(space)), k + 1
            if rank((0, *columns, vector), space) == len(columns) + 2:
                columns = (*columns, vector)
        return cls(space, draws.below(trial, k, len(space)), columns)

    @classmethod
    def taking(cls, source: Sequence[int], target: Sequence[int], space: Space | None = None) -> AffineMap:
        """The unique map that takes a frame, d + 1 cards in no hyperplane, to another frame, card by card.

        >>> AffineMap.taking((0, 1, 3), (4, 8, 2), Space(2))(8)
        5
        """
        space = space or Space()
        return _from_standard(target, space) @ _from_standard(source, space).inverse()

    def __call__(self, card: int) -> int:
        return self.images[self.space.check(card)]

    def apply(self, cards: Iterable[int]) -> CardSet:
        """The image of a collection.

        >>> AffineMap.translation(1).apply([0, 1, 2]) == {0, 1, 2}
        True
        """
        return CardSet((self(card) for card in cards), self.space)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The images of all cards, in the order of the cards."""
        add, images = self.space.add, [self.shift]
        for column in self.columns:
            twice = add(column, column)
            images = [image for start in images for image in (start, add(start, column), add(start, twice))]
        return tuple(images)

    def __matmul__(self, first: AffineMap) -> AffineMap:
        """The composition: `first`, then this map.

        >>> turn = AffineMap.random(seed=3)
        >>> turn.inverse() @ turn == AffineMap.identity()
        True
        """
        if first.space != self.space:
            raise RuleError(f"maps of {self.space} and {first.space} do not compose: use one space")
        shift = self(first.shift)
        directions = (self.space.subtract(self(column), self.shift) for column in first.columns)
        return AffineMap(self.space, shift, tuple(directions))

    def inverse(self) -> AffineMap:
        """The inverse map."""
        origin = self.images.index(0)
        back = (self.images.index(unit) for unit in unit_vectors(self.space))
        return AffineMap(self.space, origin, tuple(self.space.subtract(card, origin) for card in back))


def unit_vectors(space: Space) -> tuple[int, ...]:
    """(1,0,…,0), (0,1,0,…), …: one vector for each property.

    >>> unit_vectors(Space(4))
    (27, 9, 3, 1)
    """
    return tuple(3**i for i in reversed(range(space.d)))


def _from_standard(frame: Sequence[int], space: Space) -> AffineMap:
    """The map that takes card 0 and the unit vectors to the frame."""
    if len(frame) != space.d + 1 or rank(frame, space) != space.d + 1:
        raise RuleError(f"{tuple(frame)} is not a frame: {space.d + 1} cards in no hyperplane are needed")
    origin, *others = frame
    return AffineMap(space, origin, tuple(space.subtract(card, origin) for card in others))
