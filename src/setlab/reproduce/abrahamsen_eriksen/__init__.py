"""Abrahamsen & Eriksen 2023, The card game SET and finite geometry: evidence about each of its claims."""

from setlab.reproduce.abrahamsen_eriksen import (
    simulations_certain,
    simulations_code,
    simulations_counts,
    simulations_leftovers,
    simulations_no_set,
    simulations_plane_code,
    simulations_planes,
    simulations_runs,
)
from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = (
    simulations_no_set.ANSWERS
    | simulations_leftovers.ANSWERS
    | simulations_counts.ANSWERS
    | simulations_planes.ANSWERS
    | simulations_certain.ANSWERS
    | simulations_runs.ANSWERS
    | simulations_code.ANSWERS
    | simulations_plane_code.ANSWERS
)
