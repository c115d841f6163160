"""The analysis as JSON, for the page of a room, for `--json`, and as tables for papers.

Each sentence of the conclusions follows by rule from the analysis, and has a key and values for translation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from importlib.resources import files
from typing import Any

from setlab.answers import Column, DataTable, Shown, data_table
from setlab.arguments import checked
from setlab.errors import plural
from setlab.seeing.analysis import POWER, Analysis, Effect, RatioTest
from setlab.seeing.reading import OTHER_RULES

TEXTS: Mapping[str, str] = json.loads(files("setlab.seeing").joinpath("texts.json").read_text(encoding="utf-8"))
"""The English texts by key; a page with another language has texts of its own for the same keys and values."""

OTHER_GAMES = ("team", "ultra", "chain")
"""The games whose claims are all left out, each for a reason of its own."""


@checked
@dataclass(frozen=True)
class Sentence:
    """A sentence: its key, the values in it, and the text in English.

    >>> Sentence("which", {"p": "0.003"}).text
    'Beyond how many properties differ, it matters which of them are the same (p = 0.003).'
    """

    key: str
    values: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The sentence in English."""
        values = {name: _format_value(name, value) for name, value in self.values.items()}
        text = TEXTS[self.key].format(**values)
        return text[0].upper() + text[1:]

    def as_record(self) -> dict[str, Any]:
        """The sentence for a page."""
        return {"key": self.key, "values": dict(self.values), "text": self.text}


_NOUNS = {"players": "player", "rounds": "round"}


def _format_value(name: str, value: Any) -> str:
    if name in _NOUNS:
        return plural(value, _NOUNS[name])
    return f"{value:g}" if isinstance(value, float) else str(value)


@checked
def conclusions(analysis: Analysis) -> list[Sentence]:
    """The sentences that follow from an analysis.

    >>> from setlab.seeing.analysis import analyse
    >>> conclusions(analyse([]))[0].text
    'No find can be used yet: play a round of SET, Junior, Five properties, Against the clock or Find all.'
    """
    if not analysis.claims:
        games = [game for game in OTHER_GAMES if analysis.left_out.get(game)]
        keys = [f"only-{game}" for game in games] + ["only-other"] * any(map(analysis.left_out.get, OTHER_RULES))
        return [Sentence(key, {}) for key in keys or ["no-claims"]]
    counts = {"claims": analysis.claims, "players": analysis.players, "rounds": analysis.rounds}
    first = Sentence("basis", counts | {"choices": analysis.choices})
    if not analysis.choices:
        return [first, Sentence("no-choice", {})]
    return [first, *_about_effects(analysis), *_about_players(analysis), *_about_crowding(analysis)]


def _about_effects(analysis: Analysis) -> Iterator[Sentence]:
    shown = [each for each in analysis.effects if each.is_shown(analysis.level)]
    yield from (_shown_effect(each, analysis.level) for each in shown)
    if not shown and any(not each.missing for each in analysis.effects):
        yield Sentence("not-shown", {})
    yield from (_about_test(test, analysis.level) for test in analysis.tests if test.name == "which")
    missing = [each for each in analysis.effects if each.missing]
    yield from (Sentence(each.missing, {"effect": each.name, "text": each.text}) for each in missing)
    yield from _about_size(analysis)


def _shown_effect(effect: Effect, level: float) -> Sentence:
    """The effect as a factor above 1, faster or slower."""
    assert effect.ratio
    assert effect.low
    assert effect.high
    faster, size = effect.ratio > 1, [effect.ratio, effect.low, effect.high]
    size = size if faster else [1 / effect.ratio, 1 / effect.high, 1 / effect.low]
    values = dict(zip(("factor", "low", "high"), map(_two, size), strict=True)) | {"level": _percent(level)}
    return Sentence("faster" if faster else "slower", {"effect": effect.name, "text": effect.text, **values})


def _about_test(test: RatioTest, level: float) -> Sentence:
    return Sentence("which" if test.is_rejected(level) else "which-not", {"p": float(f"{test.adjusted:.2g}")})


def _about_size(analysis: Analysis) -> Iterator[Sentence]:
    """The smallest effect that these games can show, and the warning that several were examined."""
    known = [each.detectable for each in analysis.effects if each.detectable is not None]
    if not known:
        return
    values = {"choices": analysis.choices, "players": analysis.players, "power": round(100 * POWER)}
    if len(known) == 1:
        yield Sentence("detectable-one", values | {"least": _two(known[0])})
    else:
        yield Sentence("detectable", values | {"least": _two(min(known)), "most": _two(max(known))})
        yield Sentence("several", {"number": len(known), "miss": round(1 / (1 - analysis.level))})


