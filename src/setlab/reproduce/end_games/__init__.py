"""Modelling End Game Configurations in Set: evidence about each claim."""

from setlab.reproduce.end_games import cards, possible, remarks, tables
from setlab.reproduce.running import Gather

PARTS = (
    cards,
    possible,
    tables,
    remarks,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
