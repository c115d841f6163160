"""Make the data files of this package: `make exact`, or `python -m setlab.exact.make [NAME…]`.

With `--check` the files are compared with the recomputed results, and nothing is written.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from setlab.errors import SpecError
from setlab.exact import dealing, extremes, leftovers, no_set, planes, profiles, sets
from setlab.exact.evidence import Progress, Recipe

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        *(no_set.recipe(dimension) for dimension in no_set.SHIPPED),
        *(module.RECIPE for module in (leftovers, profiles, planes, extremes, dealing, sets)),
    )
}
"""The quick ones first."""


def main(arguments: Sequence[str]) -> None:
    """Make or check the files with these names, by default all."""
    names = [name for name in arguments if name != "--check"] or list(RECIPES)
    for name in names:
        if name not in RECIPES:
            raise SpecError(f"'{name}' is not a result that ships: choose from {', '.join(RECIPES)}")
    for name in names:
        began = time.monotonic()
        if "--check" in arguments:
            RECIPES[name].content(True, progress_line(name))
        else:
            RECIPES[name].write(RECIPES[name].compute(progress_line(name)))
        print(f"{name}: {time.monotonic() - began:.1f} s")


def progress_line(name: str) -> Progress:
    """A report that rewrites one line of the terminal."""
    if not sys.stderr.isatty():
        return lambda what, proportion: None
    return lambda what, proportion: print(f"\r{name}: {what}, {proportion:4.0%} ", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
