"""Advice for a player on AG(d,3): the move of a theorem where one applies, else the best or a safe one."""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies import find_strategy
from setlab.antiset.strategies.reasons import Reason
from setlab.antiset.strategies.strategy import Move, because
from setlab.draws import Draws
from setlab.geometry.involutions import reflection

MOST_SOLVED = 27
"""The largest board of AG(d,3) on which exact play answers at once: 5 ms for the first move, less afterwards.

On 81 cards even 10^5 positions leave the first moves open.
"""


def advice(game: Game, draws: Draws | None = None) -> Move:
    """A good move with its reason: theorem 7 for Xavier; theorem 17 for Olivia, unless she can win.

    >>> advice(Game("AG(2,3)", [2, 8])).reason
    '5 completes the block of 2, the first point, and 8, so that nobody can hold it'
    >>> advice(Game("AG(2,3)", [2, 8, 4])).reason
    'wins in round 5 at the latest'
    """
    return _for_olivia(game, draws) if game.turn else _for_xavier(game, draws)


def _for_xavier(game: Game, draws: Draws | None) -> Move:
    if not game.moves:
        return find_strategy("theorem7").move(game, draws)
    if found := reflective_reply(game):
        reply, centre, of = found
        is_first = centre == game.moves[0]
        why = Reason("third", (reply, centre, of)) if is_first else Reason("reflection", (reply, of, centre))
        return because(game, reply, why)
    return find_strategy("perfect" if is_solved(game) else "safe").move(game, draws)


def _for_olivia(game: Game, draws: Draws | None) -> Move:
    best = find_strategy("perfect").move(game, draws) if is_solved(game) else None
    if best and best.why and best.why.code == "wins":
        return best
    return find_strategy("theorem17").move(game, draws)


def is_solved(game: Game) -> bool:
    """True if exact play answers at once on this board."""
    return game.design.points <= MOST_SOLVED


def reflective_reply(game: Game) -> tuple[int, int, int] | None:
    """Xavier's card that makes the position reflective: the card, its centre, and Olivia's card that it reflects.

    From a reflective position he wins by theorem 7, whichever of his cards is the centre; None if no card makes it so.

    >>> reflective_reply(Game("AG(2,3)", [2, 8])), reflective_reply(Game("AG(2,3)", [2, 8, 4, 0]))
    ((5, 2, 8), None)
    """
    return next(filter(None, (_reply_in(game, centre) for centre in game.hand(0))), None)


def _reply_in(game: Game, centre: int) -> tuple[int, int, int] | None:
    map_ = reflection(game.design, centre)
    assert map_ is not None
    mine, hers = set(game.hand(0)) - {centre}, {map_[card]: card for card in game.hand(1)}
    missing = hers.keys() - mine
    if len(missing) != 1 or not mine <= hers.keys():
        return None
    reply = missing.pop()
    return (reply, centre, hers[reply]) if game.owner(reply) is None else None
