"""`setlab play`: the ordinary game against the clock."""

from __future__ import annotations

import json as format_json
import secrets
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from setlab.answers import fraction_text
from setlab.cli.cards import picture
from setlab.cli.claims import ABOUT_HINTS, HOW, Hints, draw_numbered, read_claim, slot_numbers, why_no_set
from setlab.cli.decks import CERTAIN, DeckGame, DeckOptions
from setlab.cli.options import DeckName, Dimension, Json, NotationName, check_folder, flag, option, whole_number
from setlab.cli.prompting import Command, Conversation, GameSession, fold_lines, to_go_on
from setlab.cli.screen import attributes, digits_of, in_words, print_json, width
from setlab.counting import mean_flats
from setlab.errors import RuleError, SpecError, plural, quote, unknown_name
from setlab.files import whole_file
from setlab.geometry import Deck
from setlab.limits import GAMES, LARGEST_SEED, between
from setlab.notation import DECK_NAMES, DEFAULT, Notation, find_notation
from setlab.notation.binary import SET
from setlab.rooms import Decision, Request, RoomState, Step, decide, event_record, find_game, next_due, tick
from setlab.rooms.decision import SPEEDS, follow
from setlab.rooms.events import Back, Claim, Deal, Event, Join, Open, Reject, Start
from setlab.rooms.games import OF_A_TERMINAL
from setlab.rooms.referee import OPPONENT_NAMES
from setlab.rooms.review import Round, find_round, rounds
from setlab.rooms.state import OPPONENT, OVER
from setlab.rules import Rules, Table

ADA = "Play against Ada, who finds SETs too: calm, steady or quick."


@dataclass(frozen=True)
class PlayOptions:
    """The options of a game."""

    junior: Annotated[bool, flag("--junior", "27 cards, all solid, and 9 on the table: for younger players.")] = False
    dimension: Dimension = 4
    table: Annotated[int | None, option("--table", "N", "Cards on the table (9 up to 3 properties, else 12).")] = None
    sets: Annotated[int | None, option("--sets", "N", "A short game: stop after N SETs.")] = None
    penalty: Annotated[float, option("--penalty", "SECONDS", "The price of a wrong claim.")] = 10
    opponent: Annotated[str | None, option("--opponent", "SPEED", ADA)] = None
    record: Annotated[Path | None, option("--record", "FILE", "Write the game here, for `setlab replay FILE`.")] = None
    notation: NotationName = DEFAULT
    deck_name: DeckName = SET


def verb(
    asked: PlayOptions = PlayOptions(),
    seed: Annotated[str | None, option("-s", "--seed", "S", "0 to 2^64 − 1; without it, a new game.")] = None,
    moves: Annotated[str, option("--moves", "MOVES", "Resume after these moves, as `quit` prints them.")] = "",
    clock: Annotated[float, option("--clock", "SECONDS", "The clock's time when you resume.")] = 0,
    json: Json = False,
) -> None:
    """Play against the clock: find SETs until the deck is used up.

    Type the numbers of three cards, or the cards in words; `none` if there is no SET, and three more cards are dealt.
    A wrong claim costs 10 seconds. Ctrl-C stops the clock and prints the command that resumes the game. With
    `--json` the conversation goes to stderr, and the result is printed at the end.

        setlab play

        setlab play --junior --sets 5

    Ada searches the same table and takes the SETs that she finds first:

        setlab play --opponent steady

        setlab play --seed 1 --record game.json

    The decks of EvenQuads and Projective SET, on whose tables there always is a quad or a SET:

        setlab play --deck projective
    """
    chosen = secrets.randbelow(2**32) if seed is None else whole_number(seed, "seed")
    if asked.deck_name != SET:
        other = deck_game(asked, chosen)
        other.restore(moves, clock)
        Conversation(other, sys.stderr if json else sys.stdout).run()
        if json:
            print_json(other.summary())
        return
    options = read_options(chosen, **vars(asked))
    options.check_record(resumed=bool(moves))
    game = TerminalGame(options)
    game.restore(moves, clock)
    try:
        Conversation(game, sys.stderr if json else sys.stdout).run()
    finally:
        if asked.record is not None:
            with whole_file(asked.record) as file:
                file.write((format_json.dumps(game.as_record()) + "\n").encode())
    if json:
        print_json(summary(game))


