"""A person at anti-SET in the terminal, against a strategy."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.antiset.game import NAMES, Game
from setlab.antiset.strategies import Strategy, find_strategy
from setlab.cli.antiset.board import Board
from setlab.cli.prompting import Command, folded, to_go_on
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, quoted

SOLVED = 3
"""Up to this dimension every move can be judged afterwards."""

DRAWN_WHOLE = 9
"""The largest number of cards for which the whole board is drawn at every turn."""


class Sitting:
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

    def repeat(self, moves: str) -> None:
        """Make the moves of an earlier sitting, those of both players, as `resume` writes them."""
        for number, text in enumerate(filter(None, moves.split("/")), 1):
            try:
                self._push(text)
            except ValueError as error:
                raise SpecError(f"move {number} of --moves, {quoted(text)}, is not possible: {error}") from None

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
        return f"{folded(held)}\n{self.board.picture(mine)}"

    def move(self, text: str) -> str:
        """Take the card that was typed; the strategy answers."""
        self._push(text)
        return self._answers()

    def ending(self) -> str:
        """Who won and why, and which moves decided it; for a game that was left, how to go on."""
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

    def _push(self, text: str) -> None:
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
        from setlab.antiset.analyse import analyse

        errors = [move for move in analyse(self.board.design, self.game.moves) if move.verdict == "error"]
        lines = []
        for move in errors:
            better = " or ".join(self.board.texts(move.good[:6]))
            lines.append(f"{move.player.capitalize()}'s {self.board.text(move.point)} was an error: better {better}.")
        return lines or ["No move changed the outcome."]


def _name(player: int) -> str:
    return NAMES[player].capitalize()
