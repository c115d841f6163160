"""Anti-SET: the example game, and Xavier's winning strategy of Theorem 7 (D2, D3)."""

from setlab.reproduce.clark_fisk_goren.game import example_game, theorem_7
from setlab.reproduce.running import Gather

PARTS = (
    example_game,
    theorem_7,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
