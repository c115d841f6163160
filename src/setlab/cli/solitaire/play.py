"""`setlab solitaire play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated

from setlab.cli.options import Json, NotationName, option, read_notation
from setlab.cli.screen import picture, print_json
from setlab.cli.solitaire.advise import ADVISER, chance_text
from setlab.cli.solitaire.options import Game, WeightsFile, read_game, read_seed, read_weights_for
from setlab.cli.solitaire.report import digits_of, set_text
from setlab.errors import plural, quoted
from setlab.notation import DEFAULT, Notation
from setlab.solitaire import Shuffle, State, Weights
from setlab.solitaire import advise as advice_for


def verb(
    seed: Annotated[str | None, option("-s", "--seed", "S", "0 to 2^64 − 1; without it, a new game.")] = None,
    game: Game = "0",
    weights: WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play: type the number of the SET to take, or hint, undo, quit. The SETs on the table are numbered.

    With `--json` nothing is drawn: the answers are read, and the game is printed at its end.

        setlab solitaire play --seed 1 --game 7
    """
    here = read_notation(notation, 4)
    chosen = secrets.randbelow(2**32) if seed is None else read_seed(seed)
    shuffle = Shuffle.of(chosen, read_game(game))
    sitting = Sitting(shuffle, here, read_weights_for(ADVISER, weights), quiet=json)
    sitting.run()
    state = sitting.state
    if json:
        print_json(
            {
                "seed": sitting.shuffle.seed,
                "game": sitting.shuffle.game,
                "moves": [digits_of(line, here) for line in state.taken],
                "left": digits_of(state.cards, here),
                "undealt": state.table.undealt,
                "over": state.over,
                "clear": state.clear,
            }
        )


class Sitting:
    """A game with a person: the earlier states, so that moves can be taken back, and the weights for hints."""

    def __init__(self, shuffle: Shuffle, here: Notation, weights: Weights | None = None, quiet: bool = False) -> None:
        self.shuffle, self.here, self.weights, self.quiet = shuffle, here, weights, quiet
        self.before: list[State] = []
        self.state = dealt(shuffle.start(), shuffle)

    def run(self) -> None:
        """Ask until the game is over, or there is no answer."""
        self._say(f"Game {self.shuffle.game} of seed {self.shuffle.seed}: clear the table by taking all 27 SETs.\n")
        self._show()
        while (answer := self._ask()) not in ("quit", "q", None):
            self._follow(str(answer))
        self._say(self._result())

    def _follow(self, answer: str) -> None:
        """Do what was asked; explain the possible answers otherwise."""
        sets = self.state.sets
        if answer in ("hint", "h") and sets:
            self._hint()
        elif answer in ("undo", "u"):
            self._undo()
        elif answer in map(str, range(1, len(sets) + 1)):
            self.before.append(self.state)
            self.state = dealt(self.state.take(sets[int(answer) - 1]), self.shuffle)
            self._show()
        else:
            numbers = f"1 to {len(sets)}, hint, " if sets else ""
            self._say(f"{quoted(answer)} is not possible: type {numbers}undo or quit")

    def _hint(self) -> None:
        advice = advice_for(self.state, weights=self.weights)
        best = next(choice for choice in advice.choices if choice.best)
        number = self.state.sets.index(best.line) + 1
        self._say(f"Take SET {number}: {chance_text(best.chance)}, {advice.how}")

    def _undo(self) -> None:
        if not self.before:
            self._say("There is nothing to take back.")
            return
        self.state = self.before.pop()
        self._show()

    def _ask(self) -> str | None:
        """The next answer, or None where there are no more; a game that is over asks whether to undo, or ends."""
        if self.state.clear:
            return None
        while True:
            if not self.quiet:
                print("undo or quit: " if self.state.over else "SET number, hint, undo, quit: ", end="", flush=True)
            line = sys.stdin.buffer.readline().decode(errors="backslashreplace")
            if not self.quiet and not sys.stdin.isatty():
                print()
            if not line or line.strip():
                return line.strip().lower() or None

    def _show(self) -> None:
        state = self.state
        if self.quiet or state.clear:
            return
        print(picture(state.cards, self.here, sets=state.sets))
        print(
            f"\n{plural(len(state.cards), 'card')} on the table, {state.table.undealt} undealt, "
            f"{plural(len(state.taken), 'SET')} taken"
        )
        for number, line in enumerate(state.sets, 1):
            print(f"  {number:>2}. {set_text(line, self.here)}")
        if state.over:
            print("There is no SET left.")

    def _result(self) -> str:
        if self.state.clear:
            return "The table is clear: well done!"
        left = len(self.state.remaining)
        how = "The game is over" if self.state.over else "You left the game"
        return f"{how}: {plural(len(self.state.taken), 'SET')} taken, {plural(left, 'card')} left."

    def _say(self, text: str) -> None:
        if not self.quiet:
            print(text)


def dealt(state: State, shuffle: Shuffle) -> State:
    """The state when all cards that are due have been dealt."""
    while state.due:
        state = state.deal(shuffle.next_cards(state))
    return state
