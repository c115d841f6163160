"""A round of a room, event by event, as searches. There is one class for each way in which SETs compete.

In the games in which SETs are taken (`TakingRound`), all SETs on the table compete, and each claim changes the table.
In `find-all` the cards stay, and the SETs that have not been found compete: in one search of all players
(`FindingRound` with `together`), or in a search of each player, who has a copy of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from setlab.rules import Claim, Deal, Rules, Table
from setlab.seeing.clock import PlayingClock
from setlab.seeing.searches import Search, candidates_on

Event = Mapping[str, Any]


@dataclass
class Company:
    """Who plays: the room, which kinds of players are examined, the kind of each seat; or one player alone."""

    room: str
    examined: Mapping[str, bool]
    kinds: dict[int, str] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    alone: str = ""

    def note(self, event: Event) -> None:
        """Note who comes and goes."""
        kind = event["event"]
        if kind == "join":
            self.kinds[event["seat"]] = event.get("kind", "player")
        elif kind == "away":
            self.away.add(event["seat"])
        if kind in ("join", "back", "leave"):
            self.away.discard(event["seat"])
        if kind == "leave":
            self.kinds.pop(event["seat"], None)

    @property
    def is_empty(self) -> bool:
        """True if people have seats, and all of them have lost their connections."""
        people = {seat for seat, kind in self.kinds.items() if kind == "player"}
        return bool(people) and people <= self.away

    def is_examined(self, seat: int) -> bool:
        """True if the claims of this seat count."""
        return self.examined.get(self.kinds.get(seat, "player"), True)

    def name(self, seat: int) -> str:
        """The player of a seat, under a name that differs from those of other rooms."""
        return self.alone or f"{self.room} {seat}"


class Round:
    """A round whose claims are not used: they are counted with the reason."""

    def __init__(self, company: Company, at: float, reason: str) -> None:
        self.company, self.reason = company, reason
        self.clock = PlayingClock(at)
        self.left_out: Counter[str] = Counter()
        self.is_used = False

    def follow(self, at: float, event: Event) -> Iterator[Search]:
        """The searches that an event ends."""
        if event["event"] == "claim":
            self.left_out[self.reason] += 1
        return iter(())


class UsedRound(Round):
    """What all rounds that are used have in common: a table, a clock that stands still, the ages of the cards."""

    def __init__(self, company: Company, at: float, rules: Rules, properties: tuple[str, ...]) -> None:
        super().__init__(company, at, "")
        self.table, self.properties = Table(rules), properties
        self.dealt: dict[int, float] = {}
        self.last_deal: tuple[int, ...] = ()
        self.caller: int | None = None
        self.is_used = True

    def follow(self, at: float, event: Event) -> Iterator[Search]:
        """The searches that an event ends; afterwards the table and the clock are those after it."""
        now, kind = self.clock.now(at), event["event"]
        if kind == "deal":
            yield from self._deal(now, tuple(event["cards"]))
        elif kind == "claim":
            yield from self._claim(now, int(event["seat"]), event["cards"])
        elif kind == "over":
            yield from self._over(now)
        self._keep_time(at, event)

    def _keep_time(self, at: float, event: Event) -> None:
        kind = event["event"]
        if kind in ("pause", "call"):
            self.clock.stop(kind, at)
            self.caller = event.get("seat") if kind == "call" else self.caller
        elif kind == "resume":
            self.clock.go_on("pause", at)
        if self.company.is_empty:
            self.clock.stop("empty", at)
        else:
            self.clock.go_on("empty", at)
        if kind == "resume" or (kind in ("claim", "reject", "expire") and event.get("seat") == self.caller):
            self.clock.go_on("call", at)

    def _deal(self, now: float, cards: tuple[int, ...]) -> Iterator[Search]:
        self.table = self.table.after(Deal(cards))
        self.dealt |= dict.fromkeys(cards, now)
        self.last_deal = cards
        return iter(())

    def _claim(self, now: float, seat: int, cards: Any) -> Iterator[Search]:
        raise NotImplementedError

    def _over(self, now: float) -> Iterator[Search]:
        raise NotImplementedError

    def _search(
        self, now: float, seconds: float, done: set[frozenset[int]], seat: int | None = None, cards: Any = None
    ) -> Search:
        """The search that ends now, among the SETs that are not done yet."""
        there = candidates_on(self.table.slots, self.table.rules.d, self.dealt, now, self.last_deal)
        there = tuple(each for each in there if frozenset(each.cards) not in done)
        found, player = None, None
        if seat is not None and cards is not None:
            found = next((i for i, each in enumerate(there) if set(each.cards) == set(cards)), None)
            player = None if found is None else self.company.name(seat)
        return Search(self.company.room, self.properties, seconds, there, found, player)

    def _is_counted(self, seat: int, cards: Any) -> bool:
        """True if the claim is used; otherwise the reason why it is not has been counted."""
        reason = "hidden" if cards is None else "" if self.company.is_examined(seat) else self._kind(seat)
        if reason:
            self.left_out[reason] += 1
        return not reason

    def _kind(self, seat: int) -> str:
        return "opponents" if self.company.kinds.get(seat) == "opponent" else "people"


class TakingRound(UsedRound):
    """A round in which SETs are taken from the table."""

    def __init__(self, company: Company, at: float, rules: Rules, properties: tuple[str, ...]) -> None:
        super().__init__(company, at, rules, properties)
        self.since = 0.0

    def _deal(self, now: float, cards: tuple[int, ...]) -> Iterator[Search]:
        yield from self._ended(now)
        yield from super()._deal(now, cards)

    def _claim(self, now: float, seat: int, cards: Any) -> Iterator[Search]:
        counted = self._is_counted(seat, cards)
        yield from self._ended(now, seat if counted else None, cards)
        self.table = self.table.after(Claim(tuple(cards)))

    def _over(self, now: float) -> Iterator[Search]:
        yield from self._ended(now)

    def _ended(self, now: float, seat: int | None = None, cards: Any = None) -> Iterator[Search]:
        """The search since the table changed; none if it took no time, as between a claim and the refill."""
        seconds, self.since = now - self.since, now
        if seconds > 0 or seat is not None:
            yield self._search(now, seconds, set(), seat, cards)


class FindingRound(UsedRound):
    """A round of `find-all`: the cards stay, and the SETs that have not been found compete."""

    def __init__(
        self, company: Company, at: float, rules: Rules, properties: tuple[str, ...], together: bool, seats: list[int]
    ) -> None:
        super().__init__(company, at, rules, properties)
        self.searching = {0: 0.0} if together else dict.fromkeys(seats, 0.0)
        self.done: dict[int, set[frozenset[int]]] = {searcher: set() for searcher in self.searching}
        self.together = together

    def follow(self, at: float, event: Event) -> Iterator[Search]:
        """The searches that an event ends; players with copies of their own may come late and leave early."""
        now = self.clock.now(at)
        if event["event"] == "join" and not self.together:
            self.searching[event["seat"]], self.done[event["seat"]] = now, set()
        elif event["event"] == "leave" and event["seat"] in self.searching and not self.together:
            yield self._own_search(event["seat"], now)
            del self.searching[event["seat"]]
        yield from super().follow(at, event)

    def _claim(self, now: float, seat: int, cards: Any) -> Iterator[Search]:
        searcher = 0 if self.together else seat
        counted = self._is_counted(seat, cards)
        if searcher in self.searching and cards is not None:
            yield self._own_search(searcher, now, seat if counted else None, cards)
            self.done[searcher].add(frozenset(cards))

    def _over(self, now: float) -> Iterator[Search]:
        for searcher in self.searching:
            if not searcher or self.company.is_examined(searcher):
                yield self._own_search(searcher, now)

    def _own_search(self, searcher: int, now: float, seat: int | None = None, cards: Any = None) -> Search:
        seconds, self.searching[searcher] = now - self.searching[searcher], now
        return self._search(now, seconds, self.done[searcher], seat, cards)
