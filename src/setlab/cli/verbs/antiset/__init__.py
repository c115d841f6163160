"""`setlab antiset`: the game on any design: play, solve, measure, analyse. One file per question."""

from __future__ import annotations

from setlab.cli.commands import verb_group

verb = verb_group(
    __name__,
    {"play": "play.play", "solve": "study.solve", "measure": "study.measure", "analyse": "study.analyse"},
    """Anti-SET: players take cards in turn, and the first to hold a SET loses. On any design.

Designs are AG(d,q), PG(d,q), AG(d,q,k) with k-flats as blocks, STS:FILE, BLOCKS:FILE. Every question has `--json`.

    setlab antiset solve "AG(3,3)"

    setlab antiset play --dimension 2 --as olivia --against theorem7
""",
)
