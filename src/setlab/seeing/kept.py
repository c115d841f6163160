"""The searches of one player, as a browser keeps them on the page *My progress* and writes them to a file.

The file is a JSON object with `setlab` and `values`; each find of `values.finds` is one search. It has the table with
the age of each card, the SETs that were found before and still lie there, and the cards that the player found, or null
if the search ended otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from setlab.errors import RuleError
from setlab.geometry import Space
from setlab.notation import DEFAULT
from setlab.seeing.searches import Search, candidates_on, property_names

GAME_OF_A_KIND = "kind"
"""The practice table that deals SETs of one kind: the player knows what to look for, so these finds are no choices."""

DIMENSIONS = range(2, 6)
MOST_SLOTS = 30
LONGEST = 1e6


def kept_finds(content: Mapping[str, Any]) -> list[Any] | None:
    """The finds of a file of results; None if it is no such file.

    >>> kept_finds({"setlab": 1, "values": {"sixty": {}}}), kept_finds({"events": []})
    ([], None)
    """
    values = content.get("values") if "setlab" in content else None
    found = values.get("finds", []) if isinstance(values, Mapping) else None
    return found if isinstance(found, list) else None


def rounds_of(finds: Iterable[Mapping[str, Any]]) -> int:
    """The number of rounds in which these searches were made.

    >>> rounds_of([{"game": "daily", "began": 7}, {"game": "daily", "began": 7}, {"game": "sixty", "began": 7}])
    2
    """
    return len({(find["game"], find.get("began")) for find in finds})


def read_find(find: Mapping[str, Any], player: str) -> Search:
    """The search of a find; raise `RuleError` if its cards are no SET on its table.

    >>> find = {"game": "daily", "dimension": 2, "slots": [0, 1, 2, 4, 8], "ages": [9, 9, 9, 9, 9], "seconds": 2.5}
    >>> search = read_find(find | {"found": [[0, 1, 2]], "cards": [4, 8, 0]}, "Ada")
    >>> [each.cards for each in search.candidates], search.found, search.seconds
    ([(0, 4, 8)], 0, 2.5)
    """
    d, seconds = find["dimension"], _seconds(find["seconds"])
    if d not in DIMENSIONS or not 3 <= len(find["slots"]) <= MOST_SLOTS or len(find["ages"]) != len(find["slots"]):
        raise RuleError("a find has 2 to 5 properties, at most 30 slots, and an age for each of them")
    slots = tuple(None if card is None else Space(d).check(card) for card in find["slots"])
    ages = {card: _seconds(age) for card, age in zip(slots, find["ages"], strict=True) if card is not None}
    if len(ages) != sum(card is not None for card in slots):
        raise RuleError("a card lies twice on the table")
    latest = [card for card, age in ages.items() if age == min(ages.values())]
    gone = {frozenset(cards) for cards in find.get("found", ())}
    there = candidates_on(slots, d, {card: -age for card, age in ages.items()}, 0.0, latest)
    there = tuple(each for each in there if frozenset(each.cards) not in gone)
    found = None
    if find["cards"] is not None:
        found = next((i for i, each in enumerate(there) if set(each.cards) == set(find["cards"])), None)
        if found is None:
            raise RuleError(f"{find['cards']} is no SET that is left on its table")
    return Search("", property_names(d, DEFAULT), seconds, there, found, player if found is not None else None, slots)


def _seconds(value: Any) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not isfinite(value)
        or not 0 <= value <= LONGEST
    ):
        raise RuleError(f"{value!r:.20} is no number of seconds")
    return float(value)
