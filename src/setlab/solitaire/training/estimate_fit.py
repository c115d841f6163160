"""Fits `data/estimate.json`, the estimate that is paid: `python -m setlab.solitaire.training.estimate_fit`.

From 12 undealt cards up, the positions that `expert` reaches are valued by the bound itself, which needs only the
earlier stages; with at most 15 undealt cards that value is exact. Least squares of the smooth step give three weights
for every stage and kind of table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from setlab.files import whole_file
from setlab.solitaire.bounds.informed import informed_games
from setlab.solitaire.values.estimate import LOG_ONE, Weights, to_json
from setlab.solitaire.values.weights import ONE, Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEED = 20261
GAMES = {12: 4000, 15: 2500, 18: 1500, 21: 2500, 24: 1200}
"""The number of games for each number of undealt cards and each kind of table."""

EXACT_TO = {12: 12, 15: 15, 18: 15, 21: 12, 24: 12}
ROUNDS = 60


def fit_estimate(games: dict[int, int], seed: int = SEED, report: Callable[[str], object] = print) -> Weights:
    """The weights of every stage, each fitted with those of the stages below."""
    import numpy as np

    weights: Weights = {}
    for undealt, number in sorted(games.items()):
        found: Numbers = ()
        for kind in range(3):
            seen = informed_games(number, undealt, seed, exact_to=EXACT_TO[undealt], kind=kind, weights=weights)
            used = (seen["undealt"] == undealt) & (seen["kind"] == kind) & (seen["chances"] >= 0)
            x, y = (sums[used].astype(np.float64) - LOG_ONE for sums in (seen["chances"], seen["squares"]))
            target = seen["best"][used]
            row, left = fit_stage(x, y, target)
            report(f"{undealt} undealt: {len(target)} positions, {left:.4f} of {np.std(target):.4f} unexplained")
            found += row
        weights[undealt // 3] = found
    return weights


def fit_stage(x: NDArray[np.float64], y: NDArray[np.float64], target: NDArray[np.float64]) -> tuple[Numbers, float]:
    """Three weights by least squares (the Gauss–Newton method), and the root mean square error that is left."""
    import numpy as np

    features = np.stack([np.ones_like(x), x, y], axis=1)
    scale = np.abs(features).max(axis=0)
    scaled, weights = features / scale, np.zeros(3)
    for _ in range(ROUNDS):
        score = scaled @ weights
        root = np.sqrt(score * score + 1)
        slope = scaled * (0.5 / root**3)[:, None]
        left = target - (score / root + 1) / 2
        weights += np.linalg.solve(slope.T @ slope + 1e-6 * np.eye(3), slope.T @ left)
    return tuple(int(w) for w in np.rint(ONE * weights / scale)), float(np.sqrt(np.mean(left * left)))


def main() -> None:
    """Fit the weights and write the file."""
    path = Path(__file__).parents[1] / "data" / "estimate.json"
    text = to_json(fit_estimate(GAMES, report=lambda line: print(line, file=sys.stderr, flush=True)))
    with whole_file(path) as file:
        file.write(text.encode())


if __name__ == "__main__":
    main()
