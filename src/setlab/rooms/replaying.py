"""How each event changes the state of a room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from setlab import rules
from setlab.errors import RuleError
from setlab.rooms import events as ev
from setlab.rooms.games import find_game
from setlab.rooms.names import FORGOTTEN
from setlab.rooms.position import Position
from setlab.rooms.state import OVER, PAUSED, PLAYING, WAITING, Called, Player, Pointed, RoomState

IDLE: dict[str, Any] = {"called": None, "votes": (), "pointings": ()}
"""Nobody calls, votes or points."""


def applied(state: RoomState, timed: ev.Timed) -> RoomState:
    """The state after an event, from that at its time; raise `RuleError` if it cannot happen."""
    return _CHANGES[type(timed.event)](state, timed.event, timed)


def _opened(state: RoomState, event: ev.Open, timed: ev.Timed) -> RoomState:
    return replace(state, game=find_game(event.game), options=dict(event.options), phase=WAITING)


def _joined(state: RoomState, event: ev.Join, timed: ev.Timed) -> RoomState:
    is_here = event.kind != "player"
    player = Player(event.seat, event.name, event.kind, event.team, is_here, away_since=timed.at, joined=timed.at)
    joined = state.with_players([*state.players.values(), player])
    waiting = _without(state.waiting, event.seat)
    return replace(joined, last_seat=max(state.last_seat, event.seat), waiting=waiting)


def _knocked(state: RoomState, event: ev.Knock, timed: ev.Timed) -> RoomState:
    waiting = {**state.waiting, event.seat: event.name}
    return replace(state, last_seat=max(state.last_seat, event.seat), waiting=waiting)


def _renamed(state: RoomState, event: ev.Rename, timed: ev.Timed) -> RoomState:
    changed = replace(state, names_changed=state.names_changed + 1)
    if event.seat in state.waiting:
        return replace(changed, waiting={**state.waiting, event.seat: event.name})
    return changed.with_player(event.seat, name=event.name)


def _without(waiting: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: name for other, name in waiting.items() if other != seat}


def _hosted(state: RoomState, event: ev.Host, timed: ev.Timed) -> RoomState:
    return replace(state, host=event.seat, host_left=False)


def _went_away(state: RoomState, event: ev.Away, timed: ev.Timed) -> RoomState:
    return state.with_player(event.seat, present=False, away_since=timed.at)


def _came_back(state: RoomState, event: ev.Back, timed: ev.Timed) -> RoomState:
    nobody = not state.people
    back = state.with_player(event.seat, present=True)
    return replace(back, changed=timed.at) if nobody and state.phase == PLAYING else back


def _left(state: RoomState, event: ev.Leave, timed: ev.Timed) -> RoomState:
    if event.by == "host":
        removed = state.removed | {event.seat}
        state = replace(state, removed=removed, names_changed=state.names_changed + 1)
    if event.seat in state.waiting:
        return replace(state, waiting=_without(state.waiting, event.seat))
    gone = state.with_player(event.seat, left=True, present=False, away_since=timed.at)
    if event.forget:
        gone = gone.with_player(event.seat, name=FORGOTTEN.format(seat=event.seat))
    if event.by == "host":
        gone = gone.with_player(event.seat, name="", removed=True)
    is_host = state.host == event.seat
    called = None if state.called and state.called.seat == event.seat else state.called
    votes = tuple(seat for seat in state.votes if seat != event.seat)
    left = replace(gone, called=called, votes=votes)
    return replace(left, host=None, host_left=True) if is_host else left


def _changed_team(state: RoomState, event: ev.Team, timed: ev.Timed) -> RoomState:
    return state.with_player(event.seat, team=event.team)


def _locked(state: RoomState, event: ev.Lock, timed: ev.Timed) -> RoomState:
    return replace(state, locked=event.locked)


def _got_code(state: RoomState, event: ev.Code, timed: ev.Timed) -> RoomState:
    return replace(state, room=event.code)


def _got_projector(state: RoomState, event: ev.Projector, timed: ev.Timed) -> RoomState:
    return replace(state, projector=event.hash if event.open else "")


def _set(state: RoomState, event: ev.Set, timed: ev.Timed) -> RoomState:
    return replace(state, options={**state.options, **event.options})


def _started(state: RoomState, event: ev.Start, timed: ev.Timed) -> RoomState:
    game = find_game(event.game)
    players = [
        replace(each, score=0, wrong=0, until=0.0, total=each.total + each.score)
        for each in state.players.values()
        if not each.left
    ]
    return replace(
        state.with_players(players),
        game=game,
        options=dict(event.options),
        phase=PLAYING,
        round=event.round,
        position=Position.empty(game.rules(event.options)),
        team_scores={},
        deadline=event.deadline,
        time_left=None,
        sets=event.sets,
        started=timed.at,
        over_at=None,
        seconds=0.0,
        **IDLE,
    )


def _dealt(state: RoomState, event: ev.Deal, timed: ev.Timed) -> RoomState:
    position = _position(state)
    table = position.table.after(rules.Deal(event.cards))
    return _table_changed(replace(state, position=replace(position, table=table), votes=()), timed)


def _claimed(state: RoomState, event: ev.Claim, timed: ev.Timed) -> RoomState:
    if event.cards is None:
        raise RuleError("a claim whose cards are hidden cannot be replayed")
    position = state.game.after_claim(_position(state), event.seat, event.cards)
    scored = state.with_player(event.seat, score=state.players[event.seat].score + event.points)
    if event.team:
        scores = {**state.team_scores, event.team: state.team_scores.get(event.team, 0) + event.points}
        scored = replace(scored, team_scores=scores)
    changed = replace(scored, position=position, called=None, votes=())
    if state.game.searches_all:
        return changed
    return _table_changed(replace(changed, pointings=_still_there(state, event.cards)), timed)


def _still_there(state: RoomState, taken: tuple[int, ...]) -> tuple[Any, ...]:
    """What teams point at after some cards were taken: a team that pointed at one of them begins again."""
    return tuple(each for each in state.pointings if not set(each.cards) & set(taken))


def _rejected(state: RoomState, event: ev.Reject, timed: ev.Timed) -> RoomState:
    player = state.players[event.seat]
    state = state.with_player(event.seat, wrong=player.wrong + 1, score=player.score + event.points)
    for seat in state.member_seats(event.team) if event.team else (event.seat,):
        state = state.with_player(seat, until=event.until)
    return replace(state, called=None, pointings=_without_pointing(state, event.team))


def _without_pointing(state: RoomState, team: int) -> tuple[Any, ...]:
    """What the other teams point at; nothing where all teams point together."""
    return tuple(each for each in state.pointings if each.team and each.team != team)


def _called(state: RoomState, event: ev.Call, timed: ev.Timed) -> RoomState:
    return replace(state, called=Called(event.seat, event.until))


def _expired(state: RoomState, event: ev.Expire, timed: ev.Timed) -> RoomState:
    if event.why == "point":
        return replace(state, pointings=tuple(each for each in state.pointings if each.team != event.team))
    player = state.players[event.seat]
    changed = state.with_player(event.seat, until=event.until, score=player.score + event.points)
    return replace(changed, called=None)


def _voted(state: RoomState, event: ev.Vote, timed: ev.Timed) -> RoomState:
    return replace(state, votes=(*state.votes, event.seat))


def _pointed(state: RoomState, event: ev.Point, timed: ev.Timed) -> RoomState:
    shared = state.options["rule"] != "own"
    pointing = state.pointing(0 if shared else event.team)
    points = (*pointing.points, Pointed(event.seat, event.team, event.card))
    others = tuple(each for each in state.pointings if each.team != pointing.team)
    return replace(state, pointings=(*others, replace(pointing, points=points, until=event.until)))


def _paused(state: RoomState, event: ev.Pause, timed: ev.Timed) -> RoomState:
    return replace(state, phase=PAUSED, time_left=event.left, deadline=None, paused_at=timed.at, **IDLE)


def _resumed(state: RoomState, event: ev.Resume, timed: ev.Timed) -> RoomState:
    pause = timed.at - (state.paused_at or timed.at)
    changed = state.changed + pause
    return replace(state, phase=PLAYING, deadline=event.deadline, time_left=None, changed=changed, paused_at=None)


def _ended(state: RoomState, event: ev.Over, timed: ev.Timed) -> RoomState:
    return replace(state, phase=OVER, deadline=None, time_left=None, over_at=timed.at, **IDLE)


def _position(state: RoomState) -> Position:
    if state.position is None:
        raise RuleError(f"nothing is played in room {state.room} yet")
    return state.position


def _table_changed(state: RoomState, timed: ev.Timed) -> RoomState:
    return replace(state, changed=timed.at, changed_seq=timed.seq)


_CHANGES: dict[type[Any], Callable[[RoomState, Any, ev.Timed], RoomState]] = {
    ev.Open: _opened,
    ev.Join: _joined,
    ev.Knock: _knocked,
    ev.Rename: _renamed,
    ev.Host: _hosted,
    ev.Away: _went_away,
    ev.Back: _came_back,
    ev.Leave: _left,
    ev.Team: _changed_team,
    ev.Lock: _locked,
    ev.Code: _got_code,
    ev.Projector: _got_projector,
    ev.Set: _set,
    ev.Start: _started,
    ev.Deal: _dealt,
    ev.Claim: _claimed,
    ev.Reject: _rejected,
    ev.Call: _called,
    ev.Expire: _expired,
    ev.Vote: _voted,
    ev.Point: _pointed,
    ev.Pause: _paused,
    ev.Resume: _resumed,
    ev.Over: _ended,
}
