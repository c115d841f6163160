"""Abrahamsen & Eriksen 2023, The card game SET and finite geometry: evidence about each of its claims."""

from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = {}
