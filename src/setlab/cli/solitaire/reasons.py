"""Why a strategy takes a SET, in words, with its estimate where it has one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from setlab.cli.solitaire.advise import chance_text
from setlab.errors import plural
from setlab.solitaire import Line, State, Strategy
from setlab.solitaire import advise as advice_for
from setlab.solitaire.strategies import basic
from setlab.solitaire.strategies.basic import Basic
from setlab.solitaire.strategies.clairvoyant import Clairvoyant
from setlab.solitaire.strategies.general import General, follow
from setlab.solitaire.strategies.random import Random
from setlab.solitaire.strategies.thrifty import Thrifty, lines_through
from setlab.solitaire.strategies.valued import Valued


@dataclass(frozen=True)
class Reason:
    """A sentence, and the chance of clearing the table that the strategy saw, if it estimates one."""

    words: str
    chance: Fraction | float | None = None


def reason_for(player: Strategy, state: State, line: Line) -> Reason:
    """Why the player, who has just chosen, takes this SET."""
    if len(state.sets) == 1:
        return Reason("the only SET")
    if isinstance(player, Valued):
        return _valued(player, state, line)
    if isinstance(player, General) and player.declared and follow(state) is not None:
        return Reason(f"declared won with {player.checked} undealt: follows a partition")
    if isinstance(player, General | Basic):
        live, dead, _ = basic.rank(state, line)
        lost = "declared won, and no partition is left to follow; " * bool(getattr(player, "declared", False))
        return Reason(f"{lost}leaves {plural(-live, 'live pair')}, {dead} dead")
    if isinstance(player, Thrifty):
        return Reason(f"destroys {destroyed(state, line)} of the {len(state.remaining.lines())} SETs that are left")
    if isinstance(player, Clairvoyant):
        return Reason("knows how to clear this deck" if player.moves else "no way to clear this deck was found")
    return Reason(f"one of {len(state.sets)} SETs, by lot") if isinstance(player, Random) else Reason("")


def destroyed(state: State, line: Line) -> int:
    """The number of SETs among the remaining cards that are gone with this one, itself among them.

    >>> destroyed(State.of(range(12)), (0, 1, 2))
    118
    """
    return sum(lines_through(card, state.remaining) for card in line) - 2


def _valued(player: Valued, state: State, line: Line) -> Reason:
    advice = advice_for(state, player.budgets, player.weights)
    chance = next(choice.chance for choice in advice.choices if choice.line == line)
    return Reason(f"{chance_text(chance)}; {advice.how}" if chance is not None else advice.how, chance)
