"""Games as searches, read from their logs: downloads of rooms, and the records that `setlab play --record` writes; and
the searches of one player, from the file of the page *My progress*.

In the games in which SETs are taken, all SETs on the table compete, and each claim changes the table. In `find-all` the
cards stay, and the SETs that have not been found compete: in one search of all players, or in a search of each player
with an own copy of the table. Only the time in which people can find SETs counts: not the time of pauses, of calls, or
while all people are away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from setlab.arguments import checked
from setlab.errors import CardError, RuleError, SpecError, unknown_name
from setlab.notation import DEFAULT
from setlab.rooms import RoomState, Step
from setlab.rooms.events import Claim, Deal, Join, Leave, Over, Start
from setlab.rooms.review import Round, rounds
from setlab.rooms.state import OPPONENT, PLAYER, PLAYING
from setlab.seeing.kept import GAME_OF_A_KIND, kept_finds, read_find, rounds_of
from setlab.seeing.searches import Search, candidates_on, property_names

WHO: Mapping[str, tuple[str, ...]] = {"people": (PLAYER,), "opponents": (OPPONENT,), "all": (PLAYER, OPPONENT)}
"""The kinds of players whose claims are examined, by the name of the choice."""

USED = ("standard", "timed", "junior", "five", "find-all")
"""The games in which the SETs on the table compete for the next claim."""

OTHER_RULES = ("race", "sprint", "shuffle", "planet", "four", "last-card", "memory", "puzzle-race")
"""Further games that are left out: on own tables, with other cards or other claims."""

LEFT_OUT = {
    "team": "claims of teams, who find a SET together, each member one card",
    "ultra": "claims of UltraSET, which are no SETs",
    "chain": "claims of a chain, which need a card of the SET before",
    **dict.fromkeys(OTHER_RULES, "claims of games with other rules"),
    "opponents": "claims of opponents that the server plays",
    "people": "claims of people, since opponents are examined",
    "hidden": "claims whose cards are hidden while the round is being played",
    "hints": "claims after a hint",
    "kind": "SETs of a kind that was chosen for practice",
}
"""The reasons why claims are left out, as a table names them."""

ALONE = "the player of the records"
"""The player of all games in terminals, and of all files of results: they do not say who played."""

TOGETHER = 0
"""The seat of a search by all players together at one table."""


@checked
@dataclass
class Reading:
    """The searches of all games, the number of rounds, and how many claims were left out for which reason."""

    searches: list[Search] = field(default_factory=list)
    rounds: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


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
    for name, content in games:
        finds = kept_finds(content) if isinstance(content, Mapping) else None
        if finds is None and (not isinstance(content, Mapping) or not isinstance(content.get("events"), list)):
            remedy = "give the download of a room, a file that `setlab play --record` wrote, or one of My progress"
            raise RuleError(f"{name} is no game: {remedy}")
        try:
            if finds is not None:
                _add_finds(reading, finds, who)
                continue
            for played in rounds(content["events"]):
                _RoundReader(reading, name, content, played, WHO[who]).read()
        except (RuleError, CardError) as error:
            raise RuleError(f"{name} is no game that can be played: {error}") from None
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise RuleError(f"{name} is no game ({error!r:.60}): download the room again") from None
    return reading


def _add_finds(reading: Reading, finds: Sequence[Mapping[str, Any]], who: str) -> None:
    """Add the searches that a player's browser has kept."""
    used = []
    for find in finds:
        reason = "kind" if find["game"] == GAME_OF_A_KIND else "hints" if find.get("hint") else ""
        reason = reason or ("people" if PLAYER not in WHO[who] else "")
        search = read_find(find, ALONE)
        if reason:
            reading.left_out += Counter({reason: int(search.found is not None)})
        else:
            used.append(find)
            reading.searches.append(search)
    reading.rounds += rounds_of(used)


