"""Strategies: the theorems of the paper, the answer to its question about m₂ rounds, involutions, matches."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.antiset import STRATEGIES, Game, find_strategy, play, tournament
from setlab.antiset.strategies import cap_through, length_bound, plan, third_point
from setlab.caps import check, known
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError
from setlab.geometry import Space
from setlab.geometry.design import Design, affine, find_design

STS13 = Design(
    13, [tuple((x + i) % 13 for x in base) for base in ((0, 1, 4), (0, 2, 7)) for i in range(13)], name="STS(13)"
)
GAMES = {2: 40, 3: 40, 4: 10, 5: 2, 6: 1}


@pytest.mark.parametrize("d", GAMES)
def test_olivia_holds_out_for_as_many_rounds_as_the_largest_cap_has_points(d: int) -> None:
    """The question of Clark, Fisk & Goren, section 6: lengths 4, 9, 20, 45, 112 against theorem 7."""
    for trial in range(GAMES[d]):
        result = play(affine(d, 3), "theorem7", "max-cap", seed=d, trial=trial).result
        assert (result.winner, result.length) == ("xavier", known(d).upper)


@pytest.mark.parametrize("d", GAMES)
def test_theorem_17(d: int) -> None:
    """At least 4, 8, 17, 37, 82 rounds, and Xavier's answers fall where the proof says."""
    for trial in range(GAMES[d]):
        match = play(affine(d, 3), "theorem7", "theorem17", seed=d, trial=trial)
        assert match.result.winner == "xavier"
        assert match.result.length >= length_bound(d)
        first = match.moves[0].point
        planned = [point for point, _ in plan(d, first)]
        assert [move.point for move in match.moves[1::2]][: len(planned)] == planned
        levels = [level for _, level in plan(d, first)]
        for level, answer in zip(levels, match.moves[2::2], strict=False):
            step = Space(d).subtract(answer.point, first)
            assert step // 3**level == 2  # in the flat F_i − e, and nowhere else


def test_theorem_17_fails_in_one_dimension() -> None:
    """The statement says d ≥ 1 and length at least 2; the line is a draw in which Olivia has one move."""
    match = play("AG(1,3)", "theorem7", "theorem17")
    assert match.result.winner == "draw"
    assert length_bound(1) == 2
    assert sum(1 for _ in match.moves[1::2]) == 1


@given(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(["random", "safe"]))
@settings(max_examples=60, deadline=None)
def test_theorem_7_wins_and_never_falls_back(d: int, trial: int, olivia: str) -> None:
    match = play(affine(d, 3), "theorem7", olivia, seed=7, trial=trial)
    assert match.result.winner == "xavier"
    assert match.result.length <= (known(d).upper or 0)
    points = [move.point for move in match.moves]
    for hers, his in pairwise(points[1:]):
        if points.index(hers) % 2:
            assert third_point(affine(d, 3), points[0], hers) == his


