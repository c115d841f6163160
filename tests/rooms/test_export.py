"""Events as comma-separated values."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

from setlab.errors import RuleError
from setlab.rooms.export import COLUMNS, events_csv
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
