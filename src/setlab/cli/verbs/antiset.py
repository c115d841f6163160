"""`setlab antiset`: the game on any design: play, solve, measure, analyse."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from setlab.answers import Answer, Shown, about, data_table
from setlab.antiset.game import NAMES, Game
from setlab.antiset.strategies import Strategy, find_strategy
from setlab.cli.cards import picture
from setlab.cli.commands import verb_group
from setlab.cli.options import Json, NotationName, PanelOptions, Plot, Seed, argument, option, path_field, whole_number
from setlab.cli.prompting import Command, Conversation, Session, fold_lines, to_go_on
from setlab.cli.results import print_report, result_answer
from setlab.cli.running import RunOptions
from setlab.cli.screen import Output, attributes, print_json, print_wrapped, say, style, symbol, width
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, quote
from setlab.experiment.result import Result
from setlab.experiment.spec import check_trials, make_spec
from setlab.geometry.design import Design, affine, find_design
from setlab.limits import ANTISET_GAMES, between
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.render import sheet_text

if TYPE_CHECKING:
    from setlab.antiset.advice import Judged
    from setlab.antiset.solver import Solution
    from setlab.geometry.design import Design


@verb_group("play", "solve", "measure", "analyse")
def verb() -> None:
    """Anti-SET: players take cards in turn, and the first to hold a SET loses. On any design.

    Designs are AG(d,q), PG(d,q), AG(d,q,k) with k-flats as blocks, STS:FILE, BLOCKS:FILE. Every question has `--json`.

        setlab antiset solve "AG(3,3)"

        setlab antiset play --dimension 2 --as olivia --against theorem7
    """


SMALLEST_NAMED, LARGEST_NAMED = 1, 8


class Board:
    """The names of the points of a design: digits of a notation for AG(d,3), numbers from 0 otherwise."""

    def __init__(self, design: Design, notation_name: str = DEFAULT) -> None:
        self.design = design
        geometry = design.geometry
        ternary = geometry is not None and (geometry.kind, geometry.q) == ("AG", 3)
        self.notation: Notation | None = None
        if ternary and geometry is not None and SMALLEST_NAMED <= geometry.d <= LARGEST_NAMED:
            self.notation = find_notation(notation_name, geometry.d)

    def text(self, point: int) -> str:
        """The point as it is typed."""
        return str(point) if self.notation is None else self.notation.digits(point)

    def texts(self, points: Iterable[int]) -> list[str]:
        """Several points as they are typed."""
        return [self.text(point) for point in points]

    def shown(self, points: Sequence[int]) -> str:
        """Points in a line of text, cards with their symbols."""
        if self.notation is None:
            return " ".join(map(str, points)) or "–"
        return "  ".join(f"{self.notation.digits(p)} {symbol(p, self.notation)}" for p in points) or "–"

    def named(self, point: int) -> str:
        """The point in a sentence: a card as it is typed, and in words."""
        return self.text(point) if self.notation is None else f"{self.text(point)} ({self.notation.name(point)})"

    def listed(self, points: Iterable[int]) -> str:
        """Points in a sentence, with commas between them."""
        return ", ".join(map(self.named, points))

    def picture(self, points: Sequence[int]) -> str:
        """Cards drawn, points listed."""
        return picture(points, self.notation) if self.notation is not None and points else self.shown(points)

    def whole(self, owners: Mapping[int, str]) -> str:
        """All cards drawn, each with its owner."""
        points = range(self.design.points)
        if self.notation is None:
            return "  ".join(f"{point} {owners.get(point, '')}".rstrip() for point in points)
        faces, marks = [self.notation.face(point) for point in points], [owners.get(point, "") for point in points]
        return sheet_text(faces, width=width(), style=style(), columns=3, captions=self.texts(points), marks=marks)

    def parse(self, text: str) -> int:
        """The point that was typed."""
        if self.notation is not None:
            return self.notation.parse(text)
        if not text.strip().isdigit():
            last = self.design.points - 1
            raise RuleError(f"{quote(text)} is not a point of {self.design}: type a number from 0 to {last}")
        return self.design.check_point(int(text))


SOLVED = 3
"""Up to this dimension every move can be judged afterwards."""

DRAWN_WHOLE = 9
"""The largest number of cards for which the whole board is drawn at every turn."""


class AntisetSession(Session):
    """A game between a person and a strategy, which answers at once."""

    how_to_move = "Type the card that you take: its digits as below the card, or letters, or words."

    def __init__(self, board: Board, me: int, other: Strategy, draws: Draws, command: Sequence[str]) -> None:
        self.board, self.me, self.other, self.draws, self.command = board, me, other, draws, list(command)
        self.game = Game(board.design, names=board.text)
        self.commands = (
            Command("cards", "draw the cards that are free", lambda _: board.picture(self.game.legal_moves), ("c",)),
            Command("hint", "the move of the strongest strategy", self._hint, ("h",)),
            Command("undo", "take back your last card, and the answer to it", self._undo, ("u",)),
        )

    @property
    def over(self) -> bool:
        """True if somebody holds a SET, or all cards are taken."""
        return self.game.is_over

    def opening(self) -> str:
        """Who plays, and the first move if it is the strategy's."""
        about = f"You are {_name(self.me)} against {self.other.name}: {self.other.about}."
        rule = "Take cards in turn; the first to hold a SET loses. Xavier, who begins, can always win."
        first = self._answers()
        return f"{about} {rule} Type a card, or help.\n" + f"\n{first}" * bool(first)

    def screen(self) -> str:
        """The board with the owners of the cards, or the hands where the board is too large."""
        if self.over:
            return ""
        mine, theirs = self.game.hand(self.me), self.game.hand(1 - self.me)
        title = f"Round {len(mine) + 1}."
        if self.board.design.points <= DRAWN_WHOLE:
            owners = dict.fromkeys(mine, "yours") | {card: f"{_name(1 - self.me)}'s" for card in theirs}
            return f"{title}\n{self.board.whole(owners)}"
        held = f"{title} {_name(1 - self.me)} holds {', '.join(self.board.texts(theirs)) or 'nothing'}; you hold"
        return f"{fold_lines(held)}\n{self.board.picture(mine)}"

    def move(self, text: str) -> str:
        """Take the card that was typed; the strategy answers."""
        self.push(text)
        return self._answers()

    def ending(self) -> str:
        """Who won and why, and which moves decided it; for a game that was left, the command that resumes it."""
        result = self.game.result()
        if result is None:
            return f"You left the game. {to_go_on(self.resume())}"
        lines = [self._lost(loser, result.length) for loser in result.losers]
        lines = lines or ["All cards are taken and nobody holds a SET: a draw."]
        return "\n".join([*lines, *self._errors()])

    def resume(self) -> list[str]:
        """The command line with the moves so far, those of both players."""
        moves = self.board.texts(self.game.moves)
        return [*self.command, "--moves", "/".join(moves)] if moves else self.command

    def push(self, text: str) -> None:
        """Take a card for the player whose turn it is."""
        point = self.board.parse(text)
        if (owner := self.game.owner(point)) is not None:
            holder = "you hold it" if owner == self.me else f"{_name(owner)} holds it"
            raise RuleError(f"{self.board.named(point)} is taken: {holder}; cards lists those that are free")
        self.game.push(point)

    def _answers(self) -> str:
        """The move of the strategy, if it is its turn."""
        if self.over or self.game.turn == self.me:
            return ""
        move = self.other.move(self.game, self.draws)
        self.game.push(move.point)
        return f"{_name(1 - self.me)} takes {self.board.named(move.point)}: {move.reason}.\n"

    def _undo(self, _: str) -> str:
        if len(self.game.hand(self.me)) == 0:
            return "There is nothing to take back."
        self.game.pop()
        while self.game.turn != self.me:
            self.game.pop()
        return "Your last card is free again.\n"

    def _hint(self, _: str) -> str:
        design = self.board.design
        names = ["perfect"] if design.points <= 3**SOLVED else ["theorem7" if self.me == 0 else "max-cap", "safe"]
        for name in names:
            try:
                move = find_strategy(name).move(self.game, self.draws)
            except ValueError:
                continue
            return f"{name} takes {self.board.named(move.point)}: {move.reason}."
        return "No strategy has a hint here."

    def _lost(self, loser: int, rounds: int) -> str:
        block = self.game.completes(self.game.moves[-1], loser)
        held = ", ".join(map(self.board.named, block or ()))
        who = "You hold" if loser == self.me else f"{_name(loser)} holds"
        won = f"{_name(1 - self.me)} wins" if loser == self.me else "you win"
        return f"{who} a SET: {held}; {won} in round {rounds}."

    def _errors(self) -> list[str]:
        """The moves that changed the winner, on a board that is solved."""
        if self.board.design.points > 3**SOLVED:
            return []
        from setlab.antiset.advice import analyse

        text, texts = self.board.text, self.board.texts
        lines = [
            f"{move.player.capitalize()}'s {text(move.point)} was an error: better {' or '.join(texts(move.good[:6]))}."
            for move in analyse(self.board.design, self.game.moves)
            if move.verdict == "error"
        ]
        return lines or ["No move changed the outcome."]


