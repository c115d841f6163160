"""The strategies, one file each; `strategy(name)` finds them by name, `measure` and `advise` put them to use."""

from setlab.solitaire.strategies.advice import Advice, Choice, advise
from setlab.solitaire.strategies.measurement import Measured, measure
from setlab.solitaire.strategies.registry import NAMES, strategy

__all__ = ["NAMES", "Advice", "Choice", "Measured", "advise", "measure", "strategy"]
