"""The referee of rooms: the decision on every message of a player or of the host. The server has no other judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from setlab.rooms import hosting
from setlab.rooms.decision import Decision, Request, refuse
from setlab.rooms.events import Call, Claim, Leave, Point, Reject, Vote
from setlab.rooms.games import winning_team
from setlab.rooms.state import PAUSED, PLAYING, Player, Pointing, RoomState

CALL_SECONDS = 5.0
"""The time that a player has for a claim after calling SET."""

POINT_SECONDS = 20.0
"""The time in which the next card must be pointed at."""


def decide(request: Request) -> Decision:
    """The decision on a message to a room.

    >>> decide(Request(RoomState.empty("KRTM"), now=0.0, seed=1, seat=1, message={"type": "start"})).refusal.code
    'not-host'
    """
    kind = str(request.message.get("type"))
    if kind == "more" and request.message.get("force") is True:
        kind = "forced-more"
    if kind in HOST_RULES:
        return HOST_RULES[kind](request) if request.is_host else refuse("not-host", "Only the host may do that")
    if kind in SEAT_RULES:
        return refuse("not-seated", "You have no seat") if request.seat is None else SEAT_RULES[kind](request)
    if kind in PLAYER_RULES:
        return cannot_play(request) or PLAYER_RULES[kind](request)
    return refuse("bad-message", f"{kind!r:.40} is not a message of players")


def cannot_play(request: Request) -> Decision | None:
    """The refusal if the player cannot claim, call or point now; else None."""
    state, player, now = request.state, request.player, request.now
    if player is None:
        return refuse("not-seated", "You watch: take a seat to play")
    if state.phase == PAUSED:
        return refuse("paused", "The game is paused")
    if state.phase != PLAYING:
        return refuse("not-playing", "No game is being played: wait for the start")
    if now < player.until:
        return refuse("wait", f"Wait {player.until - now:.0f} more seconds after the wrong claim", until=player.until)
    if state.called and state.called.seat != player.seat:
        name = state.players[state.called.seat].name
        return refuse("called", f"{name} called SET: the table is theirs", until=state.called.until)
    return None


def decide_claim(request: Request) -> Decision:
    """The decision on a claim of some cards."""
    state, cards = request.state, read_cards(request)
    if isinstance(cards, Decision):
        return cards
    if state.game.has_teams:
        return refuse("not-your-turn", "In team SET the cards are pointed at one by one: send point with a card")
    if state.options["call"] and state.called is None:
        return refuse("call-first", "Call SET before you choose the cards")
    seat, position = asking_player(request).seat, state.round_position
    if not state.game.is_right(position, cards):
        return reject_claim(request, cards)
    found = position.found_by(seat if state.has_own_copies else None) if state.game.searches_all else ()
    if any(set(each) == set(cards) for each in found):
        return refuse("already", "This SET was found before")
    return request.accept(Claim(seat, cards))


def asking_player(request: Request) -> Player:
    """The player who sent a request that only players send."""
    assert request.player is not None
    return request.player


def read_cards(request: Request) -> tuple[int, ...] | Decision:
    """The cards of a claim, or the refusal of a message that names none that can be claimed."""
    given, game = request.message.get("cards"), request.state.game
    if not isinstance(given, Sequence) or not all(type(card) is int for card in given):
        return refuse("bad-message", "cards must be a list of numbers of cards")
    if len(set(given)) != game.claim_size or len(given) != game.claim_size:
        return refuse("size", f"A claim has {game.claim_size} different cards, not {len(set(given))}")
    if any(card not in game.reach(request.state.round_position) for card in given):
        return refuse("gone", "Not all of these cards lie on the table any more")
    return tuple(given)


def reject_claim(request: Request, cards: tuple[int, ...], *before: Point) -> Decision:
    """The decision on cards that may not be taken: everybody sees the wrong claim. A team waits as a whole."""
    state, player = request.state, asking_player(request)
    verdicts = state.game.verdicts(state.round_position, cards)
    until, points = price_of_mistake(request)
    team = player.team if before else 0
    event = Reject(player.seat, cards, "not-a-set", tuple(verdicts), until, points, team)
    return request.refuse("not-a-set", complaint(verdicts), *before, event, properties=verdicts, until=until)


def price_of_mistake(request: Request) -> tuple[float, int]:
    """The time until which a player waits after a mistake made now, and the points that it costs."""
    options = request.state.options
    return round(request.now + options["penalty"], 3), -1 if options["minus"] else 0


def complaint(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """The sentence about a wrong claim, naming the first property that fails.

    >>> complaint([{"property": "filling", "values": ["striped", "striped", "solid"], "verdict": "neither"}])
    'Not a SET. Filling: two striped, one solid.'
    """
    failing = next((each for each in verdicts if each["verdict"] == "neither"), None)
    if failing is None:
        return "Not a SET of the chain: exactly one card must be of the last SET."
    name, values = failing["property"].capitalize(), failing["values"]
    if len(values) == 2:
        return f"Not an UltraSET. {name}: one pair needs {values[0]}, the other {values[1]}."
    twice = next(value for value in values if values.count(value) == 2)
    once = next(value for value in values if value != twice)
    return f"Not a SET. {name}: two {twice}, one {once}."


def decide_call(request: Request) -> Decision:
    """The decision on a call of SET: the table is the player's for a few seconds."""
    if not request.state.options["call"]:
        return refuse("bad-message", "In this room nobody calls: choose the cards")
    if called := request.state.called:
        return refuse("called", "You have called SET already: choose the cards", until=called.until)
    return request.accept(Call(asking_player(request).seat, round(request.now + CALL_SECONDS, 3)))