def deck_game(asked: PlayOptions, seed: int) -> DeckGame:
    """The game with another deck; raise `SpecError` for options that are about the deck of SET."""
    whole = PlayOptions(**{name: getattr(asked, name) for name in ("deck_name", "table", "sets", "penalty")})
    if asked != whole:
        raise SpecError(
            f"--deck {asked.deck_name} goes with --table, --sets, --penalty and --seed: leave out the others"
        )
    if not 0 <= seed <= LARGEST_SEED:
        raise SpecError(f"seed {seed} is out of range: choose 0 to 2^64 − 1")
    if not 0 <= asked.penalty <= MOST_SECONDS:
        raise SpecError(f"a penalty of {asked.penalty:g} seconds is out of range: choose 0 to {MOST_SECONDS}")
    if asked.deck_name not in CERTAIN:
        raise SpecError(unknown_name(asked.deck_name, "a deck", DECK_NAMES))
    table = CERTAIN[asked.deck_name] if asked.table is None else asked.table
    return DeckGame(DeckOptions(asked.deck_name, seed, table, asked.penalty, asked.sets))


JUNIOR, JUNIOR_DIMENSION, JUNIOR_TABLE = "filling", 3, 9
"""The property that the cards of the junior deck have in common; the number of the others; the cards on the table."""

MOST_SECONDS = 10**6


@dataclass(frozen=True)
class Options:
    """The game that is played, and the notation of its cards."""

    rules: Rules
    seed: int
    notation: Notation
    junior: bool = False
    sets: int | None = None
    penalty: float = 10
    record: Path | None = None
    opponent: str | None = None

    def command(self) -> list[str]:
        """The command line of this game; options that have their default are left out."""
        d, words = self.rules.d, ["setlab", "play", *["--junior"] * self.junior]
        for name, value, default in (
            ("--dimension", d, d if self.junior else 4),
            ("--table", self.rules.table, usual_table(d)),
            ("--seed", self.seed, None),
            ("--sets", self.sets, None),
            ("--penalty", self.penalty, 10),
            ("--notation", str(self.notation), DEFAULT),
            ("--opponent", self.opponent, None),
            ("--record", self.record, None),
        ):
            words += [name, f"{value:g}" if isinstance(value, float) else str(value)] * (value != default)
        return words

    @property
    def game(self) -> str:
        """The game of rooms that is played."""
        return "junior" if self.junior else "standard"

    def as_record(self) -> dict[str, Any]:
        """The facts that a record states beside the events."""
        return attributes(self, "game", "seed", "sets", "penalty") | {"notation": str(self.notation)}

    def check_record(self, resumed: bool) -> None:
        """Raise `SpecError` unless the record can be written; only a resumed game replaces a file."""
        if self.record is None:
            return
        check_folder(self.record)
        if self.record.exists() and not resumed:
            raise SpecError(f"{self.record} exists: choose another name for the record, or remove it")


