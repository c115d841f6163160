"""Logs of rooms for tests: written by hand, or of random games in which everybody finds SETs at random."""

import random
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from setlab.rooms.events import Timed, event_from_json
from setlab.rooms.games import find_game
from setlab.rooms.state import RoomState

Record = dict[str, Any]


class Log:
    """A log that grows; it keeps the state of the room beside."""

    def __init__(self, game: str = "standard", players: tuple[str, ...] = ("Ada", "Ben"), **options: Any) -> None:
        self.records: list[Record] = []
        self.state = RoomState.empty("KRTM")
        self.game, self.options = game, find_game(game).read(options)
        self.add(0.0, "open", game=game, options=self.options)
        for seat, name in enumerate(players, 1):
            team = 1 + (seat - 1) % self.options["teams"] if "teams" in self.options else 0
            self.add(0.0, "join", seat=seat, name=name, team=team)
            self.add(0.0, "back", seat=seat)

    def add(self, at: float, what: str, **fields: Any) -> None:
        """One more event."""
        seq, event = len(self.records) + 1, {"event": what, **fields}
        self.state = self.state.after(Timed(seq, at, event_from_json(event)))
        self.records.append({"seq": seq, "at": at, "event": event})

    def start(self, at: float, cards: list[int], sets: int | None = None) -> None:
        """A round starts with these cards."""
        number = self.state.round + 1
        self.add(at, "start", round=number, game=self.game, options=self.options, deadline=None, sets=sets)
        self.add(at, "deal", cards=cards, why="start")

    def claim(self, at: float, seat: int, cards: list[int], **fields: Any) -> None:
        """A right claim."""
        self.add(at, "claim", seat=seat, cards=cards, points=1, **fields)


def random_log(game: str, seed: int, players: int = 3, **options: Any) -> Log:
    """A whole game at random: the table is refilled by the rules, and three more cards are dealt if there is no SET."""
    draw, log = random.Random(seed), Log(game, tuple(f"P{i}" for i in range(1, players + 1)), **options)
    rules = log.state.game.rules(log.options)
    deck = draw.sample(range(3**rules.d), 3**rules.d)
    at = 100.0
    log.start(at, [deck.pop() for _ in range(rules.table)])
    found: set[tuple[int, ...]] = set()
    while True:
        at = round(at + draw.uniform(0.5, 20.0), 3)
        choices = [cards for cards in log.state.claimable if cards not in found]
        if choices:
            cards = draw.choice(choices)
            log.claim(at, draw.randint(1, players), draw.sample(cards, len(cards)))
            found |= {cards} if log.state.game.searches_all else set()
        if draw.random() < 0.1:
            log.add(at, "pause", left=None)
            log.add(at + 30, "resume", deadline=None)
            at += 30
        table = log.state.position.table if log.state.position else None
        assert table is not None
        missing = min(max(rules.table - len(table), 0), len(deck))
        if choices and missing and not log.state.game.searches_all:
            log.add(at, "deal", cards=[deck.pop() for _ in range(missing)], why="refill")
        elif not choices and deck and not log.state.game.searches_all:
            log.add(at, "deal", cards=[deck.pop() for _ in range(min(3, len(deck)))], why="none")
        elif not choices:
            log.add(at, "over", why="done")
            return log


def digits(card: int, dimension: int) -> list[int]:
    """The base-3 digits of a card."""
    return [card // 3**i % 3 for i in range(dimension)]


def is_set(cards: tuple[int, ...], dimension: int) -> bool:
    """True if in every property the three values are all the same or all different."""
    return all(len(set(values)) != 2 for values in zip(*(digits(c, dimension) for c in cards), strict=True))


def third(a: int, b: int, dimension: int) -> int:
    """The card that completes a SET with a and b."""
    pairs = zip(digits(a, dimension), digits(b, dimension), strict=True)
    return sum(3**i * ((-x - y) % 3) for i, (x, y) in enumerate(pairs))


def sets_by_hand(game: str, dimension: int, moment: Mapping[str, Any]) -> set[tuple[int, ...]]:
    """What can be claimed at a moment of a review, by trying all cards."""
    table = sorted(card for card in moment["slots"] if card is not None)
    if game == "ultra":
        return {four for four in combinations(table, 4) if _is_ultra(four, dimension)}
    if game == "chain" and moment["chain"]:
        triples = ((old, a, b) for old in moment["chain"] for a, b in combinations(table, 2))
        return {tuple(sorted(cards)) for cards in triples if is_set(cards, dimension)}
    return {cards for cards in combinations(table, 3) if is_set(cards, dimension)}


def _is_ultra(four: tuple[int, ...], dimension: int) -> bool:
    a, b, c, d = four
    ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    return any(third(*one, dimension) == third(*other, dimension) for one, other in ways)
