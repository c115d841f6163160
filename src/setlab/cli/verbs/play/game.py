"""A game in the terminal: a room with a seat for the player and perhaps one for an opponent, and a clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from setlab.cli.claims import ABOUT_HINTS, HOW, Hints, draw_numbered, in_words, read_claim, slot_numbers, why_no_set
from setlab.cli.prompting import Command, Session, fold_lines, to_go_on
from setlab.cli.verbs.play.options import Options
from setlab.cli.verbs.play.report import OPPONENT_SEAT, PLAYER_SEAT, clock_text, report
from setlab.errors import SpecError, plural
from setlab.rooms import Decision, Request, RoomState, Step, decide, event_record, find_game, next_due, tick
from setlab.rooms.decision import follow
from setlab.rooms.events import Back, Claim, Deal, Event, Join, Open, Start
from setlab.rooms.hosting import OPPONENT_NAMES
from setlab.rooms.options import OF_A_TERMINAL
from setlab.rooms.state import OPPONENT, OVER
from setlab.rules import Table

NO_SET = "none"
HINT = "hint"


class Find(NamedTuple):
    """A SET that was found: by which seat, its cards, and the seconds since the find before."""

    seat: int
    cards: tuple[int, ...]
    seconds: float


class TerminalGame(Session):
    """The room, the clock, and the journal: every claim and every hint with its time, from which the game resumes.

    An opponent moves by itself: `due` says when, and `happen` lets it happen. Its moves follow from the seed and from
    when the table changed, so that resuming needs only the player's moves.
    """

    how_to_move = HOW

    def __init__(self, options: Options, clock: Callable[[], float] = time.monotonic) -> None:
        self.options, self.notation, self.clock = options, options.notation, clock
        self.steps = list(follow(RoomState.empty(""), 0.0, options.seed, *_first_events(options)))
        self.hints, self.hinted, self.earlier = Hints(self.notation), 0, 0.0
        self.journal: list[str] = []
        self.began: float | None = None
        self.commands = (
            Command(NO_SET, "say that there is no SET on the table; three more cards are dealt", self.say_no_set,
                    ("n", "no")),
            Command(HINT, ABOUT_HINTS, self.hint, ("h",)),
            Command("time", "what the clock shows", lambda _: f"{clock_text(self.now())}, {self.score}"),
        )  # fmt: skip

    @property
    def state(self) -> RoomState:
        """The state of the room."""
        return self.steps[-1].after

    @property
    def table(self) -> Table:
        """The table now."""
        return self.state.round_position.table

    @property
    def over(self) -> bool:
        """True if the deck is used up and no SET is left, or a player has as many SETs as `--sets` asks for."""
        return self.state.phase == OVER

    @property
    def is_used_up(self) -> bool:
        """True if all cards are dealt and no SET is left."""
        return not self.table.undealt and not self.state.claimable

    @property
    def mistakes(self) -> int:
        """The number of the player's wrong claims."""
        return self.state.players[PLAYER_SEAT].wrong

    @property
    def opponent(self) -> str | None:
        """The name of the opponent, if there is one."""
        return self.state.players[OPPONENT_SEAT].name if OPPONENT_SEAT in self.state.players else None

    def found(self, seat: int = PLAYER_SEAT) -> list[Find]:
        """The SETs that the player found, or the opponent."""
        finds, before = [], 0.0
        for step in self.steps:
            if isinstance(step.event, Claim):
                finds.append(Find(step.event.seat, step.event.cards or (), step.timed.at - before))
                before = step.timed.at
        return [each for each in finds if each.seat == seat]

    @property
    def score(self) -> str:
        """The numbers of SETs found."""
        mine = len(self.found())
        if self.opponent is None:
            return f"{plural(mine, 'SET')} found"
        return f"SETs found: you {mine}, {self.opponent} {len(self.found(OPPONENT_SEAT))}"

    @property
    def result(self) -> str:
        """The reason why the game is over, and the winner."""
        mine, hers, name = len(self.found()), len(self.found(OPPONENT_SEAT)), self.opponent
        if name is None:
            return "all cards are dealt, and no SET is left." if self.is_used_up else "you have them all."
        why = "all cards are dealt, and no SET is left" if self.is_used_up else f"{max(mine, hers)} SETs were asked for"
        who = "a draw" if mine == hers else "you win" if mine > hers else f"{name} wins"
        return f"{why}. You have {plural(mine, 'SET')}, {name} has {hers}: {who}."

    def now(self) -> float:
        """The time of the clock in seconds; it runs from the first table that is shown to the last SET."""
        return round(self.state.at if self.over else self._clock_time, 1)

    @property
    def _clock_time(self) -> float:
        return self.earlier + (0.0 if self.began is None else self.clock() - self.began)

    def restore(self, moves: str, clock: float) -> None:
        """Repeat the claims and hints of a game that was left, as `resume` writes them, and set the clock."""
        self.repeat(moves, self._move_again)
        self._set_clock(clock or self.earlier)

    def opening(self) -> str:
        """The greeting: the game, the opponent, and the instructions; the clock starts."""
        self.began = self.clock()
        rules, sets = self.options.rules, self.options.sets
        against = self.opponent and f"{self.opponent}, a {self.options.opponent} opponent, searches the same table.\n"
        who = "one of you has" if self.opponent else "you have"
        goal = "until the deck is used up" if sets is None else f"until {who} {sets}"
        so_far = f" You go on at {clock_text(self.now())} with {plural(len(self.found()), 'SET')}." * bool(self.journal)
        return (
            f"{against or ''}{rules.cards} cards, seed {self.options.seed}: find SETs {goal}.{so_far} "
            "Type three cards, as 2 5 9; none if there is no SET; or help.\n"
        )

    def screen(self) -> str:
        """The table with the numbers of its slots, and how far the game is."""
        if self.over:
            return ""
        counts = f"{plural(len(self.table.cards), 'card')} on the table, {self.table.undealt} undealt"
        return f"{draw_numbered(self.table.slots, self.notation)}\n\n{fold_lines(f'{counts}, {self.score}')}"

    def move(self, text: str) -> str:
        """Claim the SET that was named, and say how the referee decides."""
        slots, now = self.table.slots, self.now()
        cards = read_claim(text, slots, self.notation)
        self._note("-".join(map(str, slot_numbers(cards, slots))), now)
        if not self._ask(now, "claim", cards=cards).is_accepted:
            return f"Not a SET: {why_no_set(cards, self.notation)}. {self._cost()}"
        found, words = self.found(), in_words(cards, slots, self.notation)
        return f"SET {len(found)} in {clock_text(found[-1].seconds)}, {clock_text(now)} in all: {words}.\n"

    def say_no_set(self, _: str) -> str:
        """Three more cards if there is no SET, else a mistake."""
        now = self.now()
        self._note(NO_SET, now)
        decision = self._ask(now, "more")
        if decision.refusal is not None:
            return f"{decision.refusal.reason}." + f" {self._cost()}" * bool(decision.steps)
        dealt = [step.event for step in decision.steps if isinstance(step.event, Deal)]
        return f"Right: there is no SET. {plural(len(dealt[0].cards), 'card')} more.\n"

    def hint(self, wanted: str) -> str:
        """The next hint about this table, or one of a level."""
        sets = self.table.sets()
        said = self.hints.give(wanted, self.table.slots, sets, lambda: sets[0])
        self.hinted += 1
        self._note(f"{HINT}{wanted}", self.now())
        return said

    def due(self) -> float | None:
        """The seconds until the opponent moves; None if nobody will."""
        at = None if self.over or self.opponent is None else next_due(self.state, self.options.seed)
        return None if at is None else max(0.0, at - self._clock_time)

    def happen(self) -> str:
        """Let the opponent do what is due, and say it."""
        return "" if self.opponent is None else " ".join(self._catch_up(self.now()))

    def ending(self) -> str:
        """The result, and the command that resumes an unfinished game."""
        if not self.over:
            return f"You left the game.\n{report(self)}\n{to_go_on(self.resume())}"
        return f"The game is over: {self.result}\n{report(self)}"

    def resume(self) -> list[str]:
        """The command line that continues the game: the claims and hints so far, and the time."""
        words = self.options.command()
        words += ["--moves", "/".join(self.journal)] if self.journal else []
        return [*words, "--clock", _seconds(self.now())]

    def as_record(self) -> dict[str, Any]:
        """The log of the room as a JSON object, for `setlab replay` and `setlab games analyse`.

        It has the form of a room's download, with an empty code, and adds what only a game in a terminal has.
        """
        timed = [step.timed for step in self.steps]
        events = [{"seq": each.seq, "at": each.at, "event": event_record(each.event)} for each in timed]
        hints = [float(entry.partition("@")[2]) for entry in self.journal if entry.startswith(HINT)]
        return {"room": "", **self.options.as_record(), "hints": hints, "events": events}

    def _ask(self, now: float, kind: str, **fields: Any) -> Decision:
        request = Request(self.state, now, self.options.seed, PLAYER_SEAT, message={"type": kind, **fields})
        decision = decide(request)
        self._take(decision.steps)
        return decision

    def _take(self, steps: tuple[Step, ...]) -> None:
        """Take over the steps of a decision; the game ends with the last SET that was asked for."""
        self.steps += steps
        if not self.over and self.options.sets in (len(self.found()), len(self.found(OPPONENT_SEAT))):
            stop = Request(self.state, self.state.at, self.options.seed, is_host=True, message={"type": "stop"})
            self.steps += decide(stop).steps

    def _catch_up(self, now: float) -> list[str]:
        said: list[str] = []
        while not self.over and (steps := tick(self.state, now, self.options.seed)):
            said.append(self._describe(steps[0].event))
            self._take(steps)
        return said

    def _describe(self, event: Event) -> str:
        """The opponent's move in words."""
        if isinstance(event, Claim):
            cards = in_words(event.cards or (), self.table.slots, self.notation)
            return f"{self.opponent} takes a SET: {cards}."
        return f"{self.opponent} says that there is no SET, and is right: more cards are dealt."

    def _set_clock(self, seconds: float) -> None:
        if not self.earlier <= seconds < 10**9:
            raise SpecError(f"{seconds:g} seconds do not follow {self.earlier:g}: the clock never goes back")
        self.earlier = seconds
        self._catch_up(seconds)

    def _move_again(self, entry: str) -> None:
        text, _, at = entry.partition("@")
        self._set_clock(float(at or 0))
        if text == NO_SET:
            self.say_no_set("")
        elif text.startswith(HINT):
            self.hint(text.removeprefix(HINT))
        else:
            self.move(text)

    def _note(self, text: str, now: float) -> None:
        self.journal.append(f"{text}@{_seconds(now)}")

    def _cost(self) -> str:
        return f"That is mistake {self.mistakes}: {clock_text(self.options.penalty)} are added."


def _first_events(options: Options) -> list[Event]:
    """The room is opened, the player and perhaps an opponent take seats, and the only round starts."""
    game, rules = options.game, options.rules
    opponents = {"opponents": 1, "speed": options.opponent} if options.opponent else {}
    chosen = find_game(game).read(opponents) | dict(zip(OF_A_TERMINAL, (rules.d, rules.table, 0), strict=True))
    ada = [Join(OPPONENT_SEAT, OPPONENT_NAMES[0], OPPONENT)] if options.opponent else []
    return [Open(game, chosen), Join(PLAYER_SEAT, "Player"), *ada, Back(PLAYER_SEAT), Start(1, game, chosen)]


def _seconds(time: float) -> str:
    """A time with one decimal, which a whole number of seconds does without."""
    return f"{time:.1f}".removesuffix(".0")
