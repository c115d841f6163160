"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each of its claims."""

from setlab.reproduce.clark_fisk_goren import (
    caps,
    cards,
    designs,
    errors_of_xavier,
    example_game,
    forcing,
    hyperplanes,
    jumps,
    jumps_proof,
    length,
    mirrors,
    planes,
    players,
    points,
    projective,
    steiner,
    strategy,
)
from setlab.reproduce.item import Gather

PARTS = (
    *(cards, points, planes, hyperplanes, example_game, strategy, caps, length, jumps, jumps_proof),
    *(forcing, designs, mirrors, projective, steiner, players, errors_of_xavier),
)

ANSWERS: dict[str, Gather] = {id_: gather for part in PARTS for id_, gather in part.ANSWERS.items()}
