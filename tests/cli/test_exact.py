"""`setlab exact`: the fields that DESIGN fixes, tables that one wants to read, bad input."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from setlab.cli.main import status_of
from setlab.exact.answers import odds_text, probability_text


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert status_of(["exact", *arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_no_set(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "no-set")
    assert answer["counts"]["20"] == "682344"
    assert answer["counts"]["21"] == "0"
    assert answer["orbits"]["20"] == "1"
    assert Fraction(answer["probability"]["3"]) == Fraction(78, 79)
    assert answer["forced"] == 21


def test_no_set_is_null_where_it_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "no-set", "--dimension", "5")
    assert answer["counts"]["45"] is None
    assert answer["probability"]["45"] is None
    assert answer["largest"] is None


def test_sets(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "sets", "--cards", "12")
    assert sum(map(int, answer["distribution"].values())) == int(answer["total"]) == 70724320184700
    assert answer["mean"] == "220/79"
    assert answer["variance"] == "1571820/830053"
    assert max(map(int, answer["distribution"])) == 14
    assert asked(capsys, "sets", "--cards", "40")["distribution"] is None


@pytest.mark.parametrize("verb", ["max-sets", "min-sets"])
def test_extremes(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, verb)
    assert set(answer["values"]) == {str(n) for n in range(82)}
    for n, value in answer["values"].items():
        lower, upper = int(answer["lower"][n]), int(answer["upper"][n])
        assert (value is not None) == answer["proved"][n] == (lower == upper)
        assert value is None or int(value) == lower
        assert len(answer["witness"][n]) == int(n)


def test_extremes_agree_with_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    most, fewest = (asked(capsys, verb)["values"] for verb in ("max-sets", "min-sets"))
    for n in (*range(20), *range(62, 82)):
        seen = [int(sets) for sets in asked(capsys, "sets", "--cards", str(n))["distribution"]]
        assert (min(seen), max(seen)) == (int(fewest[str(n)]), int(most[str(n)]))


def test_planes(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "planes")
    assert answer["largest_plane_free"] == 54
    assert len(answer["witness"]) == 54
    assert answer["plane_free"]["41"] is None
    assert answer["plane_free"]["55"] == "0"
    assert Fraction(answer["probability"]["9"]) == 1 - Fraction(answer["probability_plane_free"]["9"])


def test_leftovers(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "leftovers", "--table", "all")
    assert answer["leftover"]["9"] == "6183/308000"
    assert sum(map(Fraction, answer["leftover"].values())) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-set"], "20 cards can be without a SET, 21 cannot"),
        (["no-set", "--dimension", "5"], "counted up to 15 cards"),
        (["sets", "--cards", "3"], "85,320"),
        (["sets", "--cards", "40"], "setlab simulate set-count"),
        (["max-sets"], "1080"),
        (["min-sets", "--cards", "24"], "The fewest SETs in 24 cards: 6"),
        (["planes"], "54 cards can be without a plane, 55 cannot"),
        (["leftovers", "--dimension", "2", "--table", "9"], "always"),
    ],
    ids=" ".join,
)
def test_tables(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["exact", *arguments]) == 0
    assert words in capsys.readouterr().out.replace("85320", "85,320").replace("84,240", "85,320")


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-set"],
        ["sets", "--cards", "12"],
        ["max-sets"],
        ["min-sets", "--dimension", "3"],
        ["planes"],
        ["leftovers", "--table", "all"],
    ],
    ids=" ".join,
)
def test_pictures(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "exact.svg"
    assert status_of(["exact", *arguments, "--plot", str(picture)]) == 0
    assert picture.read_text().lstrip().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sets", "--cards", "82"], "82 cards cannot be dealt"),
        (["sets", "--cards", "-1"], "-1 cards cannot be dealt"),
        (["sets", "--cards", "19", "--recompute"], "add --slow"),
        (["sets", "--backend", "cpu"], "add --recompute"),
        (["sets", "--recompute", "--workers", "2"], "add --backend cpu or --backend dask"),
        (["sets", "--recompute", "--backend", "gpu"], "the backend gpu lists no orbits"),
        (["sets", "--recompute", "--backend", "cpu", "--workers", "2"], "choose the backend dask"),
        (["no-set", "--dimension", "6"], "2 to 5"),
        (["max-sets", "--dimension", "5"], "1 to 4"),
        (["max-sets", "--cards", "100"], "100 cards cannot be dealt"),
        (["planes", "--dimension", "5"], "choose 2, 3 or 4"),
        (["planes", "--until", "36"], "--until says how far to compute: add --recompute"),
        (["planes", "--backend", "cpu"], "--backend says where to compute: add --recompute"),
        (["planes", "--recompute", "--verify", "--until", "36"], "leave out --until and --backend"),
        (["planes", "--recompute", "--until", "82"], "unions of 82 cards are not counted"),
        (["planes", "--plot", "x.gif"], "x.gif is not a picture"),
        (["leftovers", "--dimension", "4"], "dimension 4 is out of range"),
        (["leftovers", "--table", "2"], "too small"),
        (["leftovers", "--table", "many"], "'many' is not a number of cards"),
        (
            ["orbits", "13"],
            "13 cards of AG(4,3) have 205,211 orbits, too many for a list: choose 0 to 12 or 69 to 81 cards",
        ),
        (["orbits", "82"], "82 cards cannot be dealt: the deck has 81, choose 0 to 81"),
        (["orbits", "5", "--dimension", "6"], "dimension 6 is out of range: orbits are listed for 2 to 5"),
        (["orbits", "five"], "'five' is not a whole number"),
        (["orbits"], "Missing argument 'N'"),
        (["caps"], "caps"),
    ],
    ids=" ".join,
)
def test_bad_input(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["exact", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.mark.parametrize("verb", ["no-set", "sets", "max-sets", "min-sets", "planes", "leftovers"])
def test_every_answer_says_what_was_done(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    for each in asked(capsys, verb)["verified"]:
        assert set(each) == {"claim", "how", "by"}
        assert each["how"] == ("computed" if each["by"] == "closed formulas" else "read")
    assert status_of(["exact", verb]) == 0
    assert "What this run did:\n  read" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["no-set", "--recompute"], ["sets", "--cards", "5", "--recompute"]], ids=" ".join
)
def test_recomputing_is_said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, *arguments)["verified"][0]["how"] == "recomputed"


def test_verifying_planes_of_27_cards(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "planes", "--dimension", "3", "--verify")
    assert [each["how"] for each in answer["verified"]] == ["replayed", "replayed", "computed"]
    assert [one["collections"] for one in answer["classes"]] == ["6318", "37908", "75816"]
    assert asked(capsys, "planes", "--dimension", "3")["classes"] is None


@pytest.mark.full
def test_verifying_planes(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "planes", "--verify")
    assert answer["classes"] == [{"collections": "27293760", "symmetries": "72"}]
    assert [each["how"] for each in answer["verified"]] == ["replayed", "replayed", "recomputed", "read"]
    assert "are one class under AGL(4,3)" in answer["verified"][1]["claim"]


@pytest.mark.full
@pytest.mark.parametrize("verb", ["max-sets", "min-sets"])
def test_proofs_of_the_extremes_are_replayed(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    *replayed, base = asked(capsys, verb, "--verify")["verified"]
    assert {each["how"] for each in replayed} == {"replayed"}
    assert base["how"] == "computed"


def test_numbers_as_text() -> None:
    assert [probability_text(Fraction(1, 10**k)) for k in (0, 1, 4, 5, 20)] == [
        "1",
        "0.100000",
        "1.00000e-04",
        "1.00000e-05",
        "1.00000e-20",
    ]
    assert probability_text(Fraction(999999999, 10**15)) == "1.00000e-06"
    assert odds_text(Fraction(2, 3)) == "1 in 1.5"


def test_orbits_are_listed_on_a_backend_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The same answer as without; what a second run reads, it does not call computed."""
    where = ["--recompute", "--backend", "cpu", "--store", str(tmp_path / "runs.sqlite")]
    plain = asked(capsys, "sets", "--cards", "70", "--recompute")
    first, second = (asked(capsys, "sets", "--cards", "70", *where) for _ in range(2))
    assert first == plain
    assert second["distribution"] == plain["distribution"]
    assert [answer["verified"][0]["how"] for answer in (first, second)] == ["recomputed", "read"]


