"""The deck as a geometry.

Begin with `Space` (the deck as AG(d,3)), `CardSet` (a collection of cards) and `AffineMap` (a symmetry of the game);
`Deck` knows decks with any number of values, `QuadDeck` that of EvenQuads, and `ProjectiveDeck` that of Projective SET.
`plane`, `cube`, `span` and `k_flats` build flats, `read_leftover` and `hidden_card` read the cards left at the end of a
game, `affine`, `projective` and `find_design` make designs.

>>> space = Space(4)
>>> space.third(0, 40), CardSet([0, 40, 80, 1]).lines(), len(span([0, 1, 3]))
(80, [(0, 40, 80)], 9)
"""

from setlab.geometry.binary import ProjectiveDeck, QuadDeck
from setlab.geometry.cardset import (
    CardSet,
    Leftover,
    hidden_card,
    hidden_card_by_property,
    mistakes_cancel,
    read_leftover,
)
from setlab.geometry.deck import Deck, Pattern, without_reuse
from setlab.geometry.design import Design, Geometry, affine, find_design, parallel_classes, projective
from setlab.geometry.fields import Field
from setlab.geometry.flats import (
    are_parallel,
    are_parallel_by_cycles,
    are_parallel_by_direction,
    are_skew,
    cube,
    cycles,
    frame_of,
    hyperplanes,
    k_flats,
    parallel_class,
    parallel_through,
    plane,
    rank,
    span,
    subspaces,
)
from setlab.geometry.maps import AffineMap, unit_vectors
from setlab.geometry.space import Space

__all__ = [
    "AffineMap", "CardSet", "Deck", "Design", "Field", "Geometry", "Leftover", "Pattern",
    "ProjectiveDeck", "QuadDeck", "Space", "affine",
    "are_parallel", "are_parallel_by_cycles", "are_parallel_by_direction", "are_skew", "cube", "cycles", "find_design",
    "frame_of", "hidden_card", "hidden_card_by_property", "hyperplanes", "k_flats", "mistakes_cancel", "parallel_class",
    "parallel_classes", "parallel_through", "plane", "projective", "rank", "read_leftover", "span", "subspaces",
    "unit_vectors", "without_reuse",
]  # fmt: skip
