"""A game in the terminal as a conversation: lines are read, commands are followed, a resize of the terminal redraws.

The three games differ in what they show and in how they follow a line that is no command; all else is here. Lines
come from the terminal or, for scripts and tests, from standard input, whose lines are then repeated after the prompt.
"""

from __future__ import annotations

import os
import shlex
import signal
import sys
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from select import select
from typing import TextIO

from setlab.cli.screen import width
from setlab.cli.stopping import report_kept
from setlab.errors import SpecError, did_you_mean, quote

PROMPT = "> "
TOO_LATE = "Too late for that table: look again."
CLEAR = "\x1b[H\x1b[2J"
"""Moves the cursor to the upper left corner and clears the screen."""


@dataclass(frozen=True)
class Command:
    """A word that a player may type, what it does, and other words for it; `follow` is given the rest of the line."""

    word: str
    does: str
    follow: Callable[[str], str]
    also: tuple[str, ...] = ()


class Session(ABC):
    """A player at a game. What is to be printed is returned as text."""

    commands: Sequence[Command] = ()
    """The commands of this game, beside those that every game has."""

    how_to_move: str
    """One sentence that says how a move is typed."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """True if the game has ended."""

    @abstractmethod
    def opening(self) -> str:
        """The introduction, before the first table."""

    @abstractmethod
    def screen(self) -> str:
        """The table as the player sees it, for the width of the terminal now."""

    @abstractmethod
    def move(self, text: str) -> str:
        """Make the typed move, and say what happened; raise `ValueError` if it is not possible."""

    @abstractmethod
    def ending(self) -> str:
        """The last words; for a game that was left, with the command that resumes it (`to_go_on`)."""

    @abstractmethod
    def resume(self) -> list[str]:
        """The command line that continues exactly this game."""

    def due(self) -> float | None:
        """The seconds until the next event, such as the move of an opponent; None if there is none."""
        return None

    def happen(self) -> str:
        """The text about the events that are due by now."""
        return ""

    def repeat(self, moves: str, push: Callable[[str], object]) -> None:
        """Make the moves of an earlier session, as `resume` writes them."""
        for number, text in enumerate(filter(None, moves.split("/")), 1):
            try:
                push(text)
            except ValueError as error:
                raise SpecError(f"move {number} of --moves, {quote(text)}, is not possible: {error}") from None


class Conversation:
    """A player's answers, followed one after the other until the game is over or the player leaves."""

    def __init__(self, session: Session, out: TextIO | None = None) -> None:
        self.session, self.out, self.shown = session, out or sys.stdout, ""
        own = [
            Command("table", "draw the table again", lambda _: "", ("t",)),
            Command("help", "print this list", self._help, ("?",)),
            Command("quit", "leave the game, and print the command that resumes it", lambda _: "", ("q", "exit")),
        ]
        self.commands = [*session.commands, *own]

    def run(self) -> None:
        """Talk until the end. On Ctrl-C, Ctrl-D or `quit`, print the command that resumes the game."""
        with report_kept(lambda: f"go on with `{shlex.join(self.session.resume())}`"):
            if not self.session.over:
                self.say(fold_lines(self.session.opening()))
                self._show()
            while not self.session.over:
                line = self._ask()
                if line is None or self._called(line) == "quit":
                    break
                self._answer(line)
        self.say(fold_lines(self.session.ending()))

    def say(self, text: str, end: str = "\n") -> None:
        """Print a text for the player, unless it is empty."""
        if text:
            print(text, end=end, file=self.out, flush=True)

    def _answer(self, line: str) -> None:
        """Follow a line; the table is shown again if it has changed, or on request."""
        if self._happened() and not self._called(line):
            self.say(TOO_LATE)
            return
        try:
            said = self._follow(line)
        except ValueError as error:
            word = line.partition(" ")[0].lower()
            question = "" if self._called(line) else did_you_mean(word, [each.word for each in self.commands])
            meant = f"{quote(word)} is not a command: {question}" if question else ""
            said = meant or " ".join(str(error).split())
        self.say(fold_lines(said))
        if self._called(line) == "table" or self.session.screen() != self.shown:
            self._show()

    def _follow(self, line: str) -> str:
        word, _, rest = line.partition(" ")
        for command in self.commands:
            if word.lower() in (command.word, *command.also):
                return command.follow(rest.strip())
        return self.session.move(line)

    def _called(self, line: str) -> str:
        """The command that a line calls, by its first word; an empty text if it calls none."""
        word = line.partition(" ")[0].lower()
        return next((each.word for each in self.commands if word in (each.word, *each.also)), "")

    def _help(self, _: str) -> str:
        spelt = {", ".join((command.word, *command.also)): command.does for command in self.commands}
        widest = max(map(len, spelt))
        lines = [f"  {words:<{widest}}  {does}" for words, does in spelt.items()]
        folded = (textwrap.fill(line, width(), subsequent_indent=" " * (widest + 4)) for line in lines)
        return "\n".join([self.session.how_to_move, *folded])

    def _show(self) -> None:
        self.shown = self.session.screen()
        self.say(self.shown)

    def _ask(self) -> str | None:
        """The next line that is not blank; None at the end of the input."""
        while True:
            self.say(PROMPT, end="")
            with redraw_on_resize(self._resized, self.out):
                self._wait()
                line = "" if self.session.over else read_line()
            if self.session.over:
                return None
            if not sys.stdin.isatty() or not line:
                typed = line.strip()
                self.say((typed if typed.isprintable() else ascii(typed)[1:-1]) + "\n", end="")
            if not line or line.strip():
                return line.strip() or None

    def _wait(self) -> None:
        """Wait for a line of the keyboard; what happens meanwhile is shown, and a line begun before is discarded."""
        while sys.stdin.isatty() and (seconds := self.session.due()) is not None:
            if select([sys.stdin], [], [], seconds)[0]:
                return
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            self.say("")
            if self._happened() and not self.session.over:
                self.say(PROMPT, end="")

    def _happened(self) -> bool:
        """Print the events that are due, with the table after them; return False if there are none."""
        if not (said := self.session.happen()):
            return False
        self.say(f"\n{fold_lines(said)}\n")
        if not self.session.over:
            self._show()
        return True

    def _resized(self) -> None:
        """Draw the table again if it looks different in the new width."""
        if (new := self.session.screen()) != self.shown:
            self.shown = new
            clear = CLEAR if os.environ.get("TERM", "dumb") != "dumb" else "\n"
            self.say(f"{clear}{new}\n{PROMPT}", end="")


