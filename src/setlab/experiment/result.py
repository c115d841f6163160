"""`Result`: the tally of a range of trials with its estimates; as a text, a table, a data frame or a figure.

There is one long table for programs, and one for each quantity for people. Every table carries the spec, the seed, and
the trials that it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from shlex import quote
from typing import TYPE_CHECKING, Any

from setlab.answers import Cell, Column, DataTable, Shown, data_table
from setlab.arguments import checked
from setlab.errors import SpecError, unknown_name
from setlab.experiment.estimate import Estimate, Estimates, Quantity, proportion_estimates
from setlab.experiment.kernel import Rare
from setlab.experiment.spec import Range, Spec, join_ranges, make_spec
from setlab.experiment.tally import Joint, Tally, key_text
from setlab.notation import find_notation

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

Columns = dict[str, list[Any]]
"""Columns of equal length by name."""


def columns_of(result: Result, name: str | None = None) -> Columns:
    """The columns of a quantity or histogram, by default of the main quantity.

    Joint histograms have a column for each component of their keys. A proportion is a `share`, another
    estimate a `value`; `low` and `high` are the ends of its interval, `level` its confidence, `exact` the exact value.
    A column in which nothing is known is left out. Where each trial is counted once, counts have their proportion.
    """
    name = result.spec.definition.main if name is None else name
    if name in result.spec.quantities:
        column = "share" if result.spec.quantities[name].is_proportion else "value"
        return _estimate_columns(result.estimate(name), column, result, _key_names(result, name))
    if name in result.spec.histograms:
        counts, keys = result.tally[name], _key_names(result, name)
        if result.spec.histograms[name].values != "trials":
            return _keys(counts, keys) | {"count": list(counts.values())}
        return _estimate_columns(proportion_estimates(counts, result.trials, result.confidence), "share", result, keys)
    names = tuple(dict.fromkeys((*result.spec.quantities, *result.spec.histograms)))
    raise SpecError(unknown_name(name, f"a quantity or histogram of {result.spec.kernel}", names))


def _estimate_columns(estimates: Estimates, column: str, result: Result, keys: tuple[str, ...]) -> Columns:
    rows = [
        (e.count, e.value, e.low, e.high, None if e.low is None else result.confidence, e.exact)
        for e in estimates.values()
    ]
    names = ("count", column, "low", "high", "level", "exact")
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    known = {name: each for name, each in columns.items() if not each or any(value is not None for value in each)}
    return _keys(estimates, keys) | known


def _key_names(result: Result, name: str) -> tuple[str, ...]:
    """The names of the columns with the keys of a histogram, or of the quantity that it estimates."""
    declared = result.spec.histograms.get(name)
    return declared.keys.columns if declared and isinstance(declared.keys, Joint) else ("key",)


def _keys(keys: Iterable[Any], names: tuple[str, ...]) -> Columns:
    rows = [key if isinstance(key, tuple) else (key,) for key in keys]
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def pandas_frame(columns: Columns, described: Mapping[str, Any]) -> pd.DataFrame:
    """The columns as a data frame of pandas; its `attrs` describe the run."""
    frame: pd.DataFrame = _library("pandas").DataFrame(columns)
    frame.attrs.update(described)
    return frame


def polars_frame(columns: Columns) -> pl.DataFrame:
    """The columns as a data frame of polars."""
    frame: pl.DataFrame = _library("polars").DataFrame(columns)
    return frame


def numpy_array(columns: Columns) -> NDArray[np.void]:
    """The columns as fields of a structured array; unknown values are NaN."""
    import numpy as np

    # Floats where a value is unknown; otherwise the choice of NumPy.
    arrays = {name: np.array(column, dtype=float if None in column else None) for name, column in columns.items()}
    found = np.empty(len(next(iter(arrays.values()))), dtype=[(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        found[name] = array
    return found


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"data frames of {name} need the package {name}: pip install 'setlab[data]'") from error


MOST = 3
"""The values that one line shows."""


def spec_phrase(spec: Spec) -> str:
    """The kernel, the parameters that differ from the defaults, and the seed.

    >>> spec_phrase(make_spec("endgame", {"lost": 1}, seed=7))
    'endgame, lost 1, seed 7'
    """
    unusual = (f"{title} {value}" for title, value in spec.parameters.unusual().items())
    return ", ".join([spec.kernel, *unusual, f"seed {spec.seed}"])


def _most_frequent(result: Result) -> str:
    """The values of the main quantity that came up most often, if it is the proportion of a histogram."""
    name = result.spec.definition.main
    if name not in result.spec.histograms or not result.trials:
        return ""
    found = sorted(result.estimate(name).items(), key=lambda item: -item[1].value)
    shown = ", ".join(f"{key_text(key)} in {100 * e.value:.3g} %" for key, e in found[:MOST])
    return f", {name.replace('_', ' ')} {shown}" + ", …" * (len(found) > MOST)


@checked
@dataclass(frozen=True, repr=False)
class Result:
    """The tally of the trials first … first + trials − 1 of a spec.

    `run` of the trials were computed now, in `seconds`; the others came from the store. Intervals have the level
    `confidence`. `rare` are the rare trials of a kernel whose results list them. Two results of one spec add if one
    begins where the other ends.

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
    rare: tuple[Rare, ...] = ()

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

    def estimate(self, name: str, confidence: float | None = None) -> Estimates:
        """The estimates of one quantity, by key."""
        quantities = self.spec.quantities
        if name not in quantities:
            raise SpecError(unknown_name(name, f"a quantity of {self.spec.kernel}", tuple(quantities)))
        level = self.confidence if confidence is None else confidence
        return quantities[name].compute(self.tally.histograms, self.tally.trials, level)

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
        sums: dict[str, Any] = {
            name: getattr(one, name) + getattr(two, name) for name in ("tally", "run", "seconds", "rare")
        }
        return replace(one, **sums, warning="; ".join(filter(None, (one.warning, two.warning))))

    def __radd__(self, other: int) -> Result:
        """The result itself for 0, with which `sum` begins."""
        return self if other == 0 else NotImplemented

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
        return pandas_frame(columns_of(self, name), result_metadata(self, self.confidence))

    def to_polars(self, name: str | None = None) -> pl.DataFrame:
        """The data frame of a quantity or histogram in polars, with the columns of `to_pandas`."""
        return polars_frame(columns_of(self, name))

    def to_numpy(self, name: str | None = None) -> NDArray[np.void]:
        """The structured array of a quantity or histogram, with the columns of `to_pandas` as fields.

        >>> from setlab import simulate
        >>> simulate("endgame", 1000, seed=1).to_numpy()["key"].tolist()
        [0, 6, 9, 12, 15]
        """
        return numpy_array(columns_of(self, name))

    def table(self, name: str | None = None) -> DataTable:
        """The table of a quantity, by default the main one, as a paper prints it.

        >>> from setlab import simulate
        >>> simulate("endgame", 1000, seed=1).table().headings
        ('n', 'count', '%', '95 % interval')
        """
        name = self.spec.definition.main if name is None else name
        self.estimate(name)  # raises an error that names the quantities
        return quantity_table(self, name, self.confidence)

    def to_latex(self, name: str | None = None) -> str:
        """The table of a quantity in LaTeX, which needs the package booktabs."""
        return self.table(name).to_latex()

    def to_markdown(self, name: str | None = None) -> str:
        """The table of a quantity with pipes."""
        return self.table(name).to_markdown()

    def to_csv(self, name: str | None = None) -> str:
        """The table of a quantity as comma-separated values; lines that begin with # describe the run."""
        return self.table(name).to_csv()

    def to_json(self, name: str | None = None) -> str:
        """The table of a quantity as a JSON object, with a description of the run."""
        return self.table(name).to_json()

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
        stopped = "" if self.complete else " (stopped early)"
        return f"<Result of {spec_phrase(self.spec)}: {self.trials:,} trials{stopped}{_most_frequent(self)}>"


