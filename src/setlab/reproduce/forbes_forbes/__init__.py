"""Forbes & Forbes, Solitaire SET: evidence about each of its claims."""

from setlab.reproduce.forbes_forbes import cards, strategies
from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = cards.ANSWERS | strategies.ANSWERS
