"""`solitaire-clearable`: whether a deal can be cleared at all, the order of the deck being known (E2).

Deal i of a seed is trial i. The numbers of the deals that cannot be cleared, and of those that the search left open,
are tallied too.
"""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.estimate import Quantity, proportions
from setlab.experiment.kernel import Figure, Kernel, Outcome, Panel
from setlab.experiment.kernels.solitaire import count_numbers
from setlab.experiment.parameters import Parameters
from setlab.experiment.tally import Histogram, Histograms
from setlab.limits import LARGEST_TRIAL
from setlab.solitaire.values.clearable import Clearability, search_deals

ANSWERS = {
    int(Clearability.NO): "cannot be cleared",
    int(Clearability.OPEN): "not decided",
    int(Clearability.YES): "can be cleared",
}


@dataclass(frozen=True)
class ClearableParameters(Parameters):
    """There are none: the search has fixed limits."""


def run_engine(p: ClearableParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of deals by the compiled core."""
    answers = search_deals(trials, seed, first=first, threads=threads)
    return Outcome(
        {
            "answer": count_numbers(map(int, answers)),
            **{
                name: {game: 1 for game, answer in enumerate(answers, first) if answer is listed}
                for name, listed in (("unclearable", Clearability.NO), ("open", Clearability.OPEN))
            },
        }
    )


def histograms(p: ClearableParameters) -> Histograms:
    """An answer per deal, and the numbers of the deals with another answer than yes."""
    return {
        "answer": Histogram("can be cleared (1), cannot (0), not decided (-1)", range(-1, 2)),
        "unclearable": Histogram("deals that cannot be cleared", range(LARGEST_TRIAL), "events"),
        "open": Histogram("deals that were not decided", range(LARGEST_TRIAL), "events"),
    }


def quantities(p: ClearableParameters) -> dict[str, Quantity]:
    """The proportion of deals by answer."""
    return {"answer": proportions(f"{histograms(p)['answer'].title}, proportion of deals", "answer")}


KERNELS = {
    "solitaire-clearable": Kernel(
        name="solitaire-clearable",
        version=1,
        parameters=ClearableParameters,
        engine=run_engine,
        histograms=histograms,
        quantities=quantities,
        main="answer",
        figure=Figure(
            "Deals that can be cleared",
            (Panel("answer", "answer of the search", "proportion of deals", names=ANSWERS),),
        ),
    )
}
