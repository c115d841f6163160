"""`setlab antiset`: the game on any design: play, solve, measure, analyse. One file per question."""

from __future__ import annotations

import typer

from setlab.cli.antiset import analyse, measure, play, solve

app = typer.Typer(
    add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="markdown"
)


@app.callback(no_args_is_help=True)
def antiset() -> None:
    """Anti-SET: players take cards in turn, and the first to hold a SET loses. On any design.

    Designs are AG(d,q), PG(d,q), AG(d,q,k) with k-flats as blocks, STS:FILE, BLOCKS:FILE. Every question has `--json`.

        setlab antiset solve "AG(3,3)"

        setlab antiset play --dimension 2 --as olivia --against theorem7
    """


for name, question in (
    ("play", play.verb),
    ("solve", solve.verb),
    ("measure", measure.verb),
    ("analyse", analyse.verb),
):
    app.command(name)(question)
