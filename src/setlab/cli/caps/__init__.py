"""`setlab caps`: collections of points no three of which are on a line. One file per command."""

from __future__ import annotations

import typer

from setlab.cli.caps import check, find, grow, known, sizes

app = typer.Typer(
    add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="markdown"
)


@app.callback(no_args_is_help=True)
def caps() -> None:
    """Caps: collections of cards without a SET, and for other fields no three points on a line. Each has `--json`.

    setlab caps find --dimension 4

    setlab caps check cards.txt
    """


for name, command in (
    ("find", find.verb),
    ("grow", grow.verb),
    ("sizes", sizes.verb),
    ("check", check.verb),
    ("known", known.verb),
):
    app.command(name)(command)
