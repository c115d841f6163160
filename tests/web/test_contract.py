"""The interface that other programs use, over HTTP and WebSockets, with a real server."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import PATIENCE, Feed, Serving, bearing, sets_on


def play_on(feeds: list[Feed]) -> None:
    """Let the players claim in turn, or say that there is no SET, until the round is over."""
    turn = 0
    while feeds[0].state["phase"] == "playing":
        found, feed = sets_on(feeds[0].state), feeds[turn % len(feeds)]
        answer = feed.ask("claim", cards=found[0]) if found else feed.ask("more")
        assert answer["type"] == "accepted", answer
        for other in feeds:
            other.until_seq(feed.seq)
        turn += 1


def test_two_people_play_a_whole_game(web: Serving) -> None:
    room, host = web.open_room()
    ada, bob = web.seat(room, "Ada", host), web.seat(room, "Bob")
    with web.feed(room, ada[1]) as first, web.feed(room, bob[1]) as second, web.feed(room) as watcher:
        assert first.welcome["you"] == {"seat": ada[0], "host": True}
        assert second.welcome["you"] == {"seat": bob[0], "host": False}
        assert watcher.welcome["you"] == {"seat": None, "host": False}
        assert first.ask("start")["type"] == "accepted"
        first.until_event("deal")
        play_on([first, second])
        for feed in (second, watcher):
            feed.until_event("over")
        assert first.state["phase"] == "over"
        assert sum(player["score"] for player in first.state["players"]) * 3 + _left(first.state) == 81
        log = web.events(room)
        assert [told["seq"] for told in log] == list(range(1, len(log) + 1))
        for feed in (first, second, watcher):
            told = [{name: each[name] for name in ("seq", "at", "event")} for each in feed.events]
            assert told == log[told[0]["seq"] - 1 :], "everybody is told the same in the same order"


def _left(state: dict[str, Any]) -> int:
    return sum(card is not None for card in state["slots"]) + int(state["undealt"])


def test_undealt_cards_are_told_to_nobody(web: Serving) -> None:
    room, host = web.open_room()
    with web.feed(room, host) as feed:
        feed.ask("start")
        feed.until_event("deal")
        on_table = {card for card in feed.state["slots"] if card is not None}
        told = {card for each in web.events(room) for card in each["event"].get("cards", ())}
        assert told == on_table
        assert feed.state["undealt"] == 81 - len(on_table)


def test_a_wrong_claim_is_refused_with_the_property_that_fails(web: Serving) -> None:
    room, host = web.open_room()
    seat, token = web.seat(room, "Ada", host)
    with web.feed(room, token) as feed:
        feed.ask("start")
        feed.until_event("deal")
        cards = [card for card in feed.state["slots"] if card is not None]
        wrong = next([a, b, c] for a in cards for b in cards for c in cards if len({a, b, c}) == 3 and _fails(a, b, c))
        answer = feed.ask("claim", cards=wrong)
        assert (answer["type"], answer["code"]) == ("refused", "not-a-set")
        assert {each["verdict"] for each in answer["detail"]["properties"]} & {"neither"}
        assert feed.until_event("reject")["event"]["seat"] == seat
        gone = feed.ask("claim", cards=[0, 1, 2] if not {0, 1, 2} <= set(cards) else [3, 4, 5])
        assert gone["type"] == "refused"


def _fails(*cards: int) -> bool:
    from setlab.geometry import Space

    return not Space(4).sets(list(cards))


@pytest.mark.parametrize("kind", ["start", "pause", "next", "stop"])
def test_only_the_host_may_do_what_hosts_do(web: Serving, kind: str) -> None:
    room, _ = web.open_room()
    _, token = web.seat(room, "Bob")
    with web.feed(room, token) as feed:
        answer = feed.ask(kind)
        assert (answer["type"], answer["code"]) == ("refused", "not-host")


def test_somebody_who_watches_cannot_claim(web: Serving) -> None:
    room, host = web.open_room()
    with web.feed(room, host) as feed, web.feed(room) as watcher:
        feed.ask("start")
        watcher.until_event("deal")
        assert watcher.ask("claim", cards=sets_on(watcher.state)[0] if sets_on(watcher.state) else [0, 1, 2])[
            "code"
        ] == ("not-seated")


def test_locked_unknown_and_wrong(web: Serving) -> None:
    room, host = web.open_room()
    with web.feed(room, host) as feed:
        assert feed.ask("lock", locked=True)["type"] == "accepted"
    refused = web.post(f"/api/rooms/{room}/seats", {"name": "Eve"})
    assert (refused.status, refused.json["code"]) == (409, "locked")
    assert web.get(f"/api/rooms/{room.lower()}").status == 404
    assert web.get(f"/api/rooms/{room.lower()}", bearing(host)).json["locked"] is True
    unknown = web.post("/api/rooms/AAAA/seats", {"name": "Eve"})
    assert (unknown.status, unknown.json["code"]) == (404, "unknown-room")
    for wrong in ({"game": "chess"}, {"game": "standard", "options": {"colour": 3}}, {"options": {"seconds": -1}}):
        answer = web.post("/api/rooms", wrong)
        assert answer.status == 422, answer
        assert set(answer.json) == {"reason", "code"}
    assert "'colour'" in web.post("/api/rooms", {"options": {"colour": 3}}).json["reason"]
    for name in ("", "   ", "\u200b\u202e", 7, None):
        assert web.post(f"/api/rooms/{web.open_room()[0]}/seats", {"name": name}).status == 422
    assert web.post(f"/api/rooms/{room}/seats", {"name": "Eve", "host": "guess"}).status == 403


def test_a_room_of_sixty_is_full(web: Serving) -> None:
    room, _ = web.open_room()
    seats = [web.seat(room, "Ada") for _ in range(60)]
    assert len({seat for seat, _ in seats}) == len({token for _, token in seats}) == 60
    refused = web.post(f"/api/rooms/{room}/seats", {"name": "Eve"})
    assert (refused.status, refused.json["code"]) == (409, "full")
    about = web.get(f"/api/rooms/{room}").json
    assert about["full"] is True
    assert len({player["name"] for player in about["players"]}) == 60


def test_a_token_restores_the_seat_with_what_happened_meanwhile(web: Serving) -> None:
    room, host = web.open_room()
    seat, token = web.seat(room, "Ada")
    with web.feed(room, token) as feed:
        assert [player["present"] for player in feed.welcome["state"]["players"]] == [True]
        known = feed.seq
    with web.feed(room, host) as other:
        other.ask("start")
        other.until_event("deal")
        assert other.ask("pause")["type"] == "accepted"
        with web.feed(room, token, since=known) as again:
            assert again.welcome["seq"] == known
            assert again.welcome["you"]["seat"] == seat
            told = again.until_event("pause")
            assert [each["seq"] for each in again.events] == list(range(known + 1, told["seq"] + 1))
            assert again.state["seq"] == again.events[-1]["seq"]
            assert all("state" not in each for each in again.events[:-1])
        with web.feed(room, token, since=10**6) as ahead:
            assert ahead.welcome["seq"] == ahead.welcome["state"]["seq"]


def test_kick_takes_the_seat_away(web: Serving) -> None:
    room, host = web.open_room()
    seat, token = web.seat(room, "Eve")
    with web.feed(room, host) as feed, web.feed(room, token) as guest:
        feed.until_event("back", seat=seat)
        assert guest.state["players"][0]["present"]
        assert feed.ask("kick", seat=seat)["type"] == "accepted"
        assert guest.close_code() == 4001
    with web.feed(room, token) as again:
        assert again.welcome["you"] == {"seat": None, "host": False, "removed": True}


def test_whoever_is_removed_in_a_round_is_forgotten_by_all(web: Serving) -> None:
    room, host = web.open_room()
    eve, ada = web.seat(room, "Eve the First"), web.seat(room, "Ada")
    with web.feed(room, host) as feed, web.feed(room, ada[1]) as other:
        with web.feed(room, eve[1]) as guest:
            feed.ask("start")
            state = guest.until_state(lambda state: state["phase"] == "playing" and bool(state["slots"]))
            while not sets_on(state):
                assert guest.ask("more")["type"] == "accepted"
                state = guest.state
            assert guest.ask("claim", cards=sets_on(state)[0])["type"] == "accepted"
            assert feed.ask("kick", seat=eve[0])["type"] == "accepted"
            assert guest.close_code() == 4001
        for each in (feed, other):
            each.until_event("leave", seat=eve[0])
            assert [player["name"] for player in each.state["players"]] == ["Ada"]
        with web.feed(room, ada[1], since=0) as late:
            late.until_event("leave", seat=eve[0])
            assert "Eve" not in str(late.events)
        feed.ask("stop")
    for path in ("", "/events", "/events.csv", "/review"):
        assert b"Eve" not in web.get(f"/api/rooms/{room}{path}").body
    review = web.get(f"/api/rooms/{room}/review").json
    assert [player["name"] for player in review["players"] if player["seat"] == eve[0]] == [""]
    assert review["winners"] == []


def test_leaving_keeps_the_feed(web: Serving) -> None:
    room, _ = web.open_room()
    seat, token = web.seat(room, "Eve")
    with web.feed(room, token) as feed:
        assert feed.ask("leave")["type"] == "accepted"
        assert feed.until_event("leave", seat=seat)["event"]["by"] == "self"
        assert feed.ask("claim", cards=[0, 1, 2])["code"] in ("not-seated", "not-playing")


def test_the_hosts_seat_hosts(web: Serving) -> None:
    room, host = web.open_room("standard", **{"class": True})
    with web.feed(room, host) as teacher:
        assert teacher.welcome["you"] == {"seat": None, "host": True}
    _, token = web.seat(room, "Ada", host)
    with web.feed(room, token) as feed:
        assert feed.welcome["you"]["host"] is True


def test_find_all_on_own_copies_hides_what_others_find(web: Serving) -> None:
    room, host = web.open_room("find-all", together=False)
    ada, bob = web.seat(room, "Ada", host), web.seat(room, "Bob")
    with web.feed(room, ada[1]) as first, web.feed(room, bob[1]) as second:
        first.ask("start")
        first.until_event("deal")
        second.until_event("deal")
        cards = sets_on(first.state)[0]
        assert first.ask("claim", cards=cards)["type"] == "accepted"
        assert sorted(first.until_event("claim")["event"]["cards"]) == cards
        assert second.until_event("claim")["event"]["cards"] is None
        assert first.state["found"]
        assert second.state["found"] == []
        assert [e["event"]["cards"] for e in web.events(room) if e["event"]["event"] == "claim"] == [None]
        with web.feed(room, ada[1], since=0) as again, web.feed(room, bob[1], since=0) as other:
            assert sorted(again.until_event("claim")["event"]["cards"]) == cards
            assert other.until_event("claim")["event"]["cards"] is None
        assert first.ask("stop")["type"] == "accepted"
        assert [sorted(e["event"]["cards"]) for e in web.events(room) if e["event"]["event"] == "claim"] == [cards]


def test_time_ends_a_round_by_itself(web: Serving) -> None:
    room, host = web.open_room("timed", seconds=1)
    with web.feed(room, host) as feed:
        feed.ask("start")
        over = feed.until_event("over")
        assert over["event"]["why"] == "time"
        assert over["at"] == feed.until_event("start")["event"]["deadline"]


def test_an_opponent_plays(web: Serving) -> None:
    room, host = web.open_room(opponents=5, speed="quick")
    _, token = web.seat(room, "Ada", host)
    with web.feed(room, token) as feed:
        feed.ask("start")
        claim = feed.until_event("claim")["event"]
        kinds = {player["seat"]: player["kind"] for player in feed.state["players"]}
        assert kinds[claim["seat"]] == "opponent"


def test_downloads_and_the_review(web: Serving) -> None:
    room, host = web.open_room(more="auto")
    _, token = web.seat(room, "Ada", host)
    assert web.get(f"/api/rooms/{room}/review").status == 409
    assert web.get(f"/api/rooms/{room}/seen").status == 409
    with web.feed(room, token) as feed:
        feed.ask("start")
        feed.until_state(lambda state: bool(sets_on(state)))
        feed.ask("claim", cards=sets_on(feed.state)[0])
        refused = web.get(f"/api/rooms/{room}/review")
        assert (refused.status, refused.json["code"]) == (409, "not-over")
        feed.ask("stop")
    review = web.get(f"/api/rooms/{room}/review").json
    assert review["round"] == 1
    assert review["winners"] == [1]
    assert [moment["kind"] for moment in review["moments"]].count("claim") == 1
    assert web.get(f"/api/rooms/{room}/review?round=2").status == 409
    seen = web.get(f"/api/rooms/{room}/seen").json
    assert seen["claims"] == 1
    placed = web.get(f"/api/rooms/{room}/seen?effects=differ,abundant,near,central").json
    assert [effect["effect"] for effect in placed["effects"]] == ["differ", "abundant", "near", "central"]
    refused = web.get(f"/api/rooms/{room}/seen?effects=luck")
    assert (refused.status, refused.json["code"]) == (409, "bad-option")
    saved = web.get(f"/api/rooms/{room}/events?download=1")
    assert saved.headers["content-disposition"] == f'attachment; filename="setlab-{room}.json"'
    table = web.get(f"/api/rooms/{room}/events.csv?download=1")
    rows = list(csv.DictReader(io.StringIO(table.body.decode())))
    assert [int(row["seq"]) for row in rows] == [each["seq"] for each in saved.json["events"]]
    players = web.get(f"/api/rooms/{room}/players.csv?download=1&lang=de")
    assert players.headers["content-disposition"] == f'attachment; filename="setlab-{room}.players.csv"'
    (row,) = csv.DictReader(io.StringIO(players.body.decode("utf-8-sig")), delimiter=";")
    median = str(review["table"][0]["median"])
    assert row == {
        "Runde": "1", "Spiel": "SET", "Name": "Ada", "Team": "", "Gefunden": "1", "Falsch": "0",
        "Median der Zeit bis zum Fund (s)": median.replace(".", ","),
    }  # fmt: skip
    english = web.get(f"/api/rooms/{room}/players.csv", {"Accept-Language": "fr, en;q=0.5, de;q=0.2"}).body.decode()
    assert english.startswith("\ufeffRound,Game,Name,Team,Found,Wrong,Median time to a find (s)\n1,SET,Ada,,1,0,")
    german = web.get(f"/api/rooms/{room}/events.csv?lang=de").body.decode()
    renamed = list(csv.DictReader(io.StringIO(german)))
    assert [row["cards"] for row in renamed] == [row["cards"] for row in rows]
    (dealt,) = [row["words"].split("; ")[0] for row in renamed if row["event"] == "deal" and row["round"]][:1]
    assert re.fullmatch("(ein|eine|zwei|drei) (rot|grün|violett)\\w+ (gefüllt|gestreift|leer)\\w+ \\w+", dealt)
    assert web.get(f"/api/rooms/{room}/events.csv?lang=fr").status == 422


def test_games_practice_and_codes(web: Serving) -> None:
    games = web.get("/api/games").json["games"]
    assert [game["game"] for game in games][:2] == ["standard", "junior"]
    for sets in (1, 6):
        dealt = web.get(f"/api/practice?sets={sets}&dimension=4").json
        assert len(sets_on({"slots": dealt["cards"], "dimension": 4})) == sets
    assert web.get("/api/practice?sets=7&dimension=3").status == 422
    room, _ = web.open_room()
    picture = web.get(f"/api/rooms/{room}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert b"viewBox" in picture.body
    assert b"width=" not in picture.body.partition(b">")[0]
    assert web.get(f"/api/rooms/{room}").json["link"] == f"http://{web.address}/{room}"


def test_health_and_metrics(web: Serving) -> None:
    assert web.get("/health").json["status"] == "ok"
    before = web.metric("setlab_rooms_opened_total")
    room, _ = web.open_room()
    assert web.metric("setlab_rooms_opened_total") == before + 1
    open_before = web.metric("setlab_connections")
    with web.feed(room):
        assert web.metric("setlab_connections") == open_before + 1
    assert web.get("/metrics").headers["content-type"].startswith("text/plain; version=0.0.4")


def test_ping(web: Serving) -> None:
    room, _ = web.open_room()
    with web.feed(room) as feed:
        feed.send({"type": "ping", "ref": "p"})
        pong = feed.until("pong")
        assert pong["ref"] == "p"
        assert abs(pong["now"] - feed.welcome["now"]) < 60


@pytest.mark.parametrize("options", ["", ', "options": {"seconds": 3, "call": true}'])
def test_the_program_of_the_documentation_plays_to_the_end(web: Serving, tmp_path: Path, options: str) -> None:
    """A whole game; then a round in which every claim is refused, since nobody called: it ends with its time."""
    text = (Path(__file__).parents[2] / "docs" / "serve.md").read_text()
    (program,) = re.findall(r"```py\n(import json.*?)```", text, re.DOTALL)
    asked = '{"game": "standard"}'
    assert asked in program
    program = program.replace("localhost:8000", web.address).replace(
        asked, asked[:-1] + options.replace("true", "True") + "}"
    )
    (tmp_path / "program.py").write_text(program)
    ran = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    last = ran.stdout.splitlines()[-1]
    assert re.fullmatch(rf"\d+ SETs, review at http://{web.address}/[A-Z]+/review", last)
    assert ("Refused: " in ran.stdout) is bool(options)
