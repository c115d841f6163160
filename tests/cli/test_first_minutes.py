"""The first minutes of a new user: help, rules, deals, typing errors."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from setlab.cli.main import status_of
from setlab.cli.verbs import GROUPS, VERBS
from setlab.geometry import Space
from setlab.notation import find_notation
from tests.cli.conftest import Run
from tests.commands import run_command


def test_the_help_has_all_verbs_in_groups(run: Run) -> None:
    out = run("--help", COLUMNS="80").out
    assert list(GROUPS) == ["Cards", "Geometry", "Games", "Laboratory", "Sources", "Installation"]
    headings = [line for line in out.splitlines() if line in GROUPS]
    assert headings == list(GROUPS)
    assert [line.split()[0] for line in out.splitlines() if re.match("  [a-z]+  ", line)] == list(VERBS)
    assert run(COLUMNS="80").out == out
    assert max(map(len, out.splitlines())) <= 80


def test_the_help_loads_neither_rich_nor_a_verb() -> None:
    code = (
        "import sys\nfrom setlab.cli.main import status_of\nassert status_of(['--help']) == 0\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()
    assert not {name.split(".")[0] for name in loaded} & {"rich", "numpy", "markdown_it", "matplotlib"}
    assert not [name for name in loaded if name.startswith("setlab.cli.verbs.")]


def every_command() -> list[tuple[str, ...]]:
    """All verbs and the verbs of verbs."""
    import typer

    from setlab.cli.main import app
    from setlab.experiment.kernels import KERNELS

    root = typer.main.get_command(app)
    commands: list[tuple[str, ...]] = []
    for verb in VERBS:
        command = root.get_command(None, verb)  # type: ignore[attr-defined]
        commands.append((verb,))
        inner = list(KERNELS) if verb == "simulate" else _verbs_of(command)
        commands += [(verb, name) for name in inner]
    return commands


def _verbs_of(command: Any) -> list[str]:
    return command.list_commands(None) if hasattr(command, "list_commands") else []


@pytest.mark.parametrize("command", every_command(), ids=" ".join)
def test_no_help_is_wider_than_the_terminal_or_shows_internal_ids(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ""
    for columns in (60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert status_of([*command, "--help"]) == 0
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= columns
    if command[0] != "reproduce":
        assert not re.search(r"\b[A-E]\d{1,2}(\.\w+)?\b", out), "ids of items belong to `reproduce`"
    assert "Usage: setlab " + " ".join(command) in out
    assert "╭" not in out, "all help is written by setlab.cli.commands"


@pytest.mark.parametrize(
    "verb", ["find", "check", "third", "show", "cards", "deal", "rules", "plane", "cube", "hidden"]
)
def test_the_examples_of_the_help_can_be_copied(run: Run, verb: str, tmp_path: Path) -> None:
    out = run(verb, "--help", COLUMNS="60").out.replace(" \\\n", " ")
    examples = [line.strip() for line in out.splitlines() if line.startswith("    setlab ")]
    assert examples
    for example in examples:
        _, *arguments = shlex.split(example)
        done = run_command(arguments, os.environ, folder=tmp_path)
        assert done.status == 0, (example, done.err)


@pytest.mark.parametrize(
    ("typed", "meant"), [("fnd", "find"), ("solitair", "solitaire"), ("chek", "check"), ("simulat", "simulate")]
)
def test_a_wrong_verb_gets_the_right_one(run: Run, typed: str, meant: str) -> None:
    done = run(typed)
    assert done.status == 2
    assert done.err == f"setlab: '{typed}' is not a verb: did you mean {meant}?\n"


def test_a_wrong_verb_of_a_verb_gets_the_right_one(run: Run) -> None:
    done = run("solitaire", "measur")
    assert (done.status, done.err) == (2, "setlab: 'measur' is not a verb of solitaire: did you mean measure?\n")
    assert run("runs", "shw").err == "setlab: 'shw' is not a verb of runs: did you mean show?\n"
    assert run("exact", "xyz").err.startswith("setlab: 'xyz' is not a verb of exact: choose no-set, sets,")


def test_a_verb_of_verbs_imports_only_what_is_called() -> None:
    code = (
        "import sys\nfrom setlab.cli.main import status_of\nassert status_of(['solitaire', 'unclearable']) == 0\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()
    assert "setlab.cli.verbs.solitaire.measure" in loaded
    assert "setlab.cli.verbs.solitaire.play" not in loaded


def test_a_verb_of_verbs_alone_shows_its_help(run: Run) -> None:
    for verb in ("exact", "solitaire", "antiset", "caps"):
        done = run(verb)
        assert (done.status, done.err) == (0, "")
        assert done.out.strip() == run(verb, "--help").out.strip()


def test_the_rules_are_true(run: Run) -> None:
    answer = run("rules", "--json").json
    here, space = find_notation(), Space(4)
    assert [example["is_set"] for example in answer["examples"]] == [True, True, False]
    for example in answer["examples"]:
        assert space.is_line(*here.parse_all(example["cards"])) is example["is_set"]
    assert "81 cards" in answer["cards"]
    out = run("rules").out
    assert "Not a SET: the colour is the same on two cards and different on the third." in out
    assert "1080 SETs" in out
    assert {"hollow", "worm"} <= set(re.findall(r"\w+", run("rules", "--notation", "thesis").out))


def test_a_verdict_on_an_example_is_computed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two examples exchanged: the words follow the cards."""
    from setlab.cli.verbs import rules

    monkeypatch.setattr(rules, "EXAMPLES", tuple(reversed(rules.EXAMPLES)))
    rules.verb(json=True)
    assert [each["is_set"] for each in json.loads(capsys.readouterr().out)["examples"]] == [False, True, True]


