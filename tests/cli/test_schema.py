"""`--schema`: the JSON object of every verb fits its schema, which allows no further field."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from setlab.cli.main import status_of
from setlab.cli.schema import all_schemas, answers, schema_of
from setlab.seeing import simulate_room
from tests.cli.test_formats import VERBS, store_a_room
from tests.experiment.truth import ask
from tests.photo.table import write_a_photo

ASKED = """
rules
deal 9 --sets 2 --seed 1
deal --seed 18446744073709551615
puzzle --date 2026-01-01
puzzle --date 2026-01-02 --level basic
find 0000 0001 0002 1111
check 0000 0001 0012
third 0000 0001
show 0000 --output FOLDER/cards.svg
show 0000
look FOLDER/photo.png
look FOLDER/photo.png FOLDER/photo.png
cards
cards 2111
print deck -o FOLDER/deck.pdf
print puzzle -o FOLDER/puzzle.pdf
print rules -o FOLDER/rules.pdf
print worksheet -o FOLDER/worksheet.pdf
plane 0000 0001 0010
cube 0000 0001 0010 0100
parallel 0000 0001 0002
parallel 0000 0001 0002 1000 1001 1002
hidden 0000 0001 0010 0100 1000
checksum 0000 0001 0002 1111 1112 1110
count
count --values 6 --dimension 3
count --dimension 100
caps find --dimension 3
caps grow --dimension 3
caps check FOLDER/cap.txt
caps check FOLDER/line.txt
caps sizes --dimension 2 --caps 5
caps known --dimension 3 --verify
caps known --dimension 100
play --seed 1 --record FOLDER/game.json
solitaire play --seed 1
solitaire watch --strategy thrifty --seed 1
solitaire measure --strategy S3 --games 5 --no-store
solitaire measure --strategy all --games 1 --no-store
solitaire compare thrifty basic --games 20
solitaire advise 0000 0001 0010 0012 0021 0100 0111 0122 0200 0212 0220 1000
solitaire clearable --games 3 --no-store
solitaire unclearable
solitaire counterexample
solitaire bound --undealt 18 --games 2 --no-store
solitaire train -o FOLDER/weights.json --games 100 --curve-games 100 --rounds 1
games simulate
games analyse FOLDER/room.json
games import FOLDER/elsewhere.json -o FOLDER --review --db FOLDER/rooms.sqlite
antiset play
antiset solve AG(2,3)
antiset solve PG(2,3)
antiset measure AG(2,3) --xavier random --olivia random --games 5 --no-store
antiset analyse 02 22 12
exact no-set --dimension 3
exact no-set --dimension 5
exact sets --cards 12
exact sets --cards 40
exact max-sets
exact min-sets --dimension 3
exact planes
exact planes --dimension 2 --verify
exact leftovers
exact second-search -d 3 --table 6
exact ultrasets --cards 6
exact orbits 5
exact quads
exact quads --cards 6
exact quads --cards 30
exact projective
exact projective --cards 7
find --deck projective 1 2 12
check --deck quads 1RO 2RO 1GH 2GA
count --deck projective
play --deck quads --seed 1
simulate endgame --count sets --trials 500 --seed 1 --store STORE
simulate endgame --trials 500 --seed 1 --store STORE
simulate first-set --trials 200 --seed 18446744073709551615 --store STORE
simulate first-plane --trials 50 --no-store
simulate set-count --trials 50 --histogram-at 12 --no-store
simulate plane-count --trials 50 --no-store
simulate antiset --trials 3 --no-store
simulate solitaire --strategy random --trials 10 --no-store
simulate solitaire-clearable --trials 2 --no-store
simulate solitaire-bound --undealt 18 --trials 2 --no-store
simulate endgame --seed 2026 --first 26363188 --trials 1 --store STORE
runs --store STORE
runs show 29dbb2c9009a --store STORE
runs show bbc7f3e7216f --store STORE
runs compare 29dbb2c9009a 84b9258dc943 --store STORE
runs plot 29dbb2c9009a -o FOLDER/run.svg --store STORE
runs export 29dbb2c9009a FOLDER/run.json --store STORE
runs export 29dbb2c9009a --store STORE
runs import FOLDER/run.json --store FOLDER/other.sqlite
runs show 29dbb2c9009a --store FOLDER/other.sqlite
runs merge FOLDER/other.sqlite --store FOLDER/third.sqlite
runs check --store STORE
runs delete 84b9258dc943 --yes --store STORE
replay 29dbb2c9009a 3 --store STORE
replay FOLDER/game.json
rooms list --db FOLDER/rooms.sqlite
rooms export KRTM --db FOLDER/rooms.sqlite
rooms export KRTM -o FOLDER/krtm.json --db FOLDER/rooms.sqlite
rooms delete KRTM --yes --db FOLDER/rooms.sqlite
cite
doctor
sources
reproduce A1 E1 C3.d3 --no-store
""".strip().splitlines()
"""Command lines of every verb, each of which takes a moment; they are run in this order."""

HIDDEN = {"games simulate"}
"""Verbs that the help does not list."""

NOT_ASKED = {"serve", "site"}
"""One prints when it runs: see below. The other takes longer: tests/browser/test_static_site.py asks it."""


def verb_of(line: str) -> str:
    one, two = line.split()[0], " ".join(line.split()[:2])
    return two if two in answers()["verbs"] else one


def test_every_verb_has_a_schema_and_is_asked() -> None:
    assert set(answers()["verbs"]) == set(VERBS) | HIDDEN, (
        "describe the object of a verb in src/setlab/cli/answers.toml"
    )
    assert {verb_of(line) for line in ASKED} | NOT_ASKED == set(VERBS) | HIDDEN


def numbers(value: Any) -> list[int]:
    if isinstance(value, dict | list):
        return [n for each in (value.values() if isinstance(value, dict) else value) for n in numbers(each)]
    return [value] if isinstance(value, int) else []


def misfits(line: str, answer: Any) -> list[str]:
    """Where an answer does not fit its schema, and numbers that many readers of JSON would round."""
    found = Draft202012Validator(schema_of(verb_of(line), strict=True)).iter_errors(answer)
    large = [n for n in numbers(answer) if abs(n) > 2**53]
    return [f"{line}: {each.json_path}: {each.message[:200]}" for each in found] + [f"{line}: {n}" for n in large]


def test_every_answer_fits_its_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "room.json").write_text(json.dumps(simulate_room(seed=1)))
    (tmp_path / "elsewhere.json").write_text(json.dumps({"seed": "v1:deadbeef0badf00dfeedface12345678"}))
    (tmp_path / "cap.txt").write_text("0000\n0001\n0010\n")
    (tmp_path / "line.txt").write_text("0000\n0001\n0002\n")
    store_a_room(str(tmp_path / "rooms.sqlite"))
    write_a_photo(tmp_path / "photo.png")
    wrong = list[str]()
    for line in ASKED:
        words = line.replace("FOLDER", str(tmp_path)).replace("STORE", str(tmp_path / "runs.sqlite"))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))  # whoever plays leaves at once
        status, said = status_of([*shlex.split(words), "--json"]), capsys.readouterr()
        wrong += [f"{line}: {said.err}"] if status else misfits(line, json.loads(said.out))
    assert not wrong, "\n".join(wrong)


def test_the_announcement_of_the_server_fits_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    from setlab.cli.verbs.serve import _announce
    from setlab.web.settings import Settings

    for settings in (Settings("rooms.sqlite"), Settings("rooms.sqlite", lan_address="http://192.0.2.1:8000")):
        _announce(settings, json=True)
        assert not misfits("serve", json.loads(capsys.readouterr().out))


def answer_of(*arguments: str) -> Any:
    return ask(*arguments, "--json").json


def test_whole_numbers_are_numbers_where_they_fit() -> None:
    assert answer_of("count")["symmetries"] == 1_965_150_720
    assert answer_of("count", "--dimension", "100")["cards"] == str(3**100)
    assert answer_of("deal", "--seed", str(2**64 - 1))["seed"] == str(2**64 - 1)
    assert answer_of("deal", "--seed", str(2**53))["seed"] == 2**53
    assert answer_of("exact", "sets", "--cards", "12")["distribution"]["14"] == "3032640"
    assert answer_of("exact", "leftovers")["classes"].isdigit()


def test_what_does_not_fit_is_found() -> None:
    sets, right = Draft202012Validator(schema_of("exact sets")), answer_of("exact", "sets", "--cards", "12")
    assert sets.is_valid(right)
    assert sets.is_valid(right | {"more": 1}), "later versions may add fields"
    misfitting: list[dict[str, Any]] = [
        {"total": 7},
        {"mean": 2.78},
        {"distribution": {"0": 5}},
        {"cards": "12"},
        {"verified": [{}]},
    ]
    for wrong in misfitting:
        assert not sets.is_valid(right | wrong), wrong
    count, counted = Draft202012Validator(schema_of("count")), answer_of("count")
    assert count.is_valid(counted)
    for cards in ("81", 2**60, "x", None):
        assert not count.is_valid(counted | {"cards": cards}), cards
    assert misfits("count", counted | {"more": 1})
    assert not Draft202012Validator(schema_of("check")).is_valid({"is_set": True, "cards": ["x"], "properties": []})


def test_schemas_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*arguments: str) -> Any:
        assert status_of([*arguments]) == 0
        return json.loads(capsys.readouterr().out)

    assert printed("exact", "sets", "--schema") == printed("exact", "sets", "--cards", "5", "--json", "--schema")
    assert printed("simulate", "endgame", "--schema")["title"] == "setlab simulate --json"
    digits = printed("exact", "sets", "--schema")["$defs"]["digits"]
    assert digits["type"] == "string"
    assert "2^53" in digits["description"]
    together = printed("--schema")
    assert together == json.loads(json.dumps(all_schemas()))
    Draft202012Validator.check_schema(together)
    assert set(together["$defs"]) == set(VERBS) | HIDDEN
    assert status_of(["exat", "sets", "--schema"]) == 2
    assert "'exat sets' prints no JSON object: did you mean exact sets?" in capsys.readouterr().err


def test_every_type_and_object_is_used() -> None:
    used = {name for verb in answers()["verbs"] for name in schema_of(verb)["$defs"]}
    through_dots = {fields["..."] for fields in answers()["verbs"].values() if "..." in fields}
    assert used | through_dots == set(answers()["types"]) | set(answers()["objects"])


def test_the_pages_describe_the_rule() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert "--schema" in page
    assert "2^53" in page
