"""A person at solitaire in the terminal: the states of the game, and what the person is shown and told."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.cli.claims import HOW, in_words, numbered, read_claim, slot_numbers, why_no_set
from setlab.cli.hints import Hints
from setlab.cli.prompting import Command, folded, to_go_on
from setlab.cli.solitaire.advise import best_first, chance_text
from setlab.errors import RuleError, SpecError, listed, plural, quoted
from setlab.notation import Notation
from setlab.solitaire import Answer, Hindsight, Line, Shuffle, State, Weights, look_back
from setlab.solitaire import advise as advice_for


class Sitting:
    """A game with a person: the earlier states, so that moves can be taken back, and the weights for advice."""

    how_to_move = HOW

    def __init__(self, shuffle: Shuffle, here: Notation, weights: Weights | None, command: Sequence[str]) -> None:
        self.shuffle, self.here, self.weights, self.command = shuffle, here, weights, list(command)
        self.before: list[State] = []
        self.state = shuffle.dealt(shuffle.start())
        self.hints = Hints(here)
        self.commands = (
            Command("hint", "how many SETs there are; then one card of a SET; then the SET (or hint 2, hint 3)",
                    self._hint, ("h",)),
            Command("advice", "every SET with its chance of clearing the table", self._advice, ("a",)),
            Command("undo", "take back the last SET", self._undo, ("u",)),
            Command("review", "which move lost the game, with hindsight: the cards that are to come are looked at",
                    self._review, ("r",)),
        )  # fmt: skip

    @property
    def over(self) -> bool:
        """True if the table is clear; a game that is lost goes on, since moves can be taken back."""
        return self.state.clear

    def repeat(self, moves: str) -> None:
        """Make the moves of an earlier sitting, as `resume` writes them."""
        for number, text in enumerate(filter(None, moves.split("/")), 1):
            try:
                self._take(read_claim(text, self.state.slots, self.here))
            except ValueError as error:
                raise SpecError(f"move {number} of --moves, {quoted(text)}, is not possible: {error}") from None

    def opening(self) -> str:
        """Which game it is, and what to do."""
        return (
            f"Game {self.shuffle.game} of seed {self.shuffle.seed}: clear the table by taking all 27 SETs. "
            "Type three cards, as 2 5 9, or help.\n"
        )

    def screen(self) -> str:
        """The table with the numbers of its slots, and how far the game is."""
        state = self.state
        if state.clear:
            return ""
        counts = f"{plural(len(state.cards), 'card')} on the table, {state.table.undealt} undealt"
        lost = "\nThere is no SET left: undo takes back, quit leaves." * state.over
        status = folded(f"{counts}, {plural(len(state.taken), 'SET')} taken{lost}")
        return f"{numbered(state.slots, self.here)}\n\n{status}"

    def move(self, text: str) -> str:
        """Take the SET that was named, or say why it is none."""
        cards = read_claim(text, self.state.slots, self.here)
        before = self.state
        self._take(cards)
        more = len(self.state.cards) - max(len(before.cards) - 3, min(12, len(before.cards) - 3 + before.table.undealt))
        return f"A SET: {in_words(cards, before.slots, self.here)}.\n" + (
            f"The 12 cards then contained no SET: {more} more.\n" if more else ""
        )

    def ending(self) -> str:
        """How the game ended; for a game that was left, how to go on."""
        taken, left = plural(len(self.state.taken), "SET"), plural(len(self.state.remaining), "card")
        if self.state.clear:
            return "The table is clear: well done!"
        if self.state.over:
            return f"The game is over: {taken} taken, {left} left."
        return f"You left the game: {taken} taken, {left} left. {to_go_on(self.resume())}"

    def resume(self) -> list[str]:
        """The command line with the moves so far, each as the numbers of its slots."""
        moves = []
        for before, line in zip(self.before, self.state.taken, strict=True):
            moves.append("-".join(map(str, slot_numbers(line, before.slots))))
        return [*self.command, "--moves", "/".join(moves)] if moves else self.command

    def _take(self, cards: Sequence[int]) -> None:
        a, b, c = sorted(cards)
        if (a, b, c) not in self.state.sets:
            raise RuleError(f"Not a SET: {why_no_set(cards, self.here)}")
        self.before.append(self.state)
        self.state = self.shuffle.dealt(self.state.take((a, b, c)))

    def _hint(self, wanted: str) -> str:
        return self.hints.give(wanted, self.state.slots, self.state.sets, self._best)

    def _best(self) -> Line:
        choices = advice_for(self.state, weights=self.weights).choices
        return next(choice.line for choice in choices if choice.best)

    def _advice(self, _: str) -> str:
        if not self.state.sets:
            return "There is no SET left: undo takes back."
        advice = advice_for(self.state, weights=self.weights)
        lines = [
            f"  {' '.join(f'{slot:>2}' for slot in slot_numbers(choice.line, self.state.slots))}   "
            f"{chance_text(choice.chance)}{'   best' * choice.best}".rstrip()
            for choice in best_first(advice)
        ]
        return "\n".join([f"The chance of clearing the table: {advice.how}", *lines])

    def _undo(self, _: str) -> str:
        if not self.before:
            return "There is nothing to take back."
        self.state = self.before.pop()
        return "The last SET is back on the table.\n"

    def _review(self, _: str) -> str:
        seen = look_back(self.shuffle, self.state.taken)
        if seen.lost is None:
            return _not_lost(seen)
        lost = seen.positions[seen.lost]
        taken, *kept = (_numbers(line, lost.state) for line in (lost.taken or (), *lost.keeping))
        return folded(
            f"Move {seen.lost + 1}, {taken}, lost the game. The table could still be cleared after {listed(kept)}. "
            f"To see it, go back by undo ({plural(len(self.before) - seen.lost, 'time')})."
        )


def _not_lost(seen: Hindsight) -> str:
    """What hindsight shows where it names no move."""
    if seen.positions[-1].clearable is Answer.YES:
        return "The table can still be cleared."
    if seen.positions[0].clearable is Answer.NO:
        return "This deal can never be cleared."
    return "Whether and by which move the game is lost is not settled: the search would take too long."


def _numbers(line: Sequence[int], state: State) -> str:
    return " ".join(map(str, slot_numbers(line, state.slots)))
