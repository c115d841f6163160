"""`setlab exact`: exact numbers instead of estimates. One module per question."""

from __future__ import annotations

from setlab.cli.groups import group_app

app = group_app(
    __name__,
    {
        "no-set": "no_set.verb",
        "sets": "sets.verb",
        "max-sets": "extremes.max_sets",
        "min-sets": "extremes.min_sets",
        "planes": "planes.verb",
        "leftovers": "leftovers.verb",
        "orbits": "orbits.verb",
    },
)


@app.callback(no_args_is_help=True)
def exact() -> None:
    """Exact counts and probabilities, the most and the fewest SETs, and collections up to symmetry.

    Every answer ends with the evidence for each claim, in `--json` the list `verified`: *read* from a file that ships
    with setlab, *computed*, *recomputed* (computed, and equal to the file that ships), or *replayed* (every step of a
    proof repeated).

        setlab exact no-set

        setlab exact sets --cards 12 --json
    """
