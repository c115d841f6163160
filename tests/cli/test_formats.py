"""`--format` on every verb that prints a table: CSV that is read back, LaTeX, Markdown, and the object of `--json`."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from setlab.cli.main import app
from tests.cli.conftest import Run

CLI = Path(__file__).parents[2] / "src" / "setlab" / "cli"

TABLES = {
    "count": ["-d", "3"],
    "cards": ["2111"],
    "exact no-set": ["-d", "3"],
    "exact sets": ["-d", "3", "--cards", "5"],
    "exact max-sets": ["-d", "4"],
    "exact min-sets": ["-d", "3"],
    "exact planes": ["-d", "3"],
    "exact leftovers": ["-d", "3"],
    "exact second-search": ["-d", "3", "--table", "6"],
    "exact ultrasets": ["--cards", "6"],
    "exact orbits": ["6"],
    "exact quads": ["--cards", "5"],
    "exact projective": ["--cards", "4"],
    "simulate": ["first-set", "--trials", "500", "--no-store"],
    "runs": ["--store", "STORE"],
    "runs show": ["ID", "--store", "STORE"],
    "runs compare": ["ID", "OTHER", "--store", "STORE"],
    "runs export": ["ID", "--store", "STORE"],
    "caps known": ["-d", "7"],
    "caps sizes": ["-d", "2", "--caps", "5"],
    "antiset measure": ["AG(2,3)", "--xavier", "random", "--olivia", "random", "--games", "5", "--no-store"],
    "antiset solve": ["AG(2,3)"],
    "antiset analyse": ["02", "22", "12"],
    "solitaire measure": ["--strategy", "random", "--games", "20", "--no-store"],
    "solitaire compare": ["thrifty", "basic", "--games", "20"],
    "solitaire bound": ["--undealt", "18", "--games", "2", "--no-store"],
    "solitaire clearable": ["--games", "3", "--no-store"],
    "games analyse": ["GAMES"],
    "rooms list": ["--db", "ROOMS"],
    "sources": [],
    "reproduce": ["A1", "--no-store"],
}
"""The verbs that print tables, each with arguments that take a moment."""

NO_TABLE = {
    "find", "check", "third", "hidden", "checksum", "plane", "cube", "parallel", "show", "replay", "deal", "puzzle",
    "rules", "play", "caps find", "caps grow", "caps check", "antiset play", "solitaire play", "solitaire watch",
    "solitaire advise", "solitaire unclearable", "solitaire counterexample", "solitaire train", "runs plot",
    "runs import", "runs merge", "runs check", "runs delete", "games import", "games simulate", "serve", "site",
    "rooms export", "rooms delete", "cite",
    "print deck", "print puzzle", "print worksheet", "print rules", "doctor", "look",
}  # fmt: skip
"""The verbs that print cards, sentences or pictures."""

PRINTERS = {"print_table", "print_data", "print_report"}


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """All verbs with their names; a kernel of `simulate` stands for all kernels."""
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if name == "simulate":
            from setlab.cli.verbs.simulate import kernel_command
            from setlab.experiment.kernels import find_kernel

            yield name, kernel_command(find_kernel("endgame"))
        elif hasattr(command, "list_commands"):
            if command.params or name == "runs":
                yield " ".join((*path, name)), command
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


VERBS = dict(commands(typer.main.get_command(app)))


def test_every_verb_says_whether_it_prints_a_table() -> None:
    assert not set(TABLES) & NO_TABLE
    assert set(TABLES) <= set(VERBS)
    undecided = set(VERBS) - set(TABLES) - NO_TABLE
    assert not undecided, "give them --format and an example in TABLES, or add them to NO_TABLE"


@pytest.mark.parametrize("verb", TABLES)
def test_a_verb_that_prints_a_table_has_the_option(verb: str) -> None:
    assert "--format" in {flag for parameter in VERBS[verb].params for flag in parameter.opts}


@pytest.mark.parametrize("path", sorted(CLI.rglob("*.py")), ids=lambda path: str(path.relative_to(CLI)))
def test_a_module_that_prints_tables_takes_the_option(path: Path) -> None:
    if path.name in ("screen.py", "running.py"):
        return
    names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
    if names & PRINTERS:
        assert names & {"Output", "LookOutput", "PanelOutput"}


def store_a_room(place: str) -> None:
    """Write the room KRTM, in which nobody has played, into a new database of rooms."""
    from setlab.web.store import open_database, queries
    from setlab.web.store.queries import EventRow, RoomRow

    database = open_database(place)
    opening = EventRow(1, 1.0, json.dumps({"event": "open", "game": "standard", "options": {}}))
    row = RoomRow(1, "KRTM", 1.0, 1.0, 1, "")
    database.submit_write(lambda connection: queries.add_room(connection, row, [opening])).result()
    database.close()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    from setlab.experiment.run import run as run_experiment
    from setlab.experiment.spec import make_spec
    from setlab.experiment.store import Store
    from setlab.seeing import simulate_room

    place = tmp_path_factory.mktemp("formats") / "runs.sqlite"
    specs = [make_spec("first-set", seed=seed) for seed in (1, 2)]
    with Store(place) as kept:
        for spec in specs:
            run_experiment(spec, 600, store=kept)
    games = place.with_name("games.json")
    games.write_text(json.dumps(simulate_room(seed=1)))
    rooms = str(place.with_name("rooms.sqlite"))
    store_a_room(rooms)
    found = {"STORE": str(place), "ID": specs[0].id, "OTHER": specs[1].id}
    return found | {"GAMES": str(games), "ROOMS": rooms}


@pytest.mark.parametrize("verb", TABLES)
def test_every_format(verb: str, store: dict[str, str], run: Run) -> None:
    asked = [*verb.split(), *(store.get(word, word) for word in TABLES[verb])]
    outputs = {form: run(*asked, "--format", form) for form in ("csv", "latex", "markdown", "json")}
    assert {done.status for done in outputs.values()} == {0}, outputs
    data = [line for line in outputs["csv"].out.split("\r\n") if not line.startswith("#")]
    rows = list(csv.reader(io.StringIO("\r\n".join(data), newline=""), strict=True))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1, "every row has as many fields as there are names"
    latex = outputs["latex"].out
    assert latex.count("\\toprule") == latex.count("\\bottomrule") + latex.count("\\endhead") > 0
    assert all(line.isascii() for line in latex.splitlines() if not line.startswith("%"))
    for heading in re.findall(r"\\toprule\n(.*) \\\\\n", latex):
        names = heading.split(" & ")
        assert len(set(names)) == len(names), "every column has a heading of its own"
        assert all(names)
    assert any(set(line) <= set("|:-") for line in outputs["markdown"].out.splitlines() if line)
    assert outputs["json"].json.keys() == run(*asked, "--json").json.keys()


def test_a_format_that_does_not_exist(run: Run) -> None:
    done = run("count", "--format", "xls")
    assert (done.status, done.out) == (2, "")
    assert "'xls' is not a format: choose table, csv, latex, markdown or json" in done.err
    done = run("count", "--format", "csv", "--json")
    assert "--json and --format csv exclude each other" in done.err


WITHOUT_DIMENSION = (
    "rules", "puzzle", "solitaire", "games", "serve", "site", "rooms", "runs", "replay", "sources", "reproduce", "cite",
    "doctor", "look",
)  # fmt: skip
"""Verbs about games, documents, stored experiments, photos and the installation, whose deck is known."""


@pytest.mark.parametrize("verb", sorted(set(VERBS) | {"solitaire measure"}))
def test_the_dimension_has_one_name_everywhere(verb: str) -> None:
    options = [parameter.opts for parameter in VERBS[verb].params]
    named = [set(opts) for opts in options if {"--dimension", "--properties", "-d"} & set(opts)]
    if verb.split()[0] in WITHOUT_DIMENSION:
        assert not named
    else:
        assert named == [{"--dimension", "--properties", "-d"}]
