"""`setlab games`: games that people have played, and what they show."""

from __future__ import annotations

import json as format_json
import sys
from functools import partial
from math import log as logarithm
from pathlib import Path
from re import sub
from time import time
from typing import TYPE_CHECKING, Annotated, Any

from setlab.answers import Answer, about
from setlab.cli.commands import verb_group
from setlab.cli.options import Json, Place, Seed, argument, flag, option, path_field, whole_number
from setlab.cli.screen import PanelOutput, print_data, print_json, print_wrapped, say
from setlab.errors import SpecError, join_names, plural, quote
from setlab.files import whole_file

if TYPE_CHECKING:
    from setlab.seeing import Analysis


@verb_group("analyse", "simulate", "import_")
def verb() -> None:
    """Which SETs do people see first? Analyse games of rooms, of `setlab play`, of other sites. Each has `--json`.

    setlab games simulate --players 5 --rounds 4 -o games.json

    setlab games analyse games.json

    setlab games import game.json
    """


WHO = ("people", "opponents", "all")
"""Whose claims can be examined."""

EVENTS = "Downloads of rooms, .json or .jsonl, records of `setlab play`, files of My progress; - is standard input."
EFFECTS = "differ, differ-each, same, abundant, near, central, age, new, separated by commas."
RATIOS = "Ratios of rates, such as differ=0.7,same-colour=1.5."


def analyse(
    files: Annotated[list[str], argument("EVENTS…", EVENTS)],
    effects: Annotated[str | None, option("--effects", "NAMES", EFFECTS)] = None,
    level: Annotated[float, option("--level", "P", "The level of the intervals.")] = 0.95,
    players: Annotated[str, option("--players", "WHOSE", f"Whose claims: {join_names(WHO)}.")] = "people",
    output: PanelOutput = PanelOutput(),
) -> None:
    """Which SETs are found first? Rates by the number of properties that differ, and effects, with intervals.

    A model in which the SETs on the table compete; its conclusions say what the games cannot show, too.

    Downloads of rooms are given together; here are simulated games to try it:

        setlab games simulate --players 5 --rounds 4 -o games.json

        setlab games analyse games.json --effects differ,new --plot seen.svg
    """
    from setlab.seeing import analyse_reading, effects_table, long_table, rates_table, read_effects, read_games

    def draw() -> Any:
        from setlab.plots.results import draw_seeing

        return draw_seeing(found, output.panels)

    output.check_plot()
    names = read_effects(effects) if effects is not None else ()
    reading = read_games(((name, _content(name)) for name in files), players)
    found = analyse_reading(reading, names, level)
    output.write(output.plot, draw)
    metadata = about("games analyse", files=files, level=found.level, claims=found.claims, players=found.players)
    tables, long = [rates_table(found, metadata), effects_table(found, metadata)], long_table(found, metadata)
    answer = Answer(found.to_json() | path_field(output.plot), tables, long=long)
    output.show(answer, lambda: print_analysis(found, output.plot))


def _content(name: str) -> Any:
    """The JSON object of a file, or of standard input."""
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise SpecError(f"{name!r} cannot be read ({error.strerror}): give a file of games") from None
    try:
        if Path(name).suffix == ".jsonl":
            return {"room": Path(name).stem, "events": [format_json.loads(line) for line in text.splitlines()]}
        return format_json.loads(text)
    except (ValueError, RecursionError):
        remedy = "give the download of a room, a file that `setlab play --record` wrote, or games of another site"
        raise SpecError(f"{name!r} is no JSON: {remedy}") from None


def print_analysis(found: Analysis, plot: Path | None = None) -> None:
    """Print the rates, the effects and the conclusions."""
    from setlab.seeing import LEFT_OUT, conclusions, effects_table, rates_table

    first, *rest = conclusions(found)
    print_wrapped(first.text)
    for table in [rates_table(found)] * bool(found.claims) + [effects_table(found)] * bool(found.choices):
        print()
        say(f"{table.caption}:")
        print_data(table)
    print()
    for sentence in rest:
        print_wrapped(sentence.text, "- ")
    for reason, number in sorted(found.left_out.items()):
        print_wrapped(f"Left out: {plural(number, 'claim')} ({LEFT_OUT.get(reason, reason)}).", "- ")
    if plot is not None:
        print(f"\n{plot} written")


