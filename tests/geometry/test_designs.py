"""Designs: geometries against counts and against AG(d,3), checks on construction, files, automorphisms."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import RuleError, SpecError
from setlab.geometry import CardSet, Space, k_flats
from setlab.geometry.design import (
    Design,
    Geometry,
    affine,
    find_design,
    from_file,
    from_text,
    parallel_classes,
    projective,
    to_text,
)
from setlab.geometry.symmetry import affine_maps, automorphism_group, automorphisms, group_elements, projective_maps

FANO = "0 1 3\n1 2 4\n2 3 5\n3 4 6\n4 5 0\n5 6 1\n6 0 2\n"
STS13 = Design(13, [tuple((x + i) % 13 for x in base) for base in ((0, 1, 4), (0, 2, 7)) for i in range(13)])


@pytest.mark.parametrize("d", range(1, 5))
def test_the_lines_of_ternary_designs_are_the_sets(d: int) -> None:
    assert list(affine(d, 3).blocks) == list(Space(d).lines())


@pytest.mark.parametrize(("d", "k"), [(2, 2), (3, 2), (4, 2), (4, 3)])
def test_the_flats_of_ternary_designs_are_the_flats(d: int, k: int) -> None:
    assert list(affine(d, 3, k).blocks) == sorted(tuple(flat) for flat in k_flats(k, Space(d)))


@pytest.mark.parametrize(
    ("name", "points", "blocks", "size", "lam"),
    [
        ("AG(2,2)", 4, 6, 2, 1),
        ("AG(3,2,2)", 8, 14, 4, 3),
        ("AG(2,4)", 16, 20, 4, 1),
        ("AG(3,4)", 64, 336, 4, 1),
        ("AG(2,5)", 25, 30, 5, 1),
        ("AG(2,7)", 49, 56, 7, 1),
        ("AG(2,8)", 64, 72, 8, 1),
        ("AG(2,9)", 81, 90, 9, 1),
        ("AG(5,3)", 243, 9801, 3, 1),
        ("PG(2,2)", 7, 7, 3, 1),
        ("PG(3,2)", 15, 35, 3, 1),
        ("PG(3,2,2)", 15, 15, 7, 3),
        ("PG(4,2)", 31, 155, 3, 1),
        ("PG(2,3)", 13, 13, 4, 1),
        ("PG(3,3)", 40, 130, 4, 1),
        ("PG(2,4)", 21, 21, 5, 1),
        ("PG(2,9)", 91, 91, 10, 1),
    ],
)
def test_geometries_have_the_right_numbers(name: str, points: int, blocks: int, size: int, lam: int) -> None:
    """The cover of every pair is checked by the design itself; here are the textbook numbers."""
    made = find_design(name)
    assert (made.points, len(made.blocks), made.block_size, made.lam, str(made)) == (points, blocks, size, lam, name)
    assert list(made.blocks) == sorted(tuple(sorted(set(block))) for block in made.blocks)
    assert all(len(made.through[point]) == made.replication for point in range(points))


def test_planes_of_binary_space_are_a_3_design() -> None:
    assert Design(8, affine(3, 2, 2).blocks, t=3, lam=1).t == 3


@pytest.mark.parametrize(("d", "q", "k"), [(2, 3, 1), (3, 3, 2), (2, 4, 1), (2, 8, 1), (2, 9, 1), (3, 4, 2)])
def test_parallel_classes_partition_the_points_and_the_flats(d: int, q: int, k: int) -> None:
    classes = parallel_classes(d, q, k)
    for class_ in classes:
        assert sorted(point for flat in class_ for point in flat) == list(range(q**d))
    assert sorted(flat for class_ in classes for flat in class_) == list(affine(d, q, k).blocks)


@given(st.integers(0, 11), st.integers(0, 2), st.integers(0, 8))
def test_a_wrong_block_is_noticed(number: int, place: int, new: int) -> None:
    blocks = [list(block) for block in affine(2, 3).blocks]
    same = new in blocks[number]
    blocks[number][place] = new
    if blocks[number] == list(affine(2, 3).blocks[number]):
        assert Design(9, blocks) == Design(9, affine(2, 3).blocks)
    else:
        with pytest.raises(RuleError, match="has a point twice" if same else "lie together in"):
            Design(9, blocks)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((4, [(0, 1, 2), (0, 3)]), r"the blocks \(0, 1, 2\) and \(0, 3\) have 3 and 2 points"),
        ((4, [(0, 1, 4)]), r"the block \(0, 1, 4\) is not one of 4 points: points are numbered 0 to 3"),
        ((4, [(-1, 1, 3)]), "is not one of 4 points"),
        ((4, [()]), "is not one of 4 points"),
        ((4, []), "needs a block"),
        ((0, [(0,)]), "0 is not a number of points"),
        ((3, [(0, 1, 2)], 4), "t = 4, λ = 1 is no design with blocks of 3 points"),
        ((3, [(0, 1, 2)], 2, 0), "t = 2, λ = 0"),
        ((4, [(0, 1, 2), (0, 1, 3)]), "the points 0, 1 lie together in 2 blocks: a 2-design with λ = 1 needs 1"),
        ((4, [(0, 1), (2, 3)], 0), "there are 2 blocks: a 0-design with λ = 1 needs 1"),
        ((4, [(0, 1), (2, 3), (0, 2)], 1), "the points 0 lie together in 2 blocks: a 1-design with λ = 1 needs 1"),
    ],
)
def test_bad_designs_are_refused_in_one_line(arguments: tuple[object, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        Design(*arguments)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_designs_of_other_strengths() -> None:
    assert Design(4, [(0, 1), (2, 3)], t=1).replication == 1
    assert Design(4, [(0, 1), (1, 2), (2, 3)], t=0, lam=3).block_size == 2
    assert Design(4, [*combinations(range(4), 2)] * 2, lam=2).replication == 6


def test_designs_from_files(tmp_path: Path) -> None:
    path = tmp_path / "fano.txt"
    path.write_text("# the Fano plane\n" + FANO)
    assert from_file(path).name == "fano"
    assert from_text(to_text(affine(3, 2, 2))) == affine(3, 2, 2)
    assert find_design(f"STS:{path}") == find_design(f"blocks:{path}") == from_text(FANO, name="fano")
    (tmp_path / "planes.txt").write_text(to_text(Design(8, affine(3, 2, 2).blocks, t=3)))
    assert find_design(f"BLOCKS:{tmp_path / 'planes.txt'}").t == 3
    (tmp_path / "picture.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleError, match="is not a text"):
        from_file(tmp_path / "picture.txt")
    with pytest.raises(RuleError, match="a Steiner triple system has blocks of 3"):
        find_design(f"STS:{tmp_path / 'planes.txt'}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 1 x", "line 1, '0 1 x', is not a block"),
        ("0 1 2\n3 -4 5", "line 2"),
        ("1 2 4\n2 3 5\n3 4 6\n4 5 7\n5 6 1\n6 7 2\n7 1 3", "the points 0, 1 lie together in 0 blocks"),
        ("points: many\n0 1 2", "points: 'many' is not a number"),
        ("0 1 2\nauthor: me", "line 2: 'author' is not a setting of a design: choose points, t, lambda or name"),
        ("point: 3\n0 1 2", "line 1: 'point' is not a setting of a design: did you mean points"),
        ("", "needs a block"),
    ],
)
def test_bad_files_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        from_text(text)


@pytest.mark.parametrize("name", ["AG(3)", "XG(2,3)", "AG(2,3", "", "STS"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(SpecError, match=r"is not a design: write AG\(3,3\)"):
        find_design(name)


@pytest.mark.parametrize(
    ("name", "words"),
    [("AG(7,3)", "796797 blocks"), ("AG(2,3,3)", "no 3-flats"), ("PG(99999,2)", "d from 1 to 16"), ("AG(2,6)", "GF")],
)
def test_impossible_geometries_are_refused(name: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        find_design(name)


ORDERS = {
    "AG(1,3)": 6,
    "AG(2,2)": 24,
    "AG(2,3)": 432,
    "AG(3,3)": 303264,
    "AG(2,4)": 5760,
    "AG(2,5)": 12000,
    "PG(2,2)": 168,
    "PG(3,2)": 20160,
    "PG(2,3)": 5616,
    "PG(2,4)": 120960,
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_search_finds_the_whole_group(name: str) -> None:
    """The orders are those of AΓL(d,q), PΓL(d+1,q), and of the symmetric group where any map will do."""
    found = automorphism_group(find_design(name))
    assert found.order == ORDERS[name]
    assert all(find_design(name).is_automorphism(map_) for map_ in found.generators)


@pytest.mark.parametrize("name", [name for name, order in ORDERS.items() if order < 25000])
def test_the_known_maps_generate_the_whole_group(name: str) -> None:
    assert sum(1 for _ in group_elements(automorphisms(find_design(name)))) == ORDERS[name]


def test_the_groups_of_steiner_triple_systems_of_order_13() -> None:
    assert automorphism_group(STS13).order == 39
    other = switched(STS13)
    assert automorphism_group(other).order == 6
    assert automorphisms(other) == automorphism_group(other).generators


def switched(system: Design) -> Design:
    """The system with four triples on six points exchanged for the four others that cover the same pairs."""
    for a, b, c, d, e, f in permutations(range(system.points), 6):
        old = {tuple(sorted(t)) for t in ((a, b, c), (a, d, e), (b, d, f), (c, e, f))}
        if old <= set(system.blocks):
            new = {tuple(sorted(t)) for t in ((d, e, f), (b, c, f), (a, c, e), (a, b, d))}
            return Design(system.points, (set(system.blocks) - old) | new)
    raise AssertionError("every system of order 13 has such triples")


@pytest.mark.parametrize(("d", "q"), [(2, 3), (4, 3), (2, 8), (2, 9), (3, 4)])
def test_affine_maps_respect_lines_and_planes(d: int, q: int) -> None:
    for map_ in affine_maps(d, q):
        assert affine(d, q).is_automorphism(map_)
        if d > 2:
            assert affine(d, q, 2).is_automorphism(map_)


@pytest.mark.parametrize(("d", "q"), [(2, 8), (2, 9), (3, 3), (4, 2)])
def test_projective_maps_respect_lines(d: int, q: int) -> None:
    assert all(projective(d, q).is_automorphism(map_) for map_ in projective_maps(d, q))


def test_a_design_knows_its_geometry() -> None:
    assert affine(4, 3).geometry == Geometry("AG", 4, 3)
    assert find_design("pg(3, 2, 2)").geometry == Geometry("PG", 3, 2, 2)
    assert STS13.geometry is None


def test_a_file_that_holds_a_geometry_is_recognised(tmp_path: Path) -> None:
    (tmp_path / "plane.txt").write_text(to_text(projective(2, 2)))
    assert find_design(f"STS:{tmp_path / 'plane.txt'}").geometry == Geometry("PG", 2, 2)
    (tmp_path / "other.txt").write_text("name: PG(2,2)\n" + FANO)
    assert find_design(f"STS:{tmp_path / 'other.txt'}").geometry is None
    (tmp_path / "large.txt").write_text("name: PG(99,2)\n" + FANO)
    assert find_design(f"BLOCKS:{tmp_path / 'large.txt'}").points == 7


def test_a_geometry_by_name_only_is_searched() -> None:
    impostor = Design(7, from_text(FANO).blocks, name="PG(2,2)")
    assert impostor != projective(2, 2)
    assert impostor.geometry is None
    assert all(impostor.is_automorphism(map_) for map_ in automorphisms(impostor))


def test_a_card_set_is_a_block_of_points() -> None:
    assert all(CardSet(block, Space(2)) for block in affine(2, 3).blocks)
