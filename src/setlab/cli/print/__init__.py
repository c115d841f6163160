"""`setlab print`: decks, puzzles and worksheets as PDF files. One file per command."""

from __future__ import annotations

from setlab.cli.groups import group_app

app = group_app(__name__, {"deck": "deck.verb", "puzzle": "puzzle.verb", "worksheet": "worksheet.verb"})


@app.callback(no_args_is_help=True)
def print_() -> None:
    """Print a deck, puzzles or worksheets: vector PDF, the same file for the same options. Each has `--json`.

    setlab print deck --backs

    setlab print puzzle --cards 12 --sets 6 --seed 7

    setlab print worksheet --kind third --difficulty 2 --language de
    """