def read_options(seed: int, **given: Any) -> Options:
    """The options, checked; raise `SpecError` for those that no game can have."""
    asked = PlayOptions(**given)
    sets, penalty, opponent = asked.sets, asked.penalty, asked.opponent
    if asked.junior and asked.dimension not in (4, JUNIOR_DIMENSION):
        raise SpecError(f"the junior deck has 3 properties, not {asked.dimension}: leave --junior or --dimension out")
    d = JUNIOR_DIMENSION if asked.junior else asked.dimension
    if d not in GAMES:
        raise SpecError(f"{d} is not a dimension for play: choose {between(GAMES)}")
    cards = usual_table(d) if asked.table is None else asked.table
    if not 3 <= cards <= 3**d:
        raise SpecError(f"{plural(cards, 'card')} cannot lie on the table: choose 3 to {3**d}, those of the deck")
    if not 0 <= seed <= LARGEST_SEED:
        raise SpecError(f"seed {seed} is out of range: choose 0 to 2^64 − 1")
    if sets is not None and not 1 <= sets <= 3 ** (d - 1):
        raise SpecError(f"{plural(sets, 'SET')} cannot be found: choose 1 to {3 ** (d - 1)}, or leave --sets out")
    if not 0 <= penalty <= MOST_SECONDS:
        raise SpecError(f"a penalty of {penalty:g} seconds is out of range: choose 0 to {MOST_SECONDS}")
    if opponent is not None and opponent not in SPEEDS:
        raise SpecError(unknown_name(opponent, "a speed of an opponent", SPEEDS))
    named = card_notation(asked.notation, d, asked.junior)
    return Options(Rules(d, table=cards), seed, named, asked.junior, sets, penalty, asked.record, opponent)


def usual_table(d: int) -> int:
    """The number of cards on the table: 12, as by the rules of the game; 9 in decks of up to 27 cards.

    >>> usual_table(4), usual_table(3)
    (12, 9)
    """
    return 12 if d > JUNIOR_DIMENSION else JUNIOR_TABLE


def card_notation(name: str, d: int, junior: bool) -> Notation:
    """The notation with this name; all cards of the junior deck have the same filling, which is not named.

    >>> [p.name for p in card_notation("standard", 3, junior=True).properties]
    ['number', 'colour', 'shape']
    """
    if not junior:
        return find_notation(name, d)
    whole = find_notation(name, 4)
    properties = tuple(p for p in whole.properties if p.name != JUNIOR)
    return replace(whole, deck=Deck(JUNIOR_DIMENSION), properties=properties)


PLAYER_SEAT, OPPONENT_SEAT = 1, 2


def clock_text(seconds: float) -> str:
    """A time as a clock shows it.

    >>> clock_text(8.24), clock_text(59.97), clock_text(754.4), clock_text(10)
    ('8.2 s', '1:00', '12:34', '10 s')
    """
    if round(seconds, 1) < 60:
        return f"{round(seconds, 1):g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def report(game: TerminalGame) -> str:
    """The result in a few lines."""
    lines = (f"  {name:<10}{text}" for name, text in _lines(game))
    return "\n".join(textwrap.fill(line, width(), subsequent_indent=" " * 12) for line in lines)


def summary(game: TerminalGame) -> dict[str, Any]:
    """The result as a JSON object."""
    options, notation, mine, mean = game.options, game.notation, game.finds(), mean_sets(game)

    def one(found: Find) -> dict[str, Any]:
        return {"set": digits_of(found.cards, notation), "seconds": round(found.seconds, 1)}

    hers = {"name": game.opponent, "speed": options.opponent, "sets": list(map(one, game.finds(OPPONENT_SEAT)))}
    chosen = attributes(options, "game", "seed") | {"dimension": options.rules.d}
    times = {"seconds": game.now(), "penalties": penalties(game), "sets": list(map(one, mine))}
    times["fastest"] = one(min(mine, key=_seconds)) if mine else None
    times["slowest"] = one(max(mine, key=_seconds)) if mine else None
    means: dict[str, Any] = {"mean_sets": None if mean is None else float(mean)}
    means["expected_sets"] = fraction_text(expected_sets(options.rules))
    left = {"left": digits_of(game.table.cards, notation), "undealt": game.table.undealt}
    counts = attributes(game, "over", "mistakes") | {"hints": game.hinted, "opponent": hers if game.opponent else None}
    return chosen | counts | times | means | left | {"go_on": None if game.over else game.resume()}


