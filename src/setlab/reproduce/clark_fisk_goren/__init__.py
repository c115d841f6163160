"""X"""

from setlab.reproduce.clark_fisk_goren import game, geometry, length, questions
from setlab.reproduce.running import Gather

PARTS = (
    geometry,
    game,
    length,
    questions,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