def is_searched(state: RoomState) -> bool:
    """True while people can find SETs: no pause, no call, and not all of them are away."""
    has_people = any(player.kind == PLAYER for player in state.seated_players)
    return state.phase == PLAYING and state.called is None and (bool(state.people) or not has_people)


class _RoundReader:
    """Reads one round into searches, step by step."""

    def __init__(
        self, reading: Reading, name: str, content: Mapping[str, Any], played: Round, examined: tuple[str, ...]
    ) -> None:
        self.reading, self.played, self.examined = reading, played, examined
        self.group = str(content.get("room") or name)
        self.alone = ALONE if content.get("room") == "" else None
        self.hints = [float(at) for at in content.get("hints", [])]
        self.properties = property_names(played.dimension, str(content.get("notation") or DEFAULT))
        self.now = 0.0
        self.dealt: dict[int, float] = {}
        self.last_deal: tuple[int, ...] = ()
        self.since: dict[int, float] = {}
        """The time at which each seat's search began, or the common search."""

    def read(self) -> None:
        """Add the searches of the round, or the number of its claims if they are not used."""
        game = self.played.first.game.name
        if game not in USED:
            claims = sum(isinstance(step.event, Claim) for step in self.played.steps)
            self.reading.left_out += Counter({game: claims})
            return
        self.reading.rounds += 1
        for step in self.played.steps:
            self.now += step.timed.at - step.before.at if is_searched(step.before) else 0.0
            self._follow(step)

    def _follow(self, step: Step) -> None:
        event, before = step.event, step.before
        if isinstance(event, Start):
            seats = [player.seat for player in step.after.seated_players] if step.after.has_own_copies else [TOGETHER]
            self.since = dict.fromkeys(seats, 0.0)
        elif isinstance(event, Join) and before.has_own_copies:
            self.since[event.seat] = self.now
        elif isinstance(event, Leave) and event.seat in self.since:
            self._end_search(before, event.seat)
            del self.since[event.seat]
        elif isinstance(event, Deal):
            if not before.game.searches_all:
                self._end_search(before, TOGETHER)
            self.dealt |= dict.fromkeys(event.cards, self.now)
            self.last_deal = event.cards
        elif isinstance(event, Claim):
            self._read_claim(before, event)
        elif isinstance(event, Over):
            for searcher in self.since:
                self._end_search(before, searcher)

    def _read_claim(self, before: RoomState, claim: Claim) -> None:
        kind = before.players[claim.seat].kind
        reason = "hidden" if claim.cards is None else "" if kind in self.examined else _PLURALS[kind]
        if reason:
            self.reading.left_out[reason] += 1
        searcher = claim.seat if before.has_own_copies else TOGETHER
        if claim.cards is not None and searcher in self.since:
            self._end_search(before, searcher, None if reason else claim)

    def _end_search(self, before: RoomState, searcher: int, claim: Claim | None = None) -> None:
        """Add the search that ends now, by a claim that counts or otherwise; none if it took no time."""
        began, self.since[searcher] = self.since[searcher], self.now
        is_examined = searcher == TOGETHER or before.players[searcher].kind in self.examined
        if not is_examined or (self.now == began and claim is None):
            return
        if any(began <= hint <= self.now for hint in self.hints):
            self.reading.left_out += Counter({"hints": int(claim is not None)})
            return
        position = before.round_position
        done = {frozenset(cards) for cards in position.found_by(searcher or None)}
        slots = tuple(position.table.slots)
        there = candidates_on(slots, position.table.rules.d, self.dealt, self.now, self.last_deal)
        there = tuple(each for each in there if frozenset(each.cards) not in done)
        found = player = None
        if claim is not None:
            found = next((i for i, each in enumerate(there) if set(each.cards) == set(claim.cards or ())), None)
            player = None if found is None else self.alone or f"{self.group} {claim.seat}"
        search = Search(self.group, self.properties, self.now - began, there, found, player, slots)
        self.reading.searches.append(search)


_PLURALS = {PLAYER: "people", OPPONENT: "opponents"}
