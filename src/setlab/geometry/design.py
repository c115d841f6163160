"""A design: points, and blocks of equal size such that every t points lie together in the same number of blocks.

Anti-SET is played on any design (Clark, Fisk & Goren, section 6). `designs.py` makes AG(d,q) and PG(d,q), and
reads other designs from files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from math import comb

from setlab.arguments import checked
from setlab.errors import RuleError, SpecError, plural, shown
from setlab.geometry.deck import number_of

Block = tuple[int, ...]


@checked
@dataclass(frozen=True)
class Geometry:
    """The points and k-flats of AG(d,q) or PG(d,q): `kind` is "AG" or "PG", and k = 1 means lines.

    >>> str(Geometry("AG", 4, 3)), str(Geometry("PG", 3, 2, 2))
    ('AG(4,3)', 'PG(3,2,2)')
    """

    kind: str
    d: int
    q: int
    k: int = 1

    @property
    def dimension(self) -> int:
        """The dimension, d."""
        return self.d

    def __str__(self) -> str:
        return f"{self.kind}({self.d},{self.q})" if self.k == 1 else f"{self.kind}({self.d},{self.q},{self.k})"

    @property
    def is_affine(self) -> bool:
        """True for AG(d,q).

        >>> Geometry("AG", 4, 3).is_affine, Geometry("PG", 3, 2).is_affine
        (True, False)
        """
        return self.kind == "AG"


@checked
@dataclass(frozen=True)
class Design:
    """A t-(v,k,λ) design: v points, blocks of k points, every t points together in exactly λ blocks.

    The design is checked when it is made. Blocks may be given in any order; they are kept sorted. `geometry` says
    which AG(d,q) or PG(d,q) a design is whose points are numbered as `affine` and `projective` number them; it is
    None for every other design, and does not count when designs are compared.

    >>> fano = Design(7, [{i, (i + 1) % 7, (i + 3) % 7} for i in range(7)])
    >>> fano.blocks[0], fano.block_size, fano.replication
    ((0, 1, 3), 3, 3)
    >>> Design(7, [(0, 1, 2), (0, 3, 4)])
    Traceback (most recent call last):
    setlab.errors.RuleError: the points 0, 5 lie together in 0 blocks: a 2-design with λ = 1 needs 1
    """

    points: int
    blocks: tuple[Block, ...] = field(repr=False)
    t: int = 2
    lam: int = 1
    name: str = ""
    geometry: Geometry | None = field(default=None, repr=False, compare=False)

    def __init__(
        self,
        points: int,
        blocks: Iterable[Iterable[int]],
        t: int = 2,
        lam: int = 1,
        name: str = "",
        geometry: Geometry | None = None,
    ) -> None:
        ordered = tuple(sorted(tuple(sorted(block)) for block in blocks))
        values = {"points": points, "blocks": ordered, "t": t, "lam": lam, "name": name, "geometry": geometry}
        self.__dict__.update(values)  # a frozen dataclass refuses plain assignment
        self._check()

    def __hash__(self) -> int:  # not over all blocks: a design is a key of caches, and AG(6,3) has 88,452 lines
        return hash((self.points, len(self.blocks), self.blocks[0], self.blocks[-1], self.t, self.lam, self.name))

    def __str__(self) -> str:
        return self.name or f"{self.t}-({self.points},{self.block_size},{self.lam}) design"

    @property
    def block_size(self) -> int:
        """The number k of points in each block."""
        return len(self.blocks[0])

    @property
    def replication(self) -> int:
        """The number of blocks through a point (the same for all when t is at least 1).

        >>> Design(4, combinations(range(4), 2)).replication
        3
        """
        return len(self.through[0])

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """For every point, the indices of the blocks that contain it.

        >>> Design(4, combinations(range(4), 2)).through[3]
        (2, 4, 5)
        """
        lists: list[list[int]] = [[] for _ in range(self.points)]
        for number, block in enumerate(self.blocks):
            for point in block:
                lists[point].append(number)
        return tuple(map(tuple, lists))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Every block as an integer mask: bit p is set when the block contains point p."""
        return tuple(sum(1 << point for point in block) for block in self.blocks)

    def check_point(self, point: int) -> int:
        """The point itself; raise `RuleError` unless it is a point of the design.

        >>> Design(3, [(0, 1, 2)], name="a line").check_point(9)
        Traceback (most recent call last):
        setlab.errors.RuleError: 9 is not a point of a line: points are numbered 0 to 2
        """
        number = number_of(point)
        if number is None or not 0 <= number < self.points:
            raise RuleError(f"{shown(point)} is not a point of {self}: points are numbered 0 to {self.points - 1}")
        return number

    @checked
    def is_automorphism(self, permutation: Sequence[int]) -> bool:
        """True if the permutation, given by the images of the points, takes blocks to blocks.

        >>> fano = Design(7, [{i, (i + 1) % 7, (i + 3) % 7} for i in range(7)])
        >>> fano.is_automorphism([1, 2, 3, 4, 5, 6, 0]), fano.is_automorphism([1, 0, 2, 3, 4, 5, 6])
        (True, False)
        """
        if sorted(permutation) != list(range(self.points)):
            return False
        images = Counter(tuple(sorted(permutation[point] for point in block)) for block in self.blocks)
        return images == self._multiplicities

    @cached_property
    def _multiplicities(self) -> Counter[Block]:
        return Counter(self.blocks)

    def _check(self) -> None:
        if self.points < 1:
            raise SpecError(f"{self.points} is not a number of points: a design has at least 1")
        if not self.blocks:
            raise RuleError("a design needs a block: give at least one")
        for block in self.blocks:
            self._check_block(block)
        if not 0 <= self.t <= self.block_size or self.lam < 1:
            raise SpecError(
                f"t = {self.t}, λ = {self.lam} is no design with blocks of {self.block_size} points: "
                f"choose t from 0 to {self.block_size} and λ of at least 1"
            )
        self._check_cover()

    def _check_block(self, block: Block) -> None:
        if len(block) != len(self.blocks[0]):
            raise RuleError(
                f"the blocks {self.blocks[0]} and {block} have {len(self.blocks[0])} and {len(block)} points: "
                "all blocks of a design have the same number"
            )
        if not block or block[0] < 0 or block[-1] >= self.points:
            raise RuleError(
                f"the block {block} is not one of {plural(self.points, 'point')}: "
                f"points are numbered 0 to {self.points - 1}"
            )
        if len(set(block)) < len(block):
            raise RuleError(f"the block {block} has a point twice: a block has distinct points")

    def _check_cover(self) -> None:
        wrong = self._wrong_pair() if self.t == 2 else self._wrong_points()
        if wrong is None:
            return
        points, found = wrong
        where = f"the points {', '.join(map(str, points))} lie together in " if points else "there are "
        raise RuleError(f"{where}{plural(found, 'block')}: a {self.t}-design with λ = {self.lam} needs {self.lam}")

    def _wrong_points(self) -> tuple[tuple[int, ...], int] | None:
        """The first t points that lie together in another number of blocks than λ, and the number."""
        cover = Counter(chain.from_iterable(combinations(block, self.t) for block in self.blocks))
        if len(cover) == comb(self.points, self.t) and set(cover.values()) == {self.lam}:
            return None
        return next((s, cover[s]) for s in combinations(range(self.points), self.t) if cover[s] != self.lam)

    def _wrong_pair(self) -> tuple[tuple[int, ...], int] | None:
        """The same for t = 2, point by point: AG(3,16) has eight million pairs, which are not to be kept at once."""
        for point, through in enumerate(self.through):
            beside = Counter(chain.from_iterable(self.blocks[block] for block in through))
            for other in range(point + 1, self.points):
                if beside[other] != self.lam:
                    return (point, other), beside[other]
        return None
