"""The strategies: `strategy(name)` finds them by name, `advise` explains their choices."""

from setlab.solitaire.strategies.advice import Advice, Choice, advise
from setlab.solitaire.strategies.registry import NAMES, strategy

__all__ = ["NAMES", "Advice", "Choice", "advise", "strategy"]
