"""`setlab runs show`: the tally of an experiment with its estimates, and its rare games."""

from __future__ import annotations

from setlab.cli.options import Json, StorePlace
from setlab.cli.report import print_report, result_record
from setlab.cli.screen import print_json
from setlab.cli.stored.common import Confidence, SpecId, find_stored, opened, result_of
from setlab.errors import plural

MOST_GAMES = 20


def show(spec_id: SpecId, store: StorePlace = None, confidence: Confidence = 0.95, json: Json = False) -> None:
    """Show the tally of an experiment with its estimates, and its rare games."""
    with opened(store) as kept:
        spec, found = find_stored(spec_id, kept)
    result, rare = result_of(spec, found), found.rare
    if json:
        record = result_record(result, confidence)
        print_json(record | {"rare": [{"trial": r.trial, "what": r.what, "cards": list(r.cards)} for r in rare]})
        return
    print_report(result, confidence)
    if rare:
        print(f"\n{plural(len(rare), 'rare game')}: see them with `setlab replay {spec.id} TRIAL`")
        for game in rare[:MOST_GAMES]:
            print(f"  trial {game.trial}: {game.what}")
        if len(rare) > MOST_GAMES:
            print(f"  … and {len(rare) - MOST_GAMES} more (--json has all)")