def _check_sum(one: Result, two: Result) -> None:
    """Raise `SpecError` unless the second result continues the first."""
    if one.spec.id != two.spec.id:
        both = f"{spec_phrase(one.spec)} and {spec_phrase(two.spec)}"
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


NAMES = ("histogram", "key", "count", "share", "value", "low", "high", "exact")
"""The columns of the long table.

A row is a key of a histogram, or of a quantity that is estimated. `share` is a proportion of the trials (or of the
searches of a table), `value` an estimate that is not a proportion; `low` and `high` are the ends of its interval.
"""


def result_table(result: Result, confidence: float = 0.95, ranges: Iterable[Range] = ()) -> DataTable:
    """The result as one long table: every estimate with its interval, and every other count.

    >>> from setlab.experiment.spec import make_spec
    >>> from setlab.experiment.run import run
    >>> table = result_table(run(make_spec("first-set", {"dimension": 2}, seed=1), 1000))
    >>> [column.name for column in table.columns][:4], table.metadata["trials"], table.metadata["seed"]
    (['histogram', 'key', 'count', 'share'], 1000, 1)
    """
    rows = [*_estimate_rows(result, confidence), *_count_rows(result)]
    columns = [Column(name, align="left" if name in ("histogram", "key") else "right") for name in NAMES]
    caption = f"{spec_sentence(result.spec)}; {trials_text(result, ranges)}"
    return data_table(columns, rows, caption, _label(result.spec), metadata=result_metadata(result, confidence, ranges))


