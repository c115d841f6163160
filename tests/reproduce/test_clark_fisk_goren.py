"""Clark, Fisk & Goren: our computations agree with a second method."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import comb

import pytest

from setlab.antiset import Game
from setlab.antiset.classes import solved_positions
from setlab.antiset.solver import solver
from setlab.antiset.steiner import LABELLED
from setlab.exact.no_set import exact_no_set
from setlab.geometry import Space
from setlab.geometry.design import affine, find_design
from setlab.geometry.symmetry import reflection
from setlab.reference.antiset import AntisetEngine
from setlab.reproduce import Runner, find_items
from setlab.reproduce.clark_fisk_goren.designs import (
    AFFINE,
    PROJECTIVE,
    count_matchings,
    count_systems,
    cycle_types,
    hands_without_block,
)
from setlab.reproduce.clark_fisk_goren.games import all_games, outcome, solution, winning_moves
from setlab.reproduce.evidence import Bounds, Figures, Resolution
from setlab.reproduce.methods import check_coordinates, check_identity, largest_cap
from tests.reproduce.conftest import answered
from tests.reproduce.deserved import DESERVED


def test_replays_notice_a_false_identity() -> None:
    assert check_coordinates("a + b = 0", "a, b", lambda a, b: (a + b) % 3 == 0).counterexample == "a, b = 0, 1"
    assert check_identity("a² = a", "a", 2, lambda a: a * a - a).counterexample == "a = 2"


def test_all_games_on_nine_points_by_playing_every_game() -> None:
    """All orders of Olivia's points are played by the rules of the game."""
    space, lengths = Space(2), set()
    for hers in permutations(range(2, 9), 3):
        game = Game("AG(2,3)", [0, 1, 2])
        for point in hers:
            if point not in game.safe_moves:
                break
            game.push(point)
            assert game.push(space.third(0, point)) is None
        if not game.is_over and not game.safe_moves:
            assert game.legal_moves
            lengths.add(len(game.hand(1)) + 1)
    assert lengths == set(all_games(2).lengths)


def test_all_games_on_27_points_by_counting_caps() -> None:
    """Olivia's points together with X₁ are the caps through X₁ and O₁, and games end with complete caps."""
    table, games = exact_no_set(3), all_games(3)
    ordered_pairs = 27 * 26
    assert games.positions * ordered_pairs == sum((count or 0) * n * (n - 1) for n, count in enumerate(table.counts))
    assert {n: count * ordered_pairs for n, count in games.lengths.items()} == {
        n: count * n * (n - 1) for n, count in enumerate(table.complete) if count
    }
    assert (games.blocked, games.lost, games.tied) == (0, 0, 0)


def test_largest_caps_by_trying_all_sets_of_points() -> None:
    for d in (1, 2):
        space = Space(d)
        sizes = [n for n in range(3**d + 1) if any(not space.sets(p) for p in combinations(space.cards, n))]
        assert max(sizes) == largest_cap(d)


def test_upper_bounds_of_cited_caps() -> None:
    evidence, finding = answered("D4.cited")
    assert isinstance(evidence, Figures)
    printed = finding.claim.numbers()
    assert evidence.values == {"5": Bounds(int(printed[5]), 48), "6": Bounds(int(printed[6]), 120)}


@pytest.mark.parametrize("v", [3, 7, 9, 13])
def test_steiner_systems_on_given_points(v: int) -> None:
    """The search, which uses no list of systems, gives the known number of labelled systems."""
    assert count_systems(v) == LABELLED[v]


def test_matchings_by_their_cycles() -> None:
    """The matchings of ten points that share no pair with a given one, by inclusion and exclusion."""
    double_factorial = (1, 1, 3, 15, 105, 945)
    derangements = sum((-1) ** k * comb(5, k) * double_factorial[5 - k] for k in range(6))
    assert sum(map(count_matchings, cycle_types(13))) == derangements


def test_hands_without_block_by_trying_all_hands() -> None:
    plane = find_design("AG(2,3)")
    map_ = reflection(plane, 0)
    assert map_ is not None
    pairs = [(point, image) for point, image in enumerate(map_) if point < image]
    every = [sum(1 << p for p in choice if p is not None) for choice in product(*((None, *pair) for pair in pairs))]
    free = {hand for hand in every if not any(hand & block == block for block in plane.masks)}
    assert set(hands_without_block(plane, pairs)) == free


def test_winning_moves_outside_the_proof_by_the_engine_without_pruning() -> None:
    engine = solver(affine(3, 3)).engine
    values = {(p.x, p.o): p.value for p in solved_positions(affine(3, 3))}
    cases = list(winning_moves(3))
    for x, o, move, _ in cases:
        mine, hers = engine.canonical([*x, move], list(o))
        assert values[tuple(mine), tuple(hers)] > 0
    outside = [(x, o, move) for x, o, move, expected in cases if Space(3).coordinates(move)[0] != expected]
    assert ((0, 2, 6), (1, 3, 4), 9) in outside
    assert any(len(x) > 4 for x, _, _ in outside), "step (2) fails as well"


def test_small_designs_by_the_definition() -> None:
    for name in ("AG(2,3)", "AG(3,2,2)", "PG(2,2)"):
        board = find_design(name)
        assert AntisetEngine(board.points, board.blocks, [], 1).value(0, 0) == solution(name).lower


def test_designs_are_named_with_their_winners() -> None:
    evidence, finding = answered("D6.designs")
    assert isinstance(evidence, Resolution)
    assert all(f"{name}: {outcome(solution(name))}" in finding.ours for name in (*AFFINE, *PROJECTIVE))
    assert "PG(4,2): Olivia wins in round 13" in finding.ours
    assert "AG(2,4): the game is a draw" in finding.ours


def test_bounds_for_the_whole_deck() -> None:
    evidence, _ = answered("D6.m2")
    assert isinstance(evidence, Resolution)
    assert (evidence.lower, evidence.upper) == (13, largest_cap(4))


def test_the_formula_of_theorem_17_is_not_printed_beyond_the_symbols() -> None:
    """The values for d = 4, 5, 6 are ours: they occur in our checks, and nowhere in the record."""
    _, finding = answered("D5.theorem17")
    assert [row.at.split(" rounds")[0] for row in finding.rows] == [
        *("at least 4", "at least 8", "at least 17", "at least 37")
    ]
    assert not any(number in finding.printed for number in ("17", "37", "82"))


def test_counts_of_winners_on_systems_of_order_13() -> None:
    _, finding = answered("D6.steiner")
    assert "order 13: Olivia wins in round 6 on 2 of 2" in finding.ours


@pytest.mark.full
@pytest.mark.parametrize("name", ["D3.essential", "D4.bound", "D5.theorem17", "D6.designs", "D6.larger", "D6.mirror"])
def test_full_runs_say_the_same(name: str) -> None:
    (item,) = find_items([name])
    assert item.judge(Runner(full=True)).verdict == DESERVED[name]


@pytest.mark.full
def test_all_systems_of_order_15() -> None:
    (item,) = find_items(["D6.steiner"])
    finding = item.judge(Runner(full=True))
    assert finding.verdict == DESERVED["D6.steiner"]
    assert "order 15: Olivia wins in round 7 on 78 of 80, Xavier wins in round 6 on 2 of 80" in finding.ours
    assert count_systems(15) == LABELLED[15]
