"""`mirror`: answer every move with its image under an involution of the design, and never complete a block first.

The first player needs a reflection: he takes its centre, and then the reflection of every point of the second player.
If he completed a block without the centre, she would already hold its reflection; and a block through the centre is its
own reflection, so that she holds half of its other points. The second player needs an involution without fixed points:
a block of hers is the image of a block that he completed before. `docs/antiset.md` has the proofs.
"""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import Move, Reason, Strategy, because, stay_safe, two_players
from setlab.draws import Draws
from setlab.geometry.design import Design
from setlab.geometry.symmetry import first_reflection, free_involution, reflection


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """The image of the last point; the first player begins with the centre."""
    if not game.moves:
        found = first_reflection(game.design)
        assert found is not None
        return because(game, found[0], Reason("centre", (found[0],)))
    centre, last = game.moves[0], game.moves[-1]
    map_ = reflection(game.design, centre) if game.turn == 0 else free_involution(game.design)
    if map_ is None or game.owner(map_[last]) is not None:
        return stay_safe(game, draws, trial, Reason("image-taken", (last,)))
    image = map_[last]
    why = Reason("reflection", (image, last, centre)) if game.turn == 0 else Reason("image", (image, last))
    return because(game, image, why)


def obstacle(design: Design, seat: int, players: int) -> str | None:
    """The obstacle: the design has no such involution."""
    if seat == 0:
        missing = (
            None if first_reflection(design) else "it has no reflection that fixes one point and all blocks through it"
        )
    else:
        missing = None if free_involution(design) else "it has no involution that moves every point"
    return two_players(players) or missing


STRATEGY = Strategy("mirror", "the image of the other player's last point under an involution", choose, obstacle)
