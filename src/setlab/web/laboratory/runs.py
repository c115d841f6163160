"""Runs: the questions of the laboratory, and the first N trials of an experiment, computed in short pieces.

Visitors take turns between the pieces. Trial i depends on the experiment and on i alone. So the server keeps the
tallies of the latest runs, and requests for more trials, or for a figure, get the same numbers as the command line.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import product
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import Field, ValidationError
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.answers.answer import attributes
from setlab.errors import SpecError, join_names
from setlab.experiment.kernels import find_kernel
from setlab.experiment.kernels.endgame import CHOICES, REFILLS, TRIPLES
from setlab.experiment.parameters import canonical
from setlab.experiment.result import Result, command_line, result_table
from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.tally import Tally
from setlab.limits import GAMES, LARGEST_SEED, PLANE_DEALS
from setlab.solitaire.strategies import NAMES
from setlab.web.errors import Refused
from setlab.web.http.answers import Body, Download, file_response, files, json_text, problems
from setlab.web.jobs import Jobs, OnWait, Stopped
from setlab.web.laboratory.views import TABLES, bars_json, comparison_json, exact_json, figure_svg, reference_json
from setlab.web.limits import Buckets, address_of, is_own_origin
from setlab.web.rooms.connection import Close
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import WHOLE, encode, place_of

Value = int | str


Offer = tuple[Value, ...] | range
"""The words and numbers of which one can be chosen."""

USUAL = "usual"
"""Stands for a parameter that is left out: the kernel then chooses by the others, as for the table of a refill."""

BOTH = ("random", "forgetful", "safe")
XAVIER, OLIVIA = ("theorem7", "mirror", *BOTH), ("max-cap", "theorem17", *BOTH)
"""The strategies that each seat can play, and that move at once; `perfect` searches, for minutes on some designs."""

OFFERS: Mapping[str, Mapping[str, Offer]] = {
    "set-count": {"histogram_at": range(3, 82), "dimension": GAMES},
    "plane-count": {"histogram_at": range(9, 82), "dimension": PLANE_DEALS},
    "first-set": {"dimension": GAMES},
    "first-plane": {"dimension": PLANE_DEALS},
    "endgame": {
        "choice": tuple(map(str, CHOICES)),
        "lost": (0, 1, 2, 3, *TRIPLES),
        "dimension": GAMES,
        "refill": tuple(map(str, REFILLS)),
        "table": (USUAL, *range(6, 28, 3), "all"),
        "values": range(2, 6),
    },
    "solitaire": {"strategy": NAMES},
    "antiset": {"design": ("AG(2,3)", "AG(3,3)", "AG(4,3)", "AG(5,3)"), "xavier": XAVIER, "olivia": OLIVIA},
}
"""The values that can be chosen, by kernel and parameter."""

LEFT_OUT = {
    ("endgame", "count"): "a joint histogram, which the page does not draw",
    ("solitaire", "weights"): "a file of the visitor",
}
"""The options that are not offered, and why."""


def spec_of(kernel: str, chosen: Mapping[str, Any], seed: int) -> Spec:
    """The experiment that a visitor has chosen. Raise `SpecError` for what is not offered.

    >>> spec_of("endgame", {"choice": "popular"}, 7).parameters.as_record()["choice"]
    'popular'
    >>> spec_of("antiset", {"design": "STS:/etc/passwd"}, 7)
    Traceback (most recent call last):
    setlab.errors.SpecError: design=STS:/etc/passwd is not offered here: choose AG(2,3), AG(3,3), AG(4,3) or AG(5,3)
    """
    if kernel not in OFFERS:
        raise SpecError(f"{kernel[:40]!r} is not offered here: choose {join_names(OFFERS)}")
    offers = OFFERS[kernel]
    for name, value in chosen.items():
        if name not in offers:
            raise SpecError(f"{name[:40]!r} is not offered for {kernel}: choose {join_names(offers)}")
        offer = offers[name]
        if not any(value == known and type(value) is type(known) for known in offer):
            choice = f"{offer[0]} to {offer[-1]}" if isinstance(offer, range) else join_names(map(str, offer))
            raise SpecError(f"{name}={str(value)[:40]} is not offered here: choose {choice}")
    return make_spec(kernel, {name: value for name, value in chosen.items() if value != USUAL}, seed)


def default_of(kernel: str, name: str) -> Value:
    """The value that a parameter has if nothing is chosen, as the kernel declares it."""
    if USUAL in OFFERS[kernel][name]:
        return USUAL
    default = getattr(find_kernel(kernel).complete({}), name)
    return default if isinstance(default, int) else str(default)


AT = "at"
"""Stands for the histogram at the chosen number of cards."""


@dataclass(frozen=True)
class Question:
    """A question: its kernel, the quantities that can be shown, the first of them at once, and what a trial is.

    `trials` are asked for at first, and at most `most`. `defaults` are the values with which the page begins, where
    they are not those of the kernel.
    """

    kernel: str
    shows: tuple[str, ...]
    unit: str
    trials: int
    most: int
    defaults: Mapping[str, Value] = field(default_factory=dict)


QUESTIONS: Mapping[str, Question] = {
    "sets": Question("set-count", (AT,), "deals", 1_000_000, 100_000_000, {"histogram_at": 12}),
    "left": Question("endgame", ("leftover", "largest_table", "turns", "no_set"), "games", 1_000_000, 10_000_000),
    "first": Question("first-set", ("first_set", "none"), "deals", 1_000_000, 100_000_000),
    "planes": Question("plane-count", (AT,), "deals", 1_000_000, 100_000_000, {"histogram_at": 36}),
    "plane": Question("first-plane", ("first_plane", "none"), "deals", 1_000_000, 100_000_000),
    "solitaire": Question("solitaire", ("clear", "leftover"), "games", 100_000, 1_000_000),
    "antiset": Question("antiset", ("winner", "length"), "games", 1_000, 100_000),
}
"""The questions by name, in the order of the page."""


def question_json(name: str, seconds: float) -> dict[str, Any]:
    """A question as the page needs it, with the seconds of computing that a run may take.

    >>> asked = question_json("sets", 30.0)["parameters"]["histogram_at"]
    >>> asked["low"], asked["high"], asked["default"], asked["flag"]
    (3, 81, 12, '--histogram-at')
    """
    asked, parameters = QUESTIONS[name], dict[str, Any]()
    options = find_kernel(asked.kernel).parameters.options()
    for each, offer in OFFERS[asked.kernel].items():
        default = asked.defaults[each] if each in asked.defaults else default_of(asked.kernel, each)
        offered = {"low": offer[0], "high": offer[-1]} if isinstance(offer, range) else {"values": list(offer)}
        parameters[each] = {**offered, "default": default, **attributes(options[each], "flag", "help")}
    known = attributes(asked, "kernel", "shows", "unit", "trials", "most")
    return {"question": name, **known, "seconds": seconds, "parameters": parameters}


@lru_cache
def references_of(kernel: str) -> dict[str, Any]:
    """All that is known beside the runs of a kernel: by parameters and quantity, and the values that are impossible.

    >>> [case["show"] for case in references_of("first-set")["cases"]][:2]
    ['none', 'first_set']
    """
    cases, impossible = dict[str, dict[str, Any]](), dict[str, list[int]]()
    for chosen in product(*OFFERS[kernel].values()):
        given = dict(zip(OFFERS[kernel], chosen, strict=True))
        try:
            spec = spec_of(kernel, given, 0)
        except SpecError:
            continue
        for show, quantity in spec.quantities.items():
            if quantity.is_proportion and (found := reference_json(spec, show)):
                cases[canonical(found["parameters"] | {"show": show})] = found
        if never := spec.definition.impossible(spec.parameters).get("leftover"):
            impossible[" ".join(str(given[name]) for name in ("values", "lost") if name in given)] = list(never)
    return {"kernel": kernel, "cases": list(cases.values()), "impossible": impossible}


def most_trials(kernel: str) -> int:
    """The most trials of one run of a kernel."""
    return max(asked.most for asked in QUESTIONS.values() if asked.kernel == kernel)


LONGEST = 2000
"""Characters of a question as JSON."""


Word = Annotated[str, Field(pattern="^[ -~]{1,40}$")]
"""A name of a kernel, a parameter, a value: with the ten that a run may have, its JSON text is not too long."""

Number = Annotated[int, Field(ge=-(10**15), le=10**15), WHOLE]


class Asked(Body):
    """A run: the first `trials` trials of a kernel with these parameters and this seed; `show` names a quantity."""

    kernel: Word
    parameters: dict[Word, Number | Word] = Field(
        default_factory=dict, max_length=10, json_schema_extra={"additionalProperties": False}
    )
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED), WHOLE]
    trials: Annotated[int, Field(ge=1, le=10**15), WHOLE]
    show: Word | None = None

    def spec(self) -> Spec:
        """The experiment. Raise a refusal for what is not offered."""
        try:
            found = spec_of(self.kernel, self.parameters, self.seed)
            if self.trials > most_trials(self.kernel):
                most = f"{most_trials(self.kernel):,}"
                raise SpecError(f"{self.trials:,} trials are too many for one run here: choose at most {most}")
            self.quantity(found)
        except (ValueError, TypeError) as error:
            raise Refused(409, "bad-run", str(error)) from None
        return found

    def quantity(self, spec: Spec) -> str:
        """The name of the quantity that is shown. Raise `SpecError` unless it is a proportion of the experiment."""
        show = spec.definition.main if self.show is None else self.show
        name = next((each for each in spec.quantities if each.startswith("at_")), show) if show == AT else show
        if name not in spec.quantities or not spec.quantities[name].is_proportion:
            known = [each for each, quantity in spec.quantities.items() if quantity.is_proportion]
            raise SpecError(f"{name!r} cannot be shown: choose {', '.join(known) or 'a number of cards first'}")
        return name


def read_asked(text: str) -> Asked:
    """The run that JSON describes; raise a refusal in one sentence."""
    try:
        return Asked.model_validate_json(text[: LONGEST + 1])
    except ValidationError as error:
        fault = error.errors()[0]
        where = place_of(fault["loc"]) or "the run"
        said: str = fault["msg"].rstrip(".")
        raise Refused(422, "bad-run", f"Wrong value of {where}: {said[:1].lower()}{said[1:]}") from None


def command_of(result: Result) -> str:
    """The command line that gives the same numbers."""
    return command_line(result.spec, result.tally.trials, result.first)


View = TypeVar("View")
Answer = TypeVar("Answer")

PIECE = 0.25
"""Seconds that a piece takes, about: progress is reported as often."""

GROWTH = 3
"""The most trials of a piece, as a multiple of those done: at first single trials can be watched."""

LIMIT = 10.0
"""Seconds that one piece may take: some games of Solitaire SET take a second."""

STEPS = 2
"""Steps of one run that are kept: the last one, and the one that the visitor sees while it is computed."""

MOST_KEPT = 200
"""Runs whose tallies are kept."""


@dataclass
class Spent:
    """How fast a run is."""

    trials: int = 0
    seconds: float = 0.0

    def next(self, done: int, wanted: int) -> int:
        """The number of trials of the next piece.

        >>> Spent().next(0, 100), Spent(1000, 0.1).next(1000, 10**6), Spent(1000, 10.0).next(1000, 10**6)
        (1, 2500, 25)
        """
        fitting = int(self.trials / self.seconds * PIECE) if self.seconds > 0 else 1
        return max(1, min(fitting, max(1, GROWTH * done), wanted - done))

    def add(self, result: Result) -> None:
        """Take a piece into account."""
        self.trials, self.seconds = self.trials + result.trials, self.seconds + max(result.seconds, 1e-6)

    @property
    def rate(self) -> float:
        """Trials per second."""
        return self.trials / self.seconds if self.seconds else 0.0


class Runs:
    """The runs of all visitors, each with a budget of seconds."""

    def __init__(self, jobs: Jobs, seconds: float) -> None:
        self._jobs, self._seconds = jobs, seconds
        self._kept: OrderedDict[tuple[str, int], Tally] = OrderedDict()

    async def grow(
        self, visitor: HTTPConnection, spec: Spec, wanted: int, view: Callable[[Result], View], on_wait: OnWait = None
    ) -> AsyncIterator[tuple[Result, Spent, View]]:
        """The result after each piece, until there are as many trials as wanted or the budget is spent.

        `view(result)` is computed with the piece, away from the event loop.
        """
        result, spent, made = self.latest(spec, wanted), Spent(), deque[int]()
        if result.trials:
            yield result, spent, await self._run(visitor, partial(_view, view, result), on_wait)
        while result.trials < wanted and spent.seconds < self._seconds:
            work = partial(_piece, result, spent.next(result.trials, wanted), view)
            piece, seen = await self._run(visitor, work, on_wait)
            if not piece.trials:
                return
            spent.add(piece)
            result += piece
            self._keep(result, made)
            yield result, spent, seen

    async def _run(self, visitor: HTTPConnection, work: Callable[[Stopped], Answer], on_wait: OnWait) -> Answer:
        return await self._jobs.run(visitor, work, LIMIT, on_wait=on_wait, in_process=True)

    async def finish(self, visitor: HTTPConnection, spec: Spec, wanted: int) -> Result:
        """The result of the first `wanted` trials, or of fewer if the budget is spent."""
        latest = self.latest(spec, wanted)
        async for result, _, _ in self.grow(visitor, spec, wanted, _no_view):
            latest = result
        return latest

    def latest(self, spec: Spec, wanted: int) -> Result:
        """The largest run of at most `wanted` trials that is kept; no trials if there is none."""
        sizes = [trials for spec_id, trials in self._kept if spec_id == spec.id and trials <= wanted]
        tally = self._kept[spec.id, max(sizes)] if sizes else Tally.zero(spec.id)
        return Result(spec, 0, tally, 0, 0.0, True)

    def _keep(self, result: Result, made: deque[int]) -> None:
        """Keep a run, and of what it made on the way the step before: its visitor may have stopped there."""
        made.append(result.trials)
        if len(made) > STEPS:
            self._kept.pop((result.spec.id, made.popleft()), None)
        self._kept[result.spec.id, result.trials] = result.tally
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _piece(before: Result, trials: int, view: Callable[[Result], View], stopped: Stopped) -> tuple[Result, View]:
    """The next trials after a result, or the first of them if stopped, and the view of all."""
    began = time.monotonic()
    found = run(before.spec, trials, first=before.trials, threads=1, block=trials, stopped=stopped)
    piece = replace(found, complete=True, seconds=time.monotonic() - began)
    return piece, view(before + piece)


def _view(view: Callable[[Result], View], result: Result, stopped: Stopped) -> View:
    return view(result)


def _no_view(result: Result) -> None:
    """The view of a run of which only the result is needed."""


GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""The errors of sending to a closed connection."""

