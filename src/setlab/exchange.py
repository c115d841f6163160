"""Collections, designs and groups for other programs: GAP, Sage, graph6, sparse6, DIMACS, JSON, matrices.

`write(thing, format)` makes a text, and `read(text, format)` the thing. A thing is a `CardSet`, a `Design`, or the
generators of a group as tuples of images. GAP and DIMACS number points from 1, setlab from 0. The formats of graphs
hold a design as the graph in which its points, numbered first, are joined to their blocks.

>>> from setlab.geometry import CardSet, affine
>>> write(CardSet([0, 1], 2), "gap"), write(affine(1), "graph6")
('rec( kind := "cards", dimension := 2, cards := [1, 2] )', 'CF')
>>> read("Group( (1,2,3), (1,2) )", "gap"), read("CF", "graph6").blocks
(((1, 2, 0), (1, 0, 2)), ((0, 1, 2),))
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError, quote, unknown_name
from setlab.geometry import CardSet, Design, Space

__all__ = ["FORMATS", "SCHEMA", "design_of_matrix", "incidence_matrix", "read", "write"]

Group = tuple[tuple[int, ...], ...]
Thing = CardSet | Design | Group
Edge = tuple[int, int]

_NUMBERS = {"type": "array", "items": {"type": "integer", "minimum": 0}}
_POSITIVE = {"type": "integer", "minimum": 1}


def _schema_of(kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    properties = {"kind": {"const": kind}, **fields}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_DESIGN = {"name": {"type": "string"}, "points": _POSITIVE, "t": {"type": "integer", "minimum": 0}, "lambda": _POSITIVE}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A collection of cards, a design, or the generators of a group of permutations, numbered from 0",
    "oneOf": [
        _schema_of("cards", {"dimension": _POSITIVE, "cards": _NUMBERS | {"uniqueItems": True}}),
        _schema_of("design", _DESIGN | {"blocks": {"type": "array", "items": _NUMBERS, "minItems": 1}}),
        _schema_of("group", {"generators": {"type": "array", "items": _NUMBERS, "minItems": 1}}),
    ],
}
"""The JSON Schema of the format `json`."""


@checked
def write(thing: Thing, format: str) -> str:
    """The thing as a text in one of the `FORMATS`.

    >>> write(CardSet([0, 40, 80]), "json")
    '{"kind": "cards", "dimension": 4, "cards": [0, 40, 80]}'
    >>> print(write(((1, 2, 0),), "sage"))
    PermutationGroup([[2, 3, 1]])
    """
    return _format(format)[0](thing)


@checked
def read(text: str, format: str) -> Thing:
    """The thing that a text describes; of a design of unknown strength, t is 2.

    >>> read("IncidenceStructure(3, [[0, 1], [0, 2], [1, 2]])", "sage")
    Design(points=3, t=2, lam=1, name='')
    """
    try:
        found: Thing = _format(format)[1](text.strip())
    except (AttributeError, LookupError, StopIteration, SyntaxError, TypeError, ValueError) as error:
        if isinstance(error, ValueError) and type(error).__module__ == "setlab.errors":
            raise
        raise SpecError(f"{quote(text)} is not a collection, design or group in the format {format}") from None
    return found


@checked
def incidence_matrix(design: Design, *, sparse: bool = False) -> Any:
    """The matrix with a row for each point and a column for each block, of NumPy or a sparse array of SciPy.

    >>> from setlab.geometry import affine
    >>> incidence_matrix(affine(1))
    array([[1],
           [1],
           [1]], dtype=uint8)
    """
    import numpy as np

    points = np.array(list(chain.from_iterable(design.blocks)))
    columns = np.repeat(np.arange(len(design.blocks)), design.block_size)
    if sparse:
        from scipy.sparse import csr_array

        shape = design.points, len(design.blocks)
        return csr_array((np.ones(len(points), dtype=np.uint8), (points, columns)), shape=shape)
    matrix = np.zeros((design.points, len(design.blocks)), dtype=np.uint8)
    matrix[points, columns] = 1
    return matrix


@checked
def design_of_matrix(matrix: Any, name: str = "") -> Design:
    """The 2-design of an incidence matrix, of NumPy or SciPy.

    >>> design_of_matrix([[1, 1, 0], [1, 0, 1], [0, 1, 1]]).blocks
    ((0, 1), (0, 2), (1, 2))
    """
    import numpy as np

    dense = np.asarray(matrix.toarray() if hasattr(matrix, "toarray") else matrix)
    if dense.ndim != 2 or not np.isin(dense, (0, 1)).all():
        raise SpecError("an incidence matrix has a row for each point, a column for each block, and entries 0 and 1")
    return _design(len(dense), (np.flatnonzero(column).tolist() for column in dense.T), name)


def _design(points: int, blocks: Iterable[Iterable[int]], name: str = "") -> Design:
    """The 2-design of these blocks; λ is counted."""
    listed = [frozenset(block) for block in blocks]
    t = min(2, *map(len, listed)) if listed else 2
    return Design(points, listed, t, sum(block >= set(range(t)) for block in listed), name)


def _to_json(thing: Thing) -> str:
    if isinstance(thing, CardSet):
        return json.dumps({"kind": "cards", "dimension": thing.space.d, "cards": sorted(thing)})
    if isinstance(thing, Design):
        head = {"kind": "design", "name": thing.name, "points": thing.points, "t": thing.t, "lambda": thing.lam}
        return json.dumps(head | {"blocks": thing.blocks}, ensure_ascii=False)
    return json.dumps({"kind": "group", "generators": thing})


def _from_json(text: str) -> Thing:
    found = json.loads(text)
    if found["kind"] == "cards":
        return CardSet(found["cards"], Space(found["dimension"]))
    if found["kind"] == "design":
        return Design(found["points"], found["blocks"], found["t"], found["lambda"], found["name"])
    return _group(found["generators"])


def _group(generators: Iterable[Iterable[int]]) -> Group:
    """The generators as tuples of equal length."""
    given = [tuple(images) for images in generators]
    points = max(map(len, given))
    group = tuple((*images, *range(len(images), points)) for images in given)
    if any(sorted(images) != list(range(points)) for images in group):
        raise SpecError("a generator of a group of permutations has the image of every point, each once")
    return group


def _from_one(numbers: Iterable[int]) -> list[int]:
    return [number + 1 for number in numbers]


def _from_zero(numbers: Iterable[int]) -> list[int]:
    return [number - 1 for number in numbers]


def _to_gap(thing: Thing) -> str:
    if isinstance(thing, CardSet):
        return f'rec( kind := "cards", dimension := {thing.space.d}, cards := {_from_one(sorted(thing))} )'
    if isinstance(thing, Design):  # as the package DESIGN reads it
        blocks = [_from_one(block) for block in thing.blocks]
        return f"rec( isBlockDesign := true, v := {thing.points}, blocks := {blocks} )"
    return f"Group( {', '.join(f'PermList( {_from_one(images)} )' for images in thing)} )"


def _from_gap(text: str) -> Thing:
    if text.startswith("Group"):
        listed = re.findall(r"PermList\(\s*(\[[^]]*\])\s*\)", text)
        if listed:
            return _group(_from_zero(ast.literal_eval(images)) for images in listed)
        cycles = [ast.literal_eval(f"[{product.replace(')(', '),(')}]") for product in re.findall(CYCLES, text)]
        points = max(chain.from_iterable(chain.from_iterable(cycles)), default=0)
        return _group(_images(product, points) for product in cycles)
    rows = ast.literal_eval(text[text.index("[") : text.rindex("]") + 1])
    if size := re.search(r"dimension\s*:=\s*(\d+)", text):
        return CardSet(_from_zero(rows), Space(int(size[1])))
    return _design(int(re.search(r"\bv\s*:=\s*(\d+)", text)[1]), map(_from_zero, rows))  # type: ignore[index]


CYCLES = r"(?:\((?:\s*\d+\s*,?)*\))+"
"""A permutation as a product of cycles: (1,2,3)(4,5)."""


def _images(cycles: Iterable[Sequence[int]], points: int) -> list[int]:
    images = list(range(points))
    for cycle in cycles:
        for here, there in zip(cycle, (*cycle[1:], *cycle[:1]), strict=True):
            images[here - 1] = there - 1
    return images


def _to_sage(thing: Thing) -> str:
    if isinstance(thing, CardSet):
        vectors = [list(thing.space.coordinates(card)) for card in sorted(thing)]
        return f"[vector(GF(3), v) for v in {vectors}]"
    if isinstance(thing, Design):
        return f"IncidenceStructure({thing.points}, {[list(block) for block in thing.blocks]})"
    return f"PermutationGroup({[_from_one(images) for images in thing]})"


def _from_sage(text: str) -> Thing:
    rows = ast.literal_eval(re.findall(r"\[\s*\[.*?\]\s*\]", text, re.DOTALL)[0])
    if text.startswith("PermutationGroup"):
        return _group(map(_from_zero, rows))
    if text.startswith("IncidenceStructure"):
        return _design(int(re.findall(r"\d+", text)[0]), rows)
    space = Space(len(rows[0]))
    return CardSet([space.card(row) for row in rows], space)


def _edges(thing: Thing) -> tuple[int, list[Edge]]:
    """The number of points and blocks, and the edges that join them."""
    if not isinstance(thing, Design):
        raise SpecError("a format of graphs holds designs: choose gap, sage or json")
    joined = [(point, thing.points + number) for number, block in enumerate(thing.blocks) for point in block]
    return thing.points + len(thing.blocks), joined


def _of_edges(vertices: int, edges: Iterable[Edge]) -> Design:
    """The design of a graph: the points come first, and every edge joins one to a block."""
    joined = [(min(edge), max(edge)) for edge in edges]
    points = min(block for _, block in joined)
    if any(point >= points for point, _ in joined):
        raise SpecError("the graph is not one of points, numbered first, and blocks")
    blocks: list[set[int]] = [set() for _ in range(vertices - points)]
    for point, block in joined:
        blocks[block - points].add(point)
    return _design(points, blocks)


def _to_dimacs(thing: Thing) -> str:
    vertices, edges = _edges(thing)
    return "\n".join([f"p edge {vertices} {len(edges)}", *(f"e {a + 1} {b + 1}" for a, b in edges)])


def _from_dimacs(text: str) -> Design:
    rows = [line.split() for line in text.splitlines()]
    edges = ((int(row[1]) - 1, int(row[2]) - 1) for row in rows if row[:1] == ["e"])
    return _of_edges(int(next(row[2] for row in rows if row[:1] == ["p"])), edges)


# McKay's formats: a character is 63 and six bits, the highest first; a number of vertices up to 62 is one character.


def _bits(number: int, width: int) -> list[int]:
    return [number >> place & 1 for place in reversed(range(width))]


def _number(bits: Iterable[int]) -> int:
    return int("".join(map(str, bits)) or "0", 2)


def _to_text(vertices: int, bits: list[int]) -> str:
    size = _bits(vertices, 6) if vertices < 63 else [1] * 6 + _bits(vertices, 18)
    if vertices >= 1 << 18:
        size = [1] * 12 + _bits(vertices, 36)
    every = size + bits
    return "".join(chr(63 + _number(every[i : i + 6])) for i in range(0, len(every), 6))


def _from_text(text: str) -> tuple[int, list[int]]:
    bits = [bit for character in text for bit in _bits(ord(character) - 63, 6)]
    skipped, width = next((s, w) for s, w in ((12, 36), (6, 18), (0, 6)) if all(bits[:s]) and len(bits) >= s + w)
    return _number(bits[skipped : skipped + width]), bits[skipped + width :]


def _to_graph6(thing: Thing) -> str:
    vertices, edges = _edges(thing)
    bits = [0] * -(-(vertices * (vertices - 1) // 2) // 6 * 6)
    for a, b in edges:
        bits[b * (b - 1) // 2 + a] = 1
    return _to_text(vertices, bits)


def _from_graph6(text: str) -> Design:
    vertices, bits = _from_text(text.removeprefix(">>graph6<<"))
    return _of_edges(vertices, ((a, b) for b in range(vertices) for a in range(b) if bits[b * (b - 1) // 2 + a]))


def _to_sparse6(thing: Thing) -> str:
    vertices, edges = _edges(thing)
    width, bits, here = max(1, (vertices - 1).bit_length()), list[int](), 0
    for a, b in sorted(edges, key=lambda edge: edge[::-1]):
        if b > here + 1:  # go to b
            bits += [1, *_bits(b, width)]
        bits += [int(b == here + 1), *_bits(a, width)]
        here = b
    missing = -len(bits) % 6
    if width < 6 and vertices == 1 << width and missing >= width and here < vertices - 1:
        bits.append(0)  # otherwise the padding would be a loop at the last vertex
    return ":" + _to_text(vertices, bits + [1] * (-len(bits) % 6))


def _from_sparse6(text: str) -> Design:
    vertices, bits = _from_text(text.removeprefix(">>sparse6<<").removeprefix(":"))
    return _of_edges(vertices, _sparse_edges(vertices, bits))


def _sparse_edges(vertices: int, bits: list[int]) -> Iterator[Edge]:
    width, here = max(1, (vertices - 1).bit_length()), 0
    for i in range(0, len(bits) - width, width + 1):
        here, there = here + bits[i], _number(bits[i + 1 : i + 1 + width])
        if max(here, there) >= vertices:
            return
        if there > here:
            here = there
        else:
            yield there, here


_FORMATS: dict[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "dimacs": (_to_dimacs, _from_dimacs),
    "gap": (_to_gap, _from_gap),
    "graph6": (_to_graph6, _from_graph6),
    "json": (_to_json, _from_json),
    "sage": (_to_sage, _from_sage),
    "sparse6": (_to_sparse6, _from_sparse6),
}
FORMATS = tuple(_FORMATS)
"""The names of the formats."""


def _format(name: str) -> tuple[Callable[[Any], str], Callable[[str], Any]]:
    if name not in _FORMATS:
        raise SpecError(unknown_name(name, "a format", FORMATS))
    return _FORMATS[name]
