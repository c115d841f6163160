"""Stanke & Stenzelbarton, Set: The Game: evidence about each claim."""

from setlab.reproduce.running import Gather
from setlab.reproduce.stanke_stenzelbarton import cards, comparison, data, game, leftovers, limits, lost, questions

PARTS = (
    cards,
    game,
    limits,
    data,
    leftovers,
    comparison,
    lost,
    questions,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