def penalties(game: TerminalGame) -> float:
    """The seconds that the mistakes cost."""
    return game.options.penalty * game.mistakes


def mean_sets(game: TerminalGame) -> Fraction | None:
    """The mean number of SETs on the tables of the usual size that were searched; None if there were none."""
    states = [step.after for step in game.steps if isinstance(step.event, Deal | Claim)]
    tables = [state.round_position.table for state in (states[:-1] if game.over else states)]
    numbers = [len(table.sets()) for table in tables if len(table.cards) == game.options.rules.table]
    return Fraction(sum(numbers), len(numbers)) if numbers else None


def expected_sets(rules: Rules) -> Fraction:
    """The mean number of SETs among as many random cards as lie on the table."""
    return mean_flats(rules.table, dimension=rules.d)


def _lines(game: TerminalGame) -> Iterator[tuple[str, str]]:
    mine, added, rules = game.finds(), penalties(game), game.options.rules
    time = clock_text(game.now() + added)
    yield "time", time + (f", of which {clock_text(added)} for {plural(game.mistakes, 'mistake')}" if added else "")
    each = f", one in {clock_text(game.now() / len(mine))} on average" if mine else ""
    yield "SETs", f"{len(mine)}{each}; {plural(len(game.table.cards), 'card')} left on the table"
    if len(mine) > 1:
        for name, found in (("fastest", min(mine, key=_seconds)), ("slowest", max(mine, key=_seconds))):
            yield name, f"{clock_text(found.seconds)}: {', '.join(map(game.notation.name, found.cards))}"
    yield "mistakes", str(game.mistakes)
    if game.hinted:
        yield "hints", str(game.hinted)
    if (mean := mean_sets(game)) is not None:
        expected = expected_sets(rules)
        chance = f"{rules.table} random cards have {float(expected):.2f} ({fraction_text(expected)})"
        yield "choice", f"{float(mean):.2f} SETs a table on average; {chance}"


def _seconds(found: Find) -> float:
    return found.seconds


NO_SET = "none"
HINT = "hint"


class Find(NamedTuple):
    """A SET that was found: by which seat, its cards, and the seconds since the find before."""

    seat: int
    cards: tuple[int, ...]
    seconds: float


class TerminalGame(GameSession):
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

    def finds(self, seat: int = PLAYER_SEAT) -> list[Find]:
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
        mine = len(self.finds())
        if self.opponent is None:
            return f"{plural(mine, 'SET')} found"
        return f"SETs found: you {mine}, {self.opponent} {len(self.finds(OPPONENT_SEAT))}"

    @property
    def result(self) -> str:
        """The reason why the game is over, and the winner."""
        mine, hers, name = len(self.finds()), len(self.finds(OPPONENT_SEAT)), self.opponent
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
        so_far = f" You go on at {clock_text(self.now())} with {plural(len(self.finds()), 'SET')}." * bool(self.journal)
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
        found, words = self.finds(), in_words(sorted(cards, key=slots.index), self.notation)
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
        return [*words, "--clock", f"{self.now():.1f}".removesuffix(".0")]

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
        if not self.over and self.options.sets in (len(self.finds()), len(self.finds(OPPONENT_SEAT))):
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
            cards = in_words(sorted(event.cards or (), key=self.table.slots.index), self.notation)
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
        self.journal.append(f"{text}@" + f"{now:.1f}".removesuffix(".0"))

    def _cost(self) -> str:
        return f"That is mistake {self.mistakes}: {clock_text(self.options.penalty)} are added."


def _first_events(options: Options) -> list[Event]:
    """The room is opened, the player and perhaps an opponent take seats, and the only round starts."""
    game, rules = options.game, options.rules
    opponents = {"opponents": 1, "speed": options.opponent} if options.opponent else {}
    chosen = find_game(game).read(opponents) | dict(zip(OF_A_TERMINAL, (rules.d, rules.table, 0), strict=True))
    ada = [Join(OPPONENT_SEAT, OPPONENT_NAMES[0], OPPONENT)] if options.opponent else []
    return [Open(game, chosen), Join(PLAYER_SEAT, "Player"), *ada, Back(PLAYER_SEAT), Start(1, game, chosen)]


