"""What it cost Xavier to deviate from theorem 7: who wins afterwards, as far as theorems and the solver tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from setlab.antiset.advice import is_solved
from setlab.antiset.analyse import Judged, analyse, reflective_centres
from setlab.antiset.game import Game
from setlab.antiset.proof import Answer, answers
from setlab.antiset.solver import BUDGET, MOST_POINTS, Solver, solver

SMALL_BUDGET, EARLIEST = 5_000, 24
"""On a board that is not solved, how many positions are examined, and from how many taken cards on.

On 81 cards that takes 1.4 seconds of one core at most. Earlier positions stay open even with 20,000 positions.
"""


@dataclass(frozen=True)
class Deviation:
    """The first move of Xavier's that was not the reflection, and who wins after it with best play.

    `winner` is None where nobody knows; `centre` is the card in which the position is reflective all the same, and
    `positions` is the number of positions that the solver examined in vain.
    """

    answer: Answer
    winner: str | None
    centre: int | None = None
    positions: int = 0


def first_deviation(game: Game) -> Deviation | None:
    """The first deviation of a game from theorem 7, or None if Xavier followed it.

    >>> first_deviation(Game("AG(2,3)", [2, 8, 4, 0, 6])).winner
    'olivia'
    >>> first_deviation(Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3])) is None
    True
    """
    answer = next((answer for answer in answers(game) if not answer.follows), None)
    if answer is None:
        return None
    position = Game(game.design, game.moves[: 2 * answer.round - 1])
    if result := position.result():
        return Deviation(answer, result.winner)
    if centres := reflective_centres(position):
        return Deviation(answer, "xavier", centre=centres[0])
    return _searched(position, answer)


def _searched(position: Game, answer: Answer) -> Deviation:
    """The deviation as the solver judges it; positions examined on a large board are not kept."""
    solved = is_solved(position)
    if not solved and (position.design.points > MOST_POINTS or len(position.moves) < EARLIEST):
        return Deviation(answer, None)
    judge, budget = (solver(position.design), BUDGET) if solved else (Solver(position.design), SMALL_BUDGET)
    lower, upper = judge.bounds(position.hand(0), position.hand(1), budget)
    winner = "xavier" if lower > 0 else "olivia" if upper < 0 else None
    return Deviation(answer, winner, positions=0 if winner else judge.engine.positions)


def errors(game: Game) -> Sequence[Judged] | None:
    """The moves that gave a won game away, of both players; None where the board is not solved.

    >>> [(judged.player, judged.point) for judged in errors(Game("AG(2,3)", [2, 8, 4, 0, 6]))]
    [('xavier', 4)]
    """
    if not is_solved(game):
        return None
    return [judged for judged in analyse(game.design, game.moves) if judged.verdict == "error"]
