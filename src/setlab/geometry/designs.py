"""The designs anti-SET is played on: AG(d,q) and PG(d,q) with their k-flats, Steiner systems and others from a file.

A point of AG(d,q) is numbered as a card is: its coordinates read in base q, the first the most significant. The
points of PG(d,q) are the vectors whose first coordinate that is not 0 is 1, in ascending order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from setlab.errors import RuleError, SpecError, quoted
from setlab.files import File
from setlab.geometry.design import Block, Design
from setlab.geometry.fields import Field
from setlab.geometry.vectors import Vector, count_subspaces, echelon_bases, normalised, span_of

__all__ = ["Block", "Design", "affine", "design", "from_file", "from_text", "parallel_classes", "projective", "to_text"]

MOST_BLOCKS = 100_000
"""What is built at most: AG(6,3) has 88,452 lines."""

LARGEST_DIMENSION = 16
"""AG(16,2) has too many lines already; larger numbers are not worth counting."""


@lru_cache
def affine(d: int, q: int = 3, k: int = 1) -> Design:
    """AG(d,q): the q^d points, and as blocks the k-flats, which are lines when nothing else is asked for.

    Two points lie together in as many k-flats as GF(q)^(d−1) has subspaces of dimension k − 1.

    >>> affine(4, 3)
    Design(points=81, t=2, lam=1, name='AG(4,3)')
    >>> len(affine(4, 3).blocks), len(affine(4, 3, 2).blocks), affine(4, 3, 2).lam
    (1080, 1170, 13)
    """
    _check_flats("AG", d, q, k)
    points = {vector: number for number, vector in enumerate(affine_points(d, q))}
    blocks = (tuple(points[vector] for vector in flat) for class_ in _parallel_flats(d, q, k) for flat in class_)
    return Design(len(points), blocks, lam=count_subspaces(d - 1, k - 1, q), name=_name("AG", d, q, k))


@lru_cache
def projective(d: int, q: int, k: int = 1) -> Design:
    """PG(d,q): the (q^(d+1) − 1)/(q − 1) points, and as blocks the k-flats, lines when nothing else is asked for.

    >>> projective(2, 2).blocks
    ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
    >>> projective(3, 2, 2)
    Design(points=15, t=2, lam=3, name='PG(3,2,2)')
    """
    field = Field(q)
    _check_flats("PG", d, q, k)
    points = {vector: number for number, vector in enumerate(projective_points(d, q))}
    zero = (0,) * (d + 1)
    blocks = (
        {points[normalised(vector, field)] for vector in span_of(basis, field, zero) if any(vector)}
        for basis in echelon_bases(k + 1, d + 1, field)
    )
    return Design(len(points), blocks, lam=count_subspaces(d - 1, k - 1, q), name=_name("PG", d, q, k))


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


def parallel_classes(d: int, q: int = 3, k: int = 1) -> list[tuple[Block, ...]]:
    """The k-flats of AG(d,q) in classes of parallel ones; each class has every point once.

    >>> parallel_classes(2, 3)[0]
    ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    """
    points = {vector: number for number, vector in enumerate(affine_points(d, q))}
    return [
        tuple(sorted(tuple(sorted(points[vector] for vector in flat)) for flat in class_))
        for class_ in _parallel_flats(d, q, k)
    ]


def design(name: str) -> Design:
    """The design of this name: AG(d,q), PG(d,q), with a third number for k-flats, STS:FILE or BLOCKS:FILE.

    >>> design("PG(2,4)").points, design("AG(4,3,2)").block_size
    (21, 9)
    """
    if match := re.fullmatch(r"\s*(AG|PG)\s*\(\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)\s*", name, re.IGNORECASE):
        kind, d, q, k = match.groups(default="1")
        return (affine if kind.upper() == "AG" else projective)(int(d), int(q), int(k))
    kind, colon, path = name.partition(":")
    if colon and kind.strip().upper() == "BLOCKS":
        return from_file(path)
    if colon and kind.strip().upper() == "STS":
        return _steiner_triples(from_file(path), path)
    raise SpecError(f"{quoted(name)} is not a design: write AG(3,3), PG(2,4), STS:FILE or BLOCKS:FILE")


def from_file(path: File) -> Design:
    """The design whose blocks are the lines of a text file; `from_text` has the format."""
    name = os.path.splitext(os.path.basename(path))[0]
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise RuleError(f"{quoted(os.fspath(path))} is not a text: a design is a text file of blocks") from None
    except OSError as error:
        raise RuleError(f"{quoted(os.fspath(path))} cannot be read ({error.strerror}): name a file of blocks") from None
    return from_text(text, os.fspath(name))


def from_text(text: str, name: str = "") -> Design:
    """The design whose blocks are the lines of a text: numbers of points, from 0 on, with blanks or commas between.

    What follows a # is a comment. Lines such as `points: 9`, `t: 2`, `lambda: 1`, `name: plane` may come anywhere;
    without them there are as many points as the largest number asks for, t is 2, and λ is 1.

    >>> from_text("name: Fano plane\\n0 1 3 \\n 1 2 4 # a block\\n2,3,5\\n3 4 6\\n4 5 0\\n5 6 1\\n6 0 2")
    Design(points=7, t=2, lam=1, name='Fano plane')
    """
    settings: dict[str, str] = {"name": name}
    blocks = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        key, colon, value = content.partition(":")
        if colon and key.strip() in ("points", "t", "lambda", "name"):
            settings[key.strip()] = value.strip()
        elif content:
            blocks.append(_numbers(content, number))
    points = _integer(settings, "points", 1 + max((point for block in blocks for point in block), default=0))
    return Design(points, blocks, _integer(settings, "t", 2), _integer(settings, "lambda", 1), settings["name"])


def to_text(of: Design) -> str:
    """The design as a text that `from_text` reads.

    >>> print(to_text(affine(1, 3)))
    name: AG(1,3)
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
        raise RuleError(f"line {line}, {quoted(content)}, is not a block: write the numbers of its points, from 0 on")
    return tuple(map(int, parts))


