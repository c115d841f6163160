"""The deck as a geometry: decks and spaces, collections, notations, flats, maps, designs, the checksum."""

from setlab.geometry.cardset import CardSet
from setlab.geometry.checksum import (
    Leftover,
    hidden_card,
    hidden_card_by_property,
    mistakes_cancel,
    read_leftover,
)
from setlab.geometry.deck import Deck, Verdict, without_reuse
from setlab.geometry.designs import Design, affine, design, parallel_classes, projective
from setlab.geometry.fields import Field
from setlab.geometry.flats import (
    are_parallel,
    are_parallel_by_cycles,
    are_parallel_by_direction,
    are_skew,
    cube,
    cycles,
    flats,
    frame_of,
    hyperplanes,
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
    "AffineMap",
    "CardSet",
    "Deck",
    "Design",
    "Field",
    "Leftover",
    "Space",
    "Verdict",
    "affine",
    "are_parallel",
    "are_parallel_by_cycles",
    "are_parallel_by_direction",
    "are_skew",
    "cube",
    "cycles",
    "design",
    "flats",
    "frame_of",
    "hidden_card",
    "hidden_card_by_property",
    "hyperplanes",
    "mistakes_cancel",
    "parallel_class",
    "parallel_classes",
    "parallel_through",
    "plane",
    "projective",
    "rank",
    "read_leftover",
    "span",
    "subspaces",
    "unit_vectors",
    "without_reuse",
]
