"""Exact answers about n cards of AG(d,3): nothing is sampled, and every number comes with its evidence.

Begin with `exact_no_set` (collections without a SET), `exact_sets` (the distribution of the number of SETs),
`fewest_sets` and `most_sets`, `exact_planes` (collections without a plane), `exact_leftover_game` (the game with
random choice), `second_search` (no SET at its second search), `exact_ultrasets` and `exact_no_ultraset`, `exact_quads`
(EvenQuads), `deal` (deals with exactly K SETs), or `exact_orbits` and `orbit_levels` (collections up to symmetry). Each
is loaded when it is first used.

>>> from setlab.exact import exact_no_set
>>> exact_no_set(3).largest
9
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setlab.exact.dealing import deal
    from setlab.exact.extremes import fewest_sets, most_sets
    from setlab.exact.leftovers import exact_leftover_game
    from setlab.exact.no_set import exact_no_set
    from setlab.exact.orbits import count_orbits, exact_orbits, orbit_levels
    from setlab.exact.planes import exact_planes
    from setlab.exact.quads import exact_quads
    from setlab.exact.rounds import second_search
    from setlab.exact.sets import exact_sets
    from setlab.exact.ultrasets import exact_no_ultraset, exact_ultrasets

__all__ = [
    "count_orbits", "deal", "exact_leftover_game", "exact_no_set", "exact_no_ultraset", "exact_orbits", "exact_planes",
    "exact_quads", "exact_sets", "exact_ultrasets", "fewest_sets", "most_sets", "orbit_levels", "second_search",
]  # fmt: skip

MODULES = ("dealing", "no_set", "sets", "extremes", "planes", "leftovers", "orbits", "rounds", "ultrasets", "quads")


def __getattr__(name: str) -> Any:
    """The function of this name, from the first module that has it."""
    if name in __all__:
        for module in MODULES:
            if hasattr(found := import_module(f"{__name__}.{module}"), name):
                return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