def quantity_tables(result: Result, confidence: float = 0.95, ranges: Iterable[Range] = ()) -> list[DataTable]:
    """A table for each quantity, the main one first, as a paper prints them."""
    main = result.spec.definition.main
    names = sorted(result.spec.quantities, key=lambda name: name != main)
    return [quantity_table(result, name, confidence, ranges) for name in names if result.estimate(name, confidence)]


def quantity_table(result: Result, name: str, confidence: float = 0.95, ranges: Iterable[Range] = ()) -> DataTable:
    """One quantity as a paper prints it: counts, proportions in percent or numbers, intervals, exact values.

    >>> from setlab.experiment.spec import make_spec
    >>> from setlab.experiment.run import run
    >>> quantity_table(run(make_spec("first-set", {"dimension": 2}, seed=1), 1000), "first_set").headings
    ('n', 'count', '%', '95 % interval')
    """
    quantity, estimates = result.spec.quantities[name], result.estimate(name, confidence)
    counts = any(e.count is not None for e in estimates.values())
    exact = any(e.exact is not None for e in estimates.values())
    numbers = all(isinstance(key, int) for key in estimates)
    columns = [
        Column("key", "n") if numbers else Column("key", name.replace("_", " "), align="left"),
        *([Column("count")] if counts else []),
        Column("share" if quantity.is_proportion else "value", "%" if quantity.is_proportion else "estimate"),
        Column("interval", f"{100 * confidence:g} % interval"),
        *([Column("exact")] if exact else []),
    ]
    rows = [_row(key_text(key), e, quantity, counts, exact) for key, e in estimates.items()]
    title = f"{quantity.title[0].upper()}{quantity.title[1:]}"
    caption = f"{title}. {spec_sentence(result.spec)}; {trials_text(result, ranges)}"
    metadata = result_metadata(result, confidence, ranges)
    return data_table(columns, rows, caption, f"{_label(result.spec)}-{name}", metadata=metadata)


def result_metadata(result: Result, confidence: float, ranges: Iterable[Range] = ()) -> dict[str, Any]:
    """Spec, seed and trials, and the level of the intervals."""
    spec, spans = result.spec, [[first, end - 1] for first, end in _ranges(result, ranges)]
    known = {"id": spec.id, "spec": spec.as_record(), "seed": spec.seed, "first": result.first}
    return known | {"trials": result.trials, "ranges": spans, "level": confidence}


def spec_sentence(spec: Spec) -> str:
    """The spec in one line: kernel, parameters, seed.

    >>> from setlab.experiment.spec import make_spec
    >>> spec_sentence(make_spec("first-set", seed=7))
    'first-set: dimension 4, seed 7'
    """
    parameters = [f"{title} {value}" for title, value in spec.parameters.texts_by_title().items() if value]
    return f"{spec.kernel}: {', '.join([*parameters, f'seed {spec.seed}'])}"


