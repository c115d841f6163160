"""The jobs of `compare.py`, one per engine: reads lines `job|instruction set` and answers with processor seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from setlab import _core
from setlab.exact.orbits import orbit_levels

Job = Callable[[str], object]

SECONDS = 0.15


def play(
    isa: str,
    games: int,
    *,
    dimension: int = 4,
    values: int = 3,
    table: int = 12,
    choice: str = "random",
    refill: str = "standard",
) -> object:
    cards = values**dimension
    return _core.play_endgame(
        1,
        0,
        games,
        dimension=dimension,
        values=values,
        deck=np.arange(cards, dtype=np.uint16),
        dealt=cards,
        table=table,
        choice=choice,
        refill=refill,
        rare_leftover=cards + 1,
        rare_table=cards + 1,
        threads=1,
        isa=isa,
    )


def always_three() -> str:
    """The refill that deals after every search, by its name; before `play_endgame_moves` it was called `always`."""
    return "always-three" if hasattr(_core, "play_endgame_moves") else "always"


def lane_games(isa: str) -> int:
    return 1 << {"plain": 14, "portable": 15}.get(isa, 17)


def random_masks(dimension: int, cards: int, size: int) -> NDArray[np.uint64]:
    generator = np.random.default_rng(1)
    masks = np.zeros((size, (3**dimension + 63) // 64), dtype=np.uint64)
    for row in masks:
        for card in generator.choice(3**dimension, cards, replace=False).tolist():
            row[card // 64] |= np.uint64(1 << card % 64)
    return np.tile(masks, (20, 1))


def engine_jobs() -> dict[str, Job]:
    """The engines that are compiled once per instruction set."""
    small, large = random_masks(4, 21, 2000), random_masks(6, 100, 100)
    bounds = np.arange(81, 0, -1, dtype=np.uint64)
    return {
        "endgame, random SET": lambda isa: play(isa, lane_games(isa)),
        "endgame, first SET": lambda isa: play(isa, lane_games(isa), choice="first"),
        "endgame, popular SET": lambda isa: play(isa, 1 << 14, choice="popular"),
        "endgame, always three": lambda isa: play(isa, 1 << 14, refill=always_three()),
        "endgame, five properties": lambda isa: play(isa, 1 << 11, dimension=5),
        "endgame, 30 cards on the table": lambda isa: play(isa, 1 << 11, table=30),
        "first SET complete": lambda isa: _core.first_line(1, 0, 1 << 17, dimension=4, threads=1, isa=isa),
        "first plane complete": lambda isa: _core.first_plane(1, 0, 1 << 13, dimension=4, threads=1, isa=isa),
        "SETs dealt": lambda isa: _core.count_lines_dealt(1, 0, 1 << 15, dimension=4, threads=1, isa=isa),
        "SETs dealt, five properties": lambda isa: _core.count_lines_dealt(
            1, 0, 1 << 12, dimension=5, threads=1, isa=isa
        ),
        "planes dealt": lambda isa: _core.count_planes_dealt(1, 0, 1 << 13, dimension=4, threads=1, isa=isa),
        "count lines": lambda isa: _core.count_lines(small, 4, threads=1, isa=isa),
        "count lines, six properties": lambda isa: _core.count_lines(large, 6, threads=1, isa=isa),
        "find lines": lambda isa: _core.find_lines(small, 4, threads=1, isa=isa),
        "draws of 32 bits": lambda isa: _core.draw_bits_table(1, 0, 1 << 14, 81, threads=1, isa=isa),
        "bounded draws of 16 bits": lambda isa: _core.draw_below_table(1, 0, 1 << 14, bounds, 16, threads=1, isa=isa),
    }


def portable_jobs() -> dict[str, Job]:
    """The engines that are compiled once."""
    *_, level = orbit_levels(4, until=9)
    return {
        "endgame, two values": lambda isa: play(isa, 2000, values=2, table=8),
        "endgame, four values": lambda isa: play(isa, 20, dimension=3, values=4, table=16),
        "orbits of 10 cards": lambda isa: level.next_level(prove=False, threads=1),
        "stabilisers": lambda isa: _core.stabilizers(level.masks, 4, threads=1),
        "SETs in extended collections": lambda isa: level.extended_lines(2, threads=1),
        "subset orbits": lambda isa: _core.subset_orbits(3, 6, affine=True),
        "line extremes": lambda isa: _core.line_extremes(2),
        "plane unions": lambda isa: _core.plane_unions(3, 27),
        "game graph": lambda isa: _core.game_graph(table=0, undealt=(1 << 15) - 1, due=9, size=9),
    }


def seconds(job: Job, isa: str) -> float:
    """The processor time of one call: the least of several."""
    times: list[float] = []
    while sum(times) < SECONDS or len(times) < 2:
        start = time.process_time()
        job(isa)
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    engines, portable = engine_jobs(), portable_jobs()
    for name in [f"{name}|{isa}" for name in engines for isa in _core.isas()] + [f"{name}|" for name in portable]:
        print(name)
    print(flush=True)
    for line in sys.stdin:
        name, isa = line.rstrip("\n").split("|")
        print(seconds((engines | portable)[name], isa), flush=True)


if __name__ == "__main__":
    main()