INDENT = " " * 9
"""Below the words of a line that begins with a time."""

REMEDY = "give a file that `setlab play --record` wrote"


def replay_file(path: str, json: bool) -> None:
    """Show the game in a file that `setlab play --record` wrote."""
    record = _read(path)
    try:
        played = find_round(rounds(record["events"]))
        notation = card_notation(str(record["notation"]), played.dimension, record["game"] == "junior")
    except (KeyError, TypeError, AttributeError, RuleError) as error:
        raise SpecError(f"{quote(path)} is no record of a game ({error}): {REMEDY}") from None
    table = played.last.round_position.table
    if json:
        events = [_event_json(step, notation) for step in _moves(played)]
        print_json({"seed": record.get("seed"), "events": events, "leftover": digits_of(table.cards, notation)})
        return
    claims = sum(isinstance(step.event, Claim) for step in played.steps)
    print(f"{plural(table.rules.cards, 'card')}, seed {record.get('seed')}, {plural(claims, 'SET')}\n")
    for line in _story(played, notation):
        print(textwrap.fill(line, width(), subsequent_indent=INDENT) if "\n" not in line else line)


def _read(path: str) -> dict[str, Any]:
    if not Path(path).is_file():
        raise SpecError(f"{quote(path)} is not a file: give a recorded game, or the id of an experiment and a trial")
    try:
        record = format_json.loads(Path(path).read_bytes())
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise SpecError(f"{quote(path)} is no record of a game: {REMEDY}")
    return record


def _moves(played: Round) -> list[Step]:
    return [step for step in played.steps if isinstance(step.event, Deal | Claim | Reject)]


def _event_json(step: Step, notation: Notation) -> dict[str, Any]:
    event, cards = step.event, getattr(step.event, "cards", ())
    record = {"at": step.seconds, "event": step.kind, "cards": digits_of(cards, notation)}
    if isinstance(event, Claim | Reject):
        record["player"] = _name_of(step, event.seat)
    if isinstance(event, Reject):
        record["reason"] = _reason(cards, notation)
    return record


def _name_of(step: Step, seat: int) -> str:
    """The name of an opponent; none for the player of the record."""
    return "" if seat == PLAYER_SEAT else step.after.players[seat].name


def _reason(cards: tuple[int, ...], notation: Notation) -> str:
    return why_no_set(cards, notation) if cards else "none was said, and there is one"


def _story(played: Round, notation: Notation) -> Iterator[str]:
    """The events in words, and the table at the end."""
    number = 0
    for step in _moves(played):
        event, table, time = step.event, step.before.round_position.table, f"{clock_text(step.seconds):>7}"
        cards = getattr(event, "cards", ())
        if isinstance(event, Claim):
            number += 1
            name = _name_of(step, event.seat)
            who = f"{name}, " if name else ""
            yield f"{time}  {who}SET {number}: {in_words(sorted(cards, key=table.slots.index), notation)}"
        elif isinstance(event, Reject):
            named = ", ".join(map(notation.name, cards))
            yield f"{time}  mistake: {named}{' – ' * bool(cards)}{_reason(cards, notation)}"
        elif not table.slots:
            yield picture(cards, notation, codes=False) + "\n"
        else:
            why = "no SET, dealt" if len(table.cards) >= table.rules.table else "dealt"
            yield f"{time}  {why}: {', '.join(map(notation.name, cards))}"
    table = played.last.round_position.table
    yield f"\n{plural(len(table.cards), 'card')} left on the table, {table.undealt} undealt"
    if table.cards:
        yield picture(table.cards, notation, codes=False)
