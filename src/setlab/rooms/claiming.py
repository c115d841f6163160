"""Claims, calls, and "no SET here"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setlab.rooms.decision import Decision, accept, refuse
from setlab.rooms.events import Call, Claim, Deal, Event, Reject, Vote
from setlab.rooms.flow import EXTRA, MORE, deal, foreseen, with_consequences
from setlab.rooms.state import PAUSED, PLAYING, Player, RoomState

CALL_SECONDS = 5.0
"""The time that a player has for a claim after calling SET."""


def cannot_play(state: RoomState, player: Player | None, now: float) -> Decision | None:
    """The refusal for somebody who cannot claim, call or point now; None if they can."""
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


def decide_claim(state: RoomState, seat: int | None, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on a claim of some cards."""
    player = state.players.get(seat) if seat else None
    if refused := cannot_play(state, player, now):
        return refused
    assert player is not None
    cards = read_cards(state, message.get("cards"))
    if isinstance(cards, Decision):
        return cards
    if state.game.has_teams:
        return refuse("not-your-turn", "In team SET the cards are pointed at one by one: send point with a card")
    if state.options["call"] and state.called is None:
        return refuse("call-first", "Call SET before you choose the cards")
    return judged(state, player, cards, now, seed)


def read_cards(state: RoomState, given: object) -> tuple[int, ...] | Decision:
    """The cards of a claim in a message, or why they cannot be those of a claim."""
    position, size = state.position, state.game.claim_size
    assert position is not None
    if not isinstance(given, Sequence) or not all(type(card) is int for card in given):
        return refuse("bad-message", "cards must be a list of numbers of cards")
    if len(set(given)) != size or len(given) != size:
        return refuse("size", f"A claim has {size} different cards, not {len(set(given))}")
    if any(card not in state.game.reach(position) for card in given):
        return refuse("gone", "Not all of these cards lie on the table any more")
    return tuple(given)


def judged(state: RoomState, player: Player, cards: tuple[int, ...], now: float, seed: int) -> Decision:
    """The decision on a claim of cards that lie on the table."""
    position = state.position
    assert position is not None
    if not state.game.is_right(position, cards):
        return rejected(state, player, cards, now)
    if state.game.searches_all:
        found = position.found_by(player.seat if state.has_own_copies else None)
        if any(set(each) == set(cards) for each in found):
            return refuse("already", "This SET was found before")
    return accept(*with_consequences(state, seed, Claim(player.seat, cards)))


def rejected(state: RoomState, player: Player, cards: tuple[int, ...], now: float, team: int = 0) -> Decision:
    """The decision on cards that may not be taken: the wrong claim is told to everybody."""
    assert state.position is not None
    verdicts = state.game.verdicts(state.position, cards)
    options = state.options
    until = round(now + options["penalty"], 3)
    event = Reject(player.seat, cards, "not-a-set", tuple(verdicts), until, -1 if options["minus"] else 0, team)
    return refuse("not-a-set", complaint(state, verdicts), event, properties=verdicts, until=until)


def complaint(state: RoomState, verdicts: Sequence[Mapping[str, Any]]) -> str:
    """The sentence about a wrong claim, naming the first property that fails.

    >>> from setlab.rooms.state import RoomState
    >>> wrong = {"property": "filling", "values": ["striped", "striped", "solid"], "verdict": "neither"}
    >>> complaint(RoomState.empty("KRTM"), [wrong])
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


def decide_call(state: RoomState, seat: int | None, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on a call of SET: the table is the player's for a few seconds."""
    player = state.players.get(seat) if seat else None
    if refused := cannot_play(state, player, now):
        return refused
    assert player is not None
    if not state.options["call"]:
        return refuse("bad-message", "In this room nobody calls: choose the cards")
    if state.called:
        return refuse("called", "You have called SET already: choose the cards", until=state.called.until)
    return accept(Call(player.seat, round(now + CALL_SECONDS, 3)))


def decide_more(state: RoomState, seat: int | None, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on "no SET here": cards are dealt if that is right, otherwise it is a vote."""
    player = state.players.get(seat) if seat else None
    if refused := cannot_play(state, player, now) or no_more_cards(state):
        return refused
    assert player is not None
    if state.options["more"] != "vote":
        if not state.claimable:
            return accept(*with_consequences(state, seed, deal(state, seed, MORE, "none")))
        if state.options["more"] == "auto" or len(state.people) <= 1:
            return there_is_a_set(state, player, now)
    return voted(state, player, now, seed)


def no_more_cards(state: RoomState) -> Decision | None:
    """The refusal if no cards can be dealt any more."""
    assert state.position is not None
    table = state.position.table
    if not table.undealt:
        return refuse("empty", "The deck is empty: what is left lies on the table")
    if state.claimable and len(table.cards) >= table.rules.table + EXTRA:
        return refuse("there-is-a-set", "There is a SET among so many cards")
    return None


def there_is_a_set(state: RoomState, player: Player, now: float) -> Decision:
    """The decision on a wrong "no SET here" where nobody votes."""
    until = round(now + state.options["penalty"], 3)
    event = Reject(player.seat, (), "no-set", (), until, -1 if state.options["minus"] else 0)
    return refuse("there-is-a-set", "There is a SET on the table", event, until=until)


def voted(state: RoomState, player: Player, now: float, seed: int) -> Decision:
    """The decision on a vote for more cards."""
    if player.seat in state.votes:
        return refuse("already", "You have said so already: the others think it over")
    vote = Vote(player.seat, len(state.votes) + 1, state.votes_needed)
    events: list[Event] = [vote]
    if vote.votes >= vote.needed:
        more: Deal = deal(state, seed, MORE, "vote")
        events = [vote, *with_consequences(foreseen(state, vote), seed, more)]
    return accept(*events)
