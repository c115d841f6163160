"""A person at a game against the clock: the claims are judged by the referee, and their times are kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from setlab.cli.claims import HOW, Hints, in_words, numbered, read_claim, slot_numbers, why_no_set
from setlab.cli.prompting import Command, folded, to_go_on
from setlab.cli.verbs.play.options import Options
from setlab.cli.verbs.play.report import clock_text, report
from setlab.errors import SpecError, plural, quoted
from setlab.rules import FoundSet, Reject, SoloGame

if TYPE_CHECKING:
    from setlab.cli.verbs.play.opponent import Opponent


NO_SET = "none"
HINT = "hint"


class Sitting:
    """The game, the clock, and the journal: every claim and every hint with its time, so that the game can go on."""

    how_to_move = HOW
    who = "you have"
    opponent: Opponent | None = None

    def __init__(self, options: Options, clock: Callable[[], float] = time.monotonic) -> None:
        self.options, self.here, self.clock = options, options.here, clock
        self.game = SoloGame.begin(options.rules, options.seed)
        self.hints = Hints(self.here)
        self.hinted = 0
        self.journal: list[str] = []
        self.began: float | None = None
        self.earlier = 0.0
        self.commands = (
            Command(NO_SET, "say that there is no SET on the table; three more cards are dealt", self._no_set,
                    ("n", "no")),
            Command(HINT, "how many SETs there are; then one card of a SET; then the SET (or hint 2, hint 3)",
                    self._hint, ("h",)),
            Command("time", "what the clock shows", self._time),
        )  # fmt: skip

    @property
    def over(self) -> bool:
        """True if the deck is used up and no SET is left, or as many SETs were found as were asked for."""
        return self.game.over or len(self.found) == self.options.sets

    @property
    def found(self) -> list[FoundSet]:
        """The SETs that the player found."""
        return list(self.game.found)

    @property
    def lost(self) -> list[FoundSet]:
        """The SETs that an opponent found."""
        return []

    @property
    def score(self) -> str:
        """How many SETs were found."""
        return f"{plural(len(self.found), 'SET')} found"

    @property
    def result(self) -> str:
        """Why the game is over."""
        return "all cards are dealt, and no SET is left." if self.game.over else "you have them all."

    @property
    def hint_times(self) -> list[float]:
        """When the player asked for hints: what was found after one was not found alone."""
        return [float(entry.partition("@")[2]) for entry in self.journal if entry.startswith(HINT)]

    def now(self) -> float:
        """What the clock shows, in seconds; it runs from the first table that is shown to the last SET."""
        if self.over:
            return self.game.events[-1].at
        running = 0.0 if self.began is None else self.clock() - self.began
        return round(self.earlier + running, 1)

    def repeat(self, moves: str, clock: float) -> None:
        """Repeat the claims and hints of an earlier sitting, as `resume` writes them, and set the clock."""
        for number, entry in enumerate(filter(None, moves.split("/")), 1):
            text, _, at = entry.partition("@")
            try:
                self.earlier = _later(float(at or 0), self.earlier)
                self.catch_up(self.earlier)
                self._follow_again(text)
            except ValueError as error:
                raise SpecError(f"move {number} of --moves, {quoted(entry)}, is not possible: {error}") from None
        self.earlier = _later(clock or self.earlier, self.earlier)
        self.catch_up(self.earlier)

    def catch_up(self, now: float) -> list[str]:
        """What has happened by itself until now: nothing, if nobody else plays."""
        return []

    def opening(self) -> str:
        """Which game it is, and what to do; the clock starts."""
        self.began = self.clock()
        rules, found = self.options.rules, len(self.found)
        goal = "until the deck is used up" if self.options.sets is None else f"until {self.who} {self.options.sets}"
        so_far = f" You go on at {clock_text(self.now())} with {plural(found, 'SET')}." * bool(self.journal)
        return (
            f"{rules.cards} cards, seed {self.options.seed}: find SETs {goal}.{so_far} "
            "Type three cards, as 2 5 9; none if there is no SET; or help.\n"
        )

    def screen(self) -> str:
        """The table with the numbers of its slots, and how far the game is."""
        table = self.game.table
        if self.over:
            return ""
        counts = f"{plural(len(table.cards), 'card')} on the table, {table.undealt} undealt"
        status = folded(f"{counts}, {self.score}")
        return f"{numbered(table.slots, self.here)}\n\n{status}"

    def move(self, text: str) -> str:
        """Claim the SET that was named, and say how the referee judges."""
        table, now = self.game.table, self.now()
        cards = read_claim(text, table.slots, self.here)
        self._note("-".join(map(str, slot_numbers(cards, table.slots))), now)
        self.game = self.game.claim(cards, now)
        if isinstance(self.game.last, Reject):
            return f"Not a SET: {why_no_set(cards, self.here)}. {self._cost()}"
        found = self.found
        words = in_words(cards, table.slots, self.here)
        return f"SET {len(found)} in {clock_text(found[-1].seconds)}, {clock_text(now)} in all: {words}.\n"

    def ending(self) -> str:
        """The result; for a game that was left, how to go on."""
        if not self.over:
            return f"You left the game.\n{report(self)}\n{to_go_on(self.resume())}"
        return f"The game is over: {self.result}\n{report(self)}"

    def as_record(self) -> dict[str, Any]:
        """The game as a JSON object, for `setlab replay` and `setlab games analyse`."""
        return self.options.as_record() | self.game.as_record() | {"hints": self.hint_times}

    def resume(self) -> list[str]:
        """The command line with the claims and hints so far, and the time."""
        words = self.options.command()
        words += ["--moves", "/".join(self.journal)] if self.journal else []
        return [*words, "--clock", _seconds(self.now())]

    def _follow_again(self, text: str) -> None:
        if text == NO_SET:
            self._no_set("")
        elif text.startswith(HINT):
            self._hint(text.removeprefix(HINT))
        else:
            self.move(text)

    def _note(self, text: str, now: float) -> None:
        self.journal.append(f"{text}@{_seconds(now)}")

    def _no_set(self, _: str) -> str:
        """Three more cards if there is no SET, else a mistake."""
        now = self.now()
        self._note(NO_SET, now)
        self.game = self.game.no_set(now)
        if isinstance(self.game.last, Reject):
            return f"There is a SET on the table. {self._cost()}"
        return f"Right: there is no SET. {plural(len(self.game.last.cards), 'card')} more.\n"

    def _hint(self, wanted: str) -> str:
        table = self.game.table
        sets = table.sets()
        said = self.hints.give(wanted, table.slots, sets, lambda: sets[0])
        self.hinted += 1
        self._note(f"{HINT}{wanted}", self.now())
        return said

    def _time(self, _: str) -> str:
        return f"{clock_text(self.now())}, {self.score}"

    def _cost(self) -> str:
        number = len(self.game.mistakes)
        return f"That is mistake {number}: {clock_text(self.options.penalty)} are added."


def _seconds(time: float) -> str:
    """A time with one decimal, which a whole number of seconds does without."""
    return f"{time:.1f}".removesuffix(".0")


def _later(time: float, before: float) -> float:
    if not before <= time < 10**9:
        raise SpecError(f"{time:g} seconds do not follow {before:g}: the clock never goes back")
    return time
