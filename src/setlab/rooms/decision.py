"""What the referee decides: events that happen, or a refusal, or both for a claim that is rejected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from setlab.rooms.events import Event


@dataclass(frozen=True)
class Refusal:
    """Why a request was refused: a code for programs, one sentence for people, details."""

    code: str
    reason: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """The events that follow a request, and the refusal if it was refused; `seat` is the one that somebody took."""

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    seat: int | None = None

    @property
    def is_accepted(self) -> bool:
        """True if the request was not refused."""
        return self.refusal is None


def accept(*events: Event) -> Decision:
    """The decision that these events happen."""
    return Decision(events)


def refuse(code: str, reason: str, *events: Event, **detail: Any) -> Decision:
    """The decision that a request is refused; the events, if any, happen all the same."""
    return Decision(events, Refusal(code, reason, detail))
