"""Results in words: one line for the prompt, a table for a page or a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setlab.experiment.histogram import key_text

if TYPE_CHECKING:
    from setlab.experiment.result import Result

MOST = 3
"""The values that one line shows."""


def one_line(result: Result) -> str:
    """The kernel, the parameters that are not defaults, the seed, the trials, and the most frequent values."""
    return f"<Result of {chosen(result)}: {result.trials:,} trials{_stopped(result)}{_leading(result)}>"


def chosen(result: Result) -> str:
    """The kernel with the parameters that are not defaults, and the seed.

    >>> from setlab import simulate
    >>> chosen(simulate("endgame", 10, seed=1, choice="popular"))
    'endgame, choice popular, seed 1'
    """
    spec = result.spec
    defaults = spec.definition.complete({}).titled()
    others = [f"{title} {value}" for title, value in spec.parameters.titled().items() if defaults.get(title) != value]
    return ", ".join([spec.kernel, *others, f"seed {spec.seed}"])


def _leading(result: Result) -> str:
    """The values of the main quantity that came up most often, if it is the proportion of a histogram."""
    name = result.spec.definition.main
    if name not in result.spec.histograms or not result.trials:
        return ""
    found = sorted(result.estimate(name).items(), key=lambda item: -item[1].value)
    shown = ", ".join(f"{key_text(key)} in {100 * e.value:.3g} %" for key, e in found[:MOST])
    return f", {name.replace('_', ' ')} {shown}" + ", …" * (len(found) > MOST)


def _stopped(result: Result) -> str:
    return "" if result.complete else " (stopped early)"
