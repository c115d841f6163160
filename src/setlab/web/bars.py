"""The small picture of the laboratory on the home page: how many SETs lie in 12 cards, exactly."""

from __future__ import annotations

from functools import cache

CARDS = 12
SHOWN = 9
"""Bars; what lies beyond is too small to be seen."""

WIDTH, HEIGHT, PITCH = 8, 88, 12


@cache
def table_bars() -> str:
    """The exact distribution of the number of SETs in 12 cards as SVG bars.

    >>> table_bars().count("<rect ")
    9
    """
    from setlab.exact.sets.tables import exact_sets

    shares = exact_sets(CARDS, 4).proportions()
    tall = [round(float(HEIGHT * shares[n] / max(shares.values())), 1) for n in range(SHOWN)]
    bars = "".join(
        f'<rect x="{PITCH * i}" y="{HEIGHT - each:.1f}" width="{WIDTH}" height="{each}"/>'
        for i, each in enumerate(tall)
    )
    return f'<svg viewBox="0 0 {PITCH * SHOWN - PITCH + WIDTH} {HEIGHT}" aria-hidden="true">{bars}</svg>'