@given(st.integers(2, 4), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_length_of_a_game_without_blunders_is_the_size_of_a_complete_cap(d: int, trial: int) -> None:
    """With X₁ her points are a complete cap when her last move is forced: docs/antiset.md has the proof."""
    match = play(affine(d, 3), "theorem7", "safe", seed=11, trial=trial)
    points = [move.point for move in match.moves]
    cap = [points[0], *points[1:-1:2]]
    assert check(cap, d).is_complete
    assert match.result.length == len(cap)


def complete_cap_sizes(d: int) -> set[int]:
    """The sizes of all complete caps of AG(d,3) through 0, by trying everything."""
    space, sizes = Space(d), set()

    def extend(cap: list[int], free: list[int], earlier: list[int]) -> None:
        """`free` and `earlier` can both be added; only those in `free` have not been tried."""
        if not free:
            if not earlier:
                sizes.add(len(cap))
            return
        for i, point in enumerate(free):
            gone = {space.third(point, other) for other in cap}
            extend(
                [*cap, point],
                [p for p in free[i + 1 :] if p not in gone],
                [p for p in (*earlier, *free[:i]) if p not in gone],
            )

    extend([0], list(range(1, 3**d)), [])
    return sizes


def test_the_lengths_reached_are_the_sizes_of_complete_caps() -> None:
    assert complete_cap_sizes(2) == {4}
    lengths = {play(affine(3, 3), "theorem7", "safe", seed=5, trial=trial).result.length for trial in range(60)}
    assert lengths == {8, 9}


@pytest.mark.full
def test_the_sizes_of_complete_caps_in_three_dimensions() -> None:
    assert complete_cap_sizes(3) == {8, 9}


@pytest.mark.parametrize("d", range(1, 7))
def test_the_plan_and_the_cap_stay_a_cap_with_the_first_point(d: int) -> None:
    first = 3**d - 2
    assert check([first, *(point for point, _ in plan(d, first))], d).is_cap
    assert check(cap_through(d, first), d).is_complete
    assert cap_through(d, first)[0] == first


@pytest.mark.parametrize("name", ["AG(2,3)", "AG(3,3)", "AG(2,5)", "AG(2,7)", "AG(2,9)", "AG(3,3,2)"])
@pytest.mark.parametrize("olivia", ["random", "safe"])
def test_the_first_player_never_loses_with_a_reflection(name: str, olivia: str) -> None:
    for trial in range(15):
        assert play(name, "mirror", olivia, seed=1, trial=trial).result.winner != "olivia"


@pytest.mark.parametrize("name", ["AG(2,4)", "AG(3,2,2)", "AG(2,8)", "PG(3,3)", "AG(2,2)"])
@pytest.mark.parametrize("xavier", ["random", "safe"])
def test_the_second_player_never_loses_with_an_involution_without_fixed_points(name: str, xavier: str) -> None:
    for trial in range(15):
        assert play(name, xavier, "mirror", seed=1, trial=trial).result.winner != "xavier"


@pytest.mark.parametrize("name", ["PG(2,2)", "PG(3,2)", "PG(4,2)", "PG(2,3)", "PG(2,4)", "PG(2,5)"])
@pytest.mark.parametrize("seat", [0, 1])
def test_some_geometries_have_no_involution_for_either_player(name: str, seat: int) -> None:
    with pytest.raises(RuleError, match=r"no (reflection|involution)"):
        find_strategy("mirror").check(find_design(name), seat, 2)


@pytest.mark.parametrize(
    ("name", "where", "seat", "players", "words"),
    [
        ("theorem7", "AG(2,3)", 1, 2, "olivia cannot play theorem7 on AG\\(2,3\\): it is a strategy for xavier"),
        ("theorem7", "AG(2,4)", 0, 2, "it needs blocks of 3"),
        ("theorem7", "AG(2,3)", 0, 3, "it is a strategy for two players"),
        ("max-cap", "PG(2,2)", 1, 2, "it needs AG\\(d,3\\)"),
        ("max-cap", "AG(3,3,2)", 1, 2, "it needs AG\\(d,3\\)"),
        ("theorem17", "AG(2,3)", 0, 2, "it is a strategy for olivia"),
        ("mirror", "PG(2,2)", 0, 2, "no reflection"),
        ("mirror", "AG(2,3)", 1, 2, "no involution that moves every point"),
        ("mirror", "PG(2,4)", 0, 2, "no reflection"),
        ("perfect", "AG(2,3)", 0, 3, "two players"),
    ],
)
def test_a_strategy_says_where_it_cannot_be_played(name: str, where: str, seat: int, players: int, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        find_strategy(name).check(find_design(where), seat, players)


def test_theorem_7_can_be_played_on_any_triple_system() -> None:
    """Lemma 8 holds there: the third point is always free."""
    for trial in range(40):
        match = play(STS13, "theorem7", "safe", seed=2, trial=trial)
        assert all("is taken" not in move.reason for move in match.moves[0::2])


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "perfect"])
def test_every_strategy_gives_a_legal_move_and_a_reason_even_off_its_plan(name: str) -> None:
    strategy = find_strategy(name)
    assert strategy.name == name
    assert strategy.about
    for trial in range(10):
        game = Game("AG(3,3)")
        while not game.is_over:
            try:
                move = strategy.move(game, Draws(3), trial)
            except RuleError:
                move = find_strategy("random").move(game, Draws(4), trial)
            assert move.point in game.legal_moves
            assert move.reason
            game.push(move.point)
    with pytest.raises(RuleError, match="the game is over"):
        strategy.move(game)


