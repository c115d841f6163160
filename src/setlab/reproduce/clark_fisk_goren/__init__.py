"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each claim.

`geometry/` covers section 1 and the affine geometry, `game/` the example game and Theorem 7, `length/` the length of
games (Theorems 15 and 17), `questions/` the open questions; `solved` holds the values of the game on small designs.
"""

from setlab.reproduce.clark_fisk_goren import game, geometry, length, questions
from setlab.reproduce.running import Gather

PARTS = (
    geometry,
    game,
    length,
    questions,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
