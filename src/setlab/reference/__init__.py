"""The engines of the compiled core by their definitions, in plain Python: slow, and written to be read.

For every function of `setlab._core` there is one of the same name here, with the same parameters except `threads` and
`isa`. It returns plain Python values that equal the answer of the core. Where the core may choose among equivalent
answers (which collection stands for its orbit, in which order orbits are listed), the choice here is the simplest.
Some functions that build on an engine are defined here too.

>>> from setlab import reference
>>> reference.count_lines([[0b111111111]], dimension=2)
[12]

Nothing but tests and documentation imports this package; `tests/conformance` compares every engine with it.
"""

from typing import Any

from setlab.reference import antiset, deals, endgame, lines, network, solitaire

MODULES = (antiset, deals, endgame, lines, network, solitaire)

__all__ = [
    "AntisetEngine", "SolitaireEngine", "accept_draw", "canonical_forms", "canonical_positions", "count_additions",
    "count_lines", "count_lines_dealt", "count_lines_dealt_trials", "count_planes_dealt", "count_planes_dealt_trials",
    "count_ultrasets", "draw_below", "draw_below_table", "draw_bits_table", "exact_leftovers", "exact_leftovers_from",
    "extend_lines", "fewest_lines_over", "find_lines", "first_line", "first_line_trials", "first_plane",
    "first_plane_trials", "game_graph", "line_extremes", "next_orbits", "plane_unions", "play_endgame",
    "play_endgame_moves", "play_endgame_trials", "run_network", "solitaire_clairvoyant",
    "solitaire_clairvoyant_order", "solitaire_count_partitions", "solitaire_partitions", "stabilizers",
    "subset_orbits", "sum_plane_unions", "third_sections",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """The definition of an engine, from the module that has it."""
    for module in MODULES if name in __all__ else ():
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
