"""A recorded game, shown again move by move with its times."""

from __future__ import annotations

import json as format_json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from setlab.cli.claims import in_words, why_no_set
from setlab.cli.options import read_notation
from setlab.cli.screen import picture, print_json, width
from setlab.cli.verbs.play.options import junior_notation
from setlab.cli.verbs.play.report import clock_text
from setlab.errors import SpecError, plural, quoted
from setlab.notation import Notation
from setlab.rules import Claim, Reject, SoloGame, Table, TimedEvent, event_to_json

INDENT = " " * 9
"""Below the words of a line that begins with a time."""


def replay_file(path: str, json: bool) -> None:
    """Show the game in a file that `setlab play --record` wrote."""
    record = _read(path)
    game = SoloGame.from_record(record)
    name, junior = str(record.get("notation")), record.get("game") == "junior"
    here = junior_notation(read_notation(name, 4)) if junior else read_notation(name, game.rules.d)
    if json:
        events = [{"at": each.at, **_digits(each, here)} for each in game.events]
        print_json({"seed": game.seed, "events": events, "leftover": [here.digits(c) for c in game.table.cards]})
        return
    print(f"{plural(game.rules.cards, 'card')}, seed {game.seed}, {plural(len(game.found), 'SET')}\n")
    opponent = record.get("opponent") or {}
    taken = {int(number): str(opponent.get("name")) for number in opponent.get("claims", ())}
    for line in _lines(game, here, taken):
        print(textwrap.fill(line, width(), subsequent_indent=INDENT) if "\n" not in line else line)


def _read(path: str) -> dict[str, Any]:
    if not Path(path).is_file():
        raise SpecError(f"{quoted(path)} is not a file: give a recorded game, or the id of an experiment and a trial")
    try:
        record = format_json.loads(Path(path).read_bytes())
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise SpecError(f"{quoted(path)} is no record of a game: give a file that `setlab play --record` wrote")
    return record


def _digits(timed: TimedEvent, here: Notation) -> dict[str, Any]:
    return event_to_json(timed.event) | {"cards": [here.digits(card) for card in timed.event.cards]}


def _lines(game: SoloGame, here: Notation, taken: Mapping[int, str]) -> Iterator[str]:
    """The events in words; `taken` are the claims of an opponent, with the name."""
    number, table = 0, Table(game.rules)
    for index, (timed, after) in enumerate(zip(game.events, game.tables[1:], strict=True)):
        cards, time = timed.event.cards, f"{clock_text(timed.at):>7}"
        if isinstance(timed.event, Claim):
            number += 1
            who = f"{taken[index]}, " if index in taken else ""
            yield f"{time}  {who}SET {number}: {in_words(cards, table.slots, here)}"
        elif isinstance(timed.event, Reject):
            wrong = why_no_set(cards, here) if cards else "none was said, and there is one"
            yield f"{time}  mistake: {', '.join(map(here.name, cards))}{' – ' * bool(cards)}{wrong}"
        elif not table.slots:
            yield picture(after.cards, here, codes=False) + "\n"
        else:
            why = "no SET, dealt" if len(table.cards) >= game.rules.table else "dealt"
            yield f"{time}  {why}: {', '.join(map(here.name, cards))}"
        table = after
    yield f"\n{plural(len(table.cards), 'card')} left on the table, {table.undealt} undealt"
    if table.cards:
        yield picture(table.cards, here, codes=False)
