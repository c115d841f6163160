"""`setlab solitaire`: play, watch, measure, ask for advice. One file per command."""

from __future__ import annotations

from setlab.cli.commands import verb_group


@verb_group(
    play="play.play", watch="play.watch", measure="measure.measure", compare="measure.compare_strategies",
    advise="play.advise", clearable="measure.clearable", unclearable="measure.unclearable",
    counterexample="measure.counterexample", bound="measure.bound", train="measure.train",
)  # fmt: skip
def verb() -> None:
    """Solitaire SET: clear the table by taking all 27 SETs. Play it, watch it, measure strategies, ask for advice.

    Game i of a seed is the same on every machine. Everything has `--json`.

        setlab solitaire measure --strategy thrifty --games 1000

        setlab solitaire play
    """
