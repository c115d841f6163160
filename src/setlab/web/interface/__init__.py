"""The HTTP interface below /api, one module for each capability."""

from __future__ import annotations

from fastapi import APIRouter

from setlab.web.hub import Hub
from setlab.web.interface.paper import paper_router
from setlab.web.interface.rooms import rooms_router
from setlab.web.practice import Practice


def api_router(hub: Hub, practice: Practice) -> APIRouter:
    """All routes below /api."""
    router = APIRouter(prefix="/api")
    router.include_router(rooms_router(hub, practice))
    router.include_router(paper_router(hub))
    return router
