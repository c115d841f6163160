"""`setlab antiset solve`: who wins with best play, and in how many rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.antiset.board import Board
from setlab.cli.formats import TableFormat, about, chosen_format, print_answer
from setlab.cli.options import Json, NotationName, option, whole_number
from setlab.cli.screen import print_wrapped, say
from setlab.errors import SpecError
from setlab.geometry.designs import find_design
from setlab.notation import DEFAULT
from setlab.tabular import DataTable, Shown, data_table

if TYPE_CHECKING:
    from setlab.antiset.solution import Solution
    from setlab.geometry.design import Design

DesignName = Annotated[
    str | None,
    typer.Argument(metavar="DESIGN", help='"AG(3,3)", "PG(2,4)", "AG(3,3,2)", STS:FILE.', show_default=False),
]
DesignDimension = Annotated[
    int | None, option("--dimension", "--properties", "-d", "D", "The cards of D properties: short for AG(D,3).")
]


def design_name(design: str | None, dimension: int | None, usual: str | None = None) -> str:
    """The name of the design that is given by itself or by its dimension.

    >>> design_name(None, 3), design_name("PG(2,2)", None), design_name(None, None, "AG(2,3)")
    ('AG(3,3)', 'PG(2,2)', 'AG(2,3)')
    """
    if design is not None and dimension is not None:
        raise SpecError(f"{design} and --dimension {dimension} are two designs: give one of them")
    chosen = design or (usual if dimension is None else f"AG({dimension},3)")
    if chosen is None:
        raise SpecError('no design is given: name one, such as "AG(3,3)", or its --dimension')
    return chosen


def verb(
    design: DesignName = None,
    dimension: DesignDimension = None,
    budget: Annotated[str, option("--budget", "N", "How many positions to examine at most.")] = "1e7",
    notation: NotationName = DEFAULT,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Solve a design: the winner with best play, the length in rounds, and one best game.

    The winner hurries and the loser delays. Where the budget does not suffice, what is known is printed as bounds.

        setlab antiset solve "AG(3,3)"

        setlab antiset solve "PG(3,3)" --budget 1e5
    """
    from setlab.antiset.solver import solve as solved

    most = whole_number(budget, "number of positions")
    if not 1 <= most <= 10**12:
        raise SpecError(f"a budget of {most} positions is out of range: choose 1 to 10^12")
    form = chosen_format(format, json)
    where = find_design(design_name(design, dimension))
    board = Board(where, notation)
    solution = solved(where, most)

    def record() -> dict[str, Any]:
        return {
            "design": str(where),
            "winner": solution.winner,
            "length": solution.length,
            "possible_winners": list(solution.possible_winners),
            "shortest": solution.shortest,
            "longest": solution.longest,
            "positions": solution.positions,
            "game": board.texts(solution.principal_variation),
        }

    def tables() -> DataTable:
        columns = ["design", "winner", "length", "shortest", "longest", "positions"]
        winner = Shown(solution.winner, solution.winner or "not known")
        length = Shown(solution.length, str(solution.length or "not known"))
        row = (str(where), winner, length, solution.shortest, solution.longest, solution.positions)
        caption = f"Anti-SET on {where} with best play; the length in rounds"
        return data_table(
            columns, [row], caption, "antiset", metadata=about("antiset solve", design=design, budget=most)
        )

    print_answer(form, record=record, tables=tables, text=lambda: _print(where, solution, board))


def _print(where: Design, solution: Solution, board: Board) -> None:
    say(f"{where}: {where.points} points, {len(where.blocks)} blocks of {where.block_size}")
    if solution.is_settled:
        how = "a draw" if solution.winner == "draw" else f"{str(solution.winner).capitalize()} wins"
        say(f"{how} in round {solution.length} with best play; {solution.positions:,} positions up to symmetry")
        for player, first in (("Xavier", 0), ("Olivia", 1)):
            print_wrapped(board.listed(solution.principal_variation[first::2]), f"  {player}: ")
    else:
        names = " or ".join("a draw" if name == "draw" else name.capitalize() for name in solution.possible_winners)
        span = f"{solution.shortest} to {solution.longest}"
        say(f"not settled with {solution.positions:,} positions: {names}, in {span} rounds; a larger --budget may tell")
