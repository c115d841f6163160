"""The verbs answer the worked examples of the sources, in JSON and on the screen."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from setlab.geometry import Space
from setlab.notation import NOTATIONS, find_notation
from tests.cli.conftest import Run

PRINTED_TABLE = ["2102", "1201", "0121", "2202", "2212", "2011", "0012", "1021", "0210", "0200", "1010", "1112"]


def test_find_the_eight_sets_of_the_printed_table(run: Run) -> None:
    answer = run("find", "--json", "--notation", "solitaire", *PRINTED_TABLE).json
    assert answer["cards"] == PRINTED_TABLE
    assert answer["count"] == len(answer["sets"]) == 8
    for line in answer["sets"]:
        assert all(sum(map(int, column)) % 3 == 0 for column in zip(*line, strict=True))
        places = [PRINTED_TABLE.index(card) for card in line]
        assert places == sorted(places), "as typed"


def test_find_in_the_whole_deck(run: Run) -> None:
    deck = [find_notation().digits(card) for card in Space(4)]
    done = run("find", *deck)
    assert done.status == 0
    assert "81 cards, 1080 SETs:" in done.out
    assert run("find", "--json", *deck).json["count"] == 1080
    assert run("find", "--json", "-", stdin=" ".join(deck).encode()).json["count"] == 1080
    assert run("find", "--json", "--without-reuse", *deck).json["count"] == 27


def test_find_takes_words_letters_and_digits(run: Run) -> None:
    answer = run("find", "--json", "one full red diamond", "1RES", "1122", "(0,0,0,0)").json
    assert answer["cards"] == ["0001", "0022", "1122", "0000"]
    lines = b"one full red diamond  # the first\n0020 0012\n"
    assert run("find", "--json", "-", stdin=lines).json["sets"] == [["0001", "0020", "0012"]]


@pytest.mark.parametrize(
    "typed",
    [
        ["one", "red", "solid", "diamond", "one", "red", "open", "oval", "one", "red", "striped", "squiggle"],
        ["one red solid diamond, one red open oval, one red striped squiggle"],
        ["one", "red", "solid", "diamond,", "one", "red", "open", "oval,", "1RTS"],
        ["one-red-solid-diamond", "one-red-open-oval", "one-red-striped-squiggle"],
        ["◆R", "○R", "≈R"],
        ["◆R, ○R", "1rts"],
        ["0,0,0,1", "0 0 2 0", "(0,0,1,2)"],
    ],
    ids=lambda typed: " ".join(typed)[:40],
)
def test_find_takes_cards_as_people_type_them(run: Run, typed: list[str]) -> None:
    answer = run("find", "--json", *typed).json
    assert answer["cards"] == ["0001", "0020", "0012"]
    assert answer["count"] == 1


def test_find_names_every_card_and_its_position(run: Run) -> None:
    cards = ["1RFO", "1RFD", "3PES", "2GFO", "1REO", "3GTD", "1RTS"]
    out = run("find", *cards, COLUMNS="80").out
    assert "7 cards, 1 SET:" in out
    assert re.search(r"\[1\]  one red solid diamond +row 1, card 2\n", out)
    assert re.search(r"\n +one red open oval +row 2, card 2\n", out)
    assert re.search(r"\n +one red striped squiggle +row 3, card 1\n", out)
    assert re.search(r"one red open oval +row 3, card 1\n", run("find", *cards, COLUMNS="45").out), "rows as drawn"
    assert "0001" not in out
    assert "0001" in run("find", "--codes", *cards).out
    words = set(re.findall("[a-z]+", run("find", *cards, LC_ALL="C").out))
    assert not words & {"empty", "hollow", "full", "hatched", "worm"}, "one vocabulary on a screen"
    words = set(re.findall("[a-z]+", run("find", "--notation", "thesis", *cards, LC_ALL="C").out))
    assert {"hollow", "full", "worm"} <= words
    assert not words & {"empty", "open", "solid", "squiggle"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["find", "1RFD", "1REO", "1RTS", "--lines"],
        ["plane", "0000", "1000", "0100", "--lines"],
        ["cube", "0000", "1000", "0100", "0010"],
        ["parallel", "1000", "2200", "0100", "--lines"],
        ["parallel", "1000", "2200", "0100", "1000", "1100", "1200", "--lines"],
        ["caps", "find"],
    ],
    ids=" ".join,
)
def test_a_verb_that_shows_cards_draws_them_in_a_file(run: Run, arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "drawn.svg"
    assert run(*arguments, "-o", str(path), "--json").json["path"] == str(path)
    ElementTree.parse(path)
    path.unlink()
    done = run(*arguments, "-o", str(path))
    assert done.status == 0
    assert str(path) in done.out
    assert path.exists()
    assert run(*arguments, "-o", str(tmp_path / "drawn.doc")).status == 2


def test_find_with_four_values(run: Run) -> None:
    cards = ["00", "11", "22", "33", "01"]
    assert run("find", "--json", "--values", "4", "--dimension", "2", *cards).json["sets"] == [cards[:4]]
    assert run("find", "--json", "--values", "2", "--properties", "3", "000", "111", "011").json["count"] == 3


def test_check_names_the_verdict_of_every_property(run: Run) -> None:
    answer = run("check", "--json", "--notation", "thesis", "1221", "1020", "1122").json
    assert answer["is_set"] is True
    assert [p["name"] for p in answer["properties"]] == ["number", "filling", "colour", "shape"]
    assert [p["verdict"] for p in answer["properties"]] == ["same", "different", "same", "different"]
    assert answer["properties"][1]["values"] == ["full", "hollow", "striped"]
    answer = run("check", "--json", "1221", "1020", "1123".replace("3", "1")).json
    assert answer["is_set"] is False
    assert answer["properties"][3]["verdict"] == "neither"
    assert run("check", "--json", "--values", "4", "-d", "2", "00", "11", "22", "33").json["is_set"] is True


def test_check_of_the_example_call_of_seed_002(run: Run) -> None:
    answer = run("check", "--json", "--notation", "endgame", "0120", "1111", "2102").json
    assert answer["is_set"]
    assert [p["verdict"] for p in answer["properties"]] == ["different", "same", "different", "different"]


def test_third(run: Run) -> None:
    assert run("third", "--json", "1221", "1020").json["third"] == "1122"
    assert run("third", "--json", "--notation", "stanke", "1111", "2222").json["third"] == "3333"
    assert "completed by 1 red striped worm." in run("third", "--notation", "thesis", "1221", "1020").out
    assert "completed by one red striped squiggle." in run("third", "1RFD", "1REO").out


@pytest.mark.parametrize("name", NOTATIONS)
def test_notation_agree_on_the_face(run: Run, name: str) -> None:
    """The third card to two faces has the same face in every notation."""
    here, thesis = find_notation(name), find_notation("thesis")
    a, b = (here.digits(thesis.convert(thesis.parse(card), here)) for card in ("1221", "1020"))
    third = run("third", "--json", "--notation", name, a, b).json["third"]
    assert here.face(here.parse(third)) == thesis.face(thesis.parse("1122"))


def test_hidden(run: Run) -> None:
    left = ["1122", "1220", "2100", "0011", "0021"]
    assert run("hidden", "--json", *left).json["hidden"] == "2222"
    done = run("hidden", "--notation", "thesis", *left)
    assert "The hidden card is 2 red full worms (2222)." in done.out


def test_checksum(run: Run) -> None:
    answer = run("checksum", "--json", "0000", "0001", "0010", "0111", "1202", "2201").json
    assert answer == {
        "cards": ["0000", "0001", "0010", "0111", "1202", "2201"],
        "checksum": answer["checksum"],
        "mistake": answer["checksum"] != "0000",
        "reason": answer["reason"],
    }
    assert run("checksum", "--json", "1221", "1020", "1122").json["checksum"] == "0000"
    assert run("checksum", "--json", "1221", "1020").json["mistake"] is True
    assert "though two mistakes can cancel" in run("checksum", "1221", "1020", "1122").out


def test_plane(run: Run) -> None:
    answer = run("plane", "--json", "1000", "2000", "1100").json
    assert answer["plane"][0] == ["1000", "2000", "0000"]
    assert [row[0] for row in answer["plane"]] == ["1000", "1100", "1200"]
    assert len(answer["sets"]) == 12
    assert "12 SETs" in run("plane", "1000", "2000", "1100").out


def test_cube(run: Run) -> None:
    answer = run("cube", "--json", "0000", "1000", "0100", "0010").json
    assert len({card for level in answer["cube"] for row in level for card in row}) == 27
    assert answer["sets"] == 117
    assert "27 cards, 117 SETs, 39 planes" in run("cube", "0000", "1000", "0100", "0010").out


def test_parallel(run: Run) -> None:
    line = ["1000", "2200", "0100"]
    answer = run("parallel", "--json", *line).json
    assert answer["count"] == 27
    assert answer["direction"] == "1200"
    assert len({card for other in answer["parallel"] for card in other}) == 81
    through = run("parallel", "--json", *line, "--through", "2211").json
    assert through["parallel"] == [["2211", "0111", "1011"]]
    both = run("parallel", "--json", *line, "2211", "0111", "1011").json
    assert both["relation"] == "parallel"
    assert both["parallel_by_direction"] is both["parallel_by_cycles"] is True
    assert run("parallel", "--json", *line, "0000", "1000", "2000").json["relation"] == "meet"
    assert run("parallel", "--json", *line, "0010", "1010", "2010").json["relation"] == "skew"
    assert run("parallel", "--json", *line, *reversed(line)).json["relation"] == "equal"
    assert "They are parallel" in run("parallel", *line, "2211", "0111", "1011").out


def test_count(run: Run) -> None:
    answer = run("count", "--json").json
    assert (answer["cards"], answer["sets"], answer["lines"], answer["sets_per_card"]) == (81, 1080, 1080, 40)
    assert answer["sets_by_shared"] == {"0": 216, "1": 432, "2": 324, "3": 108}
    assert (answer["planes"], answer["cubes"], answer["hyperplanes"]) == (1170, 120, 120)
    assert run("count", "--json", "--dimension", "5").json["sets"] == 9801
    cube = run("count", "--json", "--properties", "3").json
    assert (cube["sets"], cube["planes"]) == (117, 39)
    four = run("count", "--json", "--values", "4").json
    assert (four["cards"], four["sets"], four["lines"]) == (256, 25600, 5440)
    six = run("count", "--json", "--values", "6", "--dimension", "2").json
    assert six["lines"] is six["planes"] is None
    assert six["sets"] > 0
    assert run("count", "--json", "--dimension", "33").json["cards"] == 3**33
    assert run("count", "--json", "--dimension", "34").json["cards"] == str(3**34)
    assert run("count", "--json", "--dimension", "100", "--values", "29").json["cards"] == str(29**100)
    assert "about 10^" in run("count", "--dimension", "100", "--values", "30").out
    assert "1,965,150,720" in run("count").out


def test_cards(run: Run) -> None:
    answer = run("cards", "--json", "--notation", "stanke").json
    assert [p["name"] for p in answer["properties"]] == ["number", "colour", "shape", "filling"]
    assert answer["properties"][0]["values"][0] == {"digit": "1", "word": "1", "value": "1", "letter": "1"}
    about = run("cards", "--json", "1211").json["cards"][0]
    assert about["name"] == "two purple striped diamonds"
    assert about["letters"] == "2PTD"
    assert about["notations"]["solitaire"] == "2110"
    assert "open (E)" in run("cards").out
    assert "hollow (E)" in run("cards", "--notation", "thesis").out
    assert run("cards", "--json", "-d", "2", "00").json["cards"][0]["notations"]["thesis"] is None


def test_show_writes_pictures(run: Run, tmp_path: Path) -> None:
    for name, magic in [("a.svg", b"<"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")]:
        path = tmp_path / name
        answer = run("show", "--json", "1221", "1020", "1122", "-o", str(path)).json
        assert answer == {"cards": ["1221", "1020", "1122"], "path": str(path)}
        assert path.read_bytes().startswith(magic)
    ElementTree.parse(tmp_path / "a.svg")
    for palette in ("classic", "safe", "labelled"):
        assert run("show", "--deck", "--palette", palette, "--captions", "-o", str(tmp_path / "d.svg")).status == 0
    assert run("show", "--deck", "-d", "5", "-o", str(tmp_path / "five.svg")).status == 0
    assert run("show", "--mark", *PRINTED_TABLE, "-o", str(tmp_path / "m.svg")).status == 0


def test_colour_and_plain_text(run: Run) -> None:
    assert "\x1b[" in run("show", "1221", FORCE_COLOR="1").out
    assert "\x1b[" not in run("show", "1221", NO_COLOR="1").out
    plain = run("find", "1221", "1020", "1122", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert plain.status == 0
    assert plain.out.isascii()


def test_shell_completion(run: Run) -> None:
    done = run(
        _SETLAB_COMPLETE="complete_bash",
        COMP_WORDS="setlab ch",
        COMP_CWORD="1",
        _TYPER_COMPLETE_ARGS="setlab ch",
    )
    assert set(done.out.split()) == {"check", "checksum"}
    for shell in ("bash", "zsh", "fish"):
        shown = run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
        assert "setlab" in shown.out


def test_version_and_help(run: Run) -> None:
    assert run("--version").out.startswith("setlab ")
    assert "find" in run().out
    assert run("-h").status == 0
