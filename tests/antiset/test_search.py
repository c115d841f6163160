"""Equilibria and guaranteed payoffs of two and three players, and the judgement of moves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from setlab.antiset.advice import Assessment, analyse, reflective_centres
from setlab.antiset.game import Game
from setlab.antiset.search import Payoffs, equilibria, guaranteed_payoff
from setlab.antiset.solver import winner_of
from setlab.errors import RuleError, SpecError

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def plain_payoff(game: Game, player: int) -> Fraction:
    """The payoff that a player can force against all others, without symmetry and without a table."""
    if (result := game.result()) is not None:
        return result.payoffs[player]
    best = max if game.turn == player else min
    values = []
    for point in game.legal_moves:
        game.push(point)
        values.append(plain_payoff(game, player))
        game.pop()
    return best(values)


def plain_equilibria(game: Game) -> frozenset[Payoffs]:
    if (result := game.result()) is not None:
        return frozenset([result.payoffs])
    mover, values = game.turn, []
    for point in game.legal_moves:
        game.push(point)
        values.append(plain_equilibria(game))
        game.pop()
    needed = max(min(payoffs[mover] for payoffs in value) for value in values)
    return frozenset(payoffs for value in values for payoffs in value if payoffs[mover] >= needed)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("elimination", [False, True])
@pytest.mark.parametrize(("where", "moves"), [("PG(2,2)", [0]), ("AG(2,3)", [0, 1, 3]), ("AG(2,3)", [0, 1, 2])])
def test_the_search_agrees_with_the_definition(players: int, elimination: bool, where: str, moves: list[int]) -> None:
    game = Game(where, moves, players=players, elimination=elimination)
    assert equilibria(game) == plain_equilibria(game)
    assert [guaranteed_payoff(game, player) for player in range(players)] == [
        plain_payoff(game, p) for p in range(players)
    ]
    assert game.moves == moves


def test_two_players_on_small_designs() -> None:
    """Payoffs of two players say who wins, as the solver does."""
    one, zero = Fraction(1), Fraction(0)
    outcome = {"xavier": (one, zero), "olivia": (zero, one), "draw": (HALF, HALF)}
    for game in (Game("AG(2,3)"), Game("PG(2,2)"), Game("AG(1,3)"), Game("AG(2,3)", [0, 3, 1, 4, 8])):
        assert equilibria(game) == {outcome[winner_of(game)]}


@pytest.mark.parametrize("elimination", [False, True])
def test_three_players_on_nine_points(elimination: bool) -> None:
    """One outcome: the third player loses. The first two can each be sure of a third, the payoff of a draw."""
    game = Game("AG(2,3)", players=3, elimination=elimination)
    assert equilibria(game) == {(HALF, HALF, Fraction(0))}
    assert [guaranteed_payoff(game, player) for player in range(3)] == [THIRD, THIRD, 0]


@pytest.mark.parametrize("elimination", [False, True])
def test_three_players_on_seven_points(elimination: bool) -> None:
    """The first player loses; the others can each be sure of a third."""
    game = Game("PG(2,2)", players=3, elimination=elimination)
    assert equilibria(game) == {(Fraction(0), HALF, HALF)}
    assert [guaranteed_payoff(game, player) for player in range(3)] == [0, THIRD, THIRD]


@pytest.mark.parametrize("elimination", [False, True])
def test_four_players_on_nine_points(elimination: bool) -> None:
    """A draw, and each can force it."""
    game = Game("AG(2,3)", players=4, elimination=elimination)
    assert equilibria(game) == {(Fraction(1, 4),) * 4}
    assert [guaranteed_payoff(game, player) for player in range(4)] == [Fraction(1, 4)] * 4


def test_the_paper_s_game_judged() -> None:
    judged = analyse("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3])
    assert [j.player for j in judged] == ["xavier", "olivia"] * 4
    assert all(j.winner == "xavier" for j in judged)
    assert all(j.verdict is Assessment.LOST for j in judged[1::2])
    assert all(j.verdict in (Assessment.WON, Assessment.FORCED) for j in judged[0::2])
    assert judged[2].good == (5,)


def test_an_error_is_called_one() -> None:
    """Xavier's second point must be the third of the line: with any other one Olivia wins."""
    judged = analyse("AG(2,3)", [0, 1, 3])
    assert judged[2].verdict is Assessment.ERROR
    assert (judged[2].winner, judged[2].good) == ("olivia", (2,))
    assert analyse("AG(2,3)", [0, 1, 3], lambda game: "draw")[2].verdict is Assessment.DRAWN


def test_reflective_positions_are_won() -> None:
    """All positions of AG(2,3) with Olivia to move: those with a centre are won, and which others are is counted."""
    seen: dict[tuple[frozenset[int], frozenset[int]], tuple[bool, str]] = {}

    def visit(game: Game) -> None:
        if game.is_over:
            return
        key = frozenset(game.hand(0)), frozenset(game.hand(1))
        if game.turn == 1 and key in seen:
            return
        if game.turn == 1:
            seen[key] = bool(reflective_centres(game)), winner_of(game)
        for point in game.safe_moves:
            game.push(point)
            visit(game)
            game.pop()

    visit(Game("AG(2,3)", [0]))
    assert all(winner == "xavier" for reflective, winner in seen.values() if reflective)
    others = [(len(mine), winner) for (mine, _), (reflective, winner) in seen.items() if not reflective]
    assert {winner for size, winner in others if size == 2} == {"olivia"}


def test_moves_that_cannot_be_judged_are_refused() -> None:
    with pytest.raises(SpecError, match="move 6, point 7, comes after the end"):
        analyse("AG(2,3)", [0, 3, 1, 4, 2, 7])
    with pytest.raises(RuleError, match="point 0 is taken by xavier"):
        analyse("AG(2,3)", [0, 0])
    with pytest.raises(RuleError, match="9 is not a point"):
        analyse("AG(2,3)", [9])
