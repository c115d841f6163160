"""`setlab antiset analyse`: the judgement of every move of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.antiset.board import Board
from setlab.cli.options import Json, NotationName, option
from setlab.cli.screen import print_json
from setlab.errors import RuleError
from setlab.geometry.designs import find_design

Moves = Annotated[list[str] | None, typer.Argument(metavar="MOVE…", help="The cards, or points, in turn.")]


def verb(
    moves: Moves = None,
    design: Annotated[str, option("--design", "NAME", "Where it was played.")] = "AG(2,3)",
    notation: NotationName = "antiset",
    json: Json = False,
) -> None:
    """Judge each move of a game: still won, still lost, forced, or an error, and who wins after it.

    The nine-card game of the paper, its points as two properties:

        setlab antiset analyse 02 22 12 20 11 00 01 10
    """
    from setlab.antiset.analyse import analyse as judge

    if not moves:
        raise RuleError("no moves given: type the points in turn, as in `setlab antiset analyse 02 22 12 20`")
    board = Board(find_design(design), notation)
    points = [board.parse(text) for text in moves]
    judged = judge(board.design, points)
    if json:
        print_json(
            {
                "design": str(board.design),
                "moves": [
                    {
                        "player": move.player,
                        "point": board.text(move.point),
                        "verdict": move.verdict.value,
                        "winner": move.winner,
                        "good": board.texts(move.good),
                    }
                    for move in judged
                ],
            }
        )
        return
    for move in judged:
        better = f"; better: {' '.join(board.texts(move.good))}" if move.verdict == "error" else ""
        ends = "a draw follows" if move.winner == "draw" else f"{move.winner.capitalize()} wins"
        what = f"{move.verdict.value} ({ends}){better}"
        print(f"{move.ply:>3}  {move.player.capitalize():<7} {board.text(move.point)}  {what}")
