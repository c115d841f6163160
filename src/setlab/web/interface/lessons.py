"""The numbers that lessons ask for."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from setlab.counting import count_cards, count_sets, count_sets_through
from setlab.web.hub import Hub
from setlab.web.interface.answers import problems


class Counts(BaseModel):
    """The cards and SETs of the deck with four properties."""

    cards: int = Field(description="All cards.")
    sets: int = Field(description="All SETs.")
    through: int = Field(description="The SETs that contain one given card.")


def lessons_router(_: Hub) -> APIRouter:
    """The routes of the lessons."""
    router = APIRouter()

    @router.get("/lessons/counts", responses=problems())
    async def counts() -> Counts:
        """How many cards and SETs there are."""
        return Counts(cards=count_cards(), sets=count_sets(), through=count_sets_through())

    return router
