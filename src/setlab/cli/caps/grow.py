"""`setlab caps grow`: a large cap by search."""

from __future__ import annotations

from typing import Annotated

from setlab.cli.caps.report import Field, show_cap
from setlab.cli.options import Dimension, Json, NotationName, option, whole_number
from setlab.errors import SpecError
from setlab.limits import DECKS, between
from setlab.notation import DEFAULT


def verb(
    dimension: Dimension = 4,
    values: Field = 3,
    seed: Annotated[str, option("--seed", "S", "0 to 2^64 − 1.")] = "0",
    restarts: Annotated[int, option("--restarts", "N", "Number of restarts.")] = 10,
    steps: Annotated[int, option("--steps", "N", "Steps of each restart.")] = 1000,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Search for a large cap: randomised greedy and tabu search, the same for the same seed.

    setlab caps grow --dimension 5 --seed 1
    """
    from setlab.caps import grow as grown
    from setlab.caps import known

    if dimension not in DECKS:
        raise SpecError(f"caps are grown in {between(DECKS)} dimensions, not in {dimension}: choose one of those")
    if restarts < 1 or steps < 1:
        raise SpecError(f"{restarts} restarts of {steps} steps are no search: choose at least 1 of each")
    found = grown(dimension, values, seed=whole_number(seed, "seed"), restarts=restarts, steps=steps)
    show_cap(list(found.points), dimension, values, notation, json, known(dimension, values))
