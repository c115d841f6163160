"""Measures the server of rooms: `python benchmarks/rooms.py load|lab|advice|ramp|connections|hour [--db URL]`.

`load` plays at the pace of classes and reports how long it takes until everybody has been told of a claim; `lab` does
so by turns without and with long runs of the laboratory beside, `advice` with visitors who ask for advice in solitaire
again and again, from a process of their own; `ramp` doubles the pace until the 99th percentile
exceeds 100 ms; `connections` opens and closes feeds; `hour` plays as many games as classes play in an hour, as fast as
the server can. The clients run in this process, the server in another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from room_clients import Company, Heard, Pace
from room_server import Server, Usage, running
from run import RESULTS, commit, machine
from websockets.asyncio.client import connect

CLASS = 10 / 60
"""SETs that the players of a room find in a second: a company of five finds one in six seconds."""

ENOUGH = 0.1
"""Seconds within which everybody shall be told of a claim, at the 99th percentile."""

HASTES = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128)
BATCH = 50
MEGABYTE = 1024**2


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=list(MEASURES))
    parser.add_argument("--db", default="", help="a file or postgresql://… (default: a new SQLite file)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--players", type=int, default=5, help="players of a room (default 5)")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of a measurement (default 20)")
    parser.add_argument("--runs", type=int, default=8, help="runs beside the rooms of lab (default 8)")
    parser.add_argument("--visitors", type=int, default=30, help="visitors who ask for advice (default 30)")
    parser.add_argument("--times", type=int, default=3, help="measurements of load (default 3)")
    parser.add_argument("--feeds", type=int, default=10_000, help="feeds that connections opens (default 10,000)")
    parser.add_argument("--beside", default="", help="what else ran on the machine, for the report")
    parser.add_argument("--dry", action="store_true", help="print the table without appending it to results.md")
    return parser.parse_args()


def percentile(numbers: Sequence[float], proportion: float) -> float:
    """The number that the proportion does not exceed."""
    ordered = sorted(numbers)
    return ordered[min(int(proportion * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


def delays_text(heard: Heard) -> list[str]:
    """Median, 99th percentile and maximum in milliseconds."""
    return [f"{1000 * percentile(heard.delays, p):.1f}" for p in (0.5, 0.99, 1.0)]


@asynccontextmanager
async def companies(server: Server, chosen: argparse.Namespace, heard: Heard) -> AsyncIterator[list[Company]]:
    """All rooms with their players connected."""
    made = [Company(server, chosen.players, heard, seed) for seed in range(chosen.rooms)]
    for company in made:
        await company.enter()
    try:
        yield made
    finally:
        for company in made:
            await company.leave()


@asynccontextmanager
async def playing(made: Sequence[Company], pace: Pace) -> AsyncIterator[None]:
    """All companies play."""
    tasks = [asyncio.create_task(company.play(pace)) for company in made]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


async def measured(server: Server, chosen: argparse.Namespace, heard: Heard) -> list[str]:
    """The cells of a row: claims a second, delays, processor time of server and clients, messages told."""
    heard.clear()
    commits, before = await asyncio.to_thread(commit_times, server), server.usage()
    own, begun = time.process_time(), time.perf_counter()
    await asyncio.sleep(chosen.seconds)
    lasted = time.perf_counter() - begun
    cpu, clients = (server.usage().cpu - before.cpu) / lasted, (time.process_time() - own) / lasted
    after = await asyncio.to_thread(commit_times, server)
    total, number = after[0] - commits[0], after[1] - commits[1]
    rates = [f"{heard.claims / lasted:.1f}", f"{len(heard.delays):,}"]
    mean = f"{1000 * total / max(number, 1):.1f}" if chosen.workers == 1 else "–"  # any process may answer
    shares = [f"{100 * cpu:.0f} %", f"{100 * clients:.0f} %", mean]
    return [*rates, *delays_text(heard), *shares]


def commit_times(server: Server) -> tuple[float, float]:
    """The seconds that commits have taken in the process that answers, and their number."""
    return server.metric("setlab_append_seconds_sum"), server.metric("setlab_append_seconds_count")


COLUMNS = ["claims a second", "told", "median ms", "99 % ms", "maximum ms", "server", "clients", "commit ms, mean"]


async def load(server: Server, chosen: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """The pace of classes, several times."""
    heard, rows = Heard(), []
    async with companies(server, chosen, heard) as made, playing(made, Pace(CLASS)):
        await asyncio.sleep(3)
        for number in range(chosen.times):
            rows.append([f"{number + 1}", *await measured(server, chosen, heard)])
            print(*rows[-1], flush=True)
    return ["measurement", *COLUMNS], rows


async def lab(server: Server, chosen: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """The pace of classes, by turns with nothing else and with runs of the laboratory."""
    heard, rows = Heard(), []
    async with companies(server, chosen, heard) as made, playing(made, Pace(CLASS)):
        await asyncio.sleep(3)
        for runs in (0, chosen.runs) * chosen.times:
            async with running_beside(server, runs):
                rows.append([f"{runs}", *await measured(server, chosen, heard)])
                print(*rows[-1], flush=True)
    return ["runs beside", *COLUMNS], rows


@asynccontextmanager
async def running_beside(server: Server, number: int) -> AsyncIterator[None]:
    """Visitors of the laboratory, each of whom asks for one long run after the other."""
    tasks = [asyncio.create_task(_ask_for_runs(server, seed)) for seed in range(number)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _ask_for_runs(server: Server, seed: int) -> None:
    while True:
        async with connect(f"ws://{server.address}/api/lab/run", compression=None, proxy=None) as socket:
            asked = {"kernel": "endgame", "parameters": {}, "seed": time.time_ns() + seed, "trials": 10_000_000}
            await socket.send(json.dumps(asked))
            async for _ in socket:
                pass


async def advice(server: Server, chosen: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """The pace of classes, by turns with nothing else and with visitors who ask for advice."""
    heard, rows = Heard(), []
    async with companies(server, chosen, heard) as made, playing(made, Pace(CLASS)):
        await asyncio.sleep(3)
        for visitors in (0, chosen.visitors) * chosen.times:
            with asking_beside(server.address, visitors) as answers:
                given = answers.value
                cells, lasted = await measured(server, chosen, heard), chosen.seconds
                memory = f"{server.usage().memory / MEGABYTE:.0f}"
                rows.append([f"{visitors}", *cells, f"{(answers.value - given) / lasted:.1f}", memory])
                print(*rows[-1], flush=True)
    return ["visitors", *COLUMNS, "answers a second", "memory MiB"], rows


@contextmanager
def asking_beside(address: str, number: int) -> Iterator[Synchronized[int]]:
    """Visitors who ask for advice, each for another table as soon as there is an answer; how many there were."""
    answers = get_context("spawn").Value("i", 0)
    process = get_context("spawn").Process(target=_ask_for_advice, args=(address, number, answers), daemon=True)
    process.start()
    try:
        time.sleep(3 if number else 0)
        yield answers
    finally:
        process.kill()
        process.join()


def _ask_for_advice(address: str, number: int, answers: Synchronized[int]) -> None:
    """Let visitors ask, after server and players, since visitors have machines of their own."""
    os.nice(5)
    threads = [Thread(target=_ask_again_and_again, args=(address, seed, answers)) for seed in range(number)]
    for thread in threads:
        thread.start()


def _ask_again_and_again(address: str, seed: int, answers: Synchronized[int]) -> None:
    """Play games by the first SET that the server names, and ask for advice before every move."""
    while True:
        seed, moves = seed + 1000, list[list[int]]()
        while (hint := _posted(address, "/api/solitaire", seed, moves)["hint"]) is not None:
            _posted(address, "/api/solitaire/advice", seed, moves)
            with answers.get_lock():
                answers.value += 1
            moves.append(hint)


def _posted(address: str, path: str, seed: int, moves: list[list[int]]) -> dict[str, Any]:
    body = json.dumps({"seed": seed, "moves": moves}).encode()
    asked = Request(f"http://{address}{path}", body, {"Content-Type": "application/json"})
    while True:
        try:
            with urlopen(asked, timeout=60) as answer:
                told: dict[str, Any] = json.load(answer)
            return told
        except HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(1)


async def ramp(server: Server, chosen: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """Faster and faster, until the 99th percentile is too long twice in a row."""
    heard, rows, too_long = Heard(), [], 0
    async with companies(server, chosen, heard) as made:
        for haste in HASTES:
            async with playing(made, Pace(CLASS * haste, haste)):
                await asyncio.sleep(2)
                rows.append([f"{haste} ×", *await measured(server, chosen, heard)])
                print(*rows[-1], flush=True)
            too_long = too_long + 1 if percentile(heard.delays, 0.99) > ENOUGH else 0
            if too_long == 2:
                break
    return ["pace of a class", *COLUMNS], rows


async def connections(server: Server, chosen: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """Feeds opened and closed, with the server's memory and files in between."""
    rooms = [server.post("/api/rooms", {"game": "standard", "options": {}})["room"] for _ in range(20)]
    rows = [["0", *usage_text(server.usage(), server)]]
    for opened in range(BATCH, chosen.feeds + 1, BATCH):
        await asyncio.gather(*(_visit(server, rooms[i % len(rooms)]) for i in range(BATCH)))
        if opened % (chosen.feeds // 5) == 0:
            await asyncio.sleep(1)
            rows.append([f"{opened:,}", *usage_text(server.usage(), server)])
            print(*rows[-1], flush=True)
        await asyncio.sleep(BATCH / 450)
    return ["feeds opened and closed", *USAGE], rows


async def _visit(server: Server, room: str) -> None:
    """Say hello, hear the welcome, go; every other visitor goes without a word."""
    async with connect(f"ws://{server.address}/api/rooms/{room}/feed", compression=None, proxy=None) as socket:
        await socket.send('{"type": "hello", "token": null, "since": null}')
        await socket.recv()
        if id(socket) % 32 < 16:
            socket.transport.abort()


USAGE = ["memory MiB", "open files", "feeds open", "rooms in memory"]


def usage_text(usage: Usage, server: Server) -> list[str]:
    feeds, rooms = server.metric("setlab_connections"), server.metric("setlab_rooms")
    return [f"{usage.memory / MEGABYTE:.1f}", f"{usage.files}", f"{feeds:g}", f"{rooms:g}"]


async def hour(server: Server, chosen: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """The claims of an hour of classes, as fast as they can be made."""
    heard, rows, wanted = Heard(), [], int(3600 * CLASS * chosen.rooms)
    done, steps = 0, 8
    async with companies(server, chosen, heard) as made, playing(made, Pace(CLASS * 100, 100)):
        rows.append(["0", "0", *usage_text(server.usage(), server)])
        while done < wanted:
            heard.clear()
            while heard.claims < wanted / steps:
                await asyncio.sleep(0.2)
            done += heard.claims
            rows.append([f"{done:,}", f"{60 * done / wanted:.0f}", *usage_text(server.usage(), server)])
            print(*rows[-1], flush=True)
    return ["claims", "minutes of play", *USAGE], rows


MEASURES = {"load": load, "lab": lab, "advice": advice, "ramp": ramp, "connections": connections, "hour": hour}


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(headings)} |", "|" + "---:|" * len(headings), *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines) + "\n"


def section(chosen: argparse.Namespace, text: str, busy: tuple[float, ...]) -> str:
    words = sys.argv[1:]
    if chosen.beside:
        del words[(place := words.index("--beside")) : place + 2]
    command = " ".join(["python", "benchmarks/rooms.py", *words])
    what = f"{chosen.rooms} rooms of {chosen.players}; clients on the same machine"
    beside = f" Beside it ran: {chosen.beside}." if chosen.beside else ""
    load_text = f"Load average before: {busy[0]:.1f}.{beside}"
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    return f"\n## {when}, commit {commit()}\n\n`{command}` ({what}) on {machine()}. {load_text}\n\n{text}"


def main() -> None:
    chosen, busy = options(), os.getloadavg()
    with tempfile.TemporaryDirectory() as folder:
        place = chosen.db or str(Path(folder) / "rooms.sqlite")
        with running(place, chosen.workers) as server:
            headings, rows = asyncio.run(MEASURES[chosen.what](server, chosen))
    text = table(headings, rows)
    print(text)
    if not chosen.dry:
        RESULTS.write_text(RESULTS.read_text() + section(chosen, text, busy))


if __name__ == "__main__":
    main()
