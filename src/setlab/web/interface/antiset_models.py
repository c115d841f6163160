"""What is sent and answered about games of anti-SET."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from setlab.antiset.strategies import STRATEGIES
from setlab.antiset.strategies.strategy import Reason
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.web.messages import WHOLE

MOST_MOVES = 122
"""Half of the cards of the largest board."""

Card = Annotated[int, Field(ge=0, lt=243), WHOLE]
Seat = Literal["xavier", "olivia"]


class AntisetGame(BaseModel):
    """A game against a strategy: who the visitor is, and the visitor's moves so far."""

    model_config = ConfigDict(extra="forbid", strict=True)
    cards: Literal[9, 27, 81, 243] = 9
    you: Seat = "olivia"
    strategy: str = Field("theorem7", max_length=40, json_schema_extra={"enum": list(STRATEGIES)})
    seed: Annotated[int, Field(ge=0, lt=LARGEST_EXACT_NUMBER), WHOLE] = 0
    moves: list[Card] = Field(default_factory=list, max_length=MOST_MOVES)
    hint: bool = False


class AntisetMoves(BaseModel):
    """A game that is over: the moves of both players in turn."""

    model_config = ConfigDict(extra="forbid", strict=True)
    cards: Literal[9, 27, 81, 243]
    moves: list[Card] = Field(max_length=2 * MOST_MOVES)


class Why(BaseModel):
    """The reason for a move: a code with its cards and numbers; `after` says why the plan of the strategy has ended."""

    code: str
    cards: list[int]
    numbers: dict[str, int]
    after: Why | None

    @classmethod
    def of(cls, reason: Reason | None) -> Why | None:
        """The reason as it is sent."""
        if reason is None:
            return None
        return cls(
            code=reason.code, cards=list(reason.points), numbers=dict(reason.numbers), after=cls.of(reason.after)
        )


class Taken(BaseModel):
    """A move; `reflected` is the reflection of Olivia's card before it in Xavier's first card."""

    player: Seat
    card: int
    why: Why | None
    reflected: int | None


class Hint(BaseModel):
    """A good card, and why."""

    card: int
    why: Why | None


class AntisetState(BaseModel):
    """The game after all moves of the visitor and the answers of the strategy.

    `deadly` has, for each free card that completes a SET of the visitor's, the two others of that SET.
    """

    cards: int
    dimension: int
    you: Seat
    strategy: str
    seed: int
    moves: list[Taken]
    owners: list[Seat | None]
    turn: Seat | None
    round: int
    deadly: dict[int, list[int]]
    over: bool
    winner: Seat | None
    set: list[int] | None
    most: int
    hint: Hint | None
