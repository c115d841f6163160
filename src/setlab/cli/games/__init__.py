"""`setlab games`: games that people have played, and what they show. One file per command."""

from __future__ import annotations

from setlab.cli.groups import group_app

app = group_app(__name__, {"analyse": "analyse.verb", "simulate": "simulate.verb"})


@app.callback(no_args_is_help=True)
def games() -> None:
    """Which SETs do people see first? Analyse games of rooms and of `setlab play`. Each has `--json`.

    setlab games simulate --players 5 --rounds 4 -o games.json

    setlab games analyse games.json
    """
