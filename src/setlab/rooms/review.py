"""The rounds of a room, and the review of each: the finds with players and times, and all SETs at each moment.

`review` makes it from the events of a room alone, so that a page, a file of events and a test see the same review.

The moments of a round are each claim, each deal of more cards and the end, with all SETs on the table. A SET lies there
from the event that completes it until a claim takes it (its fate is `now` at that moment, `later` at the moments
before), until a claim takes one of its cards (`broken`), or until the end (`never`). In `find-all` the cards stay, so
that a SET found `before` is still there; in `chain` a SET can be out of reach for a while and come back.

The statistics of rounds are a table of players, and the finds and misses of a class. No function ranks players. In Team
SET everybody who pointed at one of the cards takes part in a find or in a mistake. The seconds to a find count from the
last change of the player's table, or from when the player joined. In the statistics of a class, opponents that the
server plays are left out; SETs that they take count as there and not found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from statistics import median
from typing import Any
from unicodedata import combining, normalize

from setlab.answers.answer import attributes
from setlab.arguments import checked
from setlab.errors import RuleError, show_value
from setlab.geometry import Space
from setlab.rooms.events import Claim, Deal, Event, Join, Over, Reject, Start, Timed, event_from_json
from setlab.rooms.games import NAMES, notation_of
from setlab.rooms.state import OPPONENT, Player, RoomState, Step
from setlab.rooms.views import teams_json

Record = Mapping[str, Any]
"""An event as the log keeps it: `seq`, `at` (seconds since 1970) and `event`, whose `event` is its kind."""


@dataclass(frozen=True)
class Round:
    """One game of a room: its events from `start` to `over`.

    >>> log = [{"seq": 1, "at": 9.0, "event": {"event": "open", "game": "junior", "options": {}}},
    ...        {"seq": 2, "at": 10.0, "event": {"event": "start", "round": 1, "game": "junior", "options": {}}},
    ...        {"seq": 3, "at": 12.0, "event": {"event": "pause"}},
    ...        {"seq": 4, "at": 52.0, "event": {"event": "resume"}},
    ...        {"seq": 5, "at": 53.5, "event": {"event": "over", "why": "host"}}]
    >>> [(step.kind, step.seconds) for step in rounds(log)[0].steps]
    [('start', 0.0), ('pause', 2.0), ('resume', 2.0), ('over', 3.5)]
    """

    steps: tuple[Step, ...]

    @property
    def first(self) -> RoomState:
        """The state after the start."""
        return self.steps[0].after

    @property
    def last(self) -> RoomState:
        """The state at the end, or now if the round is still being played."""
        return self.steps[-1].after

    @property
    def number(self) -> int:
        """The number of the round in its room, from 1."""
        return self.first.round

    @property
    def dimension(self) -> int:
        """The number of properties of the cards."""
        return self.first.game.dimension_of(self.first.options)

    @property
    def is_over(self) -> bool:
        """True if the round has ended."""
        return isinstance(self.steps[-1].event, Over)

    @property
    def seconds(self) -> float:
        """The seconds of play from the start to the end."""
        return self.last.seconds


def steps(records: Iterable[Record]) -> Iterator[Step]:
    """The events of a room with the states around them; the seconds of play restart with every round."""
    state = RoomState.empty("")
    for timed in map(_read_event, records):
        after = _after(state, timed)
        yield Step(timed, state, after)
        state = after


def rounds(records: Iterable[Record]) -> list[Round]:
    """The rounds of a room in their order.

    >>> rounds([{"seq": 1, "at": 0.0, "event": {"event": "open", "game": "standard", "options": {}}}])
    []
    """
    found: list[list[Step]] = []
    for step in steps(records):
        if isinstance(step.event, Start):
            found.append([])
        if found and not (found[-1] and isinstance(found[-1][-1].event, Over)):
            found[-1].append(step)
    return [Round(tuple(each)) for each in found]


def find_round(played: Sequence[Round], number: int | None = None) -> Round:
    """The round with this number, by default the last one that is over; raise `RuleError` unless it was played."""
    if not played:
        raise RuleError("this room has no round yet: start one")
    over = [each.number for each in played if each.is_over]
    wanted = max(over, default=len(played)) if number is None else number
    if not 1 <= wanted <= len(played):
        raise RuleError(f"round {wanted} was not played: choose 1 to {len(played)}")
    return played[wanted - 1]


def _read_event(record: Record) -> Timed:
    """The event of a record; raise `RuleError` unless it has the form of the log."""
    seq, at, event = (record.get(name) for name in ("seq", "at", "event"))
    if not isinstance(seq, int) or not isinstance(at, int | float) or not isinstance(event, Mapping):
        raise RuleError(
            f"{show_value(record)} is not an event of a log: it needs seq (a number), at (seconds) and event"
        )
    return Timed(seq, float(at), event_from_json(event))


def _after(state: RoomState, timed: Timed) -> RoomState:
    """The state after an event; a claim whose cards are hidden from players changes nothing that they know."""
    if isinstance(timed.event, Claim) and timed.event.cards is None:
        return state.at_event(timed)
    return state.after(timed)


Line = tuple[int, ...]
"""The cards of a SET in increasing order."""

FATES = ("now", "later", "broken", "never", "before")
"""The fates of a SET, in the order in which a moment lists its SETs."""

LAID = ("start", "refill")
"""The reasons for deals that are not moments: the first deal, or a refill."""


@dataclass(frozen=True)
class SetThere:
    """A SET on the table at a moment: its fate, the seat and time of that, and how long it had lain there."""

    cards: Line
    fate: str
    there: float
    by: int | None = None
    when: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The SET as a JSON object."""
        return {"cards": list(self.cards), **attributes(self, "fate", "by", "when", "there")}


