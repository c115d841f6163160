"""A recorded game, shown move by move with its times."""

from __future__ import annotations

import json as format_json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setlab.cli.claims import in_words, why_no_set
from setlab.cli.screen import digits_of, picture, print_json, width
from setlab.cli.verbs.play.options import card_notation
from setlab.cli.verbs.play.report import PLAYER_SEAT, clock_text
from setlab.errors import RuleError, SpecError, plural, quoted
from setlab.notation import Notation
from setlab.rooms import Step
from setlab.rooms.events import Claim, Deal, Reject
from setlab.rooms.rounds import Round, find_round, rounds

INDENT = " " * 9
"""Below the words of a line that begins with a time."""

REMEDY = "give a file that `setlab play --record` wrote"


def replay_file(path: str, json: bool) -> None:
    """Show the game in a file that `setlab play --record` wrote."""
    record = _read(path)
    try:
        played = find_round(rounds(record["events"]))
        notation = card_notation(str(record["notation"]), played.dimension, record["game"] == "junior")
    except (KeyError, TypeError, AttributeError, RuleError) as error:
        raise SpecError(f"{quoted(path)} is no record of a game ({error}): {REMEDY}") from None
    table = played.last.round_position.table
    if json:
        events = [_event_json(step, notation) for step in _moves(played)]
        print_json({"seed": record.get("seed"), "events": events, "leftover": digits_of(table.cards, notation)})
        return
    claims = sum(isinstance(step.event, Claim) for step in played.steps)
    print(f"{plural(table.rules.cards, 'card')}, seed {record.get('seed')}, {plural(claims, 'SET')}\n")
    for line in _lines(played, notation):
        print(textwrap.fill(line, width(), subsequent_indent=INDENT) if "\n" not in line else line)


def _read(path: str) -> dict[str, Any]:
    if not Path(path).is_file():
        raise SpecError(f"{quoted(path)} is not a file: give a recorded game, or the id of an experiment and a trial")
    try:
        record = format_json.loads(Path(path).read_bytes())
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise SpecError(f"{quoted(path)} is no record of a game: {REMEDY}")
    return record


def _moves(played: Round) -> list[Step]:
    return [step for step in played.steps if isinstance(step.event, Deal | Claim | Reject)]


def _event_json(step: Step, notation: Notation) -> dict[str, Any]:
    event, cards = step.event, getattr(step.event, "cards", ())
    record = {"at": step.seconds, "event": step.kind, "cards": digits_of(cards, notation)}
    if isinstance(event, Claim | Reject):
        record["player"] = _name_of(step, event.seat)
    if isinstance(event, Reject):
        record["reason"] = _reason(cards, notation)
    return record


def _name_of(step: Step, seat: int) -> str:
    """The name of an opponent; none for the player of the record."""
    return "" if seat == PLAYER_SEAT else step.after.players[seat].name


def _reason(cards: tuple[int, ...], notation: Notation) -> str:
    return why_no_set(cards, notation) if cards else "none was said, and there is one"


def _lines(played: Round, notation: Notation) -> Iterator[str]:
    """The events in words, and the table at the end."""
    number = 0
    for step in _moves(played):
        event, table, time = step.event, step.before.round_position.table, f"{clock_text(step.seconds):>7}"
        cards = getattr(event, "cards", ())
        if isinstance(event, Claim):
            number += 1
            name = _name_of(step, event.seat)
            who = f"{name}, " if name else ""
            yield f"{time}  {who}SET {number}: {in_words(cards, table.slots, notation)}"
        elif isinstance(event, Reject):
            named = ", ".join(map(notation.name, cards))
            yield f"{time}  mistake: {named}{' – ' * bool(cards)}{_reason(cards, notation)}"
        elif not table.slots:
            yield picture(cards, notation, codes=False) + "\n"
        else:
            why = "no SET, dealt" if len(table.cards) >= table.rules.table else "dealt"
            yield f"{time}  {why}: {', '.join(map(notation.name, cards))}"
    table = played.last.round_position.table
    yield f"\n{plural(len(table.cards), 'card')} left on the table, {table.undealt} undealt"
    if table.cards:
        yield picture(table.cards, notation, codes=False)
