"""`setlab games`: simulated games are analysed, files are read, wrong input is named."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from setlab.web.store import open_database
from tests.cli.conftest import Run
from tests.experiment.truth import ask
from tests.rooms.test_imports import deck_of, played


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.json"
    done = ask("games", "simulate", "--players", "3", "--rounds", "3", "--effects", "differ=0.4", "-o", str(path))
    assert done.status == 0
    assert done.out.startswith(f"{path}: ")
    return str(path)


def test_the_simulated_effect_is_found(games: str) -> None:
    text, answer = ask("games", "analyse", games), ask("games", "analyse", games, "--json").json
    effect = next(each for each in answer["effects"] if each["effect"] == "differ")
    assert effect["low"] < 0.4 < effect["high"] < 1
    assert effect["shown"]
    assert "each further property that differs" in text.out
    said = [sentence["text"] for sentence in answer["sentences"]]
    assert all(sentence in " ".join(text.out.replace("- ", "").split()) for sentence in said)


def test_several_files_and_standard_input(games: str, run: Run) -> None:
    one = run("games", "analyse", games, "--json").json
    piped = run("games", "analyse", "-", "--json", stdin=Path(games).read_bytes()).json
    two = run("games", "analyse", games, "-", "--json", stdin=Path(games).read_bytes()).json
    assert piped == one
    assert two["claims"] == 2 * one["claims"]


def test_effects_can_be_chosen(games: str) -> None:
    answer = ask("games", "analyse", games, "--effects", "differ, new,age", "--level", "0.8", "--json").json
    assert [each["effect"] for each in answer["effects"]] == ["differ", "new", "age"]
    assert answer["level"] == 0.8


def test_a_record_of_the_game_against_the_clock(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "game.json"
    run("play", "--seed", "1", "--record", str(path), stdin=b"hint 2\nquit\n")
    record = json.loads(path.read_text())
    assert len(record["hints"]) == 1
    answer = run("games", "analyse", str(path), "--json").json
    assert (answer["claims"], answer["rounds"]) == (0, 1)
    assert [each["key"] for each in answer["sentences"]] == ["no-claims"]


def test_games_of_other_sites_can_be_analysed_and_reviewed(tmp_path: Path, run: Run) -> None:
    path, db = tmp_path / "game.json", str(tmp_path / "rooms.sqlite")
    events, _ = played(deck_of(4), 12)
    path.write_text(json.dumps({"deck": deck_of(4), "events": events, "startedAt": 1000}))
    open_database(db).close()
    (game,) = run("games", "import", str(path), "-o", str(tmp_path), "--review", "--db", db, "--json").json["games"]
    assert game["path"] == str(tmp_path / "game.room.json")
    assert run("games", "analyse", game["path"], "--json").json["claims"] == game["claims"] == len(events)
    code = game["review"].split("/")[1]
    kept = run("rooms", "export", code, "--db", db).json
    assert kept["events"] == json.loads(Path(game["path"]).read_text())["events"]
    lines = tmp_path / "room.jsonl"
    run("rooms", "export", code, "--db", db, "-o", str(lines))
    assert [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()] == kept["events"]
    assert run("games", "analyse", str(lines), "--json").json["claims"] == len(events)
    said = run("games", "import", str(path), "-o", str(tmp_path / "more")).out
    assert said == f"{tmp_path}/more/game.room.json: {len(events)} claims\n"


def test_figures(games: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "seen.svg"
    assert ask("games", "analyse", games, "--plot", str(picture), "--json").json["path"] == str(picture)
    text = picture.read_text()
    assert "Which SETs are seen first?" in text
    assert "claims of 3 players in 3 rounds; 95 % intervals" in text
    done = ask("games", "analyse", games, "--plot", str(picture), "--panels", "rates")
    assert done.status == 0
    assert picture.read_text() != text


def test_csv_has_rates_and_ratios(games: str) -> None:
    rows = [row.split(",") for row in ask("games", "analyse", games, "--format", "csv").out.split("\r\n")]
    rows = [row for row in rows if not row[0].startswith("#")]
    assert {row[0] for row in rows[1:] if row[0]} == {"rate", "ratio"}


WRONG: list[tuple[list[str], str]] = [
    (["analyse", "nowhere.json"], "'nowhere.json' cannot be read"),
    (["analyse", "GAMES", "--effects", "size"], "'size' is not an effect"),
    (["analyse", "GAMES", "--effects", "same,differ"], "differ cannot stand beside same"),
    (["analyse", "GAMES", "--effects", ""], "no effects are named"),
    (["analyse", "GAMES", "--level", "95"], "95.0 is not a level of intervals"),
    (["analyse", "GAMES", "--players", "robots"], "'robots' is not a choice of players"),
    (["analyse", "GAMES", "--plot", "seen.jpg"], "seen.jpg is not a picture"),
    (["analyse", "GAMES", "--width", "3in"], "are about a figure"),
    (["simulate", "--players", "0"], "0 players cannot be simulated"),
    (["simulate", "--rounds", "0"], "0 rounds cannot be simulated"),
    (["simulate", "--effects", "differ=fast"], "'differ=fast' is not an effect"),
    (["simulate", "--effects", "differ=-1"], "'differ=-1' is not an effect"),
    (["simulate", "--effects", "same=2"], "same has several ratios"),
    (["simulate", "--pace", "0"], "each player a pace above 0"),
    (["simulate", "--game", "ultra"], "'ultra' is not a game that is simulated"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_wrong_input_is_named_in_one_line(arguments: list[str], message: str, games: str) -> None:
    done: Any = ask("games", *(games if word == "GAMES" else word for word in arguments))
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    for content, message in ((b"\xff", "is no JSON"), (b"[" * 100_000, "is no JSON"), (b"{}", "is no game")):
        path.write_bytes(content)
        done = ask("games", "analyse", str(path))
        assert done.status == 2
        assert message in done.err
        assert "notes.json" in done.err


def test_without_scipy_the_remedy_is_named(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    done = ask("games", "analyse", games)
    assert (done.status, done.out) == (2, "")
    assert "needs SciPy: pip install 'setlab[seeing]'" in done.err
