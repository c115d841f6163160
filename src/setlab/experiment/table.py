"""The result of a run as tables: one long table for programs, and one for each quantity for people.

Every table carries the spec, the seed, and the trials that it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from shlex import quote
from typing import Any

from setlab.answers import Cell, Column, DataTable, Shown, data_table
from setlab.experiment.estimate import Estimate, Quantity
from setlab.experiment.ranges import Range, join_ranges
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.tally import key_text
from setlab.notation import find_notation

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
    return {
        "id": result.spec.id,
        "spec": result.spec.as_record(),
        "seed": result.spec.seed,
        "first": result.first,
        "trials": result.tally.trials,
        "ranges": [[first, end - 1] for first, end in _ranges(result, ranges)],
        "level": confidence,
    }


def spec_sentence(spec: Spec) -> str:
    """The spec in one line: kernel, parameters, seed.

    >>> from setlab.experiment.spec import make_spec
    >>> spec_sentence(make_spec("first-set", seed=7))
    'first-set: dimension 4, seed 7'
    """
    parameters = ", ".join(f"{title} {value}" for title, value in spec.parameters.titled().items() if value)
    return f"{spec.kernel}: {parameters}, seed {spec.seed}" if parameters else f"{spec.kernel}: seed {spec.seed}"


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
