"""`setlab antiset play`: a game against a strategy in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from setlab.antiset.game import NAMES, Game
from setlab.antiset.strategies import Strategy, find_strategy
from setlab.cli.options import Json, NotationName, option, whole_number
from setlab.cli.prompting import Command, Conversation, Session, fold_lines, to_go_on
from setlab.cli.screen import picture, print_json, style, symbol, width
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, quoted
from setlab.geometry.design import Design, affine
from setlab.limits import ANTISET_GAMES, between
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.render import sheet_text

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
            raise RuleError(f"{quoted(text)} is not a point of {self.design}: type a number from 0 to {last}")
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


def _name(player: int) -> str:
    return NAMES[player].capitalize()


def play(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "2 to 5 properties.")] = 2,
    seat: Annotated[str, option("--as", "NAME", "xavier, who begins, or olivia.")] = "olivia",
    against: Annotated[
        str | None, option("--against", "STRATEGY", "The other player's; the best known if none.")
    ] = None,
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
