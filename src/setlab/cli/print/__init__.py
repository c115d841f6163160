"""`setlab print`: decks, puzzles, worksheets and the rules as PDF files. One file per command."""

from __future__ import annotations

from setlab.cli.groups import group_app

VERBS = ("deck", "puzzle", "worksheet", "rules")

app = group_app(__name__, {name: f"{name}.verb" for name in VERBS})


@app.callback(no_args_is_help=True)
def print_() -> None:
    """Print a deck, puzzles, worksheets or the rules: vector PDF, the same for the same options. Each has `--json`.

    setlab print deck --backs

    setlab print puzzle --cards 12 --sets 6 --seed 7

    setlab print worksheet --kind third --difficulty 2 --language de

    setlab print rules
    """
