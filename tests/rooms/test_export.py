"""Events as comma-separated values and as JSON lines."""

import csv
import dataclasses
import io
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from setlab.errors import RuleError
from setlab.rooms.events import Event, event_record, record_schema
from setlab.rooms.export import COLUMNS, events_csv, events_jsonl
from setlab.rooms.games import GAMES
from setlab.rooms.review import review
from tests.rooms.logs import Log, random_log


def rows(records: list[dict[str, object]]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(events_csv(records))))


def test_one_row_for_each_event() -> None:
    log = random_log("standard", 7)
    found = rows(log.records)
    assert [int(row["seq"]) for row in found] == list(range(1, len(log.records) + 1))
    assert tuple(found[0]) == COLUMNS
    claims = [row for row in found if row["event"] == "claim"]
    assert all(len(row["cards"].split()) == 3 and row["words"].count(";") == 2 for row in claims)


def test_the_number_of_sets_is_that_after_the_event() -> None:
    log = Log()
    log.start(0.0, [0, 1, 2, 3, 6])
    log.claim(1.5, 1, [0, 1, 2])
    found = rows(log.records)
    assert [(row["seconds"], row["sets"]) for row in found[-2:]] == [("0.0", "2"), ("1.5", "0")]


def test_hidden_cards_stay_hidden() -> None:
    log = Log("find-all", sets=2, together=False)
    log.start(0.0, [0, 1, 2, 3, 6])
    hidden = {"event": "claim", "seat": 2, "cards": None, "points": 1}
    found = rows([*log.records, {"seq": len(log.records) + 1, "at": 4.0, "event": hidden}])
    assert (found[-1]["name"], found[-1]["cards"], found[-1]["seconds"]) == ("Ben", "", "4.0")


def test_a_name_is_no_formula() -> None:
    log = Log(players=('=HYPERLINK("x")', "-1", "Ada"))
    assert [row["name"] for row in rows(log.records) if row["event"] == "join"] == ['\'=HYPERLINK("x")', "'-1", "Ada"]


@pytest.mark.parametrize("call", [review, events_csv])
@pytest.mark.parametrize(
    "record", [{}, {"seq": 1}, {"seq": 1, "at": 0.0, "event": 5}, {"seq": "1", "at": 0, "event": {}}]
)
def test_what_is_no_log_is_refused_in_a_sentence(call: Callable[[Any], Any], record: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=r"is not an event of a log: it needs seq \(a number\), at"):
        call([record])
    for wrong in (5, None, "log", [5]):
        with pytest.raises(TypeError, match=f"{call.__name__}: records.* must be a"):
            call(wrong)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"last-card", "memory"}))  # these hide cards from a random log
def test_every_line_is_an_event_of_the_schema(game: str) -> None:
    log = random_log(game, 3)
    lines = [json.loads(line) for line in events_jsonl(log.records).splitlines()]
    assert lines == log.records
    for line in lines:
        jsonschema.validate(line, record_schema())


EXAMPLES = {"int": 1, "float": 0.5, "str": "x", "bool": True, "Mapping[str, Any]": {}, "tuple[int, ...]": (1,)}


def example(kind: type[Event]) -> Event:
    """An event with an example of each field that has no default."""
    known = [each for each in dataclasses.fields(kind) if each.default is dataclasses.MISSING]
    return kind(**{each.name: EXAMPLES[str(each.type).removesuffix(" | None")] for each in known})


@pytest.mark.parametrize("kind", Event.__subclasses__(), ids=lambda kind: kind.__name__)
def test_the_schema_knows_every_event(kind: type[Event]) -> None:
    jsonschema.Draft202012Validator.check_schema(record_schema())
    event = event_record(example(kind))
    jsonschema.validate({"seq": 1, "at": 0.5, "event": event}, record_schema())
    wrongs: list[dict[str, Any]] = [{"more": 1}, {"event": "none"}, {name: [[]] for name in event}]
    for wrong in wrongs:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"seq": 1, "at": 0.5, "event": event | wrong}, record_schema())
