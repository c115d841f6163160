"""Caps: collections of points no three of which are on a line. For three values they are the cards without a SET.

Begin with `find` (a large cap by construction), `check` (is a collection a cap, and complete?), `known` (the largest
sizes in the literature), `grow` and `complete_sizes` (caps by search), `complete` and `nearest_largest` (from some
cards of the deck to as many as possible), `most_by_counting` and `most_by_characters` (upper bounds).
"""

from setlab.caps.checks import CapReport, check
from setlab.caps.completion import Completion, complete, nearest_largest
from setlab.caps.constructions import LARGEST_FIND, find
from setlab.caps.growth import CompleteSizes, Growth, complete_sizes, grow
from setlab.caps.known_sizes import Known, buildable_size, known, most_by_characters, most_by_counting

__all__ = [
    "LARGEST_FIND", "CapReport", "CompleteSizes", "Completion", "Growth", "Known", "buildable_size", "check",
    "complete", "complete_sizes", "find", "grow", "known", "most_by_characters", "most_by_counting", "nearest_largest",
]  # fmt: skip
