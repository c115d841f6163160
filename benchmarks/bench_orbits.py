"""Orbits of collections: the next level, the orders of stabilisers, and the SETs of larger collections.

Run `python benchmarks/run.py orbits`.
"""

from __future__ import annotations

from functools import partial
from math import comb

from measure import REFERENCE, Group, Row

from setlab import _core, reference
from setlab.exact.orbits import orbit_levels
from setlab.geometry import Space
from setlab.geometry.batch import masks_array
from setlab.reference.lines import cards_of, least_image

DEEPEST = 11
FIVE_CARDS = 0b1011011


def groups() -> list[Group]:
    *_, cap_parents = orbit_levels(4, "cap", until=13)
    *_, level = orbit_levels(4, until=DEEPEST)
    larger = len(level.next_level())
    caps = len(cap_parents.next_level())
    pairs = len(level) * comb(81 - DEEPEST, 3)
    small = reference.subset_orbits(3, 4, affine=True)
    few = masks_array([FIVE_CARDS])
    making = [Row(f"{REFERENCE}, 4 of 27 cards", lambda: reference.subset_orbits(3, 4, affine=True), len(small[0]))]
    proving = [Row(f"{REFERENCE}, 5 cards", lambda: least_image(dict.fromkeys(cards_of(FIVE_CARDS), 1), Space(4)), 1)]
    extending = [Row(f"{REFERENCE}, 2 more than 5 cards", lambda: reference.extend_lines(few, [1], 4, 2), comb(76, 2))]
    for threads in (1, 2):
        name = f"core, {threads} thread{'s' * (threads > 1)}"
        bare, more = partial(level.next_level, prove=False), partial(level.extended_lines, 3)
        making += [
            Row(f"{name}, caps of 14, proved", partial(cap_parents.next_level, threads=threads), caps),
            Row(f"{name}, all of {DEEPEST + 1}", partial(bare, threads=threads), larger),
            Row(f"{name}, all of {DEEPEST + 1}, proved", partial(level.next_level, threads=threads), larger),
        ]
        proving.append(Row(name, partial(_core.stabilizers, level.masks, 4, threads=threads), len(level)))
        extending.append(Row(f"{name}, 3 more than {DEEPEST}", partial(more, threads=threads), pairs))
    return [
        Group("Make orbits", "orbits", tuple(making)),
        Group("Find the order of stabilisers", "collections", tuple(proving)),
        Group("Count SETs in larger collections", "collections", tuple(extending)),
    ]
