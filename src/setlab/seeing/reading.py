"""Games as searches: downloads of rooms, and the records that `setlab play --record` writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from setlab.arguments import checked
from setlab.errors import CardError, RuleError, SpecError, unknown_name
from setlab.notation import DEFAULT
from setlab.rooms import find_game
from setlab.rooms.options import with_defaults
from setlab.rules import SoloGame
from setlab.seeing.rounds import Company, FindingRound, Round, TakingRound
from setlab.seeing.searches import Search, property_names

WHO: Mapping[str, Mapping[str, bool]] = {
    "people": {"player": True, "opponent": False},
    "opponents": {"player": False, "opponent": True},
    "all": {"player": True, "opponent": True},
}
"""Whose claims are examined."""

TAKING = {name: find_game(name).rules({}) for name in ("standard", "timed", "junior", "five")}
"""The games in which SETs are taken from the table, and all SETs compete for the next claim."""

LEFT_OUT = {
    "team": "claims of teams, who find a SET together, each member one card",
    "ultra": "claims of UltraSET, which are no SETs",
    "chain": "claims of a chain, which need a card of the SET before",
    "opponents": "claims of opponents that the server plays",
    "people": "claims of people, since opponents are examined",
    "hidden": "claims whose cards are hidden while the round is being played",
    "hints": "claims after a hint",
    "values": "claims of decks with another number of values than three",
}
"""The reasons why claims are left out, as a table names them."""

ALONE = "the player of the records"
"""Who played the games that `setlab play` recorded: they do not say it, and count as games of one player."""


@checked
@dataclass
class Reading:
    """The searches of all games, the number of rounds, and how many claims were left out for which reason."""

    searches: list[Search] = field(default_factory=list)
    rounds: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    @checked
    def add(self, rounds: Iterable[Round]) -> None:
        """Count rounds that have been followed to their end."""
        for each in rounds:
            self.rounds += each.is_used
            self.left_out += each.left_out


@checked
def read_games(games: Iterable[tuple[str, Any]], who: str = "people") -> Reading:
    """The searches of games, each given by a name and the JSON object of its download or record.

    >>> from setlab.seeing.simulated import simulate_room
    >>> reading = read_games([("monday.json", simulate_room(seed=1))])
    >>> reading.rounds, len(reading.searches), sum(search.found is not None for search in reading.searches)
    (1, 27, 24)
    """
    if who not in WHO:
        raise SpecError(unknown_name(who, "a choice of players", list(WHO)))
    reading = Reading()
    for number, (name, content) in enumerate(games):
        _read_one(reading, name, content, WHO[who], f"record {number}")
    return reading


def _read_one(reading: Reading, name: str, content: Any, examined: Mapping[str, bool], label: str) -> None:
    if not isinstance(content, Mapping) or not isinstance(content.get("events"), list):
        raise RuleError(f"{name} is no game: give the download of a room, or a file that `setlab play --record` wrote")
    try:
        if "rules" in content:
            _read_record(reading, content, examined, label)
        else:
            _read_room(reading, content, examined, name)
    except (RuleError, CardError) as error:
        raise RuleError(f"{name} is no game that can be played: {error}") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise RuleError(f"{name} is no game ({error!r:.60}): download the room again") from None


def _read_room(reading: Reading, content: Mapping[str, Any], examined: Mapping[str, bool], name: str) -> None:
    company, rounds = Company(str(content.get("room") or name), examined), list[Round]()
    for timed in content["events"]:
        at, event = float(timed["at"]), timed["event"]
        company.note(event)
        if event["event"] == "start":
            rounds.append(_started(company, at, event))
        if rounds:
            reading.searches += rounds[-1].follow(at, event)
    reading.add(rounds)


def _started(company: Company, at: float, start: Mapping[str, Any]) -> Round:
    """The round that starts, by its game."""
    game, options = str(start["game"]), start.get("options") or {}
    if game in TAKING:
        return TakingRound(company, at, TAKING[game], property_names(TAKING[game].d))
    if game != "find-all":
        return Round(company, at, game)
    finding = find_game(game)
    chosen = with_defaults(finding.options, options)
    rules = finding.rules(chosen)
    return FindingRound(company, at, rules, property_names(rules.d), chosen["together"], list(company.kinds))


def _read_record(reading: Reading, content: Mapping[str, Any], examined: Mapping[str, bool], label: str) -> None:
    """Read the game of one player. Records do not say who played, so that all of them count as one player."""
    game = SoloGame.from_record(content)
    claims = len(game.found)
    if game.rules.n != 3:
        reading.left_out["values"] += claims
    elif not examined["player"]:
        reading.left_out["people"] += claims
    else:
        _follow_record(reading, game, content, label)


def _follow_record(reading: Reading, game: SoloGame, content: Mapping[str, Any], label: str) -> None:
    company, hints = Company(label, {}, alone=ALONE), [float(at) for at in content.get("hints", [])]
    names = property_names(game.rules.d, str(content.get("notation") or DEFAULT))
    taking = TakingRound(company, 0.0, game.rules, names)
    opposed = {int(number) for number in (content.get("opponent") or {}).get("claims", [])}
    for number, timed in enumerate(content["events"]):
        at, event = float(timed["at"]), dict(timed["event"]) | {"seat": 1}
        hinted = any(taking.since <= hint <= at for hint in hints)
        for search in taking.follow(at, event):
            if number in opposed:  # the player has searched so long and not found it
                search = replace(search, found=None)
                reading.left_out["opponents"] += 1
            if hinted and search.found is not None:
                reading.left_out["hints"] += 1
            reading.searches += [] if hinted else [search]
    reading.add([taking])
