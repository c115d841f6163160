"""Standard games on machines without AVX2: bit slices beside scalar games. Run `python benchmarks/run.py portable`."""

from __future__ import annotations

from functools import partial

from bench_endgame import setting
from measure import Group, Row

from setlab import _core

GAMES = 1 << 15


def row(isa: str) -> Row:
    return Row(
        f"core, {isa}, 1 thread",
        partial(_core.play_endgame, 1, 0, GAMES, **setting("random"), isa=isa, threads=1),
        GAMES,
    )


def groups() -> list[Group]:
    return [Group("Play to the end without AVX2, random SET", "games", (row("plain"), row("portable")))]
