"""Recovering from an error: all classes of positions of AG(2,3) and AG(3,3)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from setlab.antiset.classes import deviations, first_exceptions, is_reflective, solved_positions
from setlab.antiset.solver import winner_of
from setlab.errors import SpecError
from setlab.geometry.design import affine
from setlab.geometry.space import Space
from setlab.reference.antiset import AntisetEngine
from tests.antiset.deviating_games import deviating_games


@cache
def values_in_the_plane() -> dict[tuple[int, int], int]:
    """The value of every position of AG(2,3), by the reference."""
    engine = AntisetEngine(9, affine(2, 3).blocks, [], 1)
    engine.value(0, 0)
    return engine.values


def reflective_by_ply(d: int) -> dict[int, Counter[tuple[str, bool]]]:
    """For each ply after a move of Xavier, the number of classes by winner and by whether they are reflective."""
    space, table = Space(d), dict[int, Counter[tuple[str, bool]]]()
    for position in solved_positions(affine(d, 3)):
        if position.ply % 2:
            kind = position.winner, is_reflective(space, position.x, position.o)
            table.setdefault(position.ply, Counter())[kind] += 1
    return table


def points_of(mask: int) -> list[int]:
    return [point for point in range(mask.bit_length()) if mask >> point & 1]


@pytest.mark.parametrize("d", [2, 3])
def test_reflective_positions_are_won(d: int) -> None:
    assert not any(row["olivia", True] or row["draw", True] for row in reflective_by_ply(d).values())


def test_in_the_plane_nothing_else_is_won() -> None:
    """Position by position, by the reference."""
    space = Space(2)
    for (x, o), value in values_in_the_plane().items():
        if (x | o).bit_count() % 2:
            assert (value > 0) == is_reflective(space, points_of(x), points_of(o))
    assert first_exceptions(2) == []


def test_in_three_dimensions_the_rule_is_the_whole_truth_for_three_moves() -> None:
    table = reflective_by_ply(3)
    assert [table[ply]["xavier", False] for ply in (1, 3, 5)] == [0, 0, 0]
    (first,) = first_exceptions(3)
    assert first.ply == 7
    assert first.value > 0


def test_counts_of_positions_by_the_reference() -> None:
    found = Counter[tuple[int, str]]()
    for (x, o), value in values_in_the_plane().items():
        found[(x | o).bit_count(), "xavier" if value > 0 else "olivia"] += 1
    ours = Counter[tuple[int, str]]()
    for position in solved_positions(affine(2, 3)):
        ours[position.ply, position.winner] += position.images
    assert ours == found


def test_there_are_no_draws_in_three_dimensions() -> None:
    assert not any(position.winner == "draw" for position in solved_positions(affine(3, 3)))


@pytest.mark.parametrize("d", [2, 3])
def test_the_second_move_must_be_the_strategys(d: int) -> None:
    first, *later = deviations(d)
    assert (first.n, first.before, sum(first.won.values()), first.suicides) == (2, 1, 0, 0)
    assert sum(first.lost.values()) == 1
    assert [deviation.n for deviation in later] == list(range(3, 3 + len(later)))
    for deviation in later:
        assert deviation.reflective <= sum(deviation.won.values())
        assert (deviation.forgiving == 0) == (not deviation.won)


def test_deviations_in_the_plane_by_the_reference() -> None:
    """All games that follow theorem 7 about 0 until Xavier leaves it: who wins, as positions and not as classes."""
    values, space = values_in_the_plane(), Space(2)
    before: set[tuple[tuple[int, ...], tuple[int, ...]]] = {((0,), (p,)) for p in range(1, 9)}
    for deviation in deviations(2):
        after, following = set(), set()
        for x, o in before:
            reply = next(image for p in o if (image := space.negative(p)) not in x)
            after |= {(frozenset((*x, p)), frozenset(o)) for p in range(9) if p not in (*x, *o, reply)}
            mine = (*x, reply)
            following |= {(tuple(sorted(mine)), tuple(sorted((*o, p)))) for p in range(9) if p not in (*mine, *o)}
        worth = {(x, o): values.get((sum(1 << p for p in x), sum(1 << p for p in o))) for x, o in after}
        assert any(value is None for value in worth.values()) == (deviation.suicides > 0)
        assert any(value is not None and value > 0 for value in worth.values()) == bool(deviation.won)
        assert any(value is not None and value < 0 for value in worth.values()) == bool(deviation.lost)
        masks = {(x, o): (sum(1 << p for p in x), sum(1 << p for p in o)) for x, o in following}
        before = {position for position, mask in masks.items() if mask in values}


@pytest.mark.parametrize("d", [2, 3])
def test_deviations_equal_those_listed_game_by_game(d: int) -> None:
    """`deviating_games` finds the classes by games and by all linear maps; the solver tells the winner of each."""
    listed = Counter((row.move, row.winner) for row in deviating_games(d, winner_of))
    ours = Counter[tuple[int, str]]()
    for deviation in deviations(d):
        ours[deviation.n, "xavier"] += sum(deviation.won.values())
        ours[deviation.n, "olivia"] += sum(deviation.lost.values())
    assert +ours == listed


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(SpecError, match=r"AG\(3,3\) has more than 100 classes of positions: raise the budget"):
        solved_positions(affine(3, 3), 100)
