"""The explorer: from some cards without a SET to as many as possible."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from setlab.caps import complete, nearest_largest
from setlab.caps.completion import LARGEST
from setlab.errors import CardError, RuleError
from setlab.web.errors import Refused
from setlab.web.http.answers import Body, problems
from setlab.web.jobs import Stopped
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import WHOLE

BUDGET = 5.0
"""Seconds for one search."""

Card = Annotated[int, Field(ge=0, le=80), WHOLE]


class SomeCards(Body):
    """Cards without a SET among them."""

    cards: list[Card] = Field(max_length=LARGEST)


class Completed(BaseModel):
    """The most that can be reached from some cards, and the 20 cards without a SET that share the most with them."""

    cards: list[int] = Field(description="The cards given and as many more as the search could add.")
    exact: bool = Field(description="True if no more cards can be added in any way.")
    twenty: list[int] = Field(description="20 cards without a SET, with as many of the given ones as possible.")
    kept: int = Field(description="How many of the given cards are among the 20.")


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of the explorer."""

    @router.post("/explore/cap", responses=problems(409, 413, 422))
    async def cap(request: Request, wanted: SomeCards) -> Completed:
        """Add as many cards as possible without making a SET."""
        return await hub.jobs.run(request, partial(_complete, wanted.cards), BUDGET, in_process=True)


def _complete(cards: list[int], stopped: Stopped) -> Completed:
    try:
        reached = complete(cards, stopped)
    except (CardError, RuleError) as error:
        raise Refused(409, "not-a-cap", str(error)) from None
    twenty = nearest_largest(cards)
    kept = len(set(cards).intersection(twenty))
    return Completed(cards=list(reached.cards), exact=reached.is_exact, twenty=list(twenty), kept=kept)
