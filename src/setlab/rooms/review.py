"""The review of a round: the finds with their players and times, and all SETs on the table at each moment.

`review` makes it from the events of a room alone, so that a page, a file of events and a test see the same review.

The statistics of rounds are a table of players, and the finds and misses of a class. No function ranks players. In Team
SET everybody who pointed at one of the cards takes part in a find or in a mistake. The seconds to a find count from the
last change of the player's table, or from when the player joined. In the statistics of a class, opponents that the
server plays are left out; SETs that they take count as there and not found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any
from unicodedata import combining, normalize

from setlab.arguments import checked
from setlab.geometry import Space
from setlab.rooms.events import Claim, Deal, Join, Reject
from setlab.rooms.games import NAMES, notation_of
from setlab.rooms.rounds import Line, Moment, Record, Round, find_round, moments, rounds
from setlab.rooms.state import OPPONENT, Player, RoomState, Step


def player_table(played: Sequence[Round]) -> list[dict[str, Any]]:
    """One row for each person who took part in the rounds, by name: `name`, `team`, `found`, `wrong`, `median`.

    >>> from setlab.rooms.rounds import rounds
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
        if isinstance(event, Join):
            joined[event.seat] = step.seconds
        elif isinstance(event, Deal):
            changed = step.seconds
        elif isinstance(event, Claim):
            for seat in _taking_part(step, event):
                yield seat, round(step.seconds - max(changed, joined.get(seat, 0.0)), 3)
            if step.before.has_own_copies:
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


def appearances(played: Round, found: Sequence[Moment]) -> list[Appearance]:
    """The SETs of three cards that appeared in the moments of a round, each once, or once on each person's own copy."""
    if played.first.game.claim_size != 3:
        return []
    copies: list[int | None] = [None]
    if played.first.has_own_copies:
        copies = [each.seat for each in _finders(played)]
    seconds: dict[tuple[int | None, Line], float | None]
    seconds = {(copy, there.cards): None for moment in found for there in moment.sets for copy in copies}
    for moment in found:
        if _is_person(played, moment):
            taken = next(there for there in moment.sets if there.fate == "now")
            seconds[moment.seat if played.first.has_own_copies else None, taken.cards] = taken.there
    return [Appearance(cards, played.dimension, until) for (_, cards), until in seconds.items()]


def _of_round(played: Round, found: Iterable[Moment]) -> dict[str, Any]:
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


def _is_person(played: Round, moment: Moment) -> bool:
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
        "moments": [moment.to_json() for moment in moments(chosen)],
        "rejects": _rejects(chosen),
        "table": player_table([chosen]),
        "rounds": len(played),
        "statistics": class_statistics(played),
        "seen": None,
    }


def _facts(played: Round) -> dict[str, Any]:
    """The game, its start and length, and the number of cards left in the deck and on the table."""
    state = played.last
    table = state.position.table if state.position else None
    return {
        "round": played.number,
        "game": state.game.name,
        "dimension": played.dimension,
        "options": dict(state.options),
        "started": state.started,
        "seconds": played.seconds,
        "over": played.is_over,
        "left": table.undealt + len(table) if table else 0,
    }


def _players_and_teams(played: Round, quiet: bool) -> dict[str, Any]:
    """Players and teams, the best first, and the winners; in quiet mode by seat, without winners."""
    state, found = played.last, _claims_by_seat(played)
    taking_part = [each for each in state.players.values() if not each.left or found[each.seat] or each.wrong]
    players = sorted(taking_part, key=lambda each: (0 if quiet else -each.score, each.seat))
    teams = _teams(played, players) if state.game.has_teams else []
    teams.sort(key=lambda each: (0 if quiet else -each["score"], each["team"]))
    best = [each["team"] for each in _best(teams)] if not quiet else []
    staying = [each for each in players if not each.removed]
    winning = [p.seat for p in staying if p.team in best] if teams else [p["seat"] for p in _best(_scores(staying))]
    return {
        "players": [_player(each, found) for each in players],
        "teams": teams,
        "winners": [] if quiet else winning,
        "winning_teams": best,
    }


def _player(player: Player, found: Counter[int]) -> dict[str, Any]:
    fields = {name: getattr(player, name) for name in ("seat", "name", "team", "score", "wrong", "kind")}
    return {**fields, "found": found[player.seat]}


def _scores(players: Iterable[Player]) -> list[dict[str, int]]:
    return [{"seat": each.seat, "score": each.score} for each in players]


def _teams(played: Round, players: Sequence[Player]) -> list[dict[str, Any]]:
    """The teams with their names, scores and members."""
    number = int(played.last.options.get("teams", 0))
    return [
        {
            "team": team,
            "name": NAMES[team - 1],
            "score": played.last.team_scores.get(team, 0),
            "members": [each.seat for each in players if each.team == team],
        }
        for team in range(1, number + 1)
    ]


def _best(scores: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries with the highest score, if it is positive."""
    most = max((each["score"] for each in scores), default=0)
    return [each for each in scores if each["score"] == most] if most > 0 else []


def _claims_by_seat(played: Round) -> Counter[int]:
    return Counter(step.event.seat for step in played.steps if isinstance(step.event, Claim))


def _rejects(played: Round) -> list[dict[str, Any]]:
    """The wrong claims, also of "no SET here", each with the properties that fail."""
    return [_reject(step.seconds, step.event) for step in played.steps if isinstance(step.event, Reject)]


def _reject(at: float, event: Reject) -> dict[str, Any]:
    failing = [dict(each) for each in event.properties if each["verdict"] == "neither"]
    cards = list(event.cards or ())
    who = {"at": at, "seat": event.seat, "team": event.team}
    return {**who, "cards": cards, "why": event.why, "properties": failing}