def test_deal(run: Run, tmp_path: Path) -> None:
    answer = run("deal", "--json", "--seed", "1").json
    assert len(set(answer["cards"])) == 12
    assert answer["count"] == len(answer["sets"])
    assert answer == run("deal", "12", "--json", "--seed", "1").json
    assert run("deal", "--json").json["seed"] != run("deal", "--json").json["seed"], "another deal each time"
    six = run("deal", "12", "--sets", "6", "--seed", "7", "--json").json
    assert six["count"] == len(six["sets"]) == 6
    assert run("find", "--json", *six["cards"]).json["sets"] == six["sets"]
    assert len(run("deal", "-d", "3", "--json").json["cards"]) == 9
    path = tmp_path / "deal.svg"
    assert run("deal", "--seed", "1", "-o", str(path), "--json").json["path"] == str(path)
    assert path.exists()
    assert run("deal", "0", "--seed", "3", "--json").json == {"cards": [], "sets": [], "count": 0, "seed": 3}
    assert run("deal", "0").status == 0


def test_a_deal_tells_how_to_see_its_sets(run: Run) -> None:
    out = run("deal", "9", "--sets", "2", "-d", "3", "--seed", "5").out
    again = re.search(r"The SETs: setlab (.*)", out)
    assert again is not None
    solved = run(*again[1].split())
    assert "9 cards, 2 SETs:" in solved.out
    assert "[2]" in solved.out
    assert "[1]" not in out, "the SETs are not given away"


def test_a_deal_that_cannot_be(run: Run) -> None:
    done = run("deal", "9", "--sets", "7")
    assert (done.status, done.out) == (2, "")
    assert done.err == "setlab: 9 cards never have 7 SETs: 0 to 6, 8 or 12 are possible\n"
    assert run("deal", "100").status == 2
    assert run("deal", "--seed", "x").status == 2


def test_a_typing_error_in_a_card_gets_the_right_word(run: Run) -> None:
    done = run("find", "two", "red", "solid", "sqiggles")
    assert done.status == 2
    assert "did you mean squiggles?" in done.err
    assert done.err.count("\n") == 1


def test_help_in_colour_only_on_a_terminal(run: Run) -> None:
    assert "\x1b" not in run("--help").out
    assert "\x1b" in run(FORCE_COLOR="1").out
