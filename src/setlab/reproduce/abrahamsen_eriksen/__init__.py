"""Abrahamsen & Eriksen 2023, The card game SET and finite geometry: evidence about each claim.

`game/` follows sections 1 to 6 (the deck, SETs, counting, the end of a game), `geometry/` section 7 and what leads to
it, `simulations/` section 8, `programs/` the listings of the appendix, `teaching/` section 9. The modules beside them
hold the deck, the way the thesis prints vectors and words, and its formulas.
"""

from setlab.reproduce.abrahamsen_eriksen import game, geometry, programs, simulations, teaching
from setlab.reproduce.running import Gather

PARTS = (game, geometry, simulations, programs, teaching)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
