"""The moves of a finished game, each judged by who wins with best play before it and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from setlab.antiset.game import NAMES, Game
from setlab.antiset.solver import winner_of
from setlab.errors import SpecError
from setlab.geometry.design import Design
from setlab.geometry.involutions import reflection

Winner = Callable[[Game], str]
"""The winner of a game from its present position with best play: "xavier", "olivia" or "draw"."""


class Assessment(StrEnum):
    """The effect of a move; `forced` means that it was the only move that preserved the outcome."""

    WON = "still won"
    DRAWN = "still drawn"
    LOST = "still lost"
    FORCED = "forced"
    ERROR = "error"


@dataclass(frozen=True)
class Judged:
    """One move: who took which point, the verdict, who wins after it, and which points would have been as good."""

    ply: int
    player: str
    point: int
    verdict: Assessment
    winner: str
    good: tuple[int, ...]


def analyse(
    on: Design | str, moves: Iterable[int], winner: Winner = winner_of, names: Callable[[int], str] = str
) -> list[Judged]:
    """The judgement of every move of a game of two.

    >>> [judged.verdict.value for judged in analyse("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3])][:3]
    ['still won', 'still lost', 'forced']
    """
    game = Game(on, names=names)
    judged = []
    for point in moves:
        if game.is_over:
            raise SpecError(
                f"move {len(game.moves) + 1}, point {names(point)}, comes after the end of the game: leave it out"
            )
        game.design.check_point(point)
        if game.owner(point) is not None:
            game.push(point)  # raises an error that names the owner
        judged.append(_judge(game, point, winner))
        game.push(point)
    return judged


def _judge(game: Game, point: int, winner: Winner) -> Judged:
    me = NAMES[game.turn]
    after = {move: _worth(_winner_after(game, move, winner), me) for move in game.legal_moves}
    best = max(after.values())
    good = tuple(move for move, worth in after.items() if worth == best)
    if after[point] < best:
        verdict = Assessment.ERROR
    elif len(good) == 1 < len(after):
        verdict = Assessment.FORCED
    else:
        verdict = (Assessment.LOST, Assessment.DRAWN, Assessment.WON)[best]
    return Judged(len(game.moves) + 1, me, point, verdict, _winner_after(game, point, winner), good)


def _winner_after(game: Game, point: int, winner: Winner) -> str:
    game.push(point)
    try:
        result = game.result()
        return result.winner if result else winner(game)
    finally:
        game.pop()


def _worth(winner: str, me: str) -> int:
    """2 for a win of mine, 1 for a draw, 0 for a loss."""
    return 2 if winner == me else int(winner == "draw")


def reflective_centres(game: Game) -> list[int]:
    """The centres in which Xavier's other points are the reflections of Olivia's, when Olivia is to move.

    From such a position on AG(d,3), d ≥ 2, Xavier wins, as if he had begun at the centre and followed theorem 7.

    >>> reflective_centres(Game("AG(2,3)", [2, 8, 5])), reflective_centres(Game("AG(2,3)", [2, 8, 4]))
    ([2, 5], [])
    """
    if game.turn != 1:
        return []
    mine, hers = set(game.hand(0)), game.hand(1)
    return [centre for centre in sorted(mine) if _is_reflection(game, centre, mine, hers)]


def _is_reflection(game: Game, centre: int, mine: set[int], hers: list[int]) -> bool:
    map_ = reflection(game.design, centre)
    return map_ is not None and mine == {centre, *(map_[point] for point in hers)}
