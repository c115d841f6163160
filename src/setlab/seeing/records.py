"""The analysis as JSON, for the page of a room, for `--json`, and as tables for papers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from setlab.answers import Column, DataTable, Shown, data_table
from setlab.arguments import checked
from setlab.seeing.analysis import LEVEL, Analysis, Effect, analyse
from setlab.seeing.rates import Rate
from setlab.seeing.sentences import conclusions


@checked
def seen(games: Iterable[Any], level: float = LEVEL) -> dict[str, Any]:
    """The analysis of games for a page; each game is the download of a room.

    >>> from setlab.seeing.simulated import simulate_room
    >>> answer = seen([simulate_room(seed=1)])
    >>> answer["claims"], answer["players"], [rate["differ"] for rate in answer["rates"]]
    (24, 1, [1, 2, 3, 4])
    """
    return analysis_record(analyse(games, level=level))


@checked
def analysis_record(analysis: Analysis) -> dict[str, Any]:
    """The analysis as a JSON object."""
    found = analysis.crowding
    return {
        "level": analysis.level,
        "claims": analysis.claims,
        "choices": analysis.choices,
        "players": analysis.players,
        "rounds": analysis.rounds,
        "left_out": dict(analysis.left_out),
        "effects": [_effect_record(each, analysis.level) for each in analysis.effects],
        "tests": [
            {"test": each.name, "degrees": each.degrees, "p": each.p, "adjusted_p": each.adjusted}
            for each in analysis.tests
        ],
        "rates": [_rate_record(each) for each in analysis.rates],
        "crowding": None if found is None else {"power": found.power, "low": found.low, "high": found.high},
        "sentences": [each.as_record() for each in conclusions(analysis)],
    }


def _effect_record(effect: Effect, level: float) -> dict[str, Any]:
    return {
        "effect": effect.name,
        "text": effect.text,
        "estimate": effect.ratio,
        "low": effect.low,
        "high": effect.high,
        "level": level,
        "adjusted_p": effect.adjusted,
        "shown": effect.is_shown(level),
        "detectable": effect.detectable,
        "missing": effect.missing or None,
    }


def _rate_record(rate: Rate) -> dict[str, Any]:
    return {
        "differ": rate.differ,
        "found": rate.found,
        "exposure": rate.exposure,
        "rate": rate.rate,
        "low": rate.low,
        "high": rate.high,
    }


@checked
def rates_table(analysis: Analysis, metadata: dict[str, Any] | None = None) -> DataTable:
    """The rates by the number of properties that differ."""
    columns = [
        Column("differ", "properties that differ"),
        Column("found"),
        Column("exposure", "SET-minutes", format=".1f"),
        Column("rate", "found per SET-minute", format=".2f"),
        Column("low", "from", format=".2f"),
        Column("high", "to", format=".2f"),
    ]
    rows = [tuple(_rate_record(each).values()) for each in analysis.rates]
    caption = f"How fast SETs are found, with {_percent(analysis.level)} intervals"
    return data_table(columns, rows, caption, "seeing-rates", metadata=metadata)


@checked
def effects_table(analysis: Analysis, metadata: dict[str, Any] | None = None) -> DataTable:
    """The effects as ratios of rates."""
    columns = [
        Column("effect", "effect on the rate", align="left"),
        Column("ratio", format=".2f"),
        Column("low", "from", format=".2f"),
        Column("high", "to", format=".2f"),
        Column("adjusted_p", "p, adjusted", format=".2g"),
        Column("detectable", "detectable factor", format=".2f"),
    ]
    rows = [
        (Shown(each.name, each.text), each.ratio, each.low, each.high, each.adjusted, each.detectable)
        for each in analysis.effects
    ]
    caption = f"Ratios of rates, with {_percent(analysis.level)} intervals"
    return data_table(columns, rows, caption, "seeing-effects", metadata=metadata)


@checked
def long_table(analysis: Analysis, metadata: dict[str, Any] | None = None) -> DataTable:
    """Rates and effects in one table, as CSV has them."""
    rates = [("rate", f"differ-{r.differ}", r.found, r.exposure, r.rate, r.low, r.high, None) for r in analysis.rates]
    ratios = [("ratio", e.name, None, None, e.ratio, e.low, e.high, e.adjusted) for e in analysis.effects]
    columns = ["quantity", "name", "found", "exposure", "estimate", "low", "high", "adjusted_p"]
    caption = f"Rates and ratios of rates, with {_percent(analysis.level)} intervals"
    return data_table(columns, [*rates, *ratios], caption, "seeing", metadata=metadata)


def _percent(level: float) -> str:
    return f"{100 * level:g} %"
