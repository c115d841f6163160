"""`Result`: what a range of trials gave, with its estimates; as a text, a table, a data frame or a figure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError, unknown_name
from setlab.experiment import frames, showing
from setlab.experiment.columns import columns_of
from setlab.experiment.estimate import Estimates
from setlab.experiment.spec import Spec
from setlab.experiment.tally import Tally

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from setlab.answers import DataTable


@checked
@dataclass(frozen=True, repr=False)
class Result:
    """What the trials first … first + trials − 1 of a spec gave.

    `run` of the trials were computed now, in `seconds`; the others came from the store. Intervals have the level
    `confidence`. Two results of one spec add if one begins where the other ends.

    >>> from setlab import simulate
    >>> result = simulate("endgame", 1000, seed=1)
    >>> result
    <Result of endgame, seed 1: 1,000 trials, leftover 6 in 46.5 %, 9 in 44.7 %, 12 in 7.3 %, …>
    >>> result.tally["leftover"]
    {0: 13, 6: 465, 9: 447, 12: 73, 15: 2}
    >>> result.estimates["leftover"][6].value
    0.465
    >>> result + simulate("endgame", 500, seed=1, first=1000) == simulate("endgame", 1500, seed=1)
    True
    """

    spec: Spec
    first: int
    tally: Tally
    run: int = field(compare=False)
    seconds: float = field(compare=False)
    complete: bool
    warning: str = field(default="", compare=False)
    confidence: float = 0.95

    @property
    def trials(self) -> int:
        """The number of trials."""
        return self.tally.trials

    @property
    def seed(self) -> int:
        """The seed of the spec."""
        return self.spec.seed

    @property
    def rate(self) -> float:
        """Trials per second of the run itself."""
        return self.run / self.seconds if self.seconds > 0 else 0.0

    @property
    def estimates(self) -> dict[str, Estimates]:
        """The estimates of all quantities, by name and key."""
        return {name: self.estimate(name) for name in self.spec.quantities}

    @checked
    def estimate(self, name: str, confidence: float | None = None) -> Estimates:
        """The estimates of one quantity, by key."""
        quantities = self.spec.quantities
        if name not in quantities:
            raise SpecError(unknown_name(name, f"a quantity of {self.spec.kernel}", tuple(quantities)))
        level = self.confidence if confidence is None else confidence
        return quantities[name].compute(self.tally.histograms, self.tally.trials, level)

    @checked
    def with_confidence(self, confidence: float) -> Result:
        """The same result with intervals of another level.

        >>> from setlab import simulate
        >>> result = simulate("endgame", 1000, seed=1)
        >>> result.with_confidence(0.99).estimate("leftover")[6].low < result.estimate("leftover")[6].low
        True
        """
        return replace(self, confidence=confidence)

    def __add__(self, other: Result) -> Result:
        if not isinstance(other, Result):
            return NotImplemented
        one, two = sorted((self, other), key=lambda result: result.first)
        _check_sum(one, two)
        return replace(
            one,
            tally=one.tally + two.tally,
            run=one.run + two.run,
            seconds=one.seconds + two.seconds,
            warning="; ".join(filter(None, (one.warning, two.warning))),
        )

    def __radd__(self, other: int) -> Result:
        """The result itself for 0, with which `sum` begins."""
        return self if other == 0 else NotImplemented

    @checked
    def to_pandas(self, name: str | None = None) -> pd.DataFrame:
        """The data frame of a quantity or histogram, by default the main one: one row per key.

        `frame.attrs` has the spec, the seed, the trials and the level of the intervals.

        >>> from setlab import simulate
        >>> simulate("endgame", 1000, seed=1).to_pandas().round(3)
           key  count  share    low   high  level
        0    0     13  0.013  0.007  0.022   0.95
        1    6    465  0.465  0.434  0.496   0.95
        2    9    447  0.447  0.416  0.478   0.95
        3   12     73  0.073  0.058  0.091   0.95
        4   15      2  0.002  0.000  0.007   0.95
        """
        from setlab.experiment.table import result_metadata

        return frames.to_pandas(columns_of(self, name), result_metadata(self, self.confidence))

    @checked
    def to_polars(self, name: str | None = None) -> pl.DataFrame:
        """The data frame of a quantity or histogram in polars, with the columns of `to_pandas`."""
        return frames.to_polars(columns_of(self, name))

    @checked
    def to_numpy(self, name: str | None = None) -> NDArray[np.void]:
        """The structured array of a quantity or histogram, with the columns of `to_pandas` as fields.

        >>> from setlab import simulate
        >>> simulate("endgame", 1000, seed=1).to_numpy()["key"].tolist()
        [0, 6, 9, 12, 15]
        """
        return frames.to_numpy(columns_of(self, name))

    @checked
    def table(self, name: str | None = None) -> DataTable:
        """The table of a quantity, by default the main one, as a paper prints it.

        >>> from setlab import simulate
        >>> simulate("endgame", 1000, seed=1).table().headings
        ('n', 'count', '%', '95 % interval')
        """
        from setlab.experiment.table import quantity_table

        name = self.spec.definition.main if name is None else name
        self.estimate(name)  # raises an error that names the quantities
        return quantity_table(self, name, self.confidence)

    @checked
    def to_latex(self, name: str | None = None) -> str:
        """The table of a quantity in LaTeX, which needs the package booktabs."""
        return self.table(name).to_latex()

    @checked
    def to_markdown(self, name: str | None = None) -> str:
        """The table of a quantity with pipes."""
        return self.table(name).to_markdown()

    @checked
    def to_csv(self, name: str | None = None) -> str:
        """The table of a quantity as comma-separated values; lines that begin with # say what was run."""
        return self.table(name).to_csv()

    @checked
    def to_json(self, name: str | None = None) -> str:
        """The table of a quantity as a JSON object, with what was run."""
        return self.table(name).to_json()

    @checked
    def plot(
        self, panels: str | None = None, *, title: str | None = None, width: str | None = None, font: str = "sans"
    ) -> Figure:
        """The figure of the result in matplotlib; a notebook shows it.

        `panels` names quantities, with commas, and with -log for a logarithmic axis; `title=""` leaves the title out;
        `width` is a text such as "12cm", `font` is sans or serif. `setlab.plots.save_figure(figure, "a.pdf")` saves it.

        >>> from setlab import simulate
        >>> figure = simulate("endgame", 1000, seed=1).plot("leftover", title="", width="12cm")
        >>> round(2.54 * float(figure.get_figwidth()), 3)
        12.0
        """
        from setlab.plots.results import plot_result

        return plot_result(self, panels, title, width, font)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __str__(self) -> str:
        return self.table().to_text()

    def __repr__(self) -> str:
        return showing.one_line(self)


def _check_sum(one: Result, two: Result) -> None:
    """Raise `SpecError` unless the second result continues the first."""
    if one.spec.id != two.spec.id:
        both = f"{showing.chosen(one)} and {showing.chosen(two)}"
        raise SpecError(f"{both} do not add: they are different experiments; compare them instead")
    if not (one.complete and two.complete):
        raise SpecError("a run that was stopped does not add: it need not have the first trials of its range")
    end = one.first + one.trials
    if end != two.first:
        found = "overlap" if end > two.first else "leave a gap"
        raise SpecError(
            f"trials {_range(one)} and {_range(two)} {found}: they add if one begins where the other ends, "
            f"as with first={end}"
        )


def _range(result: Result) -> str:
    return f"{result.first:,} to {result.first + result.trials - 1:,}"
