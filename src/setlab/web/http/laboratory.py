"""The laboratory: questions, runs, data and figures of a run, exact tables, the report of `setlab reproduce`."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from setlab.errors import SpecError
from setlab.web.errors import Refused
from setlab.web.http.answers import Download, files, json_text, problems, saved
from setlab.web.jobs import Stopped
from setlab.web.laboratory.runs import LONGEST, QUESTIONS, Asked, Runs, Watching, command_of, question_json, read_asked
from setlab.web.laboratory.views import TABLES, bars_json, comparison_json, data_csv, exact_json, figure_svg
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import encoded

ONE = 'A run as JSON: {"kernel": "endgame", "parameters": {}, "seed": 7, "trials": 1000}.'
ANOTHER = "Another run, to be compared with the first."
Run = Annotated[str, Query(max_length=LONGEST, description=ONE, json_schema_extra=json_text(Asked))]
Other = Annotated[str | None, Query(max_length=LONGEST, description=ANOTHER, json_schema_extra=json_text(Asked))]
DRAWN = 30.0
"""Seconds for a figure: matplotlib is loaded for the first one."""


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of the laboratory."""
    seconds = hub.settings.limits.run_seconds
    runs = Runs(hub.jobs, seconds)
    router.add_api_websocket_route("/lab/run", Watching(hub, runs).serve)

    async def finish(request: Request, text: str) -> tuple[Asked, Any]:
        """The whole run that is asked for; raise a refusal if it takes too long."""
        asked = read_asked(text)
        result = await runs.finish(request, asked.spec(), asked.trials)
        if result.trials < asked.trials:
            reason = f"The server has no time for more than {result.trials:,} of these trials: ask for fewer"
            raise Refused(503, "too-long", reason)
        return asked, result

    @router.get("/lab/questions")
    async def questions() -> dict[str, Any]:
        """What can be asked: each question with the parameters of its kernel."""
        return {"questions": [question_json(name, seconds) for name in QUESTIONS]}

    @router.get("/lab/run", responses=problems(409, 422))
    async def whole_run(request: Request, run: Run) -> dict[str, Any]:
        """The bars of a run, when all of its trials are done."""
        asked, result = await finish(request, run)
        bars = await _compute(hub, request, partial(bars_json, result, asked.quantity(result.spec)))
        return {"trials": result.trials, "command": command_of(result), **bars}

    @router.get("/lab/comparison", responses=problems(409, 422))
    async def comparison(request: Request, run: Run, other: Run) -> dict[str, Any]:
        """The test of the difference between two runs."""
        (one, first), (two, second) = await finish(request, run), await finish(request, other)
        shows = one.quantity(first.spec), two.quantity(second.spec)
        found: dict[str, Any] = await _compute(hub, request, partial(comparison_json, first, second, shows))
        return found

    @router.get("/lab/data.csv", response_class=Response, responses=files("text/csv", 409, 422))
    async def data(request: Request, run: Run, download: Download = False) -> Response:
        """The data of a run, as `setlab simulate --export` writes it."""
        asked, result = await finish(request, run)
        return saved(data_csv(result), "text/csv; charset=utf-8", f"{asked.kernel}.csv", download)

    @router.get("/lab/figure.svg", response_class=Response, responses=files("image/svg+xml", 409, 422))
    async def figure(request: Request, run: Run, other: Other = None, download: Download = False) -> Response:
        """The figure of a run, or of two, as `setlab simulate --plot` draws it."""
        asked, result = await finish(request, run)
        results = [result] if other is None else [result, (await finish(request, other))[1]]
        drawn = await _compute(hub, request, partial(figure_svg, results, asked.quantity(result.spec)), DRAWN)
        return saved(drawn, "image/svg+xml", f"{asked.kernel}.svg", download)

    @router.get("/lab/exact", responses=problems())
    async def tables() -> dict[str, Any]:
        """The exact tables that there are, each with its dimensions."""
        known = {name: (table.dimensions, table.cards) for name, table in TABLES.items()}
        return {"tables": {name: {"dimensions": [d[0], d[-1]], "cards": cards} for name, (d, cards) in known.items()}}

    @router.get("/lab/exact/{table}", responses=problems(404, 409, 422))
    async def exact(
        request: Request,
        table: Annotated[str, Path(max_length=40)],
        dimension: Annotated[int, Query(ge=1, le=8)] = 4,
        cards: Annotated[int | None, Query(ge=0, le=243)] = None,
    ) -> Response:
        """An exact table, with what proves it."""
        if table not in TABLES:
            raise Refused(404, "unknown-table", f"There is no such table: choose {', '.join(TABLES)}")
        known = TABLES[table].dimensions
        if dimension not in known:
            reason = f"This table is known for {known[0]} to {known[-1]} properties, not for {dimension}"
            raise Refused(409, "bad-dimension", reason)
        found = await _compute(hub, request, partial(exact_json, table, dimension, cards))
        return Response(encoded(found), media_type="application/json")

    @router.get("/lab/results", responses=problems())
    async def results() -> Response:
        """The report of `setlab reproduce`: every item with its verdict."""
        from setlab.reproduce.judgement import SHIPPED

        return Response(SHIPPED.read_bytes(), media_type="application/json")


async def _compute(hub: Hub, request: Request, work: partial[Any], seconds: float = 10.0) -> Any:
    """The result of a function, computed as a job; an impossible specification is refused."""
    try:
        return await hub.jobs.run(request, partial(_call, work), seconds, in_process=True)
    except SpecError as error:
        raise Refused(409, "bad-request", str(error)) from None


def _call(work: partial[Any], stopped: Stopped) -> Any:
    return work()
