"""Abrahamsen & Eriksen 2023, The card game SET and finite geometry: evidence about each of its claims."""

from setlab.reproduce.abrahamsen_eriksen import (
    axioms,
    cards,
    classroom,
    counting,
    cubes,
    end_game,
    extremes,
    general,
    hidden,
    listing,
    modular,
    parallels,
    planes,
    rules_changed,
    sets,
    simulations_certain,
    simulations_code,
    simulations_counts,
    simulations_leftovers,
    simulations_no_set,
    simulations_plane_code,
    simulations_planes,
    simulations_runs,
    skew,
    teams,
    turns,
    vectors,
)
from setlab.reproduce.item import Gather

ANSWERS: dict[str, Gather] = (
    cards.ANSWERS
    | sets.ANSWERS
    | counting.ANSWERS
    | general.ANSWERS
    | extremes.ANSWERS
    | rules_changed.ANSWERS
    | turns.ANSWERS
    | modular.ANSWERS
    | end_game.ANSWERS
    | hidden.ANSWERS
    | vectors.ANSWERS
    | planes.ANSWERS
    | axioms.ANSWERS
    | parallels.ANSWERS
    | skew.ANSWERS
    | cubes.ANSWERS
    | simulations_no_set.ANSWERS
    | simulations_leftovers.ANSWERS
    | simulations_counts.ANSWERS
    | simulations_planes.ANSWERS
    | simulations_certain.ANSWERS
    | simulations_runs.ANSWERS
    | simulations_code.ANSWERS
    | simulations_plane_code.ANSWERS
    | classroom.ANSWERS
    | teams.ANSWERS
    | listing.ANSWERS
)
