"""The ordinary game for one player against the clock, as a value: the rules, the seed of the deck, the timed events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import RuleError
from setlab.rules.events import Claim, Deal, Event, Reject, event_from_json, event_to_json
from setlab.rules.referee import cards_to_refill, judge, judge_no_set
from setlab.rules.table import Rules, Table

_RECORDED = {"dimension": "d", "values": "n", "table": "table", "lost": "lost"}
"""The rules that a record states, with the names that they have in `Rules` and had in records before; the refill is the
standard one."""


@checked
@dataclass(frozen=True)
class TimedEvent:
    """An event, and the time of the clock in seconds when it happened."""

    at: float
    event: Event


@checked
@dataclass(frozen=True)
class FoundSet:
    """A SET that was found: its cards, the seconds since the one before, and the number of SETs on the table."""

    cards: tuple[int, ...]
    seconds: float
    choices: int


@checked
@dataclass(frozen=True)
class SoloGame:
    """A game of one player: cards are dealt to refill the table, or when the player rightly says that there is no SET.

    >>> game = SoloGame.begin(Rules(d=3, table=9), seed=1)
    >>> game.table.cards, game.table.sets()
    ((0, 24, 2, 23, 5, 15, 17, 19, 4), [(24, 23, 19), (2, 23, 17), (5, 15, 19)])
    >>> game = game.claim((2, 23, 17), at=8.5).no_set(at=20.0)
    >>> [(timed.at, type(timed.event).__name__) for timed in game.events]
    [(0.0, 'Deal'), (8.5, 'Claim'), (8.5, 'Deal'), (20.0, 'Reject')]
    """

    rules: Rules
    seed: int
    events: tuple[TimedEvent, ...] = ()

    @classmethod
    @checked
    def begin(cls, rules: Rules, seed: int) -> SoloGame:
        """The game when the first cards have been dealt; the deck is that of trial 0 of the seed."""
        return cls(rules, seed)._refilled(0.0)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The deck in the order in which it is dealt."""
        return tuple(Draws(self.seed).shuffled(0, self.rules.deck, self.rules.cards))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The table before the first event and after every event."""
        tables = [Table(self.rules)]
        for timed in self.events:
            tables.append(tables[-1].after(timed.event))
        return tuple(tables)

    @property
    def table(self) -> Table:
        """The table now."""
        return self.tables[-1]

    @property
    def over(self) -> bool:
        """True if all cards are dealt and there is no SET on the table."""
        return not self.table.undealt and not self.table.sets()

    @property
    def last(self) -> Event:
        """The last event."""
        return self.events[-1].event

    @checked
    def claim(self, cards: Sequence[int], at: float) -> SoloGame:
        """The game after a claim, right or wrong; after a right one the table is refilled."""
        return self._after(judge(self.table, cards), at)._refilled(at)

    @checked
    def no_set(self, at: float) -> SoloGame:
        """The game after the claim that there is no SET: n more cards if that is right, else a rejected claim."""
        wrong = judge_no_set(self.table)
        return self._after(wrong or self._deal(self.rules.n), at)

    @cached_property
    def found(self) -> tuple[FoundSet, ...]:
        """The SETs that were found, in their order.

        >>> SoloGame.begin(Rules(d=3, table=9), seed=1).claim((2, 23, 17), at=8.5).found
        (FoundSet(cards=(2, 23, 17), seconds=8.5, choices=3),)
        """
        found, before = [], 0.0
        for timed, table in zip(self.events, self.tables, strict=False):
            if isinstance(timed.event, Claim):
                found.append(FoundSet(timed.event.cards, timed.at - before, len(table.sets())))
                before = timed.at
        return tuple(found)

    @property
    def searched(self) -> tuple[Table, ...]:
        """The tables that the player searched: after every deal, and after every SET that was not replaced.

        >>> game = SoloGame.begin(Rules(d=3, table=9), seed=1).claim((2, 23, 17), at=8.5)
        >>> [len(table.sets()) for table in game.searched]
        [3, 3]
        """
        pairs = zip(self.events, self.tables[1:], strict=True)
        return tuple(
            table for timed, table in pairs if not isinstance(timed.event, Reject) and not cards_to_refill(table)
        )

    @property
    def mistakes(self) -> tuple[Reject, ...]:
        """The claims that were rejected; one without cards said that there is no SET."""
        return tuple(timed.event for timed in self.events if isinstance(timed.event, Reject))

    def as_record(self) -> dict[str, Any]:
        """The game as a JSON object, from which `from_record` makes the same game.

        >>> game = SoloGame.begin(Rules(d=3, table=9), seed=1).claim((2, 23, 17), at=8.5)
        >>> SoloGame.from_record(game.as_record()) == game
        True
        """
        events = [{"at": timed.at, "event": event_to_json(timed.event)} for timed in self.events]
        rules = {name: getattr(self.rules, field) for name, field in _RECORDED.items()}
        return {"rules": rules, "seed": self.seed, "events": events}

    @classmethod
    @checked
    def from_record(cls, record: Mapping[str, Any]) -> SoloGame:
        """The game that a JSON object describes; raise `RuleError` unless its events can happen in this order."""
        try:
            stated = record["rules"]
            d, n, table, lost = (int(stated[name if name in stated else old]) for name, old in _RECORDED.items())
            rules = Rules(d, n, table, lost)
            events = [TimedEvent(float(each["at"]), event_from_json(each["event"])) for each in record["events"]]
            game = cls(rules, int(record["seed"]), tuple(events))
            game.tables  # noqa: B018 (every event is checked)
        except (KeyError, TypeError, AttributeError) as error:
            raise RuleError(f"this is no record of a game ({error}): give a file that `play --record` wrote") from None
        return game

    def _deal(self, number: int) -> Deal:
        start = self.rules.cards - self.table.undealt
        return Deal(self.order[start : start + number])

    def _refilled(self, at: float) -> SoloGame:
        due = cards_to_refill(self.table)
        return self._after(self._deal(due), at) if due else self

    def _after(self, event: Event, at: float) -> SoloGame:
        return replace(self, events=(*self.events, TimedEvent(at, event)))
