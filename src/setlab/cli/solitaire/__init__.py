"""`setlab solitaire`: play, watch, measure, ask for advice. One file per command."""

from __future__ import annotations

from setlab.cli.groups import group_app

app = group_app(
    __name__,
    {
        "play": "play.verb",
        "watch": "watch.verb",
        "measure": "measure.verb",
        "compare": "compare.verb",
        "advise": "advise.verb",
        "clearable": "clearable.verb",
        "unclearable": "unclearable.verb",
        "counterexample": "counterexample.verb",
        "bound": "bound.verb",
        "train": "train.verb",
    },
)


@app.callback(no_args_is_help=True)
def solitaire() -> None:
    """Solitaire SET: clear the table by taking all 27 SETs. Play it, watch it, measure strategies, ask for advice.

    Game i of a seed is the same on every machine. Everything has `--json`.

        setlab solitaire measure --strategy thrifty --games 1000

        setlab solitaire play
    """
