"""Team SET: who may point at the next card, and what three cards bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.rooms.claiming import cannot_play, rejected
from setlab.rooms.decision import Decision, accept, refuse
from setlab.rooms.events import Claim, Point
from setlab.rooms.flow import foreseen, with_consequences
from setlab.rooms.games import winning_team
from setlab.rooms.state import Player, Pointing, RoomState

POINT_SECONDS = 20.0
"""The time in which the next card must be pointed at."""


def decide_point(state: RoomState, seat: int | None, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on a card at which a player points."""
    player = state.players.get(seat) if seat else None
    if refused := cannot_play(state, player, now):
        return refused
    assert player is not None
    assert state.position is not None
    if not state.game.has_teams:
        return refuse("bad-message", "Nobody points in this game: claim three cards")
    card = message.get("card")
    if type(card) is not int:
        return refuse("bad-message", "card must be the number of a card")
    if card not in state.position.table.cards:
        return refuse("gone", "This card does not lie on the table any more")
    pointing = state.pointing(0 if is_shared(state) else player.team)
    return refused_turn(state, player, pointing, card) or pointed(state, player, pointing, card, now, seed)


def is_shared(state: RoomState) -> bool:
    """True if the teams point together at one SET."""
    return bool(state.options["rule"] != "own")


def refused_turn(state: RoomState, player: Player, pointing: Pointing, card: int) -> Decision | None:
    """The refusal if this player may not point at this card now; None if they may."""
    if card in pointing.cards:
        return refuse("already", "This card was pointed at already: it needs another one")
    turns = max(len(pointing.points) - resting(state, player), 0)
    if player.seat in [each.seat for each in pointing.points[turns:]]:
        return refuse("not-your-turn", "The next card must be pointed at by somebody else")
    return None


def resting(state: RoomState, player: Player) -> int:
    """The number of turns that a player waits after pointing: two, so that three players find a SET.

    Where only two can point they take turns, and somebody who is alone points at all three cards.
    """
    mates = state.people if is_shared(state) else [each for each in state.people if each.team == player.team]
    return min(max(len(mates), 1), 3) - 1


def pointed(state: RoomState, player: Player, pointing: Pointing, card: int, now: float, seed: int) -> Decision:
    """The decision on a card that may be pointed at: with the third one the SET is judged."""
    point = Point(player.seat, player.team, card, round(now + POINT_SECONDS, 3))
    if len(pointing.points) < 2:
        return accept(point)
    assert state.position is not None
    reached, cards = foreseen(state, point), (*pointing.cards, card)
    if not state.game.is_right(state.position, cards):
        decision = rejected(reached, player, cards, now, player.team)
        return Decision((point, *decision.events), decision.refusal)
    teams = (*(each.team for each in pointing.points), player.team)
    winner = winning_team(state.options["rule"], teams)
    claim = Claim(player.seat, cards, 1 if winner else 0, winner, teams)
    return accept(point, *with_consequences(reached, seed, claim))