def simulate(
    players: Annotated[int, option("--players", "N", "Number of players.")] = 3,
    rounds: Annotated[int, option("--rounds", "N", "Number of rounds, to the end of the deck.")] = 1,
    pace: Annotated[float, option("--pace", "R", "SETs per minute that a player finds, for each SET there.")] = 1.0,
    effects: Annotated[str, option("--effects", "NAME=R,…", RATIOS)] = "",
    wrong: Annotated[float, option("--wrong", "R", "Wrong claims of a player per minute.")] = 0.0,
    game: Annotated[str, option("--game", "NAME", "standard, junior or five.")] = "standard",
    seed: Seed = "0",
    output: Annotated[Path | None, option("--output", "-o", "FILE", "Write the games here.")] = None,
    json: Json = False,
) -> None:
    """Simulate a room of players whose rates are known: how many games would show an effect?

    setlab games simulate --players 5 --rounds 4 --effects differ=0.7 -o games.json
    """
    from setlab.seeing import Viewer, simulate_room

    viewer = Viewer(pace, _effects(effects), wrong)
    if not 1 <= players <= MOST_PLAYERS:
        raise SpecError(f"{players} players cannot be simulated: choose 1 to {MOST_PLAYERS}")
    room = simulate_room([viewer] * players, whole_number(seed, "seed"), game=game, rounds=rounds)
    if output is not None:
        with whole_file(output) as file:
            file.write((format_json.dumps(room) + "\n").encode())
    if output is None or json:
        print_json(room)
    else:
        claims = sum(timed["event"]["event"] == "claim" for timed in room["events"])
        print(f"{output}: {plural(claims, 'claim')} of {plural(players, 'player')} in {plural(rounds, 'round')}")


MOST_PLAYERS = 60


IMPORTED = "JSON of games: deck and events, or an export of the database."


def import_(
    files: Annotated[list[str], argument("FILE…", IMPORTED)],
    output: Annotated[Path, option("--output", "-o", "FOLDER", "Write the logs here.")] = Path(),
    review: Annotated[bool, flag("--review", "Store them as rooms of a server, too, for their reviews.")] = False,
    db: Place = None,
    json: Json = False,
) -> None:
    """Import games of Set with Friends and its forks, each as the log of a room, which `analyse` reads.

    setlab games import game.json -o logs
    """
    from setlab.rooms.imports import import_games

    logs = [log for name in files for log in import_games(_content(name), Path(name).stem)]
    output.mkdir(parents=True, exist_ok=True)
    codes = _keep_rooms(logs, db) if review else []
    records = [_write_log(log, output) for log in logs]
    for record, code in zip(records, codes, strict=False):
        record["review"] = f"/{code}/review"
    if json:
        print_json({"games": records})
        return
    for record in records:
        ignored = f", {plural(record['ignored'], 'other')} ignored" if record["ignored"] else ""
        say(f"{record['path']}: {plural(record['claims'], 'claim')}{ignored}" + f", {record.get('review')}" * review)


def _write_log(log: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Write the log of a game; what the verb says about it."""
    path = folder / (sub(r"[^\w-]", "_", log["room"]) + ".room.json")
    with whole_file(path) as file:
        file.write((format_json.dumps(log, ensure_ascii=False) + "\n").encode())
    claims = sum(timed["event"]["event"] == "claim" for timed in log["events"])
    return {"game": log["room"], "claims": claims, "ignored": log["ignored"], "path": str(path)}


def _keep_rooms(logs: list[dict[str, Any]], db: str | None) -> list[str]:
    """Store logs as rooms of the server's database; their codes."""
    from setlab.cli.verbs.serve import open_rooms

    with open_rooms(db) as database:
        from setlab.web.rooms.tokens import new_code, new_seed, new_token, token_hash
        from setlab.web.store import queries

        codes, now = [], time()
        for log in logs:
            room = queries.RoomRow(new_seed() >> 1, new_code(), now, now, new_seed(), token_hash(new_token()))
            rows = [queries.EventRow(row["seq"], row["at"], format_json.dumps(row["event"])) for row in log["events"]]
            database.submit_write(partial(queries.add_room, room=room, events=rows)).result()
            codes.append(room.code)
    return codes


def _effects(text: str) -> dict[str, float]:
    """The logarithms of the ratios that were typed."""
    from setlab.seeing.searches import columns_of

    found = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, ratio = part.partition("=")
        if name in ("same", "differ-each"):
            raise SpecError(f"{name} has several ratios: name one of its parts, such as same-colour or differ-1")
        columns_of([name])
        try:
            found[name] = logarithm(float(ratio))
        except ValueError:
            raise SpecError(f"{quote(part)} is not an effect: write a ratio above 0, as in differ=0.7") from None
    return found
