"""`setlab antiset solve`, `analyse` and `measure`: the outcome with best play, and strategies against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from setlab.answers import Answer, Shown, about, data_table
from setlab.cli.formats import Output
from setlab.cli.options import NotationName, PanelOptions, Plot, Seed, argument, option, whole_number, written_path
from setlab.cli.results import print_report, result_answer
from setlab.cli.running import RunOptions
from setlab.cli.screen import attributes, print_wrapped, say
from setlab.cli.verbs.antiset.play import Board
from setlab.errors import RuleError, SpecError
from setlab.experiment.result import Result
from setlab.experiment.spec import check_trials, make_spec
from setlab.geometry.design import find_design
from setlab.notation import DEFAULT

if TYPE_CHECKING:
    from setlab.antiset.advice import Judged
    from setlab.antiset.solver import Solution
    from setlab.geometry.design import Design


CONFIDENCE = 0.95
"""The level of the intervals."""

DesignName = Annotated[str | None, argument("DESIGN", '"AG(3,3)", "PG(2,4)", "AG(3,3,2)", STS:FILE.')]
SHORT = "The cards of D properties: short for AG(D,3)."
DesignDimension = Annotated[int | None, option("--dimension", "--properties", "-d", "D", SHORT)]


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


def solve(
    design: DesignName = None,
    dimension: DesignDimension = None,
    budget: Annotated[str, option("--budget", "N", "How many positions to examine at most.")] = "1e7",
    notation: NotationName = DEFAULT,
    *,
    output: Output,
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
    where = find_design(design_name(design, dimension))
    board = Board(where, notation)
    solution = solved(where, most)

    bounds = attributes(solution, "winner", "length", "possible_winners", "shortest", "longest", "positions")
    record = {"design": str(where), **bounds, "game": board.texts(solution.principal_variation)}
    columns = ["design", "winner", "length", "shortest", "longest", "positions"]
    winner = Shown(solution.winner, solution.winner or "not known")
    length = Shown(solution.length, str(solution.length or "not known"))
    row = (str(where), winner, length, solution.shortest, solution.longest, solution.positions)
    caption = f"Anti-SET on {where} with best play; the length in rounds"
    table = data_table(columns, [row], caption, "antiset", metadata=about("antiset solve", design=design, budget=most))
    output.show(Answer(record, table), lambda: _print(where, solution, board))


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


def analyse(
    moves: Annotated[list[str] | None, argument("MOVE…", "The cards, or points, in turn.")] = None,
    design: Annotated[str | None, option("--design", "NAME", "Where it was played; default AG(2,3).")] = None,
    dimension: DesignDimension = None,
    notation: NotationName = DEFAULT,
    *,
    output: Output,
) -> None:
    """Judge each move of a game: still won, still lost, forced, or an error, and who wins after it.

    The nine-card game of the paper, its points as two properties:

        setlab.antiset.advice 02 22 12 20 11 00 01 10
    """
    from setlab.antiset.advice import analyse as judge

    if not moves:
        raise RuleError("no moves given: type the points in turn, as in `setlab.antiset.advice 02 22 12 20`")
    board = Board(find_design(design_name(design, dimension, "AG(2,3)")), notation)
    points = [board.parse(text) for text in moves]
    judged = judge(board.design, points, names=board.text)

    columns = ["player", "point", "verdict", "winner", "good"]
    cells = [(m.player, board.text(m.point), m.verdict.value, m.winner, board.texts(m.good)) for m in judged]
    record = {"design": str(board.design), "moves": [dict(zip(columns, each, strict=True)) for each in cells]}
    rows = [(move.ply, *each[:-1], " ".join(each[-1])) for move, each in zip(judged, cells, strict=True)]
    metadata = about("antiset analyse", design=design, moves=list(moves))
    caption = f"A game of anti-SET on {board.design}"
    table = data_table(["ply", *columns], rows, caption, "antiset-game", metadata=metadata)
    output.show(Answer(record, table), lambda: _print_moves(judged, board))


def _print_moves(judged: Sequence[Judged], board: Board) -> None:
    room = max(len(board.named(move.point)) for move in judged)
    for move in judged:
        better = f"; better: {board.listed(move.good)}" if move.verdict == "error" else ""
        ends = "a draw follows" if move.winner == "draw" else f"{move.winner.capitalize()} wins"
        what = f"{move.verdict.value} ({ends}){better}"
        say(what, f"{move.ply:>3}  {move.player.capitalize():<7} {board.named(move.point):<{room}}  ")


def measure(
    design: DesignName = None,
    dimension: DesignDimension = None,
    xavier: Annotated[str, option("--xavier", "NAME", "The strategy of the first player.")] = "theorem7",
    olivia: Annotated[str, option("--olivia", "NAME", "The strategy of the second player.")] = "max-cap",
    games: Annotated[str, option("--games", "N", "How many games.")] = "100",
    seed: Seed = "0",
    plot: Plot = None,
    *,
    run: RunOptions,
    look: PanelOptions,
    output: Output,
) -> int:
    """Let two strategies play, on AG(3,3) by default: who wins, and in which round.

    Strategies are theorem7, theorem17, mirror, max-cap, random, forgetful, safe and perfect.

        setlab antiset measure "AG(4,3)" --xavier theorem7 --olivia max-cap --games 20

        setlab antiset measure --xavier random --olivia safe --games 1000 --plot rounds.svg
    """
    where = design_name(design, dimension, "AG(3,3)")
    spec = make_spec("antiset", {"design": where, "xavier": xavier, "olivia": olivia}, whole_number(seed, "seed"))
    number = whole_number(games, "number of games")
    check_trials(0, number)
    look.check(plot)

    def show(result: Result) -> None:
        from setlab.plots.results import draw_results

        def text() -> None:
            print_report(result, CONFIDENCE)
            if plot is not None:
                print("", plot, sep="\n")

        look.write(plot, lambda: draw_results([result], CONFIDENCE, look.panels))
        tally = result.tally.as_record()
        record = {
            **result.spec.parameters.as_record(),
            **{"games": result.tally.trials, "winner": tally["winner"], "length": tally["length"]},
            "positions": sum(2 * rounds * count for rounds, count in result.tally["length"].items()),
            **{"id": result.spec.id, "seconds": round(result.seconds, 6)},
        }
        output.show(replace(result_answer(result, CONFIDENCE), record=record | written_path(plot)), text)

    return run.run(spec, number, show)
