"""`setlab antiset analyse`: the judgement of every move of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.antiset.board import Board
from setlab.cli.antiset.solve import DesignDimension, design_name
from setlab.cli.formats import TableFormat, about, chosen_format, print_answer
from setlab.cli.options import Json, NotationName, option
from setlab.cli.screen import say
from setlab.errors import RuleError
from setlab.geometry.designs import find_design
from setlab.notation import DEFAULT
from setlab.tabular import DataTable, data_table

if TYPE_CHECKING:
    from setlab.antiset.analyse import Judged

Moves = Annotated[list[str] | None, typer.Argument(metavar="MOVE…", help="The cards, or points, in turn.")]


def verb(
    moves: Moves = None,
    design: Annotated[str | None, option("--design", "NAME", "Where it was played; default AG(2,3).")] = None,
    dimension: DesignDimension = None,
    notation: NotationName = DEFAULT,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Judge each move of a game: still won, still lost, forced, or an error, and who wins after it.

    The nine-card game of the paper, its points as two properties:

        setlab antiset analyse 02 22 12 20 11 00 01 10
    """
    from setlab.antiset.analyse import analyse as judge

    if not moves:
        raise RuleError("no moves given: type the points in turn, as in `setlab antiset analyse 02 22 12 20`")
    form, board = chosen_format(format, json), Board(find_design(design_name(design, dimension, "AG(2,3)")), notation)
    points = [board.parse(text) for text in moves]
    judged = judge(board.design, points, names=board.text)

    def record() -> dict[str, Any]:
        return {
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

    def tables() -> DataTable:
        columns = ["ply", "player", "point", "verdict", "winner", "good"]
        rows = [
            (m.ply, m.player, board.text(m.point), m.verdict.value, m.winner, " ".join(board.texts(m.good)))
            for m in judged
        ]
        metadata = about("antiset analyse", design=design, moves=list(moves))
        return data_table(columns, rows, f"A game of anti-SET on {board.design}", "antiset-game", metadata=metadata)

    print_answer(form, record=record, tables=tables, text=lambda: _print(judged, board))


def _print(judged: Sequence[Judged], board: Board) -> None:
    room = max(len(board.named(move.point)) for move in judged)
    for move in judged:
        better = f"; better: {board.listed(move.good)}" if move.verdict == "error" else ""
        ends = "a draw follows" if move.winner == "draw" else f"{move.winner.capitalize()} wins"
        what = f"{move.verdict.value} ({ends}){better}"
        say(what, f"{move.ply:>3}  {move.player.capitalize():<7} {board.named(move.point):<{room}}  ")
