"""The events of a game: deals and claims. A game is the list of its events; `replay` gives the table."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.arguments import checked


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


Event = Deal | Claim
"""An event that changes the table."""