def to_go_on(command: Sequence[str]) -> str:
    """The text with the command that resumes a game.

    >>> print(to_go_on(["setlab", "play", "--moves", "3-7-11@8.2/none@12"]))
    To go on:
      setlab play --moves 3-7-11@8.2/none@12
    """
    return f"To go on:\n  {shlex.join(command)}"


def fold_lines(text: str) -> str:
    """The text with its long lines folded to the width of the screen; indented lines are kept as they are."""
    lines = (line if line.startswith(" ") else textwrap.fill(line, width()) for line in text.split("\n"))
    return "\n".join(lines)


def read_line() -> str:
    """The next line of standard input, with its end; empty where there is none. Bytes that are no text are escaped."""
    if (bytewise := getattr(sys.stdin, "buffer", None)) is not None:
        return str(bytewise.readline().decode(errors="backslashreplace"))
    return sys.stdin.readline()


@contextmanager
def redraw_on_resize(redraw: Callable[[], None], out: TextIO) -> Iterator[None]:
    """Redraw when the terminal is resized while a line is awaited: then nothing else is being printed."""
    if not (out.isatty() and hasattr(signal, "SIGWINCH")):
        yield
        return

    def redraw_whole() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})  # the next resize waits for the end of this one
        try:
            redraw()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGWINCH})

    before = signal.signal(signal.SIGWINCH, lambda number, frame: redraw_whole())
    try:
        redraw_whole()  # the size may have changed since the table was drawn
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
