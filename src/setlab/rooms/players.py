"""The table of players: how much everybody found, how often they were wrong, and how soon they found a SET.

In Team SET everybody who pointed at one of the cards takes part in a find or in a mistake. The seconds to a find count
from the last change of the player's table, or from the moment at which the player joined.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any
from unicodedata import combining, normalize

from setlab.rooms.events import Claim, Deal, Join, Reject
from setlab.rooms.games import NAMES
from setlab.rooms.rounds import Round
from setlab.rooms.state import OPPONENT, Player, RoomState, Step


def player_table(played: Sequence[Round]) -> list[dict[str, Any]]:
    """One row for each person who took part in the rounds, by name: `name`, `team`, `found`, `wrong`, `median`.

    >>> from setlab.rooms.rounds import rounds
    >>> events = [{"event": "open", "game": "standard", "options": {}}, {"event": "join", "seat": 1, "name": "Ada"},
    ...     {"event": "start", "round": 1, "game": "standard", "options": {}},
    ...     {"event": "deal", "cards": [0, 1, 2, 5, 9]}, {"event": "claim", "seat": 1, "cards": [0, 1, 2]}]
    >>> player_table(rounds({"seq": i + 1, "at": 2.5 * i, "event": event} for i, event in enumerate(events)))
    [{'seat': 1, 'name': 'Ada', 'team': '', 'found': 1, 'wrong': 0, 'median': 2.5}]
    """
    people: dict[int, dict[str, Any]] = {}
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    wrong = Counter[int]()
    for each in played:
        finds, mistakes = list(_finds(each)), list(_mistakes(each))
        for seat, until in finds:
            seconds[seat].append(until)
        wrong.update(mistakes)
        active = {seat for seat, _ in finds} | set(mistakes)
        people |= {player.seat: _named(player, each.last) for player in _people(each, active)}
    rows = [{**named, **_numbers(seconds[seat], wrong[seat])} for seat, named in people.items()]
    return sorted(rows, key=lambda row: (_letters(row["name"]), row["seat"]))


def _letters(name: str) -> str:
    """The name as lists sort it: É and e count as E.

    >>> sorted(["Élodie", "Zofia", "ada"], key=_letters)
    ['ada', 'Élodie', 'Zofia']
    """
    return "".join(each for each in normalize("NFKD", name.casefold()) if not combining(each))


def _people(played: Round, active: set[int]) -> list[Player]:
    """The people with a seat at the end of a round, and those who left after they had found or claimed something."""
    people = [player for player in played.last.players.values() if player.kind != OPPONENT]
    return [player for player in people if not player.left or player.seat in active]


def _named(player: Player, state: RoomState) -> dict[str, Any]:
    team = NAMES[player.team - 1] if state.game.has_teams and player.team else ""
    return {"seat": player.seat, "name": player.name, "team": team}


def _numbers(seconds: Sequence[float], wrong: int) -> dict[str, Any]:
    return {"found": len(seconds), "wrong": wrong, "median": round(median(seconds), 3) if seconds else None}


def _finds(played: Round) -> Iterator[tuple[int, float]]:
    """The seat of everybody who took part in a find, and the seconds until it."""
    changed, joined = 0.0, dict[int, float]()
    for step in played.steps:
        event = step.event
        if isinstance(event, Join):
            joined[event.seat] = step.seconds
        elif isinstance(event, Deal):
            changed = step.seconds
        elif isinstance(event, Claim):
            for seat in _taking_part(step, event):
                yield seat, round(step.seconds - max(changed, joined.get(seat, 0.0)), 3)
            if step.before.has_own_copies:
                joined[event.seat] = step.seconds  # the copies of the others did not change
            else:
                changed = step.seconds


def _mistakes(played: Round) -> Iterator[int]:
    """The seat of everybody who took part in a mistake."""
    for step in played.steps:
        if isinstance(step.event, Reject):
            yield from _taking_part(step, step.event)


def _taking_part(step: Step, event: Claim | Reject) -> list[int]:
    """Everybody who pointed at the cards; where nobody points, the one who claimed them."""
    cards = set(event.cards or ())
    pointed = [point.seat for each in step.before.pointings if set(each.cards) == cards for point in each.points]
    return sorted({*pointed}) or [event.seat]
