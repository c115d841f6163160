"""`setlab solitaire`: play, watch, measure, ask for advice. One file per command."""

from __future__ import annotations

import typer

from setlab.cli.solitaire.advise import advise
from setlab.cli.solitaire.bound import bound
from setlab.cli.solitaire.clearable import clearable
from setlab.cli.solitaire.counterexample import counterexample
from setlab.cli.solitaire.measure import measure
from setlab.cli.solitaire.play import play
from setlab.cli.solitaire.train import train
from setlab.cli.solitaire.unclearable import unclearable
from setlab.cli.solitaire.watch import watch

app = typer.Typer(
    add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="markdown"
)


@app.callback(no_args_is_help=True)
def solitaire() -> None:
    """Solitaire SET: clear the table by taking all 27 SETs. Play it, watch it, measure strategies, ask for advice.

    Game i of a seed is the same on every machine. Everything has `--json`.

        setlab solitaire measure --strategy thrifty --games 1000

        setlab solitaire play
    """


for name, command in (
    ("play", play),
    ("watch", watch),
    ("measure", measure),
    ("advise", advise),
    ("clearable", clearable),
    ("unclearable", unclearable),
    ("counterexample", counterexample),
    ("bound", bound),
    ("train", train),
):
    app.command(name)(command)
