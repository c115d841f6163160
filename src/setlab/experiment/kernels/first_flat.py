"""The declaration of kernels that wait for the first flat, `first-set` and `first-plane`.

They tally the number of cards dealt when the first flat is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from setlab.experiment.estimate import Estimates, Proportions, Quantity, proportion_estimates, proportions
from setlab.experiment.histogram import Counts, Histogram, Histograms
from setlab.experiment.kernel import Engine, Figure, Kernel, Panel
from setlab.experiment.kernels.dealing import DealParameters, Flat

D = TypeVar("D", bound=DealParameters)


def first_flat_kernel(
    name: str, flat: Flat, parameters: type[D], engine: Engine[D], exact: Callable[[int], Proportions]
) -> Kernel[D]:
    """The kernel that waits for the first flat; `exact` gives the probability that n cards hold none, by dimension."""
    key = name.replace("-", "_")

    def histograms(p: D) -> Histograms:
        """The first flat is complete once per deck."""
        return {key: Histogram(f"the first {flat.name} is complete with card n", range(flat.cards, p.cards + 1))}

    def quantities(p: D) -> dict[str, Quantity]:
        """The proportion of decks of which n cards hold no flat, and of those whose first flat is complete at n."""

        def none(counts: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
            return proportion_estimates(_later(counts.get(key, {})), trials, confidence, exact(p.dimension))

        return {
            "none": Quantity(f"no {flat.name} among n cards", none),
            key: proportions(histograms(p)[key].title, key),
        }

    label = "proportion of deals"
    return Kernel(
        name=name,
        version=1,
        parameters=parameters,
        engine=engine,
        histograms=histograms,
        quantities=quantities,
        main="none",
        figure=Figure(
            f"No {flat.name} among n cards",
            (
                Panel("none", "cards dealt", label, "curve", percent=True),
                Panel("none", "cards dealt", f"{label}, logarithmic", "curve", log=True, percent=True),
            ),
        ),
    )


def _later(counts: Counts) -> dict[int, int]:
    """For every n, the number of decks whose first flat comes after n cards."""
    return {n: sum(count for cards, count in counts.items() if cards > n) for n in range(max(counts, default=0) + 1)}
