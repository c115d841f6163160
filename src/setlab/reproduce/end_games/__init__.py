"""Modelling End Game Configurations in Set: evidence about each of its claims."""

from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = {}