AGAINST = "The other player's; the best known if none."


def _name(player: int) -> str:
    return NAMES[player].capitalize()


def play(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "2 to 5 properties.")] = 2,
    seat: Annotated[str, option("--as", "NAME", "xavier, who begins, or olivia.")] = "olivia",
    against: Annotated[str | None, option("--against", "STRATEGY", AGAINST)] = None,
    seed: Annotated[str, option("--seed", "S", "For strategies that draw.")] = "0",
    moves: Annotated[str, option("--moves", "MOVES", "Resume after these moves, as `quit` prints them.")] = "",
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play anti-SET: you and a strategy take cards in turn, and the first to hold a SET loses.

    Type cards as digits, letters or words, or `help`; `hint` asks for advice, `undo` takes back. On leaving, the
    command that resumes the game is printed. With `--json` the conversation goes to stderr.

        setlab antiset play --dimension 2 --as olivia

        setlab antiset play --dimension 4 --as olivia --against theorem7
    """
    if dimension not in ANTISET_GAMES:
        raise SpecError(f"{dimension} is not a dimension for play: choose {between(ANTISET_GAMES)}")
    if seat not in NAMES:
        raise SpecError(f"'{seat}' is not a player: choose xavier or olivia")
    me = NAMES.index(seat)
    board = Board(affine(dimension, 3), notation)
    best = "theorem7" if me == 1 else "perfect" if dimension <= SOLVED else "safe"
    other = find_strategy(against or best)
    other.check(board.design, 1 - me)
    draws = Draws(whole_number(seed, "seed"))
    command = ["setlab", "antiset", "play", "--dimension", str(dimension), "--as", seat, "--against", other.name]
    command += ["--seed", str(draws.seed)] * bool(draws.seed) + ["--notation", notation] * (notation != DEFAULT)
    session = AntisetSession(board, me, other, draws, command)
    session.repeat(moves, session.push)
    Conversation(session, sys.stderr if json else sys.stdout).run()
    game, result = session.game, session.game.result()
    if json:
        outcome = {"winner": result and result.winner, "length": game.rounds, "moves": board.texts(game.moves)}
        left = {"positions": len(game.moves), "go_on": None if result else session.resume()}
        print_json({"design": str(board.design), **outcome, **left})


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
        def text() -> None:
            print_report(result, CONFIDENCE)
            if plot is not None:
                print("", plot, sep="\n")

        look.write_results(plot, [result], CONFIDENCE)
        tally = result.tally.as_record()
        games = {"games": result.tally.trials, "winner": tally["winner"], "length": tally["length"]}
        record = result.spec.parameters.as_record() | games
        record["positions"] = sum(2 * rounds * count for rounds, count in result.tally["length"].items())
        record |= {"id": result.spec.id, "seconds": round(result.seconds, 6)}
        output.show(replace(result_answer(result, CONFIDENCE), record=record | path_field(plot)), text)

    return run.run(spec, number, show)
