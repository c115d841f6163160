"""Stanke & Stenzelbarton, Set: The Game: evidence about each of its claims."""

from setlab.reproduce.item import Gather
from setlab.reproduce.stanke_stenzelbarton import cards, comparison, data, game, leftovers, limits, lost, questions

ANSWERS: dict[str, Gather] = (
    cards.ANSWERS
    | game.ANSWERS
    | limits.ANSWERS
    | data.ANSWERS
    | leftovers.ANSWERS
    | comparison.ANSWERS
    | lost.ANSWERS
    | questions.ANSWERS
)