def test_safe_never_completes_a_block_if_it_can_be_avoided() -> None:
    for trial in range(20):
        game = Game("AG(2,5)")
        while not game.is_over:
            safe = game.safe_moves
            move = find_strategy("safe").move(game, Draws(1), trial)
            assert not safe or move.point in safe
            game.push(move.point)


def test_forgetful_overlooks_one_danger_in_three() -> None:
    """A move that completes a block although another is safe says so; each danger is judged by a draw of its own."""
    draws, strategy, codes = Draws(7), find_strategy("forgetful"), Counter[str]()
    for trial in range(300):
        game = Game("AG(3,3)")
        while not game.is_over:
            safe, move = game.safe_moves, strategy.move(game, draws, trial)
            first = 27 * (len(game.moves) + 1)
            dangers = set(game.legal_moves) - set(safe)
            overlooked = {point for point in dangers if draws.below(trial, first + point, 3) == 0}
            assert move.why is not None
            codes[move.why.code] += 1
            if move.why.code == "seems":
                assert move.point in safe
                assert move.why.numbers["left"] == len(safe) + len(overlooked)
            else:
                assert (move.why.code, move.point in overlooked) == ("overlooked", True) if safe else ("doomed", False)
                assert move.why.points[0] == move.point
                assert set(move.why.points[1:]) == set(game.completes(move.point) or ())
            game.push(move.point)
    assert codes.keys() == {"seems", "overlooked", "doomed"}


@pytest.mark.parametrize(("d", "least"), [(2, {"olivia": 60, "xavier": 48}), (3, {"olivia": 95, "xavier": 75})])
def test_forgetful_can_be_beaten_by_whoever_takes_care(d: int, least: dict[str, int]) -> None:
    """`safe` avoids SETs and plays by chance otherwise; of 100 games it wins more than half in each seat, or nearly."""
    where = affine(d, 3)
    for seat, pair in (("olivia", ("forgetful", "safe")), ("xavier", ("safe", "forgetful"))):
        won = sum(play(where, *pair, seed=2026, trial=trial).winner == seat for trial in range(100))
        assert won >= least[seat], (seat, won)


def test_games_are_the_same_for_the_same_seed_and_trial() -> None:
    one, again = (play("AG(3,3)", "random", "safe", seed=9, trial=4) for _ in range(2))
    assert one == again
    assert len({play("AG(3,3)", "random", "safe", seed=9, trial=trial).moves for trial in range(10)}) == 10


def test_three_strategies_can_play() -> None:
    match = play("AG(2,3)", "safe", "random", "safe", seed=1, elimination=True)
    assert match.result.players == 3


def test_a_tournament_counts_winners_and_lengths_by_pair() -> None:
    scores = tournament("AG(3,3)", ["theorem7", "random", "max-cap"], ["safe", "mirror", "max-cap"], games=30, seed=1)
    assert [(score.xavier, score.olivia) for score in scores] == [
        ("theorem7", "safe"),
        ("theorem7", "max-cap"),
        ("random", "safe"),
        ("random", "max-cap"),
    ]
    assert all(sum(score.winners.values()) == sum(score.lengths.values()) == 30 for score in scores)
    assert scores[1].lengths == {9: 30}


def test_bad_names_and_numbers_are_refused() -> None:
    with pytest.raises(SpecError, match="'clever' is not a strategy: choose theorem7"):
        find_strategy("clever")
    with pytest.raises(SpecError, match="0 games"):
        tournament("AG(2,3)", ["random"], ["random"], games=0)
