"""`setlab exact`: numbers that are proved, where others sample. One file per question."""

from __future__ import annotations

import typer

from setlab.cli.exact.extremes import max_sets, min_sets
from setlab.cli.exact.leftovers import leftovers
from setlab.cli.exact.no_set import no_set
from setlab.cli.exact.planes import planes
from setlab.cli.exact.sets import sets

app = typer.Typer(
    add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="markdown"
)


@app.callback(no_args_is_help=True)
def exact() -> None:
    """Exact counts and probabilities, and questions about the most and the fewest.

    Every answer ends with what the run did for each claim, in `--json` the list `verified`: *read* from a file that
    ships with setlab, *computed*, *recomputed* (computed, and equal to the file that ships), or *replayed* (every step
    of a proof repeated).

        setlab exact no-set

        setlab exact sets --cards 12 --json
    """


for name, question in (
    ("no-set", no_set),
    ("sets", sets),
    ("max-sets", max_sets),
    ("min-sets", min_sets),
    ("planes", planes),
    ("leftovers", leftovers),
):
    app.command(name)(question)
