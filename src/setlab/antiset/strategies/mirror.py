"""`mirror`: answer every move with its image under an involution of the design, and never be the first with a block.

The first player needs a reflection: he takes its centre, and then the image of every point of the other. Were he to
complete a block without the centre, the other would hold its image already; and a block through the centre goes to
itself, so that half of its points are the other's. The second player needs an involution that fixes no point: a
block of hers is the image of one that the other completed before. `docs/antiset.md` has the proofs.
"""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import Move, Strategy, stay_safe, two_players
from setlab.draws import Draws
from setlab.geometry.design import Design
from setlab.geometry.involutions import first_reflection, free_involution, reflection


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """The image of the last point; the first player begins with the centre."""
    if not game.moves:
        found = first_reflection(game.design)
        assert found is not None
        return Move(found[0], f"{found[0]} is the centre of a reflection, and every later point has an image")
    centre, last = game.moves[0], game.moves[-1]
    map_ = reflection(game.design, centre) if game.turn == 0 else free_involution(game.design)
    if map_ is None or game.owner(map_[last]) is not None:
        return stay_safe(game, draws, trial, f"the image of {last} cannot be had: ")
    where = f" in {centre}" if game.turn == 0 else ""
    return Move(map_[last], f"{map_[last]} is the mirror image of {last}{where}")


def obstacle(design: Design, seat: int, players: int) -> str | None:
    """Why it cannot be played: the design has no such involution."""
    if seat == 0:
        missing = (
            None if first_reflection(design) else "it has no reflection that fixes one point and all blocks through it"
        )
    else:
        missing = None if free_involution(design) else "it has no involution that moves every point"
    return two_players(players) or missing


STRATEGY = Strategy("mirror", "the mirror image of the other's last point", choose, obstacle)