def trials_text(result: Result, ranges: Iterable[Range] = ()) -> str:
    """The number of trials, and which ones.

    >>> from setlab.experiment.spec import make_spec
    >>> from setlab.experiment.run import run
    >>> result = run(make_spec("first-set"), 10)
    >>> trials_text(result), trials_text(result, [(0, 4), (8, 14)])
    ('10 trials from 0', '10 trials: 0 to 3 and 8 to 13')
    """
    spans, trials = _ranges(result, ranges), f"{result.tally.trials:,} trial{'s' * (result.tally.trials != 1)}"
    if len(spans) == 1:
        return f"{trials} from {spans[0][0]:,}"
    return f"{trials}: " + " and ".join(f"{first:,} to {end - 1:,}" for first, end in spans)


def _ranges(result: Result, ranges: Iterable[Range]) -> list[Range]:
    return join_ranges(ranges) or [Range(result.first, result.first + result.tally.trials)]


def _estimate_rows(result: Result, confidence: float) -> Iterator[tuple[Cell, ...]]:
    for name, quantity in result.spec.quantities.items():
        for key, e in result.estimate(name, confidence).items():
            share, value = (e.value, None) if quantity.is_proportion else (None, e.value)
            yield name, key_text(key), e.count, share, value, e.low, e.high, e.exact


def _count_rows(result: Result) -> Iterator[tuple[Cell, ...]]:
    """The histograms of which no quantity has the counts."""
    for name, counts in result.tally.as_record().items():
        if name not in result.spec.quantities:
            yield from ((name, key, count, *[None] * 5) for key, count in counts.items())


def _row(key: str, e: Estimate, quantity: Quantity, counts: bool, exact: bool) -> tuple[Cell, ...]:
    scale, digits = (100, decimals(e, 100)) if quantity.is_proportion else (1, decimals(e, 1))
    ends = None if e.low is None or e.high is None else f"{scale * e.low:.{digits}f} – {scale * e.high:.{digits}f}"
    shown = Shown(e.value, f"{scale * e.value:.{digits}f}")
    known = () if not exact else (None if e.exact is None else Shown(e.exact, f"{scale * e.exact:.{digits}f}"),)
    return (Shown(key, key), *([e.count] if counts else []), shown, ends, *known)


def decimals(e: Estimate, scale: float, most: int = 9) -> int:
    """The decimals that the interval supports: a unit of the last is at most a tenth of its width.

    >>> decimals(Estimate(0.468, 0.467, 0.469), 100), decimals(Estimate(2.5, None, None), 1)
    (2, 4)
    """
    from math import ceil, log10

    if e.low is None or e.high is None:
        return 4
    width = scale * (e.high - e.low)
    return min(max(ceil(-log10(width)) + 1, 0), most) if width > 0 else 4


def _label(spec: Spec) -> str:
    return f"{spec.kernel}-{spec.id}"


def command_line(spec: Spec, trials: int, first: int = 0) -> str:
    """The command line that repeats trials of an experiment, as a shell takes it.

    >>> command_line(make_spec("endgame", {"choice": "first"}, seed=3), 1000)
    'setlab simulate endgame --choice first --trials 1000 --seed 3'
    """
    if spec.definition.repeat is not None:
        return spec.definition.repeat(spec.parameters, spec.seed, trials, first)
    given, defaults = (each.parameters.as_record() for each in (spec, make_spec(spec.kernel)))
    options = [
        f"{option.flag} {quote(_option_text(name, given[name], given))}"
        for name, option in sorted(spec.parameters.options().items())
        if name in given and given[name] != defaults.get(name)
    ]
    begin = [f"--first {first}"] if first else []
    return " ".join([f"setlab simulate {spec.kernel}", *options, f"--trials {trials}", *begin, f"--seed {spec.seed}"])


def _option_text(name: str, value: Any, parameters: Mapping[str, Any]) -> str:
    """The value of an option; lost cards are written in digits, a single one with a comma: it is not a number."""
    if not isinstance(value, list):
        return str(value)
    if name != "lost":
        return ",".join(map(str, value))
    notation = find_notation(dimension=parameters["dimension"], n=parameters["values"])
    return ",".join(map(notation.digits, value)) + "," * (len(value) == 1)
