"""SET in the classroom (A15, A16)."""

from setlab.reproduce.abrahamsen_eriksen.teaching import classroom, teams
from setlab.reproduce.running import Gather

PARTS = (
    classroom,
    teams,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