def _integer(settings: dict[str, str], key: str, default: int) -> int:
    text = settings.get(key, str(default))
    if not (text.isascii() and text.isdigit()):
        raise RuleError(f"{key}: {quoted(text)} is not a number: write digits")
    return int(text)


def _steiner_triples(found: Design, path: str) -> Design:
    if (found.block_size, found.t, found.lam) != (3, 2, 1):
        raise RuleError(
            f"{quoted(path)} has {found.t}-({found.points},{found.block_size},{found.lam}) blocks: "
            "a Steiner triple system has blocks of 3, t = 2 and λ = 1; write BLOCKS:FILE for others"
        )
    return found


def _parallel_flats(d: int, q: int, k: int) -> Iterator[list[list[Vector]]]:
    """The flats of each direction: one through every point whose coordinates at the leading places are 0."""
    field = Field(q)
    for basis in echelon_bases(k, d, field):
        leading = {next(i for i, x in enumerate(row) if x) for row in basis}
        starts = product(*((0,) if i in leading else range(q) for i in range(d)))
        yield [span_of(basis, field, start) for start in starts]


def _check_flats(kind: str, d: int, q: int, k: int) -> None:
    if not 1 <= d <= LARGEST_DIMENSION or not 1 <= k <= d:
        raise SpecError(
            f"{kind}({d},{q}) has no {k}-flats to play on: choose d from 1 to {LARGEST_DIMENSION} and k from 1 to d"
        )
    affine_count, projective_count = Field(q).q ** (d - k) * count_subspaces(d, k, q), count_subspaces(d + 1, k + 1, q)
    blocks = affine_count if kind == "AG" else projective_count
    if blocks > MOST_BLOCKS:
        raise SpecError(f"{kind}({d},{q}) has {blocks} blocks: choose a design with at most {MOST_BLOCKS}")


def _name(kind: str, d: int, q: int, k: int) -> str:
    return f"{kind}({d},{q})" if k == 1 else f"{kind}({d},{q},{k})"
