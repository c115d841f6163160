"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each of its claims."""

from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = {}
