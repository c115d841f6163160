"""EstimateWeights of the estimate: a value of positions before a move, cheap enough to be averaged over all deals.

An informed player pays by the estimate (`setlab.solitaire.bounds.relaxation`). Taking a SET on the table keeps the
partitions that contain it, and each of these can be followed to the end with some probability. Two sums, one of these
probabilities and one of their squares, are taken at the SETs that make them largest: the first measures how many ways
there are, the second how good the best ones are. The estimate is a smooth step of their logarithms x and y, with
weights for every stage and kind of table. `setlab.reference.solitaire_bound` defines it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from setlab.solitaire.values.weights import STAGES, Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = 9
"""For every stage the weights of 1, x and y: for a table of 12 cards, for one without a SET, for a larger one."""

STEPS_PER_DOUBLING = 64
"""The logarithm of 2: x and y are integers on this scale."""

LOG_ONE = 24 * STEPS_PER_DOUBLING
"""The logarithm of a sum of 1: probabilities are integers on the scale 2^24."""

EstimateWeights = dict[int, Numbers]
"""By stage: undealt cards / 3."""


def to_json(weights: EstimateWeights) -> str:
    """The weights as text, one stage to a line."""
    return json.dumps({str(stage): row for stage, row in sorted(weights.items())}).replace("], ", "],\n ") + "\n"


@cache
def shipped_estimate() -> EstimateWeights:
    """The weights in the package; `python -m setlab.solitaire.training` computes them."""
    rows = json.loads(files("setlab.solitaire").joinpath("data/estimate.json").read_text())
    return {int(stage): tuple(map(int, row)) for stage, row in rows.items()}


def estimate_array(weights: EstimateWeights) -> NDArray[np.int64]:
    """The weights for the core, one row per stage; zeros where there are none."""
    import numpy as np

    return np.array([weights.get(stage, (0,) * WEIGHTS) for stage in range(STAGES)], dtype=np.int64)
