"""The strategies by name: the name of the file, the value on the command line and the key here are the same.

`CORE` says how the compiled engine plays each; `strategy(name)` is the player in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.errors import SpecError, listed, quoted, unknown_name
from setlab.solitaire.game import Strategy
from setlab.solitaire.strategies import clairvoyant, expert, fast, master
from setlab.solitaire.strategies.basic import Basic
from setlab.solitaire.strategies.general import General
from setlab.solitaire.strategies.random import Random
from setlab.solitaire.strategies.thrifty import Thrifty
from setlab.solitaire.strategies.valued import Valued
from setlab.solitaire.values.engine import DEFAULT, Budgets
from setlab.solitaire.values.weights import Weights, shipped


@dataclass(frozen=True)
class CorePlayer:
    """How the engine plays a strategy: its way of choosing, and its budgets."""

    way: str
    budgets: Budgets = DEFAULT


GENERAL = {f"S{d}": d for d in (0, 3, 6, 9, 12)}

CORE: dict[str, CorePlayer] = {
    "random": CorePlayer("random"),
    "basic": CorePlayer("basic"),
    "thrifty": CorePlayer("thrifty"),
    **{name: CorePlayer("general", Budgets(general_from=d)) for name, d in GENERAL.items()},
    "fast": CorePlayer("valued", fast.BUDGETS),
    "expert": CorePlayer("valued", expert.BUDGETS),
    "master": CorePlayer("valued", master.BUDGETS),
}

VALUED = tuple(name for name, player in CORE.items() if player.way == "valued")
"""The players that value positions; they use weights."""

CLAIRVOYANT = "clairvoyant"
"""Searched instead of played: see `setlab.solitaire.values.clearable`."""

NAMES = (*CORE, CLAIRVOYANT)
"""The names of all strategies."""

_PLAYERS: dict[str, Callable[[], Strategy]] = {
    "random": Random,
    "basic": Basic,
    "thrifty": Thrifty,
    "fast": fast.Fast,
    "expert": expert.Expert,
    "master": master.Master,
    "clairvoyant": clairvoyant.Clairvoyant,
}


@checked
def strategy(name: str, weights: Weights | None = None) -> Strategy:
    """The player of this name; a player that values positions may be given weights other than those that ship.

    >>> type(strategy("S9")).__name__
    'General'
    >>> strategy("lucky")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'lucky' is not a strategy: choose random, basic, thrifty, S0, S3, …
    """
    if name not in NAMES:
        raise SpecError(unknown_name(name, "a strategy", NAMES))
    check_weights(name, weights)
    if weights is not None:
        return Valued(CORE[name].budgets, weights)
    return General(GENERAL[name]) if name in GENERAL else _PLAYERS[name]()


def check_weights(name: str, weights: object) -> None:
    """Raise `SpecError` if weights are given to a strategy that uses none.

    >>> check_weights("thrifty", "weights.json")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'thrifty' uses no weights: leave them out, or choose fast, expert or master
    """
    if weights is not None and name not in VALUED:
        raise SpecError(f"{quoted(name)} uses no weights: leave them out, or choose {listed(VALUED)}")


def weights_checksum(name: str, weights: Weights | None = None) -> str | None:
    """The checksum of the weights with which a strategy plays; None if it uses none.

    >>> weights_checksum("basic") is None, weights_checksum("fast") == weights_checksum("master")
    (True, True)
    """
    return (weights or shipped()).checksum if name in VALUED else None


def core_player(name: str) -> CorePlayer:
    """How the engine plays the strategy of this name; raise `SpecError`, with all names, if there is none."""
    if not isinstance(name, str) or name not in CORE:
        raise SpecError(unknown_name(name, "a strategy", NAMES))
    return CORE[name]
