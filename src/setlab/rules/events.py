"""The events of a game: deals, claims, rejected claims. A game is the list of its events; `replay` gives the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from setlab.arguments import checked
from setlab.errors import RuleError


@checked
@dataclass(frozen=True)
class Deal:
    """Cards are dealt: into the empty slots, the first slot first, then into new slots at the end."""

    cards: tuple[int, ...]


@checked
@dataclass(frozen=True)
class Claim:
    """A player takes a SET from the table."""

    cards: tuple[int, ...]
    player: str = ""


@checked
@dataclass(frozen=True)
class Reject:
    """A claim is rejected, and the table does not change."""

    cards: tuple[int, ...]
    player: str = ""
    reason: str = ""


Event = Deal | Claim | Reject
"""What can happen in a game."""

_KINDS: dict[str, type[Deal] | type[Claim] | type[Reject]] = {"deal": Deal, "claim": Claim, "reject": Reject}


@checked
def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object.

    >>> event_to_json(Claim((0, 1, 2), "Ada"))
    {'event': 'claim', 'cards': [0, 1, 2], 'player': 'Ada'}
    """
    fields = asdict(event) | {"cards": list(event.cards)}
    return {"event": type(event).__name__.lower(), **fields}


@checked
def event_from_json(record: Mapping[str, Any]) -> Event:
    """The event that a JSON object describes.

    >>> event_from_json({"event": "deal", "cards": [0, 40, 80]})
    Deal(cards=(0, 40, 80))
    """
    fields = dict(record)
    kind = _KINDS.get(str(fields.pop("event", "")))
    if kind is None:
        raise RuleError(f"{record.get('event')!r} is not an event: choose {', '.join(_KINDS)}")
    return kind(**fields | {"cards": tuple(fields.get("cards", ()))})