def _about_players(analysis: Analysis) -> Iterator[Sentence]:
    if not any(each.ratio for each in analysis.effects):
        return
    if analysis.players == 1 or analysis.has_clusters:
        yield Sentence("one-player" if analysis.players == 1 else "many-players", {})
    else:
        yield Sentence("few-players", {"players": analysis.players})


def _about_crowding(analysis: Analysis) -> Iterator[Sentence]:
    found = analysis.crowding
    rejected = any(test.name == "crowding" and test.is_rejected(analysis.level) for test in analysis.tests)
    if found is not None and rejected:
        values = {name: _two(value) for name, value in _fields(found, "power", "low", "high").items()}
        yield Sentence("crowding-less" if found.power < 1 else "crowding-more", values)


def _percent(level: float) -> float:
    """The level in percent, whole where it is."""
    percent = round(100 * level, 3)
    return int(percent) if percent == int(percent) else percent


def _two(number: float) -> float:
    """The number with as many digits as a reader needs."""
    return float(f"{number:.2g}") if abs(number) < 10 else float(round(number))


@checked
def analysis_record(analysis: Analysis) -> dict[str, Any]:
    """The analysis as a JSON object."""
    found = analysis.crowding
    return {
        **_fields(analysis, "level", "claims", "choices", "players", "rounds"),
        "left_out": dict(analysis.left_out),
        "effects": [_effect_record(each, analysis.level) for each in analysis.effects],
        "tests": [dict(zip(("test", "degrees", "p", "adjusted_p"), astuple(t), strict=True)) for t in analysis.tests],
        "rates": [_fields(each, *RATE) for each in analysis.rates],
        "crowding": None if found is None else _fields(found, "power", "low", "high"),
        "sentences": [each.as_record() for each in conclusions(analysis)],
    }


def _effect_record(effect: Effect, level: float) -> dict[str, Any]:
    size = {"estimate": effect.ratio, "low": effect.low, "high": effect.high, "level": level}
    seen = {"adjusted_p": effect.adjusted, "shown": effect.is_shown(level), "detectable": effect.detectable}
    return {"effect": effect.name, "text": effect.text, **size, **seen, "missing": effect.missing or None}


RATE = ("differ", "found", "exposure", "rate", "low", "high")


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


ENDS = Column("low", "from", format=".2f"), Column("high", "to", format=".2f")
"""The columns of an interval."""


@checked
def rates_table(analysis: Analysis, metadata: dict[str, Any] | None = None) -> DataTable:
    """The rates by the number of properties that differ."""
    speed = [Column("exposure", "SET-minutes", format=".1f"), Column("rate", "found per SET-minute", format=".2f")]
    columns = [Column("differ", "properties that differ"), Column("found"), *speed, *ENDS]
    rows = [tuple(_fields(each, *RATE).values()) for each in analysis.rates]
    caption = f"How fast SETs are found, with {_percent_text(analysis.level)} intervals"
    return data_table(columns, rows, caption, "seeing-rates", metadata=metadata)


@checked
def effects_table(analysis: Analysis, metadata: dict[str, Any] | None = None) -> DataTable:
    """The effects as ratios of rates."""
    sizes = [Column("ratio", format=".2f"), *ENDS, Column("adjusted_p", "p, adjusted", format=".2g")]
    least = Column("detectable", "detectable factor", format=".2f")
    rows = [(Shown(e.name, e.text), e.ratio, e.low, e.high, e.adjusted, e.detectable) for e in analysis.effects]
    columns = [Column("effect", "effect on the rate", align="left"), *sizes, least]
    caption = f"Ratios of rates, with {_percent_text(analysis.level)} intervals"
    return data_table(columns, rows, caption, "seeing-effects", metadata=metadata)


@checked
def long_table(analysis: Analysis, metadata: dict[str, Any] | None = None) -> DataTable:
    """Rates and effects in one table, as CSV has them."""
    rates = [("rate", f"differ-{r.differ}", r.found, r.exposure, r.rate, r.low, r.high, None) for r in analysis.rates]
    ratios = [("ratio", e.name, None, None, e.ratio, e.low, e.high, e.adjusted) for e in analysis.effects]
    columns = ["quantity", "name", "found", "exposure", "estimate", "low", "high", "adjusted_p"]
    caption = f"Rates and ratios of rates, with {_percent_text(analysis.level)} intervals"
    return data_table(columns, [*rates, *ratios], caption, "seeing", metadata=metadata)


def _percent_text(level: float) -> str:
    return f"{100 * level:g} %"
