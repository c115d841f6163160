"""The table of players, by brute force on the raw events: no state of a room is used."""

import csv
import io
import random
from collections.abc import Mapping
from itertools import combinations, pairwise
from statistics import median
from typing import Any

import pytest

from setlab.rooms.export import PLAYER_COLUMNS, players_csv
from setlab.rooms.games import NAMES
from setlab.rooms.review import player_table, review, rounds
from tests.rooms.logs import Log, is_set

Record = Mapping[str, Any]


def busy_log(game: str, seed: int, **options: Any) -> Log:
    """Two rounds in which people join, leave, pause, point, claim and are wrong, at random."""
    draw, log = random.Random(seed), Log(game, ("Eva", "ada", "Bo", "Åse", "Élodie"), **options)
    log.add(1.0, "join", seat=9, name="Robot", kind="opponent", team=1 if "teams" in log.options else 0)
    at = 10.0
    for _ in range(2):
        at = _round(log, draw, at) + 5.0
    return log


def _round(log: Log, draw: random.Random, at: float) -> float:
    deck = draw.sample(range(81), 81)
    log.start(at, [deck.pop() for _ in range(12)])
    found: set[tuple[int, ...]] = set()
    for _ in range(40):
        at = round(at + draw.uniform(0.1, 9.0), 3)
        assert log.state.position is not None
        seats, table = [player.seat for player in log.state.seated_players], sorted(log.state.position.table.cards)
        what = draw.choice(["claim"] * 4 + ["reject", "no-set", "join", "leave", "pause", "deal"])
        lines = [line for line in combinations(table, 3) if is_set(line, 4)]
        if what == "claim" and lines:
            line = draw.choice(lines)
            seat = draw.choice(seats)
            if log.options.get("together", True) and line in found:
                continue
            found.add(line)
            team = _point(log, draw, at, list(line))
            last = _last_pointer(log) if team else seat
            log.claim(at, last, list(line), **({"team": team, "shares": [team] * 3} if team else {}))
        elif what == "reject":
            cards = draw.choice([three for three in combinations(table, 3) if not is_set(three, 4)])
            team = _point(log, draw, at, list(cards))
            last = _last_pointer(log) if team else draw.choice(seats)
            log.add(at, "reject", seat=last, cards=list(cards), **({"team": team} if team else {}))
        elif what == "no-set":
            log.add(at, "reject", seat=draw.choice(seats), why="no-set")
        elif what == "join":
            team = draw.randint(1, log.options["teams"]) if "teams" in log.options else 0
            log.add(at, "join", seat=log.state.last_seat + 1, name=f"New {log.state.last_seat}", team=team)
        elif what == "leave" and len(seats) > 4:
            log.add(at, "leave", seat=draw.choice([seat for seat in seats if seat != 9]))
        elif what == "pause":
            log.add(at, "pause", left=None)
            at = round(at + draw.uniform(1.0, 60.0), 3)
            log.add(at, "resume", deadline=None)
        elif what == "deal" and len(table) < 15 and log.game != "find-all":
            log.add(at, "deal", cards=[deck.pop() for _ in range(3)], why="host")
    log.add(at, "over", why="host")
    return at


def _point(log: Log, draw: random.Random, at: float, cards: list[int]) -> int:
    """In games with teams, players of one team point at the cards; another team points at one of them, too."""
    if "teams" not in log.options:
        return 0
    team = draw.choice(sorted({player.team for player in log.state.seated_players}))
    mates = [player.seat for player in log.state.seated_players if player.team == team]
    for player in log.state.seated_players:
        if player.team != team and not log.state.pointing(player.team).points:
            log.add(at, "point", seat=player.seat, team=player.team, card=cards[0], until=at + 20)
            break
    if log.state.pointing(team).points:
        log.add(at, "expire", why="point", team=team)
    for card in cards:
        log.add(at, "point", seat=draw.choice(mates), team=team, card=card, until=at + 20)
    return team


def _last_pointer(log: Log) -> int:
    last: int = log.records[-1]["event"]["seat"]
    return last


def by_hand(records: list[dict[str, Any]], number: int) -> dict[str, tuple[int, int, float | None]]:
    """Found, wrong and the median of each person in a round, from the list of events alone."""
    first = next(i for i, r in enumerate(records) if r["event"].get("round") == number)
    last = next(i for i, r in enumerate(records) if i > first and r["event"]["event"] == "over")
    inside = records[first : last + 1]
    options = records[first]["event"]["options"]
    names, bots, left = dict[int, str](), set[int](), set[int]()
    for record in records[: last + 1]:
        event = record["event"]
        if event["event"] == "join":
            names[event["seat"]] = event["name"]
            bots |= {event["seat"]} if event.get("kind") == "opponent" else set()
    for i, record in enumerate(records[: last + 1]):
        if record["event"]["event"] == "leave":
            left.add(record["event"]["seat"])
            if i < first:
                names.pop(record["event"]["seat"])
    times: dict[int, list[float]] = {seat: [] for seat in names}
    wrong = dict.fromkeys(names, 0)
    for i, record in enumerate(inside):
        event = record["event"]
        if event["event"] == "claim":
            for seat in people_in(inside, i):
                times[seat].append(clock(inside, i) - clock(inside, since(inside, i, seat, options)))
        if event["event"] == "reject":
            for seat in people_in(inside, i):
                wrong[seat] += 1
    return {
        name: (len(times[seat]), wrong[seat], round(median(times[seat]), 3) if times[seat] else None)
        for seat, name in names.items()
        if seat not in bots and (seat not in left or times[seat] or wrong[seat])
    }


