"""The view of a viewer: the state and the events as JSON, without hidden facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from setlab.answers.answer import attributes
from setlab.rooms.events import Claim, Deal, Event, Knock, Projector, Reject, event_record
from setlab.rooms.games import NAMES
from setlab.rooms.state import OVER, PAUSED, PLAYING, Player, Pointing, RoomState


def state_json(state: RoomState, viewer: int | None, is_host: bool = False) -> dict[str, Any]:
    """The state as a viewer sees it, on a seat or as a spectator (None); the host also sees the waiting people.

    >>> state_json(RoomState.empty("KRTM"), None)["phase"]
    'waiting'
    """
    position = None if state.position is None else state.position_of(viewer)
    slots = [] if position is None else shown_slots(state, position.table.slots)
    found = Counter(each.seat for each in state.position.found) if state.position is not None else Counter[int]()
    called = state.called and attributes(state.called, "seat", "until")
    return {
        **attributes(state, "room", "seq"),
        "game": state.game.name,
        "dimension": state.game.dimension_of(state.options) if state.options else state.game.dimension,
        **attributes(state, "phase", "round"),
        "options": dict(state.options),
        "slots": [None] * len(slots) if state.phase == PAUSED else slots,
        "undealt": 0 if position is None else position.table.undealt,
        "deadline": state.deadline,
        "left": state.time_left,
        **attributes(state, "locked", "host"),
        "waiting": [{"seat": seat, "name": name} for seat, name in state.waiting.items()] if is_host else [],
        "projector": bool(state.projector),
        "players": [_player_json(state, player, found[player.seat]) for player in shown_players(state)],
        "called": called,
        "votes": list(state.votes),
        "needed": state.votes_needed,
        "aside": aside_json(state),
        "face_down": face_down(state),
        "to_move": state.to_move if state.phase == PLAYING else None,
        "chain": list(position.chain) if position is not None and position.chain else None,
        "found": found_json(state, viewer),
        "sets": state.sets,
        "pointing": [_pointing_json(each) for each in state.pointings],
        "teams": teams_json(state, state.seated_players),
        "claim_size": state.game.claim_size,
        "claim_sizes": list(state.game.claim_sizes),
        "values": state.game.values,
        "own_tables": state.game.has_own_tables,
        "winners": list(state.winners),
        **attributes(state, "started", "over_at", "seconds"),
    }


def event_json(event: Event, state: RoomState, viewer: int | None, is_host: bool = False) -> dict[str, Any]:
    """The event as a viewer sees it, in the state after it: the finds of others on their own copies have no cards.

    Only the host sees the names of waiting people; no viewer sees the hash of a token.
    """
    record = event_record(event)
    if isinstance(event, Knock) and not is_host:
        record |= {"name": ""}
    if isinstance(event, Projector):
        record |= {"hash": ""}
    if isinstance(event, (Claim, Reject)) and state.is_private and state.phase != OVER and event.seat != viewer:
        record |= {"cards": None} | ({"properties": []} if isinstance(event, Reject) else {})
    if isinstance(event, Deal) and hides_finds(state) and (state.game.is_face_down or event.seat not in (0, viewer)):
        record |= {"cards": []}
    return record


def hides_finds(state: RoomState) -> bool:
    """True while cards of events are hidden: each player searches alone, or the cards lie face down."""
    return (state.is_private or state.game.is_face_down) and state.phase != OVER


def shown_slots(state: RoomState, slots: Sequence[int | None]) -> list[int | None]:
    """The slots with the cards that can be seen."""
    hidden = face_down(state)
    return [None if i in hidden else card for i, card in enumerate(slots)]


def face_down(state: RoomState) -> list[int]:
    """The slots in which cards lie face down."""
    if state.position is None or not state.game.is_face_down or state.phase == OVER:
        return []
    slots = enumerate(state.position.table.slots)
    return [i for i, card in slots if card is not None and i not in state.turned]


def aside_json(state: RoomState) -> dict[str, Any] | None:
    """The card that was laid aside, once it is turned up, and the seats that have named a wrong one."""
    if state.position is None or not state.game.lays_aside:
        return None
    return {"card": state.position.aside, "named": list(state.named)}


def differs_by_seat(state: RoomState) -> bool:
    """True if not all seats see the same state: finds are hidden, or each sees an own table."""
    return (state.is_private and state.phase != OVER) or state.game.has_own_tables


def shown_players(state: RoomState) -> list[Player]:
    """The players to show: all with a seat, and those who left with points, but no removed ones."""
    players = [player for _, player in sorted(state.players.items()) if not player.removed]
    return [player for player in players if not player.left or player.score]


def found_json(state: RoomState, viewer: int | None) -> list[dict[str, Any]]:
    """The SETs found in a game that searches all of them: everybody's, or only the viewer's on an own copy."""
    if state.position is None or not (state.game.searches_all or state.game.has_own_tables):
        return []
    shown = [each for each in state.position.found if not differs_by_seat(state) or each.seat == viewer]
    return [{"seat": each.seat, "cards": list(each.cards)} for each in shown]


def teams_json(state: RoomState, players: Sequence[Player]) -> list[dict[str, Any]]:
    """The teams with their scores and their members among the players; none in games without teams."""
    if not state.game.has_teams:
        return []
    teams = []
    for team in range(1, state.options.get("teams", 0) + 1):
        members = [each.seat for each in players if each.team == team]
        score = state.team_scores.get(team, 0)
        teams.append({"team": team, "name": NAMES[team - 1], "score": score, "members": members})
    return teams


def handicap_json(player: Player) -> dict[str, Any] | None:
    """The points and the seconds that the player has ahead, or None."""
    ahead = {"points": player.points_ahead, "seconds": player.seconds_ahead}
    return ahead if any(ahead.values()) else None


def _player_json(state: RoomState, player: Player, found: int) -> dict[str, Any]:
    shown = ("seat", "name", "score", "present", "left", "joined", "kind", "team", "wrong", "until")
    record = attributes(player, *shown) | {"found": found, "total": player.total + player.score}
    record |= {"until": max(player.until, state.free_at(player)), "handicap": handicap_json(player)}
    if state.position is None or not state.game.has_own_tables:
        return record
    own = state.position.own(player.seat)
    return record | {"remaining": state.game.left_to_do(own, state.options), "through": player.through}


def _pointing_json(pointing: Pointing) -> dict[str, Any]:
    points = [attributes(each, "seat", "team", "card") for each in pointing.points]
    return {"team": pointing.team, "points": points, "until": pointing.until}
