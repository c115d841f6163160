"""Forbes & Forbes, Solitaire SET: evidence about each claim."""

from setlab.reproduce.forbes_forbes import cards, cost, results, rules, shortcuts, strategies, unclearable
from setlab.reproduce.running import Gather

PARTS = (
    cards,
    rules,
    strategies,
    unclearable,
    shortcuts,
    results,
    cost,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
