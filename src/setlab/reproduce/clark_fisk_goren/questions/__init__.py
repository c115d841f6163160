"""The open questions of the paper: other designs, more players, deviations from the strategy (D6)."""

from setlab.reproduce.clark_fisk_goren.questions import designs, deviations, players, projective, reflections, steiner
from setlab.reproduce.running import Gather

PARTS = (
    designs,
    reflections,
    projective,
    steiner,
    players,
    deviations,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
