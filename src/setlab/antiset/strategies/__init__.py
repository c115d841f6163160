"""The strategies, one module each, with the name of the module: begin with `find_strategy`.

A strategy is a function of the game so far. Random choices use the draw whose number is the ply, so that the same seed
and trial give the same game.
"""

from __future__ import annotations

from importlib import import_module

from setlab.antiset.strategies.strategy import Move, Strategy
from setlab.arguments import checked
from setlab.errors import SpecError, unknown_name

__all__ = ["STRATEGIES", "Move", "Strategy", "find_strategy"]

STRATEGIES = ("theorem7", "theorem17", "mirror", "max-cap", "random", "forgetful", "safe", "perfect")
"""The names; the strategy NAME-OF-STRATEGY is the value `STRATEGY` of the module name_of_strategy."""


@checked
def find_strategy(name: str) -> Strategy:
    """The strategy of this name.

    >>> find_strategy("max-cap").name
    'max-cap'
    """
    if name not in STRATEGIES:
        raise SpecError(unknown_name(name, "a strategy", STRATEGIES))
    strategy: Strategy = import_module(f"setlab.antiset.strategies.{name.replace('-', '_')}").STRATEGY
    return strategy
