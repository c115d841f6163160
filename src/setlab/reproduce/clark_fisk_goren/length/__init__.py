"""How long a game of anti-SET can last: caps, Theorems 15 and 17, and Olivia's best defence (D4 to D6)."""

from setlab.reproduce.clark_fisk_goren.length import caps, forcing, proof_of_theorem_17, rounds, theorem_17
from setlab.reproduce.running import Gather

PARTS = (
    caps,
    rounds,
    theorem_17,
    proof_of_theorem_17,
    forcing,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
