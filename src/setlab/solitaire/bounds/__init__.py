"""Bounds on every strategy, errors of the published strategies, and a deal that cannot be cleared."""

from setlab.solitaire.bounds.relaxation import gap_range
from setlab.solitaire.bounds.shortcuts import Counterexample, Declarations, count_declarations, find_counterexample
from setlab.solitaire.bounds.unclearable import Forced, is_proof, unclearable_deal

__all__ = [
    "Counterexample",
    "Declarations",
    "Forced",
    "count_declarations",
    "find_counterexample",
    "gap_range",
    "is_proof",
    "unclearable_deal",
]
