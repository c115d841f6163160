"""Cards as points of AG(4,3): lines, planes and hyperplanes (D1)."""

from setlab.reproduce.clark_fisk_goren.geometry import cards, hyperplanes, planes, points
from setlab.reproduce.running import Gather

PARTS = (
    cards,
    points,
    planes,
    hyperplanes,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
