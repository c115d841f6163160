"""The HTTP interface below /api, one module for each capability."""

from __future__ import annotations

from fastapi import APIRouter

from setlab.web.http.answers import describe
from setlab.web.http.antiset import antiset_router
from setlab.web.http.explorer import explorer_router
from setlab.web.http.laboratory import laboratory_router
from setlab.web.http.lesson_games import lesson_games_router
from setlab.web.http.lessons import lessons_router
from setlab.web.http.paper import paper_router
from setlab.web.http.photos import photos_router
from setlab.web.http.puzzles import puzzles_router
from setlab.web.http.records import records_router
from setlab.web.http.rooms import Practice, rooms_router
from setlab.web.http.solitaire import solitaire_router
from setlab.web.rooms.hub import Hub

__all__ = ["api_router", "describe"]

ROUTERS = (
    antiset_router, explorer_router, laboratory_router, lesson_games_router, lessons_router, paper_router,
    photos_router, puzzles_router, records_router, solitaire_router,
)  # fmt: skip
"""The capabilities that need nothing but the hub."""


def api_router(hub: Hub, practice: Practice) -> APIRouter:
    """All routes below /api."""
    router = APIRouter(prefix="/api")
    router.include_router(rooms_router(hub, practice))
    for capability in ROUTERS:
        router.include_router(capability(hub))
    return router
