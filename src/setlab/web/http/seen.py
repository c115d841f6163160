"""Which SETs one player sees first: the analysis of the finds that a browser keeps. Nothing of them is stored."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from setlab.errors import RuleError
from setlab.seeing.kept import DIMENSIONS, LONGEST, MOST_SLOTS
from setlab.web.errors import Refused
from setlab.web.http.answers import Body, Whole, problems
from setlab.web.http.rooms import MOST_EFFECTS, find_effects
from setlab.web.jobs import Stopped
from setlab.web.rooms.hub import Hub

SECONDS = 20.0
"""A thousand finds take about one."""

MOST_FINDS = 2000

Card = Annotated[Whole, Field(ge=0, lt=3 ** max(DIMENSIONS))]
Three = Annotated[list[Card], Field(min_length=3, max_length=3)]
Seconds = Annotated[float, Field(ge=0, le=LONGEST)]


class KeptFind(Body):
    """A search of one player: a table, and the SET that was found on it, if one was."""

    at: float = Field(0, description="The end of the search, in seconds since 1970.")
    began: float = Field(0, description="The beginning of the round.")
    game: str = Field(max_length=20, description="The game; `kind` is practice with SETs of one kind.")
    dimension: Whole = Field(ge=min(DIMENSIONS), le=max(DIMENSIONS))
    slots: list[Card | None] = Field(min_length=3, max_length=MOST_SLOTS)
    ages: list[Seconds] = Field(max_length=MOST_SLOTS, description="The seconds since each card was dealt.")
    found: list[Three] = Field(default_factory=list, max_length=40, description="SETs that were found before.")
    cards: Three | None = Field(description="The SET; null if the search ended otherwise.")
    seconds: Seconds = Field(description="From the last change of the table, or the last find, to the end.")
    hint: bool = False


class KeptFinds(Body):
    """The searches of one player."""

    finds: list[KeptFind] = Field(max_length=MOST_FINDS)
    effects: str = Field("", max_length=MOST_EFFECTS, description="Effects with commas between; else the usual ones.")


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the route of the analysis."""

    @router.post("/seen", responses=problems(409, 413, 422))
    async def seen(request: Request, kept: KeptFinds) -> dict[str, Any]:
        """Which SETs the player of these finds sees first. The finds are not stored."""
        work = partial(_analysis, [find.model_dump() for find in kept.finds], find_effects(kept.effects))
        try:
            return await hub.jobs.run(request, work, SECONDS, in_process=True)
        except RuleError as error:
            raise Refused(409, "bad-finds", str(error)) from None


def _analysis(finds: list[dict[str, Any]], effects: tuple[str, ...], stopped: Stopped) -> dict[str, Any]:
    from setlab.seeing import analyse

    return analyse([{"setlab": 1, "values": {"finds": finds}}], effects).to_json()
