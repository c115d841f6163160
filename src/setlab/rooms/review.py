"""The review of a round: the finds with their players and times, and all SETs on the table at each moment.

`review` makes it from the events of a room alone, so that a page, a file of events and a test see the same review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from setlab.arguments import checked
from setlab.rooms.events import Claim, Reject
from setlab.rooms.games import NAMES
from setlab.rooms.moments import moments
from setlab.rooms.rounds import Record, Round, find_round, rounds
from setlab.rooms.state import Player
from setlab.rooms.statistics import class_statistics, player_table


@checked
def review(records: Iterable[Record], number: int | None = None, room: str = "") -> dict[str, Any]:
    """The review of a round as JSON, the last one that is over by default; raise `RuleError` unless it was played.

    >>> def log(seq, at, **event):
    ...     return {"seq": seq, "at": at, "event": event}
    >>> found = review([log(1, 0.0, event="open", game="standard", options={}),
    ...     log(2, 0.0, event="join", seat=1, name="Ada"),
    ...     log(3, 10.0, event="start", round=1, game="standard", options={}),
    ...     log(4, 10.0, event="deal", cards=[0, 1, 2, 3, 6], why="start"),
    ...     log(5, 14.5, event="claim", seat=1, cards=[2, 1, 0]), log(6, 19.0, event="over", why="host")])
    >>> found["seconds"], found["winners"], found["left"]
    (9.0, [1], 78)
    >>> [(there["cards"], there["fate"], there["there"]) for there in found["moments"][0]["sets"]]
    [([0, 1, 2], 'now', 4.5), ([0, 3, 6], 'broken', 4.5)]
    """
    played = rounds(records)
    chosen = find_round(played, number)
    quiet = bool(chosen.last.options.get("quiet", False))
    return {"room": room, **_facts(chosen), "quiet": quiet, **_people(chosen, quiet)} | {
        "moments": [moment.to_json() for moment in moments(chosen)],
        "rejects": _rejects(chosen),
        "table": player_table([chosen]),
        "rounds": len(played),
        "statistics": class_statistics(played),
        "seen": None,
    }


def _facts(played: Round) -> dict[str, Any]:
    """The game, its start and length, and the number of cards left in the deck and on the table."""
    state = played.last
    table = state.position.table if state.position else None
    return {
        "round": played.number,
        "game": state.game.name,
        "dimension": played.dimension,
        "options": dict(state.options),
        "started": state.started,
        "seconds": played.seconds,
        "over": played.is_over,
        "left": table.undealt + len(table) if table else 0,
    }


def _people(played: Round, quiet: bool) -> dict[str, Any]:
    """Players and teams, the best first, and the winners; in quiet mode by seat, without winners."""
    state, found = played.last, _claims_by_seat(played)
    taking_part = [each for each in state.players.values() if not each.left or found[each.seat] or each.wrong]
    players = sorted(taking_part, key=lambda each: (0 if quiet else -each.score, each.seat))
    teams = _teams(played, players) if state.game.has_teams else []
    teams.sort(key=lambda each: (0 if quiet else -each["score"], each["team"]))
    best = [each["team"] for each in _best(teams)] if not quiet else []
    staying = [each for each in players if not each.removed]
    winning = [p.seat for p in staying if p.team in best] if teams else [p["seat"] for p in _best(_scores(staying))]
    return {
        "players": [_player(each, found) for each in players],
        "teams": teams,
        "winners": [] if quiet else winning,
        "winning_teams": best,
    }


def _player(player: Player, found: Counter[int]) -> dict[str, Any]:
    fields = {name: getattr(player, name) for name in ("seat", "name", "team", "score", "wrong", "kind")}
    return {**fields, "found": found[player.seat]}


def _scores(players: Iterable[Player]) -> list[dict[str, int]]:
    return [{"seat": each.seat, "score": each.score} for each in players]


def _teams(played: Round, players: Sequence[Player]) -> list[dict[str, Any]]:
    """The teams with their names, scores and members."""
    number = int(played.last.options.get("teams", 0))
    return [
        {
            "team": team,
            "name": NAMES[team - 1],
            "score": played.last.team_scores.get(team, 0),
            "members": [each.seat for each in players if each.team == team],
        }
        for team in range(1, number + 1)
    ]


def _best(scores: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries with the highest score, if it is positive."""
    most = max((each["score"] for each in scores), default=0)
    return [each for each in scores if each["score"] == most] if most > 0 else []


def _claims_by_seat(played: Round) -> Counter[int]:
    return Counter(step.event.seat for step in played.steps if isinstance(step.event, Claim))


def _rejects(played: Round) -> list[dict[str, Any]]:
    """The wrong claims, also of "no SET here", each with the properties that fail."""
    return [_reject(step.seconds, step.event) for step in played.steps if isinstance(step.event, Reject)]


def _reject(at: float, event: Reject) -> dict[str, Any]:
    failing = [dict(each) for each in event.properties if each["verdict"] == "neither"]
    cards = list(event.cards or ())
    who = {"at": at, "seat": event.seat, "team": event.team}
    return {**who, "cards": cards, "why": event.why, "properties": failing}