@dataclass(frozen=True)
class RoundMoment:
    """One moment of a round: the event, the table before it, and its SETs.

    `after` counts the seconds since the table changed; where cards stay, since the last find, on an own copy by its
    player.
    """

    at: float
    event: Claim | Deal | Over
    slots: tuple[int | None, ...]
    chain: tuple[int, ...]
    after: float
    since: Mapping[Line, float]
    owner: int = 0
    """The seat whose own table it is; 0 for the table of all."""
    sets: tuple[SetThere, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the event: `claim`, `deal` or `over`."""
        return type(self.event).__name__.lower()

    @property
    def taken_set(self) -> Line | None:
        """The SET that was found at this moment, or None."""
        return _line(self.event.cards or ()) if isinstance(self.event, Claim) else None

    @property
    def seat(self) -> int | None:
        """The seat that found a SET at this moment, or None."""
        return self.event.seat if isinstance(self.event, Claim) else None

    def to_json(self) -> dict[str, Any]:
        """The moment as a JSON object."""
        claim = self.event if isinstance(self.event, Claim) else None
        return {
            **attributes(self, "at", "kind"),
            "why": getattr(self.event, "why", None),
            "seat": self.seat,
            "team": claim.team if claim else 0,
            "shares": list(claim.shares) if claim else [],
            "cards": list(getattr(self.event, "cards", None) or ()),
            "slots": list(self.slots),
            "chain": list(self.chain),
            "after": self.after,
            "sets": [there.to_json() for there in self.sets],
        } | ({"owner": self.owner} if self.owner else {})


def moments(played: Round) -> tuple[RoundMoment, ...]:
    """The moments of a round in their order, each with the fate of every SET on the table; own tables apart."""
    found = _without_fates(played)
    tables: defaultdict[int, list[RoundMoment]] = defaultdict(list)
    complete = []
    for moment in found:
        tables[moment.owner].append(moment)
    place = Counter[int]()
    for moment in found:
        at_table, k = tables[moment.owner], place[moment.owner]
        place[moment.owner] += 1
        sets = sorted((_fate(at_table, k, line) for line in moment.since), key=_order)
        complete.append(replace(moment, sets=tuple(sets)))
    return tuple(complete)


def is_moment(event: Event) -> bool:
    """True for a claim, for a deal that is no refill, and for the end.

    >>> is_moment(Deal((0, 1, 2), "none")), is_moment(Deal((0, 1, 2), "refill"))
    (True, False)
    """
    return isinstance(event, Claim | Over) or (isinstance(event, Deal) and event.why not in LAID)


def _without_fates(played: Round) -> list[RoundMoment]:
    """The moments with the table before each, and the time when each SET appeared."""
    found: list[RoundMoment] = []
    since: defaultdict[int, dict[Line, float]] = defaultdict(dict)
    changed: dict[int, float] = {}  # by the seat of an own copy or table; 0 is the table of all
    for step in played.steps:
        event, has_own = step.event, step.before.game.has_own_tables
        copy = event.seat if isinstance(event, Claim) and step.before.is_private else 0
        if isinstance(event, Claim | Deal | Over) and is_moment(event):
            for owner in _owners(step):
                after = step.seconds - changed.get(owner or copy, changed.get(0, 0.0))
                position = step.before.position_of(owner or None) if step.before.position else None
                slots, chain = (position.table.slots, position.chain) if position else ((), ())
                there = dict(since[owner])
                found.append(RoundMoment(step.seconds, event, slots, chain, round(after, 3), there, owner))
        if isinstance(event, Claim | Deal):
            for owner in _owners(step):
                lines = map(_line, step.after.claimable_by(owner or None))
                since[owner] = {line: since[owner].get(line, step.seconds) for line in lines}
                changed[owner if has_own else copy] = step.seconds
    return found


def _owners(step: Step) -> list[int]:
    """The seats at whose own tables an event happens; 0 for the table of all."""
    if not step.before.game.has_own_tables or step.before.position is None:
        return [0]
    seat: int = getattr(step.event, "seat", 0)
    return [seat] if seat else sorted(step.before.position.tables)


def _fate(found: Sequence[RoundMoment], k: int, line: Line) -> SetThere:
    """The fate of a SET on the table at moment k: found now, before or later, else broken by the last claim."""
    there = round(found[k].at - found[k].since[line], 3)
    for fate, when in (("now", found[k : k + 1]), ("before", _since(found, k, line)), ("later", found[k + 1 :])):
        for moment in when:
            if moment.taken_set == line:
                return SetThere(line, fate, there, moment.seat, moment.at)
    last = max(i for i, moment in enumerate(found) if line in moment.since)
    if last == len(found) - 1:
        return SetThere(line, "never", there)
    return SetThere(line, "broken", there, found[last].seat, found[last].at)


def _since(found: Sequence[RoundMoment], k: int, line: Line) -> list[RoundMoment]:
    """The moments before moment k at which a SET that lies there now lay there already."""
    return [moment for moment in found[:k] if moment.since.get(line) == found[k].since[line]]


def _order(there: SetThere) -> tuple[int, float, Line]:
    """The SET that is found now comes first, then those found later and those broken, by time."""
    return FATES.index(there.fate), there.when or 0.0, there.cards


def _line(cards: Sequence[int]) -> Line:
    return tuple(sorted(cards))


def player_table(played: Sequence[Round]) -> list[dict[str, Any]]:
    """One row for each person who took part in the rounds, by name: `name`, `team`, `found`, `wrong`, `median`.

    >>> from setlab.rooms.review import rounds
    >>> events = [{"event": "open", "game": "standard", "options": {}}, {"event": "join", "seat": 1, "name": "Ada"},
    ...     {"event": "start", "round": 1, "game": "standard", "options": {}},
    ...     {"event": "deal", "cards": [0, 1, 2, 5, 9]}, {"event": "claim", "seat": 1, "cards": [0, 1, 2]}]
    >>> player_table(rounds({"seq": i + 1, "at": 2.5 * i, "event": event} for i, event in enumerate(events)))
    [{'seat': 1, 'name': 'Ada', 'team': '', 'found': 1, 'wrong': 0, 'median': 2.5}]
    """
    people: dict[int, dict[str, Any]] = {}
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    wrong = Counter[int]()
    for each in played:
        rejects = [(step, step.event) for step in each.steps if isinstance(step.event, Reject)]
        finds, mistakes = list(_finds(each)), [seat for pair in rejects for seat in _taking_part(*pair)]
        for seat, until in finds:
            seconds[seat].append(until)
        wrong.update(mistakes)
        active = {seat for seat, _ in finds} | set(mistakes)
        people |= {player.seat: _name_and_team(player, each.last) for player in _people(each, active)}
    rows = [
        {**named, "found": len(seconds[seat]), "wrong": wrong[seat], "median": _median(seconds[seat])}
        for seat, named in people.items()
    ]
    return sorted(rows, key=lambda row: (_letters(row["name"]), row["seat"]))


def _letters(name: str) -> str:
    """The name as lists sort it: É and e count as E.

    >>> sorted(["Élodie", "Zofia", "ada"], key=_letters)
    ['ada', 'Élodie', 'Zofia']
    """
    return "".join(each for each in normalize("NFKD", name.casefold()) if not combining(each))


def _people(played: Round, active: Iterable[int]) -> list[Player]:
    """The people seated at the end of a round, and the active ones who left before."""
    people = [player for player in played.last.players.values() if player.kind != OPPONENT]
    return [player for player in people if not player.left or player.seat in active]


def _name_and_team(player: Player, state: RoomState) -> dict[str, Any]:
    team = NAMES[player.team - 1] if state.game.has_teams and player.team else ""
    return {"seat": player.seat, "name": player.name, "team": team}


def _finds(played: Round) -> Iterator[tuple[int, float]]:
    """The seat of everybody who took part in a find, and the seconds until it."""
    changed, joined = 0.0, dict[int, float]()
    for step in played.steps:
        event = step.event
        if isinstance(event, Join) or (isinstance(event, Deal) and event.seat):
            joined[event.seat] = step.seconds
        elif isinstance(event, Deal):
            changed = step.seconds
        elif isinstance(event, Claim):
            for seat in _taking_part(step, event):
                yield seat, round(step.seconds - max(changed, joined.get(seat, 0.0)), 3)
            if step.before.is_private:
                joined[event.seat] = step.seconds  # the copies of the others did not change
            else:
                changed = step.seconds


def _taking_part(step: Step, event: Claim | Reject) -> list[int]:
    """The seats that pointed at the cards, or the one that claimed them."""
    cards = set(event.cards or ())
    pointed = [point.seat for each in step.before.pointings if set(each.cards) == cards for point in each.points]
    return sorted({*pointed}) or [event.seat]


@dataclass(frozen=True)
class Appearance:
    """A SET that lay on a table in some round, and the seconds until a person found it, or None."""

    cards: Line
    dimension: int
    seconds: float | None

    @cached_property
    def differing_properties(self) -> frozenset[str]:
        """The properties in which its cards differ."""
        patterns = Space(self.dimension).patterns(self.cards)
        named = zip(notation_of(self.dimension).properties, patterns, strict=True)
        return frozenset(each.name for each, pattern in named if str(pattern) == "different")


def class_statistics(played: Sequence[Round]) -> dict[str, Any]:
    """The statistics of all rounds that are over: by round, by property, and by how many properties differ.

    A median is over the seconds from the last change of the table to a find in a round, and over the seconds that a
    SET had lain there elsewhere.
    """
    over = [(each, moments(each)) for each in played if each.is_over]
    there = [each for one, found in over for each in appearances(one, found)]
    wrong = sum((_mistakes(each) for each, _ in over), Counter[str]())
    return {
        "rounds": [_of_round(each, found) for each, found in over],
        "properties": list(_by_property(there, wrong)),
        "differing": list(_by_differing(there)),
        "no_set": wrong["no-set"],
        "players": player_table([each for each, _ in over]),
    }


def appearances(played: Round, found: Sequence[RoundMoment]) -> list[Appearance]:
    """The SETs of three cards that appeared in the moments of a round, each once, or once on each person's own copy."""
    if played.first.game.claim_sizes != (3,):
        return []
    copies: list[int | None] = [None]
    if played.first.has_own_copies:
        copies = [each.seat for each in _finders(played)]
    people = {0, *(each.seat for each in _finders(played))}
    mine = [moment for moment in found if moment.owner in people]
    seconds: dict[tuple[int | None, Line], float | None]
    seconds = {(moment.owner or copy, there.cards): None for moment in mine for there in moment.sets for copy in copies}
    for moment in mine:
        if _is_person(played, moment):
            taken = next(there for there in moment.sets if there.fate == "now")
            seconds[moment.seat if played.first.is_private else None, taken.cards] = taken.there
    return [Appearance(cards, played.dimension, until) for (_, cards), until in seconds.items()]


def _of_round(played: Round, found: Iterable[RoundMoment]) -> dict[str, Any]:
    finds = [moment for moment in found if moment.kind == "claim" and _is_person(played, moment)]
    return {
        "round": played.number,
        "game": played.last.game.name,
        "seconds": played.seconds,
        "found": len(finds),
        "players": len(_finders(played)),
        "finders": len({moment.seat for moment in finds}),
        "median": _median(moment.after for moment in finds),
        "wrong": dict(sorted(_mistakes(played).items())),
    }


def _finders(played: Round) -> list[Player]:
    """The people seated at the end of a round, and those who found a SET before they left."""
    return _people(played, [step.event.seat for step in played.steps if isinstance(step.event, Claim)])


def _mistakes(played: Round) -> Counter[str]:
    """The number of wrong claims in which each property failed; `no-set` counts wrong claims of "no SET here"."""
    return Counter(
        name
        for step in played.steps
        if isinstance(step.event, Reject) and played.last.players[step.event.seat].kind != OPPONENT
        for name in _failing(step.event)
    )


def _failing(event: Reject) -> list[str]:
    if event.why == "no-set":
        return ["no-set"]
    return [str(each["property"]) for each in event.properties if each["verdict"] == "neither"]


def _by_property(there: Sequence[Appearance], wrong: Counter[str]) -> Iterator[dict[str, Any]]:
    """For each property: SETs in which it is the same and in which it differs, there and found; and mistakes."""
    for name in _properties(there, wrong):
        known = [each for each in there if name in _names(each.dimension)]
        kinds = {
            "same": [each for each in known if name not in each.differing_properties],
            "different": [each for each in known if name in each.differing_properties],
        }
        yield {"property": name, "wrong": wrong[name], **{kind: _count_finds(of) for kind, of in kinds.items()}}


def _by_differing(there: Iterable[Appearance]) -> Iterator[dict[str, Any]]:
    """For each number of properties that differ: how many SETs were there, how many were found and how soon."""
    groups: defaultdict[int, list[Appearance]] = defaultdict(list)
    for each in there:
        groups[len(each.differing_properties)].append(each)
    for differ, group in sorted(groups.items()):
        yield {"differ": differ, **_count_finds(group)}


def _count_finds(group: Sequence[Appearance]) -> dict[str, Any]:
    times = [each.seconds for each in group if each.seconds is not None]
    return {"there": len(group), "found": len(times), "median": _median(times)}


def _properties(there: Iterable[Appearance], wrong: Counter[str]) -> list[str]:
    """The names of the properties that occur, in the order of the notation."""
    seen = {name for each in there for name in _names(each.dimension)} | set(wrong)
    return [name for name in _names(6) if name in seen]


def _names(dimension: int) -> list[str]:
    return [each.name for each in notation_of(dimension).properties]


def _is_person(played: Round, moment: RoundMoment) -> bool:
    event = moment.event
    return isinstance(event, Claim) and played.last.players[event.seat].kind != OPPONENT


def _median(seconds: Iterable[float]) -> float | None:
    known = list(seconds)
    return round(median(known), 3) if known else None


@checked
def review(records: Iterable[Record], number: int | None = None, room: str = "") -> dict[str, Any]:
    """The review of a round as JSON, the last one that is over by default; raise `RuleError` unless it was played.

    >>> def log(seq, at, **event):
    ...     return {"seq": seq, "at": at, "event": event}
    >>> found = review([log(1, 0.0, event="open", game="standard", options={}),
    ...     log(2, 0.0, event="join", seat=1, name="Ada"),
    ...     log(3, 10.0, event="start", round=1, game="standard", options={}),
    ...     log(4, 10.0, event="deal", cards=[0, 1, 2, 3, 6], why="start"),
    ...     log(5, 14.5, event="claim", seat=1, cards=[2, 1, 0]), log(6, 19.0, event="over", why="host")])
    >>> found["seconds"], found["winners"], found["left"]
    (9.0, [1], 78)
    >>> [(there["cards"], there["fate"], there["there"]) for there in found["moments"][0]["sets"]]
    [([0, 1, 2], 'now', 4.5), ([0, 3, 6], 'broken', 4.5)]
    """
    played = rounds(records)
    chosen = find_round(played, number)
    quiet = bool(chosen.last.options.get("quiet", False))
    return {"room": room, **_facts(chosen), "quiet": quiet, **_players_and_teams(chosen, quiet)} | {
        "moments": [moment.to_json() for moment in moments(chosen) if _is_shown(moment, chosen.last)],
        "rejects": [_reject(step.seconds, step.event) for step in chosen.steps if isinstance(step.event, Reject)],
        "table": player_table([chosen]),
        "rounds": len(played),
        "statistics": class_statistics(played),
        "seen": None,
    }


def _is_shown(moment: RoundMoment, state: RoomState) -> bool:
    """True for all moments but the end at the own tables of others than the winner."""
    return moment.kind != "over" or moment.owner in (0, _first_table(state))


def _first_table(state: RoomState) -> int:
    """The seat of the winner's own table, by default the first; 0 if there are none."""
    tables = state.position.tables if state.position else {}
    return next((seat for seat in (*state.winners, *sorted(tables)) if seat in tables), 0)


def _facts(played: Round) -> dict[str, Any]:
    """The game, its start and length, and the number of cards left in the deck and on the table."""
    state = played.last
    table = state.position_of(_first_table(state)).table if state.position else None
    return {
        "round": played.number,
        "game": state.game.name,
        "dimension": played.dimension,
        "values": state.game.values,
        "options": dict(state.options),
        "started": state.started,
        "seconds": played.seconds,
        "over": played.is_over,
        "left": table.undealt + len(table) if table else 0,
    }


SHOWN = ("seat", "name", "team", "score", "wrong", "kind")
"""The fields of a player that the review shows."""


def _players_and_teams(played: Round, quiet: bool) -> dict[str, Any]:
    """Players and teams, the best first, and the winners; in quiet mode by seat, without winners."""
    state, found = played.last, Counter(step.event.seat for step in played.steps if isinstance(step.event, Claim))
    taking_part = [each for each in state.players.values() if not each.left or found[each.seat] or each.wrong]
    players = sorted(taking_part, key=lambda each: (each.seat,) if quiet else _rank(each))
    teams = teams_json(state, players)
    teams.sort(key=lambda each: (0 if quiet else -each["score"], each["team"]))
    best = [each["team"] for each in _best(teams)] if not quiet else []
    staying = [each for each in players if not each.removed]
    scores = [attributes(each, "seat", "score") for each in staying]
    winning = [p.seat for p in staying if p.team in best] if teams else [each["seat"] for each in _best(scores)]
    if any(each.through is not None for each in staying):
        winning = list(state.winners)
    own = ("through",) if state.game.has_own_tables else ()
    return {
        "players": [attributes(each, *SHOWN, *own) | {"found": found[each.seat]} for each in players],
        "teams": teams,
        "winners": [] if quiet else winning,
        "winning_teams": best,
    }


def _rank(player: Player) -> tuple[float, ...]:
    """The order of players: those who are through at their tables by time, then by points."""
    return (inf if player.through is None else player.through, -player.score, player.seat)


def _best(scores: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries with the highest score, if it is positive."""
    most = max((each["score"] for each in scores), default=0)
    return [each for each in scores if each["score"] == most] if most > 0 else []


def _reject(at: float, event: Reject) -> dict[str, Any]:
    """A wrong claim, also of "no SET here", with the properties that fail."""
    failing = [dict(each) for each in event.properties if each["verdict"] == "neither"]
    who = {"at": at, **attributes(event, "seat", "team"), "cards": list(event.cards or ())}
    return {**who, "why": event.why, "properties": failing}
