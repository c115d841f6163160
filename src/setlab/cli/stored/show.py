"""`setlab runs show`: the tally of an experiment with its estimates, and its rare games."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import fill
from typing import Any

from setlab.cli.exporting import result_tables
from setlab.cli.formats import TableFormat, chosen_format, print_answer
from setlab.cli.options import Json, StorePlace
from setlab.cli.report import print_report, result_record
from setlab.cli.screen import say, width
from setlab.cli.stored.common import Confidence, First, SpecId, Trials, chosen_result, is_within, opened, read_range
from setlab.errors import plural
from setlab.experiment.store import Rare

MOST_GAMES = 20


def show(
    spec_id: SpecId,
    trials: Trials = None,
    first: First = "0",
    store: StorePlace = None,
    confidence: Confidence = 0.95,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Show the tally of an experiment with its estimates, and its rare games.

    setlab simulate endgame --trials 1e4 --seed 1

    setlab runs show 29dbb2
    """
    form, wanted = chosen_format(format, json), read_range(first, trials)
    with opened(store) as kept:
        result, ranges = chosen_result(spec_id, kept, wanted)
        rare = [game for game in kept.rare(result.spec.id) if is_within(game.trial, ranges)]
        imports = kept.imports.within(result.spec.id, ranges)
    spec = result.spec
    counted = spec.definition.count_rare(spec.parameters, result.tally.histograms)

    def record() -> dict[str, Any]:
        games = [{"trial": game.trial, "what": game.what, "cards": list(game.cards)} for game in rare]
        imported = [asdict(entry) for entry in imports]
        left_out = max(0, counted - len(rare))
        return result_record(result, confidence) | {"rare": games, "rare_left_out": left_out, "imported": imported}

    def text() -> None:
        print_report(result, confidence, ranges)
        _print_rare(rare, spec.id)
        if counted > len(rare):
            print(f"\n{counted - len(rare):,} rare games are counted in the tally and not listed in the store")
        if imports:
            print()
        for entry in imports:
            print(fill(f"{entry}", width(), subsequent_indent="  "))

    print_answer(form, record=record, tables=lambda: result_tables(result, confidence, form, ranges), text=text)


def _print_rare(rare: list[Rare], spec_id: str) -> None:
    if rare:
        print()
        say(f"{plural(len(rare), 'rare game')}: see them with `setlab replay {spec_id} TRIAL`")
    for game in rare[:MOST_GAMES]:
        say(f"trial {game.trial}: {game.what}", "  ")
    if len(rare) > MOST_GAMES:
        print(f"  … and {len(rare) - MOST_GAMES} more (--json has all)")
