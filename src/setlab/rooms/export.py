"""Files of a room: its events as JSON lines or a table, and a table of the players of each round."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from setlab.arguments import checked
from setlab.notation.faces import Face
from setlab.rooms.games import notation_of
from setlab.rooms.review import Record, player_table, rounds, steps
from setlab.rooms.state import Step

COLUMNS = ("round", "seq", "seconds", "event", "seat", "name", "cards", "words", "sets")
"""`seconds` are seconds of play since the start of the round; `sets` is the number of SETs there after the event."""

PLAYER_COLUMNS = ("round", "game", "name", "team", "found", "wrong", "median")
"""`median` is in seconds."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters that make a spreadsheet read a text as a formula."""


@checked
def events_jsonl(records: Iterable[Record]) -> str:
    """The events as JSON lines, a JSON object to a line; `rooms.events.record_schema` describes it.

    >>> print(events_jsonl([{"seq": 1, "at": 9.0, "event": {"event": "host", "seat": 1}}]), end="")
    {"seq": 1, "at": 9.0, "event": {"event": "host", "seat": 1}}
    """
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


@checked
def events_csv(records: Iterable[Record], name: Callable[[Face], str] | None = None) -> str:
    """The events as text: a header, then one row for each event; `name` names a card, by default in English.

    >>> def log(seq, at, **event):
    ...     return {"seq": seq, "at": at, "event": event}
    >>> print(events_csv([log(1, 9.0, event="open", game="standard", options={}),
    ...     log(2, 10.0, event="join", seat=1, name="Ada"),
    ...     log(3, 12.0, event="start", round=1, game="standard", options={}),
    ...     log(4, 12.0, event="deal", cards=[0, 1, 2, 5], why="start"),
    ...     log(5, 15.25, event="claim", seat=1, cards=[0, 1, 2])]), end="")  # doctest: +ELLIPSIS
    round,seq,seconds,event,seat,name,cards,words,sets
    ,1,,open,,,,,
    ,2,,join,1,Ada,,,
    1,3,0.0,start,,,,,0
    1,4,0.0,deal,,,0000 0001 0002 0012,one red solid oval; one red solid diamond; ...,1
    1,5,3.25,claim,1,Ada,0000 0001 0002,one red solid oval; one red solid diamond; ...,0
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(step, name) for step in steps(records))
    return text.getvalue()


@checked
def players_csv(
    records: Iterable[Record],
    columns: Mapping[str, str] = MappingProxyType({}),
    games: Mapping[str, str] = MappingProxyType({}),
    decimal_comma: bool = False,
) -> str:
    """The table of players of each round that is over, as text.

    `columns` and `games` are their names in another language. Where numbers have a decimal comma, spreadsheets expect a
    semicolon between cells.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if decimal_comma else ",", lineterminator="\n")
    writer.writerow(columns.get(column, column) for column in PLAYER_COLUMNS)
    for played in rounds(records):
        game = played.last.game.name
        for row in player_table([played]) if played.is_over else ():
            seconds = "" if row["median"] is None else str(row["median"])
            shown = {
                **row,
                "round": played.number,
                "game": games.get(game, game),
                "name": plain_text(row["name"]),
                "median": seconds.replace(".", ",") if decimal_comma else seconds,
            }
            writer.writerow(shown[column] for column in PLAYER_COLUMNS)
    return text.getvalue()


def plain_text(text: str) -> str:
    """The text as a spreadsheet shows it and does not calculate it.

    >>> plain_text("=1+1"), plain_text("Ada")
    ("'=1+1", 'Ada')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def _row(step: Step, named: Callable[[Face], str] | None) -> list[object]:
    state = step.after
    number, seconds = (state.round, step.seconds) if state.round else ("", "")
    seat: int = getattr(step.event, "seat", 0)
    name = plain_text(state.players[seat].name) if seat in state.players else ""
    sets = len(state.claimable_by(seat or None)) if state.round else ""
    return [number, state.seq, seconds, step.kind, seat or "", name, *_card_cells(step, named), sets]


def _card_cells(step: Step, named: Callable[[Face], str] | None) -> tuple[str, str]:
    """The cards of an event as digits and in words."""
    card = getattr(step.event, "card", None)
    cards = getattr(step.event, "cards", ()) or ([card] if card is not None else [])
    notation = notation_of(step.after.game.dimension_of(step.after.options), step.after.game.values)
    words = [named(notation.face(each)) if named else notation.name(each) for each in cards]
    return " ".join(map(notation.digits, cards)), "; ".join(words)