def decide_more(request: Request) -> Decision:
    """The decision on "no SET here": cards are dealt if that is right, otherwise it is a vote."""
    state, seat = request.state, asking_player(request).seat
    if refused := hosting.no_more_cards(state):
        return refused
    if state.options["more"] != "vote":
        if not state.claimable:
            return request.accept(request.deal_more("none"))
        if state.options["more"] == "auto" or len(state.people) <= 1:
            until, points = price_of_mistake(request)
            event = Reject(seat, (), "no-set", (), until, points)
            return request.refuse("there-is-a-set", "There is a SET on the table", event, until=until)
    if seat in state.votes:
        return refuse("already", "You have said so already: the others think it over")
    vote = Vote(seat, len(state.votes) + 1, state.votes_needed)
    return request.accept(vote, *([request.deal_more("vote")] if vote.votes >= vote.needed else []))


def decide_point(request: Request) -> Decision:
    """The decision on a card at which a player points: the third one completes a SET, or fails to."""
    state, player, card = request.state, asking_player(request), request.message.get("card")
    if not state.game.has_teams:
        return refuse("bad-message", "Nobody points in this game: claim three cards")
    if type(card) is not int:
        return refuse("bad-message", "card must be the number of a card")
    if card not in state.round_position.table.cards:
        return refuse("gone", "This card does not lie on the table any more")
    pointing = state.pointing(0 if state.teams_share else player.team)
    if refused := cannot_point(state, player, pointing, card):
        return refused
    point = Point(player.seat, player.team, card, round(request.now + POINT_SECONDS, 3))
    if len(pointing.points) < 2:
        return request.accept(point)
    cards = (*pointing.cards, card)
    if not state.game.is_right(state.round_position, cards):
        return reject_claim(request, cards, point)
    teams = (*(each.team for each in pointing.points), player.team)
    winner = winning_team(state.options["rule"], teams)
    return request.accept(point, Claim(player.seat, cards, 1 if winner else 0, winner, teams))


def cannot_point(state: RoomState, player: Player, pointing: Pointing, card: int) -> Decision | None:
    """The refusal if this player may not point at this card now; None if they may.

    A player waits two turns after pointing, so that three players find a SET. Where only two can point they take turns,
    and a lone player points at all three cards.
    """
    if card in pointing.cards:
        return refuse("already", "This card was pointed at already: it needs another one")
    mates = state.people if state.teams_share else [each for each in state.people if each.team == player.team]
    turns = min(max(len(mates), 1), 3) - 1
    if player.seat in [each.seat for each in pointing.points[max(len(pointing.points) - turns, 0) :]]:
        return refuse("not-your-turn", "The next card must be pointed at by somebody else")
    return None


PLAYER_RULES: Mapping[str, Callable[[Request], Decision]] = {
    "claim": decide_claim,
    "point": decide_point,
    "call": decide_call,
    "more": decide_more,
}
"""The messages of players in a round."""

SEAT_RULES: Mapping[str, Callable[[Request], Decision]] = {
    "team": lambda request: hosting.change_team(request, request.seat or 0, request.message.get("team")),
    "leave": lambda request: request.accept(Leave(request.seat or 0, "self", request.message.get("forget") is True)),
}
"""The messages of everybody with a seat, at any time."""

HOST_RULES: Mapping[str, Callable[[Request], Decision]] = {
    "start": hosting.decide_start,
    "pause": hosting.decide_pause,
    "resume": hosting.decide_resume,
    "next": hosting.decide_next,
    "stop": hosting.decide_stop,
    "admit": hosting.decide_admit,
    "rename": hosting.decide_rename,
    "kick": hosting.decide_kick,
    "lock": hosting.decide_lock,
    "set": hosting.decide_set,
    "move": hosting.decide_move,
    "forced-more": hosting.decide_forced_more,
}
"""The messages of the host."""
