"""The strategies by name, on the command line as here: how the compiled engine plays each, and the player in Python.

`fast`, `expert` and `master` value every SET, and differ in their budgets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError, listed, quoted, unknown_name
from setlab.solitaire.game import Line, Strategy, lines_of
from setlab.solitaire.strategies.players import Basic, Clairvoyant, General, Random, Thrifty, Valued
from setlab.solitaire.values.engine import DEFAULT, Budgets, engine_for
from setlab.solitaire.values.weights import Weights, shipped_weights

if TYPE_CHECKING:
    from setlab._core import SolitaireEngine, SolitaireGames


@dataclass(frozen=True)
class CorePlayer:
    """How the engine plays a strategy: its way of choosing, and its budgets."""

    way: str
    budgets: Budgets = DEFAULT


GENERAL = {f"S{d}": d for d in (0, 3, 6, 9, 12)}

FAST = Budgets(exact_from=12, sums_from=24, beliefs_from=36)
"""Linear values for u ≥ 27 undealt cards, with beliefs for 30 ≤ u ≤ 36; sums for 15 ≤ u ≤ 24, exact for u ≤ 12.

A game takes less than half a millisecond.
"""

EXPERT = Budgets(
    exact_from=12, ahead_from=27, sums_from=27, beliefs_from=48, deals=100, work=1_500_000, partitions=30_000
)
"""Linear values, with beliefs for 30 ≤ u ≤ 48; one step of look-ahead over common deals for 15 ≤ u ≤ 27; then exact."""

MASTER = Budgets(
    exact_from=15,
    deep_from=24,
    ahead_from=33,
    sums_from=27,
    beliefs_from=48,
    deals=128,
    work=4_000_000,
    partitions=65_536,
    steps=2,
    first_deals=96,
    second_deals=48,
    width=3,
    margin=1 << 16,
    narrow=20_000,
)
"""As `expert`, with look-ahead from u = 33 on, two steps from 24 on where they matter, exact values at 15.

With 30 and 33 undealt cards only the SETs that are nearly best by beliefs are examined.
"""

CORE: dict[str, CorePlayer] = {
    "random": CorePlayer("random"),
    "basic": CorePlayer("basic"),
    "thrifty": CorePlayer("thrifty"),
    **{name: CorePlayer("general", Budgets(general_from=d)) for name, d in GENERAL.items()},
    "fast": CorePlayer("valued", FAST),
    "expert": CorePlayer("valued", EXPERT),
    "master": CorePlayer("valued", MASTER),
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
    "clairvoyant": Clairvoyant,
}


@checked
def strategy(name: str, weights: Weights | None = None) -> Strategy:
    """The player of this name; a player that values positions may use other weights than the shipped ones.

    >>> type(strategy("S9")).__name__
    'General'
    >>> strategy("lucky")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'lucky' is not a strategy: choose random, basic, thrifty, S0, S3, …
    """
    if name not in NAMES:
        raise SpecError(unknown_name(name, "a strategy", NAMES))
    check_weights(name, weights)
    if name in VALUED:
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
    return (weights or shipped_weights()).checksum if name in VALUED else None


def core_player(name: str) -> CorePlayer:
    """How the engine plays the strategy of this name; raise `SpecError`, with all names, if there is none."""
    if not isinstance(name, str) or name not in CORE:
        raise SpecError(unknown_name(name, "a strategy", NAMES))
    return CORE[name]


def core_games(
    name: str,
    seed: int,
    first: int,
    games: int,
    *,
    weights: Weights | None = None,
    threads: int | None = None,
    isa: str = "",
) -> SolitaireGames:
    """The results of games first … first + games − 1 of a seed, by name, one entry per game.

    `leftover` has the cards left; `declared` the undealt cards when S(d) declared the game won, or −1; `turns` the SETs
    taken; `value` the exact value of the first position that was valued exactly, in parts of 2^20, or −1. The mean of
    these values estimates the proportion of cleared tables with less noise.

    >>> core_games("basic", seed=1, first=0, games=2)["leftover"].tolist()
    [6, 0]
    """
    return _engine(name, weights, isa).play(seed, first, games, threads=threads)


def core_moves(
    name: str, seed: int, first: int, games: int, *, weights: Weights | None = None, isa: str = ""
) -> list[list[Line]]:
    """The SETs that a strategy takes in each of these games, in order.

    >>> core_moves("basic", seed=1, first=0, games=1)[0][0]
    (5, 47, 71)
    """
    played = _engine(name, weights, isa).play_moves(seed, first, games)
    rows = zip(played["turns"].tolist(), played["moves"].tolist(), strict=True)
    return [lines_of(taken[:turns]) for turns, taken in rows]


def _engine(name: str, weights: Weights | None, isa: str) -> SolitaireEngine:
    player = core_player(name)
    check_weights(name, weights)
    return engine_for(player.way, player.budgets, weights, isa)
