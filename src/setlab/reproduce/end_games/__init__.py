"""Modelling End Game Configurations in Set: evidence about each claim."""