ASK_WITHIN = 10.0
"""Seconds until a visitor must have asked."""


class Watching:
    """The endpoint of all runs of a process."""

    def __init__(self, hub: Hub, runs: Runs) -> None:
        self._hub, self._runs = hub, runs
        self._arrivals = Buckets(hub.settings.limits.new_feeds)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one visitor: one run, from the question to the end."""
        await socket.accept()
        code, reason = Close.NORMAL, ""
        try:
            self._check(socket)
            await self._watch(socket)
        except Refused as refused:
            code, reason = _close_code(refused), refused.code
            with suppress(*GONE):
                await _tell(socket, "refused", code=refused.code, reason=refused.reason)
        except GONE:
            return
        with suppress(*GONE):
            await socket.close(code, reason)

    def _check(self, socket: WebSocket) -> None:
        """Raise a refusal for somebody who may not ask now."""
        if not is_own_origin(socket.headers, self._hub.settings.origins):
            raise Refused(403, "bad-origin", "This page may not ask for runs")
        if self._hub.is_stopping:
            raise Refused(503, "stopping", "The server stops: try again in a moment")
        if not self._arrivals.take(address_of(socket.scope), time.monotonic()):
            raise Refused(429, "too-fast", "Too many runs from your address: wait a moment")

    async def _watch(self, socket: WebSocket) -> None:
        asked = await _question(socket)
        spec = asked.spec()
        listening = asyncio.create_task(_listen(socket))
        running = asyncio.create_task(self._tell_all(socket, asked, spec))
        try:
            await asyncio.wait([listening, running], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
        finally:
            for task in (listening, running):
                task.cancel()
            await asyncio.gather(listening, running, return_exceptions=True)

    async def _tell_all(self, socket: WebSocket, asked: Asked, spec: Spec) -> None:
        """Tell the bars after each piece, at most four times a second; the last message says how the run ended."""
        told, content = 0.0, dict[str, Any]()
        view = partial(bars_json, show=asked.quantity(spec))
        async for result, spent, bars in self._runs.grow(
            socket, spec, asked.trials, view, _Places(self._hub, socket).note
        ):
            content = {"trials": result.trials, "wanted": asked.trials, "rate": round(spent.rate, 1)}
            content |= {"command": command_of(result), **bars}
            if result.trials < asked.trials:
                await asyncio.sleep(told + PIECE - time.monotonic())
                told = time.monotonic()
                await _tell(socket, "progress", **content)
        if not content:
            raise Refused(503, "too-long", "The server has no time for a single one of these trials: choose others")
        await _tell(socket, "done", **content, complete=content["trials"] == asked.trials)


class _Places:
    """Tells a visitor who waits how many jobs come first; each number once."""

    def __init__(self, hub: Hub, socket: WebSocket) -> None:
        self._hub, self._socket, self._last = hub, socket, 0

    def note(self, place: int) -> None:
        if place != self._last:
            self._last = place
            self._hub.spawn(self._tell(place))

    async def _tell(self, place: int) -> None:
        with suppress(*GONE):
            await _tell(self._socket, "queued", place=place)


async def _question(socket: WebSocket) -> Asked:
    try:
        async with asyncio.timeout(ASK_WITHIN):
            message = await socket.receive()
    except TimeoutError:
        raise Refused(408, "too-late", "Ask for a run first") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or Close.NO_CODE)
    return read_asked(message.get("text") or "")


async def _listen(socket: WebSocket) -> None:
    """Wait until the visitor has gone; whatever is said meanwhile is ignored."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _tell(socket: WebSocket, kind: str, **message: Any) -> None:
    await socket.send_text(encode({"type": kind, **message}))


