"""Caps: collections of points no three of which are on a line. For three values they are the cards without a SET."""

from setlab.caps.checks import CapReport, check
from setlab.caps.constructions import LARGEST_FIND, find
from setlab.caps.growth import Growth, grow
from setlab.caps.known_sizes import Known, buildable_size, known
from setlab.caps.sizes import CompleteSizes, complete_sizes

__all__ = [
    "LARGEST_FIND",
    "CapReport",
    "CompleteSizes",
    "Growth",
    "Known",
    "buildable_size",
    "check",
    "complete_sizes",
    "find",
    "grow",
    "known",
]
