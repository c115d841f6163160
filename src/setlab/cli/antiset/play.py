"""`setlab antiset play`: a game in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated

from setlab.antiset.game import NAMES, Game
from setlab.antiset.strategies import Strategy, find_strategy
from setlab.cli.antiset.board import Board
from setlab.cli.options import Json, NotationName, option, whole_number
from setlab.cli.screen import print_json
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry.designs import affine
from setlab.notation import DEFAULT

DIMENSIONS = range(2, 6)
SOLVED = 3
"""Up to this dimension every move can be judged afterwards."""
HELP = "type a card, `hint`, `undo`, `cards` or `quit`"


def verb(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "2 to 5 properties.")] = 2,
    seat: Annotated[str, option("--as", "NAME", "xavier, who begins, or olivia.")] = "olivia",
    against: Annotated[
        str | None, option("--against", "STRATEGY", "The other player's; the best known if none.")
    ] = None,
    seed: Annotated[str, option("--seed", "S", "For strategies that draw.")] = "0",
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play anti-SET: you and a strategy take cards in turn, and the first to hold a SET loses.

    Type cards as digits, letters or words; `hint` asks for advice, `undo` takes back.

        setlab antiset play --dimension 2 --as olivia

        setlab antiset play --dimension 4 --as olivia --against theorem7
    """
    if dimension not in DIMENSIONS:
        raise SpecError(f"{dimension} is not a dimension for play: choose 2 to 5")
    if seat not in NAMES:
        raise SpecError(f"'{seat}' is not a player: choose xavier or olivia")
    me = NAMES.index(seat)
    board = Board(affine(dimension, 3), notation)
    other = find_strategy(against or _best(1 - me, dimension))
    other.check(board.design, 1 - me)
    game = Table(board, me, other, Draws(whole_number(seed, "seed")), quiet=json).run()
    result = game.result()
    if json:
        print_json(
            {
                "design": str(board.design),
                "winner": None if result is None else result.winner,
                "length": game.rounds,
                "moves": board.texts(game.moves),
                "positions": len(game.moves),
            }
        )


def _best(seat: int, dimension: int) -> str:
    """The strongest strategy for a seat."""
    if seat == 0:
        return "theorem7"
    return "perfect" if dimension <= SOLVED else "safe"


class Table:
    """A game between a person at the terminal and a strategy."""

    def __init__(self, board: Board, me: int, other: Strategy, draws: Draws, quiet: bool) -> None:
        self.board, self.me, self.other, self.draws = board, me, other, draws
        self.game = Game(board.design)
        self.out = sys.stderr if quiet else sys.stdout

    def run(self) -> Game:
        """Play until the game is over or the person leaves."""
        self.say(
            f"You are {NAMES[self.me].capitalize()} against {self.other.name}: {self.other.about}. {HELP.capitalize()}."
        )
        while not self.game.is_over:
            if self.game.turn != self.me:
                move = self.other.move(self.game, self.draws)
                self.say(f"{NAMES[self.game.turn].capitalize()} takes {self.board.shown([move.point])}: {move.reason}")
                self.game.push(move.point)
            elif not self.my_turn():
                return self.game
        self.explain()
        return self.game

    def my_turn(self) -> bool:
        """One turn of the person; false if they leave."""
        hand, other = self.game.hand(self.me), self.game.hand(1 - self.me)
        self.say(
            f"\nround {len(hand) + 1}: {NAMES[1 - self.me].capitalize()} holds {self.board.shown(other)}; you hold"
        )
        self.say(self.board.picture(hand))
        self.say("> ", end="")
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text == "quit":
            self.say("\nyou left the game")
            return False
        if text == "hint":
            self.hint()
        elif text == "undo":
            self.undo()
        elif text in ("cards", "?"):
            self.say(self.board.picture(self.game.legal_moves))
        elif text:
            self.take(text)
        return True

    def take(self, text: str) -> None:
        """Take the card that was typed, or print why it cannot be taken."""
        try:
            self.game.push(self.board.parse(text))
        except ValueError as error:
            self.say(f"{error}; {HELP}")

    def undo(self) -> None:
        """Take back the person's last move and the answer to it."""
        for _ in range(2 if len(self.game.moves) >= 2 + (self.me == 1) else 0):
            self.game.pop()

    def hint(self) -> None:
        """Print the move of the strongest strategy."""
        design = self.board.design
        names = ["perfect"] if design.points <= 3**SOLVED else ["theorem7" if self.me == 0 else "max-cap", "safe"]
        for name in names:
            try:
                move = find_strategy(name).move(self.game, self.draws)
            except ValueError:
                continue
            self.say(f"{name}: {self.board.shown([move.point])}, {move.reason}")
            return

    def explain(self) -> None:
        """Print who won and why, and which moves decided it."""
        result = self.game.result()
        assert result is not None
        for loser in result.losers:
            block = self.game.completes(self.game.moves[-1], loser)
            held = self.board.shown(block) if block else ""
            self.say(f"\n{NAMES[loser].capitalize()} holds {held} and loses in round {result.length}.")
        if not result.losers:
            self.say("\nAll cards are taken and nobody holds a SET: a draw.")
        if self.board.design.points <= 3**SOLVED:
            self.judge()

    def judge(self) -> None:
        """Print the moves that changed the winner."""
        from setlab.antiset.analyse import analyse

        errors = [move for move in analyse(self.board.design, self.game.moves) if move.verdict == "error"]
        for move in errors:
            good = " ".join(self.board.texts(move.good[:6]))
            self.say(f"{move.player.capitalize()}'s {self.board.text(move.point)} was an error; {good} kept more.")
        if not errors:
            self.say("No move changed the outcome.")

    def say(self, text: str, end: str = "\n") -> None:
        """Print a line for the person."""
        print(text, end=end, file=self.out, flush=True)
