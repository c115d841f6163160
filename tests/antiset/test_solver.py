"""The solver: the engine against the reference on every position, symmetry, bounds when the budget is spent."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.antiset.game import Game
from setlab.antiset.solver import Solution, Solver, best_move, engine_for, evaluate, group_of, solve, solver, winner_of
from setlab.errors import RuleError, SpecError
from setlab.geometry.design import Design, affine, find_design, projective
from setlab.geometry.symmetry import automorphism_group, automorphisms, group_elements
from setlab.reference.antiset import AntisetEngine

Values = dict[tuple[int, int], int]
"""The value of every position: the masks of Xavier's and Olivia's points."""

PLENTY = 10_000_000
TINY = ("AG(2,3)", "PG(2,2)", "AG(3,2,2)", "AG(1,4)")


@cache
def values_on(name: str) -> Values:
    found = find_design(name)
    return all_values(found.points, found.blocks)


def all_values(points: int, blocks: Iterable[Iterable[int]], start: tuple[int, int] = (0, 0)) -> Values:
    """The values of all positions that can be reached with no block completed, by the reference."""
    engine = AntisetEngine(points, [list(block) for block in blocks], [], 1)
    engine.value(*start)
    return engine.values


def points_of(mask: int) -> list[int]:
    return [point for point in range(mask.bit_length()) if mask >> point & 1]


def mask_of(words: list[int]) -> int:
    return words[0] | words[1] << 64


def asked(engine_points: int, x: list[int], o: list[int], forces: object) -> int:
    """The value of a position from the question that the engine answers, asked without any cleverness."""
    for last in range(len(x) + len(o) + 1, engine_points + 1):
        for xavier in (True, False):
            if forces(xavier, x, o, last, PLENTY):  # type: ignore[operator]
                return (engine_points + 1 - last) * (1 if xavier else -1)
    return 0


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("symmetric", [True, False])
def test_the_engine_equals_the_reference_on_every_position(name: str, symmetric: bool) -> None:
    board = find_design(name)
    engine = engine_for(board.points, board.blocks, *(group_of(board) if symmetric else ()))
    for (x, o), value in values_on(name).items():
        assert asked(board.points, points_of(x), points_of(o), engine.forces) == value


@pytest.mark.parametrize("name", TINY)
def test_every_position_is_in_exactly_one_class(name: str) -> None:
    board = find_design(name)
    engine = engine_for(board.points, board.blocks, *group_of(board))
    found = engine.reachable([], [], PLENTY)
    assert found is not None
    xs, os, values, images = (column.tolist() for column in found)
    classes = {(mask_of(x), mask_of(o)): (value, n) for x, o, value, n in zip(xs, os, values, images, strict=True)}
    met = dict.fromkeys(classes, 0)
    for (x, o), value in values_on(name).items():
        mine, hers = engine.canonical(points_of(x), points_of(o))
        key = sum(1 << p for p in mine), sum(1 << p for p in hers)
        assert classes[key][0] == value
        met[key] += 1
    assert met == {key: n for key, (_, n) in classes.items()}


@settings(max_examples=15)
@given(st.data())
def test_random_triples_on_more_points(data: st.DataObject) -> None:
    """Long enough games for a side to last, or to outlast the other, many turns ahead."""
    points = data.draw(st.integers(8, 9))
    triples = list(combinations(range(points), 3))
    blocks = data.draw(st.lists(st.sampled_from(triples), min_size=2, max_size=14, unique=True))
    engine, known = engine_for(points, blocks), all_values(points, blocks)
    positions = sorted(known)
    for x, o in positions[:: max(1, len(positions) // 200)]:
        assert asked(points, points_of(x), points_of(o), engine.forces) == known[x, o]


@pytest.mark.parametrize("width", [33, 65, 128])
def test_wider_masks_give_the_same(width: int) -> None:
    """AG(2,3) on the last nine of many points, the others taken in pairs that complete no block."""
    first = width - 9
    blocks = [[first + point for point in block] for block in affine(2, 3).blocks]
    x, o = list(range(0, first, 2)), list(range(1, first, 2))
    if len(x) > len(o):
        x.pop()  # one point stays free that belongs to no block
    engine = engine_for(width, blocks)
    known = all_values(width, blocks, (sum(1 << p for p in x), sum(1 << p for p in o)))
    start = next(iter(reversed(known)))
    assert asked(width, points_of(start[0]), points_of(start[1]), engine.forces) == known[start]
    assert asked(width, x, o, engine.forces) == known[sum(1 << p for p in x), sum(1 << p for p in o)]


@given(st.data())
def test_automorphisms_change_neither_class_nor_value(data: st.DataObject) -> None:
    board = find_design(data.draw(st.sampled_from(["AG(3,3)", "PG(4,2)", "PG(2,4)", "AG(4,3)", "PG(3,3)"])))
    found = solver(board)
    order = data.draw(st.permutations(range(board.points)))
    taken = order[: data.draw(st.integers(0, 14))]
    x, o = list(taken[::2]), list(taken[1::2])
    map_ = list(range(board.points))
    for generator in data.draw(st.lists(st.sampled_from(automorphisms(board)), max_size=12)):
        map_ = [generator[point] for point in map_]
    moved = [map_[point] for point in x], [map_[point] for point in o]
    assert found.engine.canonical(x, o) == found.engine.canonical(*moved)
    last = len(taken) + 4
    for xavier in (True, False):
        assert found.engine.forces(xavier, x, o, last, PLENTY) == found.engine.forces(xavier, *moved, last, PLENTY)


@pytest.mark.parametrize("name", ["AG(2,3)", "AG(2,4)", "PG(3,2)", "PG(2,3)"])
def test_classes_are_the_orbits_of_the_whole_group(name: str) -> None:
    """Canonical forms of some positions against the smallest image under all elements."""
    board = find_design(name)
    elements = list(group_elements(automorphisms(board)))
    assert len(elements) == group_of(board)[1] == automorphism_group(board).order
    engine = solver(board).engine
    by_class: dict[tuple[tuple[int, ...], ...], tuple[list[int], list[int]]] = {}
    for x in list(combinations(range(0, board.points, 2), 3))[:12]:
        o = [point for point in range(1, board.points, 2) if point not in x][:2]
        images = (tuple(tuple(sorted(map_[p] for p in s)) for s in (x, o)) for map_ in elements)
        canonical = engine.canonical(x, o)
        assert by_class.setdefault(min(images), canonical) == canonical
    found = [tuple(map(tuple, canonical)) for canonical in by_class.values()]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("d", [2, 3])
def test_all_values_and_the_question_agree(d: int) -> None:
    """The two searches of the engine have little code in common."""
    found = solver(affine(d, 3))
    rows = found.engine.reachable([], [], PLENTY)
    assert rows is not None
    step = 1 if d == 2 else 97
    for x, o, value in zip(*(column.tolist()[::step] for column in rows[:3]), strict=True):
        assert found.value(points_of(mask_of(x)), points_of(mask_of(o))) == value


SOLVED = {
    "AG(2,3)": ("xavier", 4),
    "AG(3,3)": ("xavier", 9),
    "AG(2,4)": ("draw", 8),
    "PG(2,2)": ("olivia", 4),
    "PG(3,2)": ("olivia", 7),
    "PG(4,2)": ("olivia", 13),
    "PG(2,3)": ("olivia", 7),
    "PG(2,4)": ("draw", 11),
}


@pytest.mark.parametrize("name", SOLVED)
def test_small_geometries_are_solved(name: str) -> None:
    solution = solve(name)
    assert (solution.winner, solution.length) == SOLVED[name]
    assert solution.possible_winners == (solution.winner,)
    found = Solver(find_design(name)).engine.reachable([], [], PLENTY)
    assert found is not None
    assert found[2][0] == solution.lower == solution.upper


@pytest.mark.full
def test_the_plane_of_order_5_is_a_draw() -> None:
    assert solve("AG(2,5)").winner == "draw"


@pytest.mark.parametrize("name", SOLVED)
def test_the_principal_variation_is_a_game_of_that_length(name: str) -> None:
    solution = solve(name)
    result = Game(name, solution.principal_variation).result()
    assert result is not None
    assert (result.winner, result.length) == (solution.winner, solution.length)


@pytest.mark.parametrize("name", ["AG(2,3)", "PG(2,2)", "PG(2,3)", "AG(2,4)"])
def test_no_move_of_the_principal_variation_can_be_improved(name: str) -> None:
    found = Solver(find_design(name))
    value = found.solve().lower
    x: list[int] = []
    o: list[int] = []
    for point in found.principal_variation(x, o, value):
        values = found.values(x, o)
        assert values[point] == value == (max if len(x) == len(o) else min)(values.values())
        (x if len(x) == len(o) else o).append(point)


def test_a_design_of_one_block_is_lost_by_its_size_alone() -> None:
    """All points in one block: nobody completes it alone, so the game is a draw; of one point, Xavier loses at once."""
    assert solve(Design(6, [range(6)])).winner == "draw"
    one = solve(Design(1, [[0]], t=1))
    assert (one.winner, one.length, one.principal_variation) == ("olivia", 1, (0,))


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_all_pairs_as_blocks_lose_the_second_point(n: int) -> None:
    """Every two points are a block: Xavier completes one with his second move, in a group of n! elements."""
    pairs = Design(n, combinations(range(n), 2))
    assert group_of(pairs)[1] == factorial(n)
    assert (solve(pairs).winner, solve(pairs).length) == ("olivia", 2)


def test_bounds_when_the_budget_is_spent() -> None:
    solution = solve("PG(2,4)", budget=50)
    assert not solution.is_settled
    assert solution.winner is None
    assert solution.length is None
    assert solution.positions == 50
    assert "draw" in solution.possible_winners
    assert solution.lower <= solve("PG(2,4)").lower <= solution.upper
    assert 3 < solution.shortest <= 11 == solution.longest
    with pytest.raises(SpecError, match=r"50 positions are not enough for PG\(2,4\) with 0 points taken: raise"):
        Solver(projective(2, 4)).value([], [], budget=50)


@pytest.mark.parametrize("budget", [0, 1, 10, 100, 1000, 3000])
def test_bounds_always_hold_the_value(budget: int) -> None:
    for name in SOLVED:
        value, solution = solve(name).lower, solve(name, budget=budget)
        assert solution.lower <= value <= solution.upper
        assert solution.shortest <= SOLVED[name][1] <= solution.longest
        assert SOLVED[name][0] in solution.possible_winners


def test_reflections_bound_what_cannot_be_searched() -> None:
    large = solve("AG(4,3)", budget=100)
    assert large.winner == "xavier"
    assert large.longest == 20
    assert solve("AG(2,5)", budget=100).possible_winners == ("xavier", "draw")
    assert "xavier" not in solve("PG(3,3)", budget=100).possible_winners


def test_what_was_found_is_kept() -> None:
    found = Solver(affine(3, 3))
    assert found.solve().positions > 0
    assert found.solve().positions == 0
    found.engine.clear()
    assert found.engine.positions == 0


def test_words_for_a_solution() -> None:
    assert Solution(9, 2, 2, 0).winner == "xavier"
    assert Solution(9, -1, 0, 0).possible_winners == ("olivia", "draw")
    assert (Solution(9, -1, 4, 0).shortest, Solution(9, -1, 4, 0).longest) == (3, 5)
    assert (Solution(9, 2, 4, 0).winner, Solution(9, 2, 4, 0).length) == ("xavier", None)


def test_perfect_moves_have_reasons() -> None:
    assert best_move(Game("AG(2,3)", [0, 1])) == (2, "wins in round 4 at the latest")
    assert best_move(Game("AG(2,3)", [0])) == (1, "loses, but not before round 4")
    assert best_move(Game("AG(2,4)"))[1] == "keeps the draw"
    assert winner_of(Game("AG(2,3)", [0, 1, 4])) == "olivia"


def test_a_lost_player_takes_the_first_free_point() -> None:
    """In the nine-card game of Clark, Fisk & Goren both points left complete a SET for Olivia."""
    assert best_move(Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1])) == (3, "loses, but not before round 4")


def test_positions_that_are_none_are_refused() -> None:
    with pytest.raises(RuleError, match=r"all points of 2-\(3,3,1\) design are taken: there is no move left"):
        Solver(Design(3, [(0, 1, 2)])).best_move([0, 2], [1])
    with pytest.raises(RuleError, match=r"Xavier holds the block \(0, 1, 2\): the game is over"):
        evaluate("AG(2,3)", [0, 1, 2], [3, 4])
    with pytest.raises(RuleError, match="Xavier has 0 and Olivia 1 point: he has as many, or one more"):
        evaluate("AG(2,3)", [], [3])
    with pytest.raises(RuleError, match="a point is taken twice"):
        evaluate("AG(2,3)", [3], [3])
    with pytest.raises(RuleError, match="9 is not a point"):
        evaluate("AG(2,3)", [9], [])
    with pytest.raises(SpecError, match="the solver cannot take 243 points: choose a design with 1 to 128"):
        solve("AG(5,3)")


def test_the_engine_checks_what_it_gets() -> None:
    with pytest.raises(ValueError, match="a block has point 3: points are 0"):
        engine_for(3, [[0, 3]])
    with pytest.raises(ValueError, match="a block is empty"):
        engine_for(3, [[]])
    with pytest.raises(ValueError, match="a generator must have one image for every point"):
        engine_for(3, [[0, 1]], [[1, 0]], 2)
    with pytest.raises(ValueError, match="order 2 does not fit the generators"):
        engine_for(3, [[0, 1]], [], 2)
    with pytest.raises(ValueError, match="the generators do not make a group of that order"):
        engine_for(3, [[0, 1, 2]], [[1, 2, 0]], 6)
    with pytest.raises(ValueError, match="Xavier has 0 points and Olivia 1"):
        engine_for(3, [[0, 1]]).forces(True, [], [0], 3, 10)


def test_ctrl_c_ends_a_long_search() -> None:
    found = Solver(affine(4, 3))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        found.engine.forces(True, [], [], 40, 1 << 60)
    timer.join()
    assert found.engine.canonical([5], []) == ([0], [])
