"""The analysis of games as text: what was used, the tables, and the conclusions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from setlab.cli.formats import print_data
from setlab.cli.screen import say, wrapped
from setlab.errors import plural

if TYPE_CHECKING:
    from setlab.seeing import Analysis


def print_analysis(found: Analysis, plot: Path | None = None) -> None:
    """Print the rates, the effects and the conclusions."""
    from setlab.seeing import conclusions, effects_table, rates_table

    first, *rest = conclusions(found)
    print("\n".join(wrapped(first.text)))
    if found.claims:
        print()
        say(f"{rates_table(found).caption}:")
        print_data(rates_table(found))
    if found.choices:
        print()
        say(f"{effects_table(found).caption}:")
        print_data(effects_table(found))
    print()
    for sentence in rest:
        print("\n".join(wrapped(sentence.text, "- ")))
    for line in _left_out(found):
        print("\n".join(wrapped(line, "- ")))
    if plot is not None:
        print(f"\n{plot} written")


def _left_out(found: Analysis) -> list[str]:
    """A line for each reason why claims were not used."""
    from setlab.seeing import LEFT_OUT

    return [
        f"Left out: {plural(number, 'claim')} ({LEFT_OUT.get(reason, reason)})."
        for reason, number in sorted(found.left_out.items())
    ]
