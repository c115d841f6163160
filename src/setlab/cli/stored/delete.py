"""`setlab runs delete`: an experiment forgotten."""

from __future__ import annotations

from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import print_json
from setlab.cli.stored.common import SpecId, opened


def delete(spec_id: SpecId, store: StorePlace = None, json: Json = False) -> None:
    """Forget an experiment, also one that cannot be read."""
    with opened(store) as kept:
        name = kept.catalogue.find_id(spec_id)
        kept.delete(name)
    if json:
        print_json({"deleted": name})
    else:
        print(f"{name} deleted")