def test_planes_are_counted_in_parts_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    where = ["--recompute", "--until", "33", "--backend", "cpu", "--store", str(tmp_path / "runs.sqlite")]
    plain = asked(capsys, "planes")
    first, second = (asked(capsys, "planes", *where) for _ in range(2))
    assert first["plane_free"] == second["plane_free"] == plain["plane_free"]
    assert [answer["verified"][0]["how"] for answer in (plain, first, second)] == ["read", "recomputed", "read"]
    assert first["verified"][0]["claim"] == "plane_free, n = 0 – 33"


def test_orbits_are_listed_with_representatives_in_the_notation(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "orbits", "3")
    assert [(each["sets"], each["size"], each["stabiliser"]) for each in answer["orbits"]] == [
        ("0", "84240", "23328"),
        ("1", "1080", "1819584"),
    ]
    assert answer["orbits"][1]["representative"] == ["0000", "0001", "0002"]
    assert (answer["cards"], answer["count"], answer["total"], answer["symmetries"]) == (3, "2", "85320", "1965150720")
    assert {each["how"] for each in answer["verified"]} == {"computed"}
    in_stanke = asked(capsys, "orbits", "3", "--notation", "stanke")["orbits"][1]["representative"]
    assert all(set(card) <= set("123") for card in in_stanke)
    assert status_of(["exact", "orbits", "12", "--format", "csv"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]
    assert len(rows) == 41_407 + 1