def people_in(inside: list[dict[str, Any]], i: int) -> set[int]:
    """Who took part in a claim: where there are teams, those of the last three points."""
    event = inside[i]["event"]
    if not event.get("team"):
        return {event["seat"]}
    return {record["event"]["seat"] for record in inside[i - 3 : i]}


def since(inside: list[dict[str, Any]], i: int, seat: int, options: Mapping[str, Any]) -> int:
    """The last event before a claim after which a player looked at the same table."""
    own = options.get("together") is False
    kinds = [("deal", None), ("claim", seat if own else None), ("join", seat)]
    return max(
        k
        for k in range(i)
        for kind, who in kinds
        if inside[k]["event"]["event"] == kind and who in (None, inside[k]["event"].get("seat"))
    )


def clock(inside: list[dict[str, Any]], i: int) -> float:
    """The seconds of play before an event: every second outside of pauses."""
    total = 0.0
    for before, after in pairwise(inside[: i + 1]):
        total += after["at"] - before["at"] if before["event"]["event"] != "pause" else 0.0
    return total


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("standard", {}),
    ("find-all", {"sets": 6, "together": True}),
    ("find-all", {"sets": 6, "together": False}),
    ("team", {"teams": 2}),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_table_is_what_counting_gives(game: str, options: dict[str, Any]) -> None:
    seen = 0
    for seed in range(12):
        log = busy_log(game, seed, **options)
        played = rounds(log.records)
        for one in played:
            table = player_table([one])
            expected = by_hand(log.records, one.number)
            found = {row["name"]: (row["found"], row["wrong"], row["median"]) for row in table}
            assert found.keys() == expected.keys()
            for name, (n, wrong, middle) in expected.items():
                assert found[name][:2] == (n, wrong)
                assert found[name][2] == (None if middle is None else pytest.approx(middle, abs=0.0021))
            seen += sum(n for n, _, _ in expected.values())
            assert [row["name"][0] for row in table] == sorted((name[0] for name in expected), key="aÅBÉEN".index)
        assert review(log.records, 1)["table"] == player_table(played[:1])
        assert review(log.records)["statistics"]["players"] == player_table(played)
    assert seen > 30


def test_all_rounds_together() -> None:
    log = Log(players=("Ada", "Ben"))
    for at in (0.0, 100.0):
        log.start(at, [0, 1, 2, 3, 6, 9, 10, 11])
        log.claim(at + 4.0, 1, [0, 1, 2])
        log.add(at + 5.0, "reject", seat=2, cards=[3, 6, 9])
        log.claim(at + 10.0 + at / 100, 1, [9, 10, 11])
        log.add(at + 20.0, "over", why="host")
    ada, ben = player_table(rounds(log.records))
    assert (ada["found"], ada["wrong"], ada["median"]) == (4, 0, 5.0)
    assert (ben["found"], ben["wrong"], ben["median"]) == (0, 2, None)


def test_teams_are_named() -> None:
    log = busy_log("team", 3, teams=2)
    assert {row["team"] for row in player_table(rounds(log.records))} == set(NAMES[:2])


def rows(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def test_the_table_as_csv() -> None:
    log = busy_log("standard", 5)
    head, *body = rows(players_csv(log.records))
    assert tuple(head) == PLAYER_COLUMNS
    expected = [
        [str(one.number), "standard", row["name"], "", str(row["found"]), str(row["wrong"]), str(row["median"] or "")]
        for one in rounds(log.records)
        for row in player_table([one])
    ]
    assert body == expected
    log.start(10**6, [0, 1, 2, 3])
    log.claim(10**6 + 1, log.state.seated_players[0].seat, [0, 1, 2])
    assert rows(players_csv(log.records))[1:] == body, "a round that goes on is left out"


def test_words_and_numbers_of_another_language() -> None:
    log = Log(players=("=1+1",))
    log.start(0.0, [0, 1, 2, 3])
    log.claim(2.5, 1, [0, 1, 2])
    log.add(4.0, "over", why="host")
    columns = {"round": "Runde", "name": "Name", "median": "Median (s)"}
    head, row = rows(players_csv(log.records, columns, {"standard": "SET; alle Karten"}, decimal_comma=True), ";")
    assert head == ["Runde", "game", "Name", "team", "found", "wrong", "Median (s)"]
    assert row == ["1", "SET; alle Karten", "'=1+1", "", "1", "0", "2,5"]
