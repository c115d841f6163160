"""`setlab antiset` and `setlab caps` as they are called."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from setlab.caps import find
from setlab.cli.main import status_of
from setlab.experiment.kernels import find_kernel


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert status_of([*arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    ("design", "winner", "length"),
    [("AG(2,3)", "xavier", 4), ("AG(3,3)", "xavier", 9), ("PG(2,2)", "olivia", 4), ("AG(2,4)", "draw", 8)],
)
def test_solve(design: str, winner: str, length: int, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "antiset", "solve", design)
    assert (answer["winner"], answer["length"]) == (winner, length)
    assert answer["positions"] > 0


def test_solve_gives_bounds_when_the_budget_is_spent(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "antiset", "solve", "PG(3,3)", "--budget", "100")
    assert answer["winner"] is None
    assert answer["possible_winners"] == ["olivia", "draw"]
    assert answer["shortest"] < answer["longest"]


def test_a_draw_by_a_theorem_does_not_search_for_a_game_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "antiset", "solve", "PG(3,3,2)", "--budget", "20000")
    assert answer["winner"] == "draw"


def test_solve_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fano.txt"
    file.write_text("0 1 3\n1 2 4\n2 3 5\n3 4 6\n4 5 0\n5 6 1\n6 0 2\n")
    assert asked(capsys, "antiset", "solve", f"STS:{file}")["winner"] == "olivia"


def test_measure_goes_through_the_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["antiset", "measure", "AG(3,3)", "--games", "5", "--store", str(tmp_path / "store.db")]
    answer = asked(capsys, *options)
    assert answer["winner"] == {"xavier": 5}
    assert answer["length"] == {"9": 5}
    assert asked(capsys, *options)["length"] == {"9": 5}


def test_the_kernel_does_not_depend_on_blocks() -> None:
    kernel = find_kernel("antiset")
    p = kernel.complete({"design": "AG(2,3)", "xavier": "safe", "olivia": "random"})
    whole = kernel.engine(p, 7, 0, 12, None).histograms["length"]
    parts = [kernel.engine(p, 7, first, 4, None).histograms["length"] for first in (0, 4, 8)]
    assert whole == {key: sum(part.get(key, 0) for part in parts) for key in whole}


def test_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "antiset", "analyse", "02", "22", "11", "20")
    assert [move["verdict"] for move in answer["moves"]] == ["still won", "still lost", "error", "error"]
    assert answer["moves"][2]["good"] == ["12"]


def play(monkeypatch: pytest.MonkeyPatch, text: str, *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return status_of(["antiset", "play", *options])


def test_play_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(monkeypatch, "11\nhint\n10\n12\n", "--as", "xavier", "--against", "perfect") == 0
    out = capsys.readouterr().out
    assert "perfect takes " in out
    assert "You hold a SET: 10 (two red symbols), 11 (two green symbols), 12" in out
    assert "Xavier's 10 was an error" in out


def test_play_in_words_shows_whose_cards_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "two green\ntwo green\n", "--as", "xavier", "--against", "perfect") == 0
    out = capsys.readouterr().out
    first, second = out.split("Round ")[1:]
    assert "yours" not in first
    assert (second.count("yours"), second.count("Olivia's")) == (1, 1)
    assert "11 (two green symbols) is taken: you hold it; cards lists those that are free" in out


def test_reasons_call_the_cards_as_the_player_types_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "000\n", "--dimension", "3", "--against", "theorem7") == 0
    out = " ".join(capsys.readouterr().out.split())
    first, answer = re.findall(r"Xavier takes (\d{3}) \(", out)
    assert f"{answer} completes the block of {first}, the first point, and 000, so that nobody can hold it." in out


def test_undo_takes_back_the_answer_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for seat, before in (("xavier", 0), ("olivia", 1)):
        assert play(monkeypatch, "undo\n11\nundo\n", "--as", seat, "--json") == 0
        captured = capsys.readouterr()
        assert len(json.loads(captured.out)["moves"]) == before
        assert captured.err.count("There is nothing to take back.") == 1


def test_play_json_is_one_object(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    moves = "00\n01\nundo\n01\n10\n11\n12\n20\n21\n22\n"
    assert play(monkeypatch, moves, "--as", "olivia", "--against", "theorem7", "--json") == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert (answer["winner"], answer["go_on"]) == ("xavier", None)
    assert "You are Olivia" in captured.err


def test_play_can_be_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(monkeypatch, "nonsense\ncards\nquit\n", "--dimension", "3") == 0
    out = capsys.readouterr().out
    assert "'nonsense' is not a card" in out
    assert "You left the game. To go on:\n  setlab antiset play --dimension 3 --as olivia" in out


@pytest.mark.parametrize(("dimension", "size"), [(1, 2), (2, 4), (3, 9), (4, 20), (5, 45), (6, 112)])
def test_caps_find(dimension: int, size: int, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "caps", "find", "--dimension", str(dimension))
    assert answer["size"] == len(answer["points"]) == size
    assert answer["is_cap"]
    assert answer["is_complete"]


def test_caps_check_reads_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.txt"
    points = asked(capsys, "caps", "find", "--dimension", "4")["points"]
    file.write_text("\n".join(points[:10]))
    answer = asked(capsys, "caps", "check", str(file))
    assert answer["is_cap"]
    assert not answer["is_complete"]
    file.write_text("0000 0001 0002")
    assert asked(capsys, "caps", "check", str(file))["line"] == ["0000", "0001", "0002"]


@pytest.mark.parametrize("dimension", ["2", "3", "4"])
def test_the_largest_caps_are_proved(dimension: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "caps", "known", "--dimension", dimension, "--verify")["proved"] is True


def test_caps_known_and_grow(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "caps", "known", "--dimension", "6")["lower"] == len(find(6))
    grown = asked(capsys, "caps", "grow", "--dimension", "3", "--seed", "1")
    assert grown["size"] == 9
    assert grown == asked(capsys, "caps", "grow", "--dimension", "3", "--seed", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        ["antiset", "solve", "AG(9,9)"],
        ["antiset", "solve", "XY(2,3)"],
        ["antiset", "solve", "STS:/no/such/file"],
        ["antiset", "solve", "AG(2,3)", "--budget", "0"],
        ["antiset", "analyse"],
        ["antiset", "analyse", "02", "02"],
        ["antiset", "analyse", "0222"],
        ["antiset", "measure", "AG(2,3)", "--xavier", "clever", "--no-store"],
        ["antiset", "measure", "PG(2,2)", "--xavier", "theorem17", "--no-store"],
        ["antiset", "measure", "AG(2,3)", "--games", "0", "--no-store"],
        ["antiset", "play", "--dimension", "9"],
        ["antiset", "play", "--as", "bob"],
        ["caps", "find", "--dimension", "9"],
        ["caps", "find", "--values", "6"],
        ["caps", "check", "/no/such/file"],
        ["caps", "grow", "--restarts", "0"],
        ["caps", "known", "--dimension", "0"],
        ["caps", "known", "--dimension", "5", "--verify"],
    ],
    ids=" ".join,
)
def test_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_sizes_of_complete_caps(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "caps", "sizes", "--dimension", "3", "--caps", "60", "--seed", "1")
    assert answer["sizes"] == {"8": 46, "9": 14}
    assert {int(size): len(cards) for size, cards in answer["examples"].items()} == {8: 8, 9: 9}
    assert answer["exhaustive"] is False
    assert status_of(["caps", "sizes", "--dimension", "5", "--caps", "3"]) == 0
    assert "there may be other sizes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--dimension", "4"], ["exactly 20 points", "cited: G. Pellegrino", "caps find --dimension 4"]),
        (["--dimension", "7"], ["at least 236 and at most 288 points", "Calderbank", "Thackeray"]),
        (["--dimension", "9"], ["at least 1024 points; no upper bound", "by a product"]),
        (["--dimension", "4", "--values", "4"], ["exactly 40", "not looked up", "find --dimension 4 --values 4"]),
        (["--dimension", "3", "--values", "2"], ["exactly 8 points", "all 8 points"]),
        (["--dimension", "3", "--verify"], ["proved in this run"]),
    ],
    ids=" ".join,
)
def test_known_caps_in_words(arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["caps", "known", *arguments]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in words)
