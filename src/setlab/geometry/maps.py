"""Affine maps of AG(d,3): the symmetries of the game, which are exactly the permutations that take SETs to SETs.

A map is determined by the images of the origin and of the d unit vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, overload

from setlab.arguments import checked, checked_constructor, several
from setlab.draws import Draws, fresh_seed
from setlab.errors import CardError, RuleError, show_value
from setlab.geometry.cardset import CardSet
from setlab.geometry.deck import number_of
from setlab.geometry.flats import rank
from setlab.geometry.space import Dimension, Space, find_space

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@checked_constructor
@dataclass(frozen=True)
class AffineMap:
    """The map x ↦ Mx + t: `shift` is t, and `columns` are the images under M of the d unit vectors.

    `map(card)` is the image of a card, `first @ second` (or `first * second`) is `second`, then `first`, and `map ** k`
    is a power.

    >>> swap = AffineMap(Space(2), 0, (1, 3))       # exchanges the two properties
    >>> swap(range(9))
    [0, 3, 6, 1, 4, 7, 2, 5, 8]
    >>> swap.matrix, swap.order, swap ** -1 == swap
    (((0, 1), (1, 0)), 2, True)
    """

    space: Space
    shift: int
    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        self.space.check(self.shift)
        if len(self.columns) != self.space.d or rank((0, *self.columns), self.space) != self.space.d + 1:
            raise RuleError(f"{self.columns} is not a basis: {self.space.d} independent vectors are needed")

    @classmethod
    @checked
    def identity(cls, dimension: Dimension = None) -> AffineMap:
        """The identity.

        >>> AffineMap.identity()(52)
        52
        """
        space = find_space(dimension)
        return cls(space, 0, unit_vectors(space))

    @classmethod
    @checked
    def translation(cls, shift: int, dimension: Dimension = None) -> AffineMap:
        """The translation x ↦ x + t.

        >>> AffineMap.translation(40)(40)
        80
        """
        space = find_space(dimension)
        return cls(space, shift, unit_vectors(space))

    @classmethod
    @checked
    def random(cls, seed: int | None = None, trial: int = 0, dimension: Dimension = None) -> AffineMap:
        """A uniformly distributed element of AGL(d,3), determined by seed and trial; new without a seed.

        >>> AffineMap.random(seed=1) == AffineMap.random(seed=1) != AffineMap.random(seed=2)
        True
        """
        space = find_space(dimension)
        draws, k = Draws(fresh_seed() if seed is None else seed), 0
        columns: tuple[int, ...] = ()
        while len(columns) < space.d:
            vector, k = draws.below(trial, k, len(space)), k + 1
            if rank((0, *columns, vector), space) == len(columns) + 2:
                columns = (*columns, vector)
        return cls(space, draws.below(trial, k, len(space)), columns)

    @classmethod
    @checked
    def taking(cls, source: Sequence[int], target: Sequence[int], dimension: Dimension = None) -> AffineMap:
        """The unique map that takes a frame, d + 1 cards in no hyperplane, to another frame, card by card.

        >>> AffineMap.taking((0, 1, 3), (4, 8, 2), Space(2))(8)
        5
        """
        space = find_space(dimension)
        return _from_standard(target, space) @ _from_standard(source, space).inverse()

    @classmethod
    @checked
    def from_matrix(
        cls, matrix: Iterable[Iterable[int]], shift: int | Iterable[int] = 0, dimension: Dimension = None
    ) -> AffineMap:
        """The map x ↦ Mx + t for a matrix M, given by its rows, and t, a card or its coordinates, all modulo 3.

        >>> turn = AffineMap.from_matrix([[0, -1], [1, 0]], shift=(1, 1))
        >>> turn.order, turn(0), turn.matrix
        (4, 4, ((0, 2), (1, 0)))
        """
        rows = [tuple(row) for row in matrix]
        space = find_space(len(rows) if dimension is None else dimension)
        if len(rows) != space.d or any(len(row) != space.d for row in rows):
            raise RuleError(
                f"{show_value(rows)} is not a matrix of {space}: {space.d} rows of length {space.d} are needed"
            )
        columns = tuple(_card_modulo_3(column, space) for column in zip(*rows, strict=True))
        return cls(space, shift if isinstance(shift, int) else _card_modulo_3(shift, space), columns)

    @overload
    def __call__(self, cards: int) -> int: ...
    @overload
    def __call__(self, cards: CardSet) -> CardSet: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, cards: NDArray[np.integer[Any]]) -> NDArray[np.int64]: ...
    @overload
    def __call__(self, cards: Iterable[int]) -> list[int]: ...
    def __call__(self, cards: Any) -> Any:
        """The image of a card; of a `CardSet` or an array, of the same kind; of other cards, in a list.

        The image of a `Card` is a `Card` of the same notation.

        >>> shift = AffineMap.translation(1)
        >>> shift(0), shift([0, 1, 2]), shift(CardSet([0, 3]))
        (1, [1, 2, 0], CardSet([1, 4]))
        """
        if number_of(cards) is not None:
            return self._image(cards)
        if isinstance(cards, CardSet):
            return self.apply(cards)
        if hasattr(cards, "dtype"):
            return _array_of_images(self, cards)
        return [self._image(card) for card in several("cards", cards)]

    def _image(self, card: int) -> int:
        image = self.images[self.space.check(card)]
        notation = getattr(card, "notation", None)
        return image if notation is None else type(card)(image, notation)  # type: ignore[call-overload]

    def apply(self, cards: Iterable[int]) -> CardSet:
        """The image of a collection.

        >>> AffineMap.translation(1).apply([0, 1, 2]) == {0, 1, 2}
        True
        """
        if isinstance(cards, CardSet) and cards.space != self.space:
            raise RuleError(f"a map of {self.space} does not move cards of {cards.space}: use one space")
        return CardSet((self.images[self.space.check(card)] for card in several("cards", cards)), self.space)

    @property
    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """The matrix M of the map x ↦ Mx + t, row by row.

        >>> AffineMap.translation(1, Space(2)).matrix
        ((1, 0), (0, 1))
        """
        return tuple(zip(*map(self.space.coordinates, self.columns), strict=True))

    @cached_property
    def order(self) -> int:
        """The smallest positive k for which the k-th power is the identity: the common multiple of the cycle lengths.

        >>> AffineMap.translation(1).order, AffineMap.identity().order
        (3, 1)
        """
        return lcm(*cycle_lengths(self.images))

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
        if not isinstance(first, AffineMap):
            return NotImplemented
        if first.space != self.space:
            raise RuleError(f"maps of {self.space} and {first.space} do not compose: use one space")
        shift = self.images[first.shift]
        directions = (self.space.subtract(self.images[column], self.shift) for column in first.columns)
        return AffineMap(self.space, shift, tuple(directions))

    __mul__ = __matmul__

    def __pow__(self, exponent: int) -> AffineMap:
        """The power with an integer exponent, which may be negative.

        >>> turn = AffineMap.random(seed=3)
        >>> turn ** 3 == turn @ turn @ turn, turn ** -2 == (turn @ turn).inverse(), turn ** turn.order == turn ** 0
        (True, True, True)
        """
        number = number_of(exponent)
        if number is None:
            return NotImplemented
        power, square, rest = AffineMap.identity(self.space), self, number % self.order
        while rest:
            power = power @ square if rest % 2 else power
            square, rest = square @ square, rest // 2
        return power

    def inverse(self) -> AffineMap:
        """The inverse map."""
        origin = self.images.index(0)
        back = (self.images.index(unit) for unit in unit_vectors(self.space))
        return AffineMap(self.space, origin, tuple(self.space.subtract(card, origin) for card in back))


@checked
def unit_vectors(dimension: Dimension = None) -> tuple[int, ...]:
    """(1,0,…,0), (0,1,0,…), …: one vector for each property.

    >>> unit_vectors(4)
    (27, 9, 3, 1)
    """
    return tuple(3**i for i in reversed(range(find_space(dimension).d)))


def _card_modulo_3(coordinates: Iterable[int], space: Space) -> int:
    return space.card(x % 3 for x in coordinates)


def cycle_lengths(images: Sequence[int]) -> Iterator[int]:
    """The lengths of the cycles of a permutation.

    >>> list(cycle_lengths([1, 0, 2]))
    [2, 1]
    """
    seen = [False] * len(images)
    for start in range(len(images)):
        card, length = start, 0
        while not seen[card]:
            seen[card] = True
            card, length = images[card], length + 1
        if length:
            yield length


def _array_of_images(map_: AffineMap, cards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    import numpy as np

    if cards.dtype.kind not in "iu" or np.any((cards < 0) | (cards >= len(map_.space))):
        raise CardError(
            f"the array {show_value(cards)} does not hold cards: they are the integers 0 to {len(map_.space) - 1}"
        )
    images: NDArray[np.int64] = np.array(map_.images, dtype=np.int64)[cards]
    return images


def _from_standard(frame: Sequence[int], space: Space) -> AffineMap:
    """The map that takes card 0 and the unit vectors to the frame."""
    if len(frame) != space.d + 1 or rank(frame, space) != space.d + 1:
        raise RuleError(f"{tuple(frame)} is not a frame: {space.d + 1} cards in no hyperplane are needed")
    origin, *others = frame
    return AffineMap(space, origin, tuple(space.subtract(card, origin) for card in others))
