"""A design: points, and blocks of equal size such that every t points lie together in the same number of blocks.

Anti-SET is played on any design (Clark, Fisk & Goren, section 6). `affine` and
`projective` make AG(d,q) and PG(d,q), whose blocks are the lines or the k-flats; other designs come from text files.

A point of AG(d,q) is numbered as a card is: its coordinates read in base q, the first the most significant. The
points of PG(d,q) are the vectors whose first non-zero coordinate is 1, in ascending order.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, combinations, product
from math import comb

from setlab.arguments import checked, checked_constructor
from setlab.errors import RuleError, SpecError, plural, quote, show_value, unknown_name
from setlab.files import File
from setlab.geometry.deck import number_of
from setlab.geometry.fields import Field, Vector, count_subspaces, echelon_bases, normalise, span_of
from setlab.limits import DESIGNS, between

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


@checked_constructor
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
            raise RuleError(f"{show_value(point)} is not a point of {self}: points are numbered 0 to {self.points - 1}")
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


MOST_BLOCKS = 100_000
"""The largest number of blocks that is built; AG(6,3) has 88,452 lines."""

_GEOMETRY = re.compile(r"\s*(AG|PG)\s*\(\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)\s*", re.IGNORECASE)


@checked
@lru_cache
def affine(dimension: int, q: int = 3, k: int = 1) -> Design:
    """AG(d,q): the q^d points, with the k-flats as blocks; k = 1, the default, means the lines.

    Two points lie together in as many k-flats as GF(q)^(d−1) has subspaces of dimension k − 1.

    >>> affine(4, 3)
    Design(points=81, t=2, lam=1, name='AG(4,3)')
    >>> len(affine(4, 3).blocks), len(affine(4, 3, 2).blocks), affine(4, 3, 2).lam
    (1080, 1170, 13)
    """
    geometry = Geometry("AG", dimension, q, k)
    _check_size(geometry)
    points = {vector: number for number, vector in enumerate(affine_points(dimension, q))}
    blocks = (
        tuple(points[vector] for vector in flat) for class_ in _parallel_flats(dimension, q, k) for flat in class_
    )
    lam = count_subspaces(dimension - 1, k - 1, q)
    return Design(len(points), blocks, lam=lam, name=str(geometry), geometry=geometry)


@checked
@lru_cache
def projective(dimension: int, q: int, k: int = 1) -> Design:
    """PG(d,q): the (q^(d+1) − 1)/(q − 1) points, with the k-flats as blocks; k = 1, the default, means the lines.

    >>> projective(2, 2).blocks
    ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
    >>> projective(3, 2, 2)
    Design(points=15, t=2, lam=3, name='PG(3,2,2)')
    """
    field, geometry = Field(q), Geometry("PG", dimension, q, k)
    _check_size(geometry)
    points = {vector: number for number, vector in enumerate(projective_points(dimension, q))}
    zero = (0,) * (dimension + 1)
    blocks = (
        {points[normalise(vector, field)] for vector in span_of(basis, field, zero) if any(vector)}
        for basis in echelon_bases(k + 1, dimension + 1, field)
    )
    lam = count_subspaces(dimension - 1, k - 1, q)
    return Design(len(points), blocks, lam=lam, name=str(geometry), geometry=geometry)


def affine_points(d: int, q: int) -> list[Vector]:
    """The points of AG(d,q) in the order of their numbers.

    >>> affine_points(2, 3)[5]
    (1, 2)
    """
    return list(product(range(Field(q).q), repeat=d))


def projective_points(d: int, q: int) -> list[Vector]:
    """The points of PG(d,q) in the order of their numbers.

    >>> projective_points(2, 2)[:4]
    [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)]
    """
    return [v for v in product(range(Field(q).q), repeat=d + 1) if next((x for x in v if x), 0) == 1]


@checked
def parallel_classes(dimension: int, q: int = 3, k: int = 1) -> list[tuple[Block, ...]]:
    """The parallel classes of k-flats of AG(d,q); the flats of a class cover every point once.

    >>> parallel_classes(2, 3)[0]
    ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    """
    _check_size(Geometry("AG", dimension, q, k))
    points = {vector: number for number, vector in enumerate(affine_points(dimension, q))}
    return [
        tuple(sorted(tuple(sorted(points[vector] for vector in flat)) for flat in class_))
        for class_ in _parallel_flats(dimension, q, k)
    ]


@checked
def find_design(name: str) -> Design:
    """The design of this name: AG(d,q), PG(d,q), with a third number for k-flats, STS:FILE or BLOCKS:FILE.

    >>> find_design("PG(2,4)").points, find_design("AG(4,3,2)").block_size
    (21, 9)
    """
    if geometry := _parse_geometry(name):
        return _build(geometry)
    kind, colon, path = name.partition(":")
    if colon and kind.strip().upper() == "BLOCKS":
        return _recognise(from_file(path))
    if colon and kind.strip().upper() == "STS":
        return _recognise(_steiner_triples(from_file(path), path))
    raise SpecError(f"{quote(name)} is not a design: write AG(3,3), PG(2,4), STS:FILE or BLOCKS:FILE")


def _parse_geometry(name: str) -> Geometry | None:
    match = _GEOMETRY.fullmatch(name)
    if match is None:
        return None
    kind, d, q, k = match.groups(default="1")
    return Geometry(kind.upper(), int(d), int(q), int(k))


def _build(geometry: Geometry) -> Design:
    return (affine if geometry.is_affine else projective)(geometry.d, geometry.q, geometry.k)


def _recognise(read: Design) -> Design:
    """The geometry whose name a file gives, if the blocks are its blocks, point by point; else the design as read."""
    geometry = _parse_geometry(read.name)
    try:
        return known if geometry and (known := _build(geometry)) == read else read
    except SpecError:
        return read


def _steiner_triples(found: Design, path: str) -> Design:
    if (found.block_size, found.t, found.lam) != (3, 2, 1):
        raise RuleError(
            f"{quote(path)} has {found.t}-({found.points},{found.block_size},{found.lam}) blocks: "
            "a Steiner triple system has blocks of 3, t = 2 and λ = 1; write BLOCKS:FILE for others"
        )
    return found


def _parallel_flats(d: int, q: int, k: int) -> Iterator[list[list[Vector]]]:
    """The flats of each direction: one through every point whose leading coordinates are 0."""
    field = Field(q)
    for basis in echelon_bases(k, d, field):
        leading = {next(i for i, x in enumerate(row) if x) for row in basis}
        starts = product(*((0,) if i in leading else range(q) for i in range(d)))
        yield [span_of(basis, field, start) for start in starts]


def _check_size(geometry: Geometry) -> None:
    d, q, k = geometry.d, geometry.q, geometry.k
    if d not in DESIGNS or not 1 <= k <= d:
        raise SpecError(
            f"{geometry.kind}({d},{q}) has no {k}-flats to play on: choose d from {between(DESIGNS)} and k from 1 to d"
        )
    affine_count, projective_count = Field(q).q ** (d - k) * count_subspaces(d, k, q), count_subspaces(d + 1, k + 1, q)
    blocks = affine_count if geometry.is_affine else projective_count
    if blocks > MOST_BLOCKS:
        raise SpecError(f"{geometry.kind}({d},{q}) has {blocks} blocks: choose a design with at most {MOST_BLOCKS}")


SETTINGS = ("points", "t", "lambda", "name")
"""The names of the lines that are no blocks."""


def from_file(path: File) -> Design:
    """The design whose blocks are the lines of a text file; `from_text` has the format."""
    name = os.path.splitext(os.path.basename(path))[0]
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise RuleError(f"{quote(os.fspath(path))} is not a text: a design is a text file of blocks") from None
    except OSError as error:
        raise RuleError(f"{quote(os.fspath(path))} cannot be read ({error.strerror}): name a file of blocks") from None
    return from_text(text, os.fspath(name))


def from_text(text: str, name: str = "") -> Design:
    """The design whose blocks are the lines of a text: points, numbered from 0, separated by blanks or commas.

    A # begins a comment. Lines such as `points: 9`, `t: 2`, `lambda: 1`, `name: plane` may stand anywhere; the
    defaults are one more point than the largest number, t = 2 and λ = 1.

    >>> from_text("name: Fano plane\\n0 1 3 \\n 1 2 4 # a block\\n2,3,5\\n3 4 6\\n4 5 0\\n5 6 1\\n6 0 2")
    Design(points=7, t=2, lam=1, name='Fano plane')
    """
    settings: dict[str, str] = {"name": name}
    blocks = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        key, colon, value = content.partition(":")
        if colon and key.strip() not in SETTINGS:
            raise RuleError(f"line {number}: {unknown_name(key.strip(), 'a setting of a design', SETTINGS)}")
        if colon:
            settings[key.strip()] = value.strip()
        elif content:
            blocks.append(_numbers(content, number))
    points = _integer(settings, "points", 1 + max((point for block in blocks for point in block), default=0))
    return Design(points, blocks, _integer(settings, "t", 2), _integer(settings, "lambda", 1), settings["name"])


def to_text(of: Design) -> str:
    """The design as a text that `from_text` reads.

    >>> print(to_text(Design(3, [(0, 1, 2)], name="a line")))
    name: a line
    points: 3
    t: 2
    lambda: 1
    0 1 2
    """
    head = f"name: {of.name}\npoints: {of.points}\nt: {of.t}\nlambda: {of.lam}\n"
    return head + "\n".join(" ".join(map(str, block)) for block in of.blocks)


def _numbers(content: str, line: int) -> tuple[int, ...]:
    parts = content.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise RuleError(f"line {line}, {quote(content)}, is not a block: write the numbers of its points, from 0 on")
    return tuple(map(int, parts))


def _integer(settings: dict[str, str], key: str, default: int) -> int:
    text = settings.get(key, str(default))
    if not (text.isascii() and text.isdigit()):
        raise RuleError(f"{key}: {quote(text)} is not a number: write digits")
    return int(text)
