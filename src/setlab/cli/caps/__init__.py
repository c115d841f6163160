"""`setlab caps`: collections of points no three of which are on a line. One file per command."""

from __future__ import annotations

from setlab.cli.groups import group_app

app = group_app(
    __name__,
    {
        "find": "find.verb",
        "grow": "grow.verb",
        "sizes": "sizes.verb",
        "check": "check.verb",
        "known": "known.verb",
    },
)


@app.callback(no_args_is_help=True)
def caps() -> None:
    """Caps: collections of cards without a SET, and for other fields no three points on a line. Each has `--json`.

    setlab caps find --dimension 4

    setlab caps check cards.txt
    """
