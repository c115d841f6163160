"""Modelling End Game Configurations in Set: evidence about each of its claims."""

from setlab.reproduce.end_games import cards, possible, remarks, tables
from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = cards.ANSWERS | possible.ANSWERS | tables.ANSWERS | remarks.ANSWERS
