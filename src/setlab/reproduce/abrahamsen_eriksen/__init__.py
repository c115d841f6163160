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
    | classroom.ANSWERS
    | teams.ANSWERS
    | listing.ANSWERS
)
