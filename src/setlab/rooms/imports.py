"""Games of Set with Friends and its forks as logs of rooms.

Their database keeps for each game a deck, or the seed of one, and the SETs with user, time and cards. The rules of
dealing are ours: the next cards in the order of the deck fill the table, and three more come when there is no SET. As
there, a claim of cards that are gone does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from setlab.arguments import checked
from setlab.errors import RuleError, unknown_name
from setlab.notation import find_notation
from setlab.rooms.decision import next_event
from setlab.rooms.events import Back, Claim, Deal, Event, Join, Open, Start, Timed, event_record
from setlab.rooms.games import find_game
from setlab.rooms.state import OVER, RoomState

MODES = {"normal": ("standard", 4, 12), "junior": ("junior", 3, 9), "megaset": ("five", 5, 16)}
"""By the name there: our game, the number of properties, the size of the table."""

DIGITS = {
    "colour": ("purple", "green", "red"),
    "shape": ("squiggle", "oval", "diamond"),
    "filling": ("solid", "open", "striped"),
    "background": ("white", "black", "grey"),
    "number": ("1", "2", "3"),
}
"""The digits of a card there; a fifth property is a border, here a background, and juniors have no filling."""

ORDER = {3: ("colour", "shape", "number"), 4: ("colour", "shape", "filling", "number"), 5: tuple(DIGITS)}


@checked
def import_games(content: Any, name: str = "game") -> list[dict[str, Any]]:
    """The downloads of rooms that stand for the games in a JSON object: one game, or an export of the database.

    >>> deck = ["".join(digits) for digits in product("012", repeat=4)]
    >>> claim = {"user": "u1", "time": 3500, "c1": "0000", "c2": "0001", "c3": "0002"}
    >>> log = import_games({"deck": deck, "startedAt": 1000, "events": {"a": claim}})[0]["events"]
    >>> [(record["at"], record["event"]["event"]) for record in log[2:]]
    [(1.0, 'back'), (1.0, 'start'), (1.0, 'deal'), (3.5, 'claim'), (3.5, 'deal')]
    """
    try:
        if isinstance(content, Mapping) and "gameData" in content:
            kept = content["gameData"]
            about, users = content.get("games") or {}, content.get("users") or {}
            return [_import(number, {**about.get(number, {}), **game}, users) for number, game in kept.items()]
        return [_import(name, content, {})]
    except (AttributeError, KeyError, TypeError, IndexError, ValueError) as error:
        if type(error).__module__ == "setlab.errors":
            raise
        remedy = "it has a deck or a seed, and events with time, user, c1, c2, c3"
        raise RuleError(f"{name} is no game of Set with Friends: {remedy}") from None


def _import(name: str, game: Mapping[str, Any], users: Mapping[str, Any]) -> dict[str, Any]:
    if (mode := game.get("mode") or "normal") not in MODES:
        raise RuleError(f"{name}: {unknown_name(str(mode), 'a game that can be imported', list(MODES))}")
    kind, dimension, size = MODES[mode]
    options = find_game(kind).read({"more": "auto"}) | ({"table": size} if size != find_game(kind).table else {})
    found = game.get("events") or {}
    claims = sorted(found.values() if isinstance(found, Mapping) else found, key=lambda claim: claim["time"])
    seats = {user: seat for seat, user in enumerate(dict.fromkeys(str(claim["user"]) for claim in claims), 1)}
    begun = game.get("startedAt") or (claims[0]["time"] if claims else 0)
    deck = [_card(digits, dimension) for digits in game.get("deck") or _shuffle(game["seed"], dimension)]
    if sorted(deck) != list(range(3**dimension)):
        raise RuleError(f"{name} has no whole deck: each of the {3**dimension} cards is dealt once")
    log = _Log(deck)
    log.add(begun, Open(kind, options))
    for user, seat in seats.items():
        log.add(begun, Join(seat, str((users.get(user) or {}).get("name") or f"Player {seat}")), Back(seat))
    log.add(begun, Start(1, kind, options))
    for claim in claims:
        cards = tuple(sorted(_card(claim[f"c{i}"], dimension) for i in (1, 2, 3)))
        if log.state.phase != OVER and cards in (tuple(sorted(line)) for line in log.state.claimable):
            log.add(claim["time"], Claim(seats[str(claim["user"])], cards))
        else:
            log.ignored += 1
    return {"room": name, "ignored": log.ignored, "events": log.records}


class _Log:
    """The events of a room, with the deals that the rules demand after each, from a deck in its order."""

    def __init__(self, deck: list[int]) -> None:
        self.deck, self.state = deck, RoomState.empty("")
        self.records: list[dict[str, Any]] = []
        self.ignored = 0

    def add(self, milliseconds: float, *events: Event) -> None:
        """Add events, and what follows from them."""
        for event in events:
            self._add(milliseconds, event)
        while demanded := next_event(self.state, 0):
            self._add(milliseconds, self._from_deck(demanded) if isinstance(demanded, Deal) else demanded)

    def _from_deck(self, event: Deal) -> Deal:
        start = len(self.deck) - self.state.round_position.table.undealt
        return Deal(tuple(self.deck[start : start + len(event.cards)]), event.why)

    def _add(self, milliseconds: float, event: Event) -> None:
        timed = Timed(self.state.seq + 1, max(milliseconds / 1000, self.state.at), event)
        self.state = self.state.after(timed)
        self.records.append({"seq": timed.seq, "at": timed.at, "event": event_record(event)})


def _card(digits: str, dimension: int) -> int:
    """The card that digits name there.

    >>> _card("2100", 4), find_notation().name(_card("2120", 4))
    (0, 'one red striped oval')
    """
    if len(digits) != dimension:
        raise RuleError(f"{digits[:40]!r} is no card of this game: it has {dimension} digits")
    face = {name: DIGITS[name][int(digit)] for name, digit in zip(ORDER[dimension], digits, strict=True)}
    return find_notation(dimension=dimension).card_with(face)


def _shuffle(seed: str, dimension: int) -> list[str]:
    """The deck of a seed: shuffled by Fisher & Yates's method, with xoshiro128** (Blackman & Vigna 2018).

    >>> _shuffle("v1:00000001000000020000000300000004", 3)[-1]
    '000'
    """
    a, b, c, d = (int(seed.removeprefix("v1:")[i : i + 8], 16) for i in range(0, 32, 8))
    deck = ["".join(digits) for digits in product("012", repeat=dimension)]
    for last in range(len(deck) - 1, 0, -1):
        drawn = _rotate(b * 5, 7) * 9 & LOW_32
        c, d, shifted = c ^ a, d ^ b, b << 9 & LOW_32
        b, a = b ^ c, a ^ d
        c, d = c ^ shifted, _rotate(d, 11)
        chosen = drawn * (last + 1) >> 32
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


LOW_32 = 0xFFFFFFFF


def _rotate(word: int, places: int) -> int:
    word &= LOW_32
    return (word << places | word >> 32 - places) & LOW_32
