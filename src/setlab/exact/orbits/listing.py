"""The orbits of AGL(d,3) on the collections of n cards, one by one: a representative and the size."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.counting import count_affine_maps, count_cards, mean_flats
from setlab.errors import RuleError, SpecError, plural
from setlab.exact.orbits.burnside import orbit_counts
from setlab.exact.orbits.levels import LevelProgress, Orbits, check_family, orbit_levels
from setlab.geometry import CardSet, Space

MOST_ORBITS = 100_000
"""More orbits than this are not made into a list of objects: `orbit_levels` has them as arrays."""


@checked
@dataclass(frozen=True)
class Orbit:
    """A representative of an orbit, the number of its collections, the order of its stabiliser, and its SETs.

    The representative is its own canonical form, or the complement of one. All collections of an orbit have
    the same number of SETs.
    """

    representative: CardSet
    size: int
    stabiliser: int
    sets: int


@checked
def exact_orbits(cards: int, dimension: int = 4, report: LevelProgress | None = None) -> tuple[Orbit, ...]:
    """The orbits of the collections of n cards, ordered by their number of SETs, then by their representative.

    Those of more than half of the deck are complements. From 13 to 68 cards of the usual deck there are too many.

    >>> for orbit in exact_orbits(4):
    ...     print(repr(orbit.representative), orbit.size, orbit.stabiliser, orbit.sets)
    CardSet([0, 1, 3, 7]) 63180 31104 0
    CardSet([0, 1, 3, 9]) 1516320 1296 0
    CardSet([0, 1, 3, 8]) 84240 23328 1
    """
    few = _listed_cards(cards, dimension)
    *_, level = orbit_levels(dimension, until=few, report=report)
    orbits = _orbits_of(level, turned=few != cards)
    _prove(orbits, cards, dimension)
    return tuple(sorted(orbits, key=lambda orbit: (orbit.sets, orbit.representative.mask)))


def evidence_of_orbits(orbits: tuple[Orbit, ...], cards: int, dimension: int) -> tuple[Evidence, ...]:
    """The evidence for a list that `exact_orbits` gave in this run."""
    deck = count_cards(dimension)
    number = f"{len(orbits):,} orbit{'s' * (len(orbits) != 1)}"
    return (
        Evidence(f"{number} of {plural(cards, 'card')}", "computed", "as many as Burnside's lemma counts"),
        Evidence(
            "their sizes",
            "computed",
            f"they add up to C({deck}, {cards}); each times the order of its stabiliser, which an independent search "
            f"finds, is the order of AGL({dimension},3)",
        ),
        Evidence("their SETs", "computed", "weighted by size, they have the mean of all collections"),
    )


def _listed_cards(cards: int, dimension: int) -> int:
    """The number of cards of the level to be listed: this one or, where it is smaller, that of the complements."""
    check_family(dimension, "all")
    counts, deck = orbit_counts(dimension), count_cards(dimension)
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    if counts[cards] > MOST_ORBITS:
        last = next(n for n, orbits in enumerate(counts) if orbits > MOST_ORBITS) - 1
        raise SpecError(
            f"{cards} cards of AG({dimension},3) have {counts[cards]:,} orbits, too many for a list: choose 0 to "
            f"{last} or {deck - last} to {deck} cards, or take setlab.exact.orbit_levels, which gives arrays"
        )
    return min(cards, deck - cards)


def _orbits_of(level: Orbits, turned: bool) -> list[Orbit]:
    """The orbits of a level, or those of the complements, which have the same sizes and stabilisers."""
    from setlab import _core
    from setlab.geometry.batch import masks_array

    d, space = level.dimension, Space(level.dimension)
    whole = masks_array([(1 << count_cards(d)) - 1], d)
    masks = level.masks ^ whole if turned else level.masks
    stabilisers, sets = _core.stabilizers(level.masks, d).tolist(), _core.count_lines(masks, d).tolist()
    rows = (int.from_bytes(row.tobytes(), "little") for row in masks.astype("<u8"))
    found = zip(rows, level.sizes.tolist(), stabilisers, sets, strict=True)
    return [Orbit(CardSet.from_mask(mask, space), *numbers) for mask, *numbers in found]


def _prove(orbits: list[Orbit], cards: int, dimension: int) -> None:
    """Raise `RuleError` unless number, sizes, stabilisers and SETs are those of all collections."""
    total, order = comb(count_cards(dimension), cards), count_affine_maps(dimension)
    right = (
        len(orbits) == orbit_counts(dimension)[cards],
        len({orbit.representative.mask for orbit in orbits}) == len(orbits),
        sum(orbit.size for orbit in orbits) == total,
        all(orbit.size * orbit.stabiliser == order for orbit in orbits),
        sum(orbit.size * orbit.sets for orbit in orbits) == total * mean_flats(cards, dimension=dimension),
    )
    if not all(right):
        raise RuleError(f"the list of the orbits of {cards} cards of AG({dimension},3) is wrong: report this")
