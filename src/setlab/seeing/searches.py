"""A search: people look at one table until somebody finds a SET, or until the table changes for another reason.

All SETs on the table compete: the search is over when the first of them is found. Games become lists of searches, and
everything that the analysis knows about a game is in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from setlab.arguments import checked
from setlab.geometry import Space
from setlab.notation import DEFAULT, find_notation
from setlab.rules.table import ROW

Slots = Sequence[int | None]


@checked
@dataclass(frozen=True)
class Candidate:
    """A SET on the table when a search ends: its cards, their slots, its age in seconds, whether it came last.

    The age is the time since its last card was dealt. A SET is `new` if one of its cards came with the last deal.
    """

    cards: tuple[int, ...]
    slots: tuple[int, ...] = ()
    age: float = 0.0
    new: bool = False

    @property
    def distance(self) -> float:
        """The mean distance between two of its cards, in slots of a table with rows of three.

        >>> Candidate((0, 1, 2), slots=(0, 1, 2)).distance, Candidate((0, 1, 2), slots=(0, 3, 6)).distance
        (1.3333333333333333, 1.3333333333333333)
        """
        places = [divmod(slot, ROW) for slot in self.slots]
        lengths = [((r - s) ** 2 + (c - e) ** 2) ** 0.5 for (r, c), (s, e) in combinations(places, 2)]
        return sum(lengths) / len(lengths) if lengths else 0.0


@checked
@dataclass(frozen=True)
class Search:
    """One table: who searches together, which properties the cards have, for how long, the SETs, and which was found.

    `found` is the index of a candidate, or None if the search ended otherwise: by a deal, a pause that ended the round,
    the end of the game, or a claim of a player who is not examined.

    >>> search = Search("KRTM", ("number", "colour"), 4.2, (Candidate((0, 1, 2)), Candidate((0, 4, 8))), 1, "KRTM 3")
    >>> search.has_choice, search.differing(search.candidates[1])
    (True, ('number', 'colour'))
    """

    group: str
    properties: tuple[str, ...]
    seconds: float
    candidates: tuple[Candidate, ...]
    found: int | None = None
    player: str | None = None

    @property
    def has_choice(self) -> bool:
        """True if a SET was found while at least one other lay on the table."""
        return self.found is not None and len(self.candidates) > 1

    @checked
    def differing(self, candidate: Candidate) -> tuple[str, ...]:
        """The properties in which the cards of a SET differ."""
        return _differing(self.properties, candidate.cards[0], candidate.cards[1])


@cache
def _differing(properties: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    first, second = (Space(len(properties)).coordinates(card) for card in (a, b))
    return tuple(name for name, x, y in zip(properties, first, second, strict=True) if x != y)


def candidates_on(
    slots: Slots, d: int, dealt: Mapping[int, float], now: float, last_deal: Iterable[int] = ()
) -> tuple[Candidate, ...]:
    """The SETs among the cards in the slots, with their ages now; `dealt` says when each card came.

    >>> [found.age for found in candidates_on((0, 1, 2, None, 5), 2, {0: 0.0, 1: 0.0, 2: 6.5, 5: 0.0}, now=10.0)]
    [3.5]
    """
    place = {card: slot for slot, card in enumerate(slots) if card is not None}
    latest = set(last_deal)
    return tuple(
        Candidate(
            tuple(cards),
            tuple(place[card] for card in cards),
            now - max(dealt[card] for card in cards),
            not latest.isdisjoint(cards),
        )
        for cards in Space(d).sets(list(place))
    )


def property_names(d: int, notation: str = DEFAULT) -> tuple[str, ...]:
    """The names of the properties of a card.

    >>> property_names(3)
    ('number', 'colour', 'shape')
    """
    return tuple(each.name for each in find_notation(notation, d).properties)