def _close_code(refused: Refused) -> Close:
    known = {"bad-origin": Close.BAD_ORIGIN, "stopping": Close.STOPPING}
    return known.get(refused.code, Close.TRY_LATER if refused.status in (429, 503) else Close.POLICY)


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
        """The requested run with all its trials; raise a refusal if it takes too long."""
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

    @router.get("/lab/references/{kernel}", responses=problems(404))
    async def references(request: Request, kernel: Annotated[str, Path(max_length=40)]) -> Response:
        """The exact and printed values beside the runs of a kernel, for browsers that compute these themselves."""
        if kernel not in OFFERS:
            raise Refused(404, "unknown-kernel", f"There is no such experiment: choose {join_names(OFFERS)}")
        found = await _compute(hub, request, partial(references_of, kernel), DRAWN)
        return Response(encode(found), media_type="application/json")

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
        text = result_table(result).to_csv() + "\r\n"
        return file_response(text, "text/csv; charset=utf-8", f"{asked.kernel}.csv", download)

    @router.get("/lab/figure.svg", response_class=Response, responses=files("image/svg+xml", 409, 422))
    async def figure(request: Request, run: Run, other: Other = None, download: Download = False) -> Response:
        """The figure of a run, or of two, as `setlab simulate --plot` draws it."""
        asked, result = await finish(request, run)
        results = [result] if other is None else [result, (await finish(request, other))[1]]
        drawn = await _compute(hub, request, partial(figure_svg, results, asked.quantity(result.spec)), DRAWN)
        return file_response(drawn, "image/svg+xml", f"{asked.kernel}.svg", download)

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
        return Response(encode(found), media_type="application/json")

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
