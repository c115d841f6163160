"""Forbes & Forbes, Solitaire SET: evidence about each of its claims."""

from setlab.reproduce.forbes_forbes import cards, cost, results, rules, shortcuts, strategies, unclearable
from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = (
    cards.ANSWERS
    | rules.ANSWERS
    | strategies.ANSWERS
    | unclearable.ANSWERS
    | shortcuts.ANSWERS
    | results.ANSWERS
    | cost.ANSWERS
)
