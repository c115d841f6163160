"""Classes in lessons: counts without names, limits, an hour of life, several processes."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from setlab.classroom.tickets import make_ticket
from setlab.web.http.lessons import STEPS
from setlab.web.rooms.hub import CLASS_LIFE, Housekeeping
from setlab.web.settings import Limits, Settings
from setlab.web.store import queries
from setlab.web.store.queries import ClassRow
from tests.web.serving import Answer, Client, Serving, bearing, inside_serving, serving


def open_class(client: Client, lesson: str = "third", seed: int = 7) -> str:
    answer = client.post("/api/classes", {"lesson": lesson, "seed": seed})
    assert answer.status == 201, answer
    code: str = answer.json["code"]
    return code


def report(client: Client, code: str, pupil: str, done: int) -> Answer:
    return client.post(f"/api/classes/{code}/steps", {"pupil": pupil, "done": done})


def drawn() -> str:
    return secrets.token_hex(16)


def test_a_class_in_a_lesson(web: Serving) -> None:
    code = open_class(web)
    assert len(code) == 6
    ada, ben = drawn(), drawn()
    for pupil, done in ((ada, 0), (ben, 0), (ada, 1), (ada, 3), (ben, 2), (ada, 2)):
        assert report(web, code, pupil, done).status == 204
    about = web.get(f"/api/classes/{code.lower()}").json
    assert about == {
        "code": code, "lesson": "third", "seed": 7, "link": f"http://{web.address}/{code}", "pupils": 2,
        "through": [2, 2, 1, 0, 0, 0, 0, 0, 0, 0],
    }  # fmt: skip
    assert report(web, code, ben, 10).status == 204
    assert web.get(f"/api/classes/{code}").json["through"] == [2, 2, 2, 1, 1, 1, 1, 1, 1, 1]
    assert b"viewBox" in web.get(f"/api/classes/{code}/qr.svg").body
    entered = web.get(f"/{code.lower()}")
    assert (entered.status, entered.headers["location"]) == (307, f"/learn/third?seed=7&class={code}")
    assert web.get(f"/{code}/steps").status == 200
    assert web.get(f"/{code.lower()}/steps").headers["location"].endswith(f"/{code}/steps")


@pytest.mark.parametrize("lesson", STEPS)
def test_every_lesson_has_a_place_for_each_step(web: Serving, lesson: str) -> None:
    code = open_class(web, lesson)
    assert web.get(f"/api/classes/{code}").json["through"] == [0] * STEPS[lesson]
    assert report(web, code, drawn(), STEPS[lesson]).status == 204
    assert report(web, code, drawn(), STEPS[lesson] + 1).status == 422


def test_what_is_refused(web: Serving) -> None:
    code = open_class(web)
    wrong: list[tuple[str, Any]] = [
        ("/api/classes", {"lesson": "chess", "seed": 1}),
        ("/api/classes", {"lesson": "third", "seed": -1}),
        ("/api/classes", {"lesson": "third", "seed": 1, "name": "4b"}),
        (f"/api/classes/{code}/steps", {"pupil": "Ada", "done": 1}),
        (f"/api/classes/{code}/steps", {"pupil": drawn(), "done": -1}),
        (f"/api/classes/{code}/steps", {"pupil": drawn(), "done": 1, "name": "Ada"}),
    ]
    for path, body in wrong:
        assert web.post(path, body).status == 422, body
    for unknown in ("BBBBBB", "BBBB", "AEIOUY", "%00"):
        answer = web.get(f"/api/classes/{unknown}")
        assert (answer.status, answer.json["code"]) == (404, "unknown-class")
        assert report(web, unknown, drawn(), 1).status == 404
        assert web.get(f"/{unknown}", {"Accept": "text/html"}).status in (200, 404)
    assert b"data-room" in web.get("/BBBBBB", {"Accept": "text/html"}).body, "as for a room that is not there"


def test_limits(tmp_path: Path) -> None:
    limits = Limits(classes=2, pupils=3, steps=(6, 0.0), new_rooms=(4, 0.0))
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), limits=limits)) as made:
        code, _ = open_class(made), open_class(made)
        full = made.post("/api/classes", {"lesson": "third", "seed": 1})
        assert (full.status, full.json["code"]) == (503, "full")
        pupils = [drawn() for _ in range(4)]
        answers = [report(made, code, pupil, 1) for pupil in pupils]
        assert [each.status for each in answers] == [204, 204, 204, 409]
        assert report(made, code, pupils[0], 2).status == 204, "those who are in stay in"
        assert made.get(f"/api/classes/{code}").json["through"][:2] == [3, 1]
        assert [report(made, code, pupils[0], 2).status for _ in range(2)] == [204, 429]
        assert [made.post("/api/classes", {"lesson": "third", "seed": 1}).status for _ in range(2)] == [503, 429]


def test_nothing_is_left_after_an_hour(tmp_path: Path) -> None:
    place = tmp_path / "rooms.sqlite"
    with inside_serving(Settings(str(place))) as made:
        old, new = open_class(made), open_class(made)
        report(made, old, drawn(), 2)
        report(made, new, drawn(), 2)
        report(made, new, drawn(), 3)
        with closing(sqlite3.connect(place)) as connection, connection:
            past = time.time() - CLASS_LIFE - 1
            connection.execute("UPDATE classes SET touched = ? WHERE code = ?", (past, old))
            connection.execute("UPDATE pupils SET touched = ? WHERE code = ? OR done = 3", (past, old))
        assert made.get(f"/api/classes/{old}").status == 404, "also before it is deleted"
        assert made.get(f"/api/classes/{new}").json["through"][:3] == [1, 1, 0]
        assert b"data-room" in made.get(f"/{old}").body, "no lesson any more, but the door of a room"
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, Housekeeping(made.hub).expire()).result()
    with closing(sqlite3.connect(place)) as connection:
        assert [code for (code,) in connection.execute("SELECT code FROM classes")] == [new]
        rows = connection.execute("SELECT * FROM pupils").fetchall()
        columns = [column[1] for column in connection.execute("PRAGMA table_info(pupils)")]
    assert columns == ["code", "pupil", "done", "touched"]
    assert [(code, done) for code, _, done, _ in rows] == [(new, 2)]


def test_a_class_that_is_deleted_in_this_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "find_class", lambda _, code, since: ClassRow(code, "third", 7, since))
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"))) as made:
        answer = report(made, "KRTMBX", drawn(), 1)
        assert (answer.status, answer.json["code"]) == (404, "unknown-class")


def test_two_processes_count_together(new_database: str) -> None:
    with serving("--db", new_database) as one, serving("--db", new_database) as two:
        code, pupils = open_class(one), [drawn() for _ in range(6)]
        for i, pupil in enumerate(pupils):
            assert report((one, two)[i % 2], code, pupil, i).status == 204
        assert report(two, code, pupils[0], 6).status == 204
        expected = [6, 5, 4, 3, 2, 1, 0, 0, 0, 0]
        assert [each.get(f"/api/classes/{code}").json["through"] for each in (one, two)] == [expected] * 2
        assert two.get(f"/{code}").headers["location"] == f"/learn/third?seed=7&class={code}"


def ticket_of(client: Client, code: str, key: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/classes/{code}/ticket", bearing(key)).json
    return found


def test_an_exit_ticket_from_its_first_question_to_its_end(tmp_path: Path) -> None:
    place = tmp_path / "rooms.sqlite"
    with serving("--db", str(place)) as web:
        opened = web.post("/api/classes", {"lesson": "rule", "seed": 7}).json
        code, key = opened["code"], opened["key"]
        turn, answers = f"/api/classes/{code}/ticket", f"/api/classes/{code}/answers"
        ada, ben, cleo = drawn(), drawn(), drawn()
        question = make_ticket("rule", 7)[0]
        assert ticket_of(web, code)["question"] == 0
        early = web.post(answers, {"pupil": ada, "question": 1, "choice": 0})
        assert (early.status, early.json["code"]) == (409, "closed")
        for wrong in (None, "somebody"):
            assert web.post(turn, {"question": 1}, bearing(wrong)).status == 403
        assert web.post(turn, {"question": 1}, bearing(key)).status == 204
        for pupil, choice in ((ada, 1), (ben, 2), (cleo, 2), (ada, 2)):  # the last choice counts
            assert web.post(answers, {"pupil": pupil, "question": 1, "choice": choice}).status == 204
        assert web.post(answers, {"pupil": ada, "question": 1, "choice": 5}).status == 422
        theirs, mine = ticket_of(web, code), ticket_of(web, code, key)
        assert (theirs["answered"], theirs["counts"], theirs["answer"], theirs["reasons"]) == (3, None, None, None)
        assert mine["counts"] == [0, 0, 3, 0, 0]
        assert theirs["asked"]["cards"] == list(question.cards)
        assert web.post(turn, {"question": 1, "solved": True}, bearing(key)).status == 204
        assert web.post(answers, {"pupil": ada, "question": 1, "choice": 0}).json["code"] == "closed"
        solved = ticket_of(web, code)
        assert (solved["counts"], solved["answer"]) == ([0, 0, 3, 0, 0], question.answer)
        assert [reason["groups"] for reason in solved["reasons"]] == [
            [list(group) for group in reason.groups] for reason in question.reasons
        ]
        with closing(sqlite3.connect(place)) as connection:
            assert connection.execute("SELECT count(*) FROM answers").fetchone() == (3,)
            assert web.post(turn, {"question": 0}, bearing(key)).status == 204
            assert connection.execute("SELECT count(*) FROM answers").fetchone() == (0,)
        assert web.get("/api/classes/BBBBBB/ticket").status == 404
        assert web.get(f"/{code}/ticket").status == 200
