"""The position of a round: the table, the SET that a chain goes on from, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from setlab.rules import Rules, Table


class Found(NamedTuple):
    """A SET that a seat has found."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """What lies on the table and what was found, whoever plays."""

    table: Table
    chain: tuple[int, ...] = ()
    found: tuple[Found, ...] = ()

    @classmethod
    def empty(cls, rules: Rules) -> Position:
        """The position before the first deal."""
        return cls(Table(rules))

    def found_by(self, seat: int | None) -> tuple[tuple[int, ...], ...]:
        """The SETs that a seat has found; those of all seats for None."""
        return tuple(each.cards for each in self.found if seat in (None, each.seat))
