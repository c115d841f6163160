"""Exchange with other programs: round trips, the examples of the formats' own descriptions, and other programs."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import combinations
from math import factorial
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from setlab import CardSet, Space, SpecError, exchange
from setlab.antiset.steiner import systems
from setlab.exact import count_orbits
from setlab.exchange import FORMATS, SCHEMA, design_of_matrix, incidence_matrix, read, write
from setlab.geometry import Design, affine, find_design, projective
from setlab.geometry.symmetry import automorphism_group, automorphisms

GRAPHS = ("dimacs", "graph6", "sparse6")
DESIGNS = [affine(1), affine(2), affine(3), affine(2, 4), projective(2, 2), projective(3, 2, 2), systems(13)[1]]
SINGLE = Design(4, combinations(range(4), 2))


def parts(design: Design) -> object:
    return design.points, design.blocks, design.t, design.lam


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("design", [*DESIGNS, SINGLE], ids=str)
def test_a_design_is_read_as_it_was_written(design: Design, format: str) -> None:
    found = read(write(design, format), format)
    assert isinstance(found, Design)
    assert parts(found) == parts(design)
    assert found.name == (design.name if format == "json" else "")


@pytest.mark.parametrize("format", ["gap", "json", "sage"])
@pytest.mark.parametrize("cards", [[0], [0, 40, 80], range(81)], ids=len)
def test_a_collection_is_read_as_it_was_written(cards: Any, format: str) -> None:
    assert read(write(CardSet(cards), format), format) == CardSet(cards)
    assert read(write(CardSet([3, 1], 2), format), format) == CardSet([1, 3], Space(2))


@given(st.lists(st.permutations(range(7)).map(tuple), min_size=1, max_size=4).map(tuple))
def test_a_group_is_read_as_it_was_written(group: Any) -> None:
    for format in ("gap", "json", "sage"):
        assert read(write(group, format), format) == group


def test_gap_writes_cycles() -> None:
    assert read("Group( (1,2,3)(4,5), (1,2) )", "gap") == ((1, 2, 0, 4, 3), (1, 0, 2, 3, 4))
    assert read("Group([ (1, 3), () ])", "gap") == ((2, 1, 0), (0, 1, 2))
    assert read("rec( v := 3, isBlockDesign := true,\n blocks := [ [ 1, 2 ], [ 1, 3 ], [ 2, 3 ] ] )", "gap") == Design(
        3, [(0, 1), (0, 2), (1, 2)]
    )


def test_the_examples_of_mckay() -> None:
    """The graphs of formats.txt, which comes with nauty: one of 5 vertices, and one of 7."""
    assert exchange._from_text("DQc") == (5, [0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0])
    assert list(exchange._sparse_edges(*exchange._from_text("Fa@x^"))) == [(0, 1), (0, 2), (1, 2), (5, 6)]
    assert write(affine(1), "sparse6") == ":CwI"
    assert exchange._from_text(exchange._to_text(12345, [1])[:4]) == (12345, [])
    assert exchange._from_text(exchange._to_text(460175067, [])) == (460175067, [])
    assert exchange._to_text(460175067, []) == "~~?ZZZZZ"


def test_a_matrix_is_read_as_it_was_written() -> None:
    for design in DESIGNS[:5]:
        dense, sparse = incidence_matrix(design), incidence_matrix(design, sparse=True)
        assert isinstance(sparse, csr_array)
        assert np.array_equal(dense, sparse.toarray())
        assert dense.sum(axis=1).tolist() == [design.replication] * design.points
        for matrix in (dense, sparse, dense.tolist()):
            assert parts(design_of_matrix(matrix)) == parts(design)
    with pytest.raises(SpecError, match="entries 0 and 1"):
        design_of_matrix(np.array([[2]]))


@pytest.mark.parametrize("thing", [CardSet([0, 40]), affine(2), ((1, 0),)], ids=["cards", "design", "group"])
def test_json_has_a_schema(thing: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    written = json.loads(write(thing, "json"))
    jsonschema.validate(written, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(written | {"more": 1}, SCHEMA)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("text", ["", "nothing", "[", "{}", "rec( v := 3 )", "\x00\x01", "p edge 3 1\ne 1"])
def test_another_text_is_refused(text: str, format: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read(text, format)
    assert type(caught.value).__module__ == "setlab.errors"


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(SpecError, match="a format of graphs holds designs: choose gap, sage or json"):
        write(CardSet([0]), "graph6")
    with pytest.raises(SpecError, match="'xml' is not a format"):
        read("", "xml")
    with pytest.raises(SpecError, match="is not one of points, numbered first, and blocks"):
        read("p edge 4 3\ne 1 2\ne 2 3\ne 3 4", "dimacs")
    with pytest.raises(SpecError, match="has the image of every point"):
        read("PermutationGroup([[1, 1]])", "sage")


@pytest.mark.full
@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_networkx_reads_the_same_graph(design: Design) -> None:
    networkx = pytest.importorskip("networkx")
    vertices, edges = exchange._edges(design)
    for read_graph, format in ((networkx.from_graph6_bytes, "graph6"), (networkx.from_sparse6_bytes, "sparse6")):
        graph = read_graph(write(design, format).encode())
        assert len(graph) == vertices
        assert {tuple(sorted(edge)) for edge in graph.edges} == set(edges)
    graph = networkx.Graph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(edges)
    for write_graph, format in ((networkx.to_graph6_bytes, "graph6"), (networkx.to_sparse6_bytes, "sparse6")):
        text = write_graph(graph, header=False).decode().strip()
        assert parts(read(text, format)) == parts(design)  # type: ignore[arg-type]


def nauty_graph(design: Design, chosen: tuple[int, ...] = ()) -> Any:
    """The graph of a design for nauty, with the chosen points, the others and the blocks in different colours."""
    pynauty = pytest.importorskip("pynauty")
    vertices, edges = exchange._edges(design)
    neighbours: dict[int, list[int]] = {}
    for point, block in edges:
        neighbours.setdefault(point, []).append(block)
    colours = [set(chosen), set(range(design.points)) - set(chosen), set(range(design.points, vertices))]
    return pynauty.Graph(vertices, adjacency_dict=neighbours, vertex_coloring=[each for each in colours if each])


@pytest.mark.full
@pytest.mark.parametrize("design", [*DESIGNS[1:], find_design("AG(4,3)"), find_design("PG(3,3)")], ids=str)
def test_nauty_confirms_the_orders_of_groups(design: Design) -> None:
    pynauty = pytest.importorskip("pynauty")
    _, mantissa, exponent, *_ = pynauty.autgrp(nauty_graph(design))
    assert round(mantissa * 10**exponent) == automorphism_group(design).order


@pytest.mark.full
@pytest.mark.parametrize(("dimension", "cards"), [(2, 3), (2, 4), (2, 5), (3, 3), (3, 4)])
def test_nauty_confirms_the_numbers_of_orbits(dimension: int, cards: int) -> None:
    pynauty = pytest.importorskip("pynauty")
    design = affine(dimension)
    found = {pynauty.certificate(nauty_graph(design, chosen)) for chosen in combinations(range(design.points), cards)}
    assert len(found) == count_orbits(dimension, cards)


@pytest.mark.full
@pytest.mark.parametrize("design", DESIGNS[1:], ids=str)
def test_gap_confirms_the_orders_of_groups(design: Design) -> None:
    gap = shutil.which("gap")
    if gap is None:
        pytest.skip("GAP is not installed: apt install gap-core")
    asked = f'Print( Size( {write(automorphisms(design), "gap")} ), " ", {write(design, "gap")}.v, "\\n" ); QUIT;'
    done = subprocess.run([gap, "-q"], input=asked, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(automorphism_group(design).order), str(design.points)]


def test_the_group_of_a_set_of_pairs_is_symmetric() -> None:
    assert automorphism_group(SINGLE).order == factorial(4)
