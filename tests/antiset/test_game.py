"""The game: the paper's example move by move, moves taken back, results, more players, bad moves."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.antiset.game import Game, Result, name_of
from setlab.errors import RuleError, SpecError
from setlab.geometry import Space
from setlab.geometry.design import Design, affine, find_design
from setlab.notation import find_notation

GOLDEN = Path(__file__).parents[1] / "golden" / "antiset_nine_cards.txt"
DESIGNS = ("AG(1,3)", "AG(2,3)", "AG(2,2)", "AG(2,4)", "PG(2,2)", "PG(2,3)", "AG(3,2,2)")


def nine_cards() -> list[str]:
    """The names of the points of AG(2,3) as the solid cards with one symbol, by the notation of Clark, Fisk & Goren."""
    names = find_notation("antiset")
    cards = [names.deck.card((1, colour, 2, shape)) for colour in range(3) for shape in range(3)]
    return [names.name(card).removeprefix("1 ").replace("solid ", "") for card in cards]


def playthrough(moves: list[str]) -> list[str]:
    """The game as text; it ends with what Olivia can still do, and what she does first."""
    names, game, lines = nine_cards(), Game("AG(2,3)"), []
    for ply, move in enumerate(moves):
        point, player = names.index(move), "XO"[game.turn]
        between = ""
        if player == "X" and game.moves:
            third = Space(2).third(game.moves[0], game.moves[-1])
            assert third == point, "the example follows theorem 7"
            between = f", between {moves[0]} and {moves[ply - 1]}"
        lines.append(f"{player}{ply // 2 + 1} {move:<16} | {player} takes {move}{between}")
        assert game.push(point) is None
    for point in game.legal_moves:
        block = game.completes(point)
        assert block is not None
        lines.append(f"left {names[point]:<14} | completes {', '.join(sorted(names[p] for p in block))}")
    game.push(game.legal_moves[0])
    result = game.result()
    assert result is not None
    return [*lines, f"winner {result.winner}, length {result.length}"]


def test_the_nine_card_game_of_the_paper() -> None:
    moves = [
        "red diamond",
        "purple diamond",
        "green diamond",
        "purple squiggle",
        "green oval",
        "red squiggle",
        "red oval",
    ]
    assert playthrough(moves) == GOLDEN.read_text().splitlines()


def test_the_plane_of_nine_cards_has_the_sets_of_the_deck() -> None:
    cards = [find_notation("antiset").deck.card((1, colour, 2, shape)) for colour in range(3) for shape in range(3)]
    sets = {tuple(sorted(cards.index(card) for card in line)) for line in Space(4).sets(cards)}
    assert sets == set(affine(2, 3).blocks)


@given(st.data())
@settings(max_examples=80)
def test_a_game_agrees_with_its_definition_and_can_be_taken_back(data: st.DataObject) -> None:
    """Hands are examined from scratch after every move; pop undoes push exactly."""
    where = find_design(data.draw(st.sampled_from(DESIGNS)))
    players, elimination = data.draw(st.integers(2, 4)), data.draw(st.booleans())
    game = Game(where, players=players, elimination=elimination)
    states = []
    while not game.is_over:
        states.append((repr(game), game.turn, game.safe_moves, list(game.losers)))
        for point in game.legal_moves:
            assert (point in game.safe_moves) == (not loses(game, point)) == (game.completes(point) is None)
        point = data.draw(st.sampled_from(game.legal_moves))
        deadly, mover = loses(game, point), game.turn
        block = game.push(point)
        assert (block is not None) == deadly == (mover in game.losers)
        assert game.owner(point) == mover
        assert block is None or set(block) <= set(game.hand(mover))
    assert game.legal_moves == game.safe_moves == []
    for state in reversed(states):
        game.pop()
        assert (repr(game), game.turn, game.safe_moves, list(game.losers)) == state


def loses(game: Game, point: int) -> bool:
    hand = {*game.hand(game.turn), point}
    return any(hand.issuperset(block) for block in game.design.blocks)


@pytest.mark.parametrize(
    ("where", "moves", "winner", "length"),
    [
        ("AG(1,3)", [0, 1, 2], "draw", 2),
        ("AG(2,3)", [0, 3, 1, 4, 2], "olivia", 3),
        ("AG(2,3)", [0, 3, 1, 4, 8, 5], "xavier", 3),
        ("AG(2,2)", [0, 1, 2], "olivia", 2),
    ],
)
def test_results(where: str, moves: list[int], winner: str, length: int) -> None:
    result = Game(where, moves).result()
    assert result is not None
    assert (result.winner, result.length) == (winner, length)


def test_there_is_no_draw_on_a_plane_of_nine() -> None:
    """Lemma 10: of any five points three are on a line, so that a full board without one cannot be."""
    for hand in combinations(range(9), 5):
        assert any(set(hand).issuperset(block) for block in affine(2, 3).blocks)


def test_three_players_share_and_elimination_goes_on() -> None:
    moves = [0, 3, 6, 1, 4, 8, 2]
    shared = Game("AG(2,3)", moves, players=3)
    assert shared.result() == Result(players=3, losers=(0,), length=3)
    assert Result(3, (0,), 3).payoffs == (Fraction(0), Fraction(1, 2), Fraction(1, 2))
    assert Result(3, (0,), 3).winner == "draw"
    going = Game("AG(2,3)", moves, players=3, elimination=True)
    assert going.result() is None
    assert going.turn == 1
    going.push(5)
    assert going.losers == [0, 1]
    result = going.result()
    assert result is not None
    assert result.winner == "player 3"
    assert result.payoffs == tuple(map(Fraction, (0, 0, 1)))


def test_a_block_of_one_point_loses_at_once() -> None:
    game = Game(Design(3, [(0,), (1,), (2,)], t=1))
    assert game.safe_moves == []
    assert game.push(1) == (1,)


def test_names() -> None:
    assert [name_of(player) for player in (0, 1)] == ["xavier", "olivia"]
    assert name_of(2, players=3) == "player 3"


@pytest.mark.parametrize(
    ("moves", "bad", "words"),
    [
        ([0, 1], 0, "point 0 is taken by xavier: choose one of 2, 3"),
        ([0, 1], 9, "9 is not a point of AG\\(2,3\\): points are numbered 0 to 8"),
        ([0, 1], True, "True is not a point"),
        ([0, 3, 1, 4, 2], 5, "point 5 cannot be taken: the game is over"),
    ],
)
def test_bad_moves_are_refused_and_change_nothing(moves: list[int], bad: int, words: str) -> None:
    game = Game("AG(2,3)", moves)
    with pytest.raises(RuleError, match=words):
        game.push(bad)
    assert game.moves == moves


def test_other_bad_input() -> None:
    with pytest.raises(RuleError, match="no move to take back"):
        Game("AG(2,3)").pop()
    with pytest.raises(SpecError, match="1 player cannot play: choose at least 2"):
        Game("AG(2,3)", players=1)
