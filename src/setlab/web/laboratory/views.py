"""Results as the laboratory shows them: bars with the numbers beside them, comparisons, files, exact tables.

The numbers beside a run are exact where they are known, else those that a source prints for the same experiment. Which
claim of a source belongs to an experiment is read from the report of `setlab reproduce`: the one that was judged by the
same experiment, with whichever seed.

Exact tables have integers in full, fractions beside decimals, and None where a value is not known.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

from setlab.answers import Answer
from setlab.answers.answer import attributes
from setlab.caps.known_sizes import known
from setlab.counting import count_cards, mean_flats
from setlab.errors import SpecError
from setlab.exact.answers import extremes_answer, leftovers_answer, no_set_answer, planes_answer, sets_answer
from setlab.experiment.estimate import Estimate
from setlab.experiment.kernels.dealing import no_plane_proportions, no_set_proportions, set_count_proportions
from setlab.experiment.kernels.endgame import leftover_proportions
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, id_of
from setlab.experiment.tally import Joint, key_text
from setlab.reproduce.evidence import Figures, Sample, confidence
from setlab.reproduce.judgement import decimal_mark, figure_row, origin_of, shipped_report
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, compare_with_proportions, p_text, proportion_interval, read_printed

MOST_KEPT = 256
"""Experiments whose references are remembered: a run asks for them after each piece."""

SEEDS = range(10)
"""The seeds of the report."""

GENERAL = re.compile(r"S(\d+)")
"""The strategies S(d) of Forbes and Forbes, who print how often some of them clear the table."""


@dataclass(frozen=True)
class PrintedFigure:
    """A printed figure: the claim, the place in it, and the proportion that it states."""

    claim: Claim
    place: str

    @property
    def text(self) -> str:
        """The figure as printed."""
        return self.claim.figures[self.place]

    @property
    def proportion(self) -> float:
        """The proportion that the figure states."""
        origin = origin_of(self.claim, self.place)
        decimal = self.claim.decimal or decimal_mark(self.text)
        return float(origin.proportion(read_printed(self.text, decimal)).value)


def exact_values(spec: Spec, show: str) -> dict[int, Fraction]:
    """The exact proportion at every key for which it is known; empty where nothing is.

    >>> from setlab.experiment.spec import make_spec
    >>> exact_values(make_spec("first-set", {"dimension": 2}), "first_set")
    {3: Fraction(1, 7), 4: Fraction(3, 7), 5: Fraction(3, 7)}
    """
    return _exact_values(replace(spec, seed=0), show)


@lru_cache(MOST_KEPT)
def _exact_values(spec: Spec, show: str) -> dict[int, Fraction]:
    p: Any = spec.parameters
    cards = int(show.removeprefix("at_")) if show.startswith("at_") else None
    if spec.kernel == "set-count" and cards is not None:
        return dict(set_count_proportions(cards, p.dimension) or {})
    if spec.kernel == "endgame" and show == "leftover" and p.is_plain:
        return dict(leftover_proportions(p.dimension, p.table) or {})
    if spec.kernel not in ("first-set", "first-plane", "plane-count"):
        return {}
    none = dict((no_set_proportions if spec.kernel == "first-set" else no_plane_proportions)(p.dimension))
    if spec.kernel == "plane-count":  # of planes it is known only whether there is none
        return {0: none[cards]} if cards is not None and cards in none else {}
    if show == "none":
        return none
    return {n: none[n - 1] - p for n, p in none.items() if n - 1 in none and none[n - 1] > p}


def printed_figures(spec: Spec, show: str) -> dict[int, PrintedFigure]:
    """The printed figures for the same experiment, by key; empty where no source prints any.

    >>> from setlab.experiment.spec import make_spec
    >>> printed_figures(make_spec("endgame"), "leftover")[6].text
    '46.9%'
    """
    return _printed_figures(replace(spec, seed=0), show)


@lru_cache(MOST_KEPT)
def _printed_figures(spec: Spec, show: str) -> dict[int, PrintedFigure]:
    p: Any = spec.parameters
    if spec.kernel == "endgame" and show == "leftover":
        for claim in _find_tables(spec):
            # a table of proportions by numbers of cards
            if claim.figures and all(place.isdecimal() and claim.trials_at(place) for place in claim.figures):
                return {int(place): PrintedFigure(claim, place) for place in claim.figures}
    if spec.kernel == "solitaire" and show == "clear":
        depth = GENERAL.fullmatch(str(p.strategy))
        claim = find_claim("E4.percent")
        return {1: PrintedFigure(claim, depth[1])} if depth and depth[1] in claim.figures else {}
    return {}


def find_verdict(figure: PrintedFigure) -> str:
    """The verdict of the report on a figure."""
    at = figure.claim.at(figure.place)
    rows: list[dict[str, str]] = _items()[figure.claim.id]["rows"]
    return next(row["verdict"] for row in rows if row["at"] == at)


@lru_cache
def _items() -> Mapping[str, Any]:
    return {item["id"]: item for item in shipped_report()["items"]}


def _find_tables(spec: Spec) -> list[Claim]:
    """The tables that the report judges by this experiment."""
    ids = {id_of(spec.as_record() | {"seed": seed}) for seed in SEEDS}
    return [find_claim(name) for name, specs in _tables().items() if ids & specs]


@lru_cache
def _tables() -> Mapping[str, frozenset[str]]:
    """The tables of the report with the experiments by which they are judged."""
    tables = (item for item in _items().values() if item["kind"] == "table")
    return {item["id"]: frozenset(item.get("specs", ())) for item in tables}


LEVEL = 0.95
"""The level of each interval, and of all verdicts together beside exact values."""

RARE = 1e-5
"""A value that did not come up has a bar if its exact proportion is larger."""

FEW, RARELY = 3, "draw"
"""A quantity with so few values shows all of them, but a draw only if there was one."""

UNLIKELY = 0.01
"""The level of the test of the whole histogram."""

WORDS = {"confirmed": "agrees", "consistent": "agrees", "misprint": "differs", "wrong": "differs"}
"""The verdicts of `reproduce` in the words of the laboratory."""


def bars_json(result: Result, show: str) -> dict[str, Any]:
    """The bars of a quantity, with their references.

    >>> from setlab import simulate
    >>> found = bars_json(simulate("first-set", 1000, seed=1, dimension=2), "first_set")
    >>> found["reference"]["kind"], [bar["key"] for bar in found["bars"]]
    ('exact', ['3', '4', '5'])
    """
    exact = exact_values(result.spec, show)
    printed = {} if exact else printed_figures(result.spec, show)
    estimates = dict(result.estimate(show, LEVEL)) if result.trials else {}
    keys = _keys(estimates, {key for key, p in exact.items() if p > RARE} | printed.keys(), _possible(result, show))
    whole = {key: estimates.get(key) or _never(result.trials) for key in keys}
    each = 1 - (1 - LEVEL) / max(1, sum(key in exact for key in keys))
    bars = [_bar(key, whole[key], result.trials, exact.get(key), printed.get(key), each) for key in keys]
    known = {bar["key"] for bar in bars}
    impossible = result.spec.definition.impossible(result.spec.parameters).get(show, ())
    shown = {"bars": bars, "reference": _reference(exact, printed), "fit": _fit(result, show, exact)}
    return {**shown, "impossible": [key for key in impossible if str(key) in known], "level": LEVEL}


def _possible(result: Result, show: str) -> list[Any]:
    """All values of a quantity that has only a few, such as the winner of a game."""
    declared = result.spec.histograms.get(show)
    few = declared is not None and not isinstance(declared.keys, Joint) and len(declared.keys) <= FEW
    return list(declared.keys) if few and declared else []  # type: ignore[arg-type]


def _keys(estimates: Mapping[Any, Estimate], known: set[int], possible: list[Any]) -> list[Any]:
    """The values that came up, and those that should have; names in their own order."""
    seen = {key for key, each in estimates.items() if each.count or each.value}
    if possible:
        return [key for key in possible if key in seen or key != RARELY]
    return sorted(known | seen) or sorted(estimates)


def _never(trials: int) -> Estimate:
    """The estimate for a value that did not come up."""
    ends = proportion_interval(0, trials, LEVEL) if trials else None
    return Estimate(0.0, ends.low if ends else None, ends.high if ends else None, 0)


def _bar(
    key: Any, each: Estimate, trials: int, exact: Fraction | None, printed: PrintedFigure | None, confidence: float
) -> dict[str, Any]:
    bar = {"key": key_text(key), **attributes(each, "count", "value", "low", "high")}
    # of searches of a table there are other numbers than of games
    sample = Sample(each.count or 0, round(each.count / each.value) if each.count and each.value else trials)
    if exact is not None:
        is_inside = bool(sample.trials) and exact in proportion_interval(*sample, confidence)
        verdict = ("inside" if is_inside else "outside") if sample.trials else "open"
        bar |= {"reference": float(exact), "verdict": verdict}
    elif printed is not None:
        bar |= {"reference": printed.proportion, "printed": printed.text, "verdict": _beside_print(sample, printed)}
    return bar


def _beside_print(sample: Sample, printed: PrintedFigure) -> str:
    if not sample.trials:
        return "open"
    row = figure_row(printed.claim, printed.place, Figures(values={printed.place: sample}))
    said = WORDS.get(row.verdict, "open")
    return "misprint" if said == "differs" and find_verdict(printed) == "misprint" else said


def reference_json(spec: Spec, show: str) -> dict[str, Any] | None:
    """The figures beside the bars of a quantity, for browsers that draw their own tallies; None if there are none.

    Exact proportions are fractions. A printed figure has the proportions behind it, and its verdict in the report.

    >>> from setlab.experiment.spec import make_spec
    >>> reference_json(make_spec("first-set", {"dimension": 2}), "first_set")["exact"]
    {'3': '1/7', '4': '3/7', '5': '3/7'}
    """
    exact = exact_values(spec, show)
    printed = {} if exact else printed_figures(spec, show)
    if not exact and not printed:
        return None
    fractions = {str(key): f"{p.numerator}/{p.denominator}" for key, p in exact.items()}
    figures = {str(key): _printed_json(figure) for key, figure in printed.items()}
    beside = {"reference": _reference(exact, printed), "exact": fractions, "printed": figures}
    return {"parameters": spec.parameters.as_record(), "show": show, **beside}


def _printed_json(figure: PrintedFigure) -> dict[str, Any]:
    origin = origin_of(figure.claim, figure.place)
    decimal = figure.claim.decimal or decimal_mark(figure.text)
    allowed = origin.possible_range(read_printed(figure.text, decimal), confidence())
    is_misprint = find_verdict(figure) == "misprint"
    shown = {"proportion": figure.proportion, "printed": figure.text, "low": allowed.low, "high": allowed.high}
    return {**shown, "computed": origin.computed, "misprint": is_misprint, "confidence": confidence()}


def _reference(exact: Mapping[int, Fraction], printed: Mapping[int, PrintedFigure]) -> dict[str, Any] | None:
    if exact:
        return {"kind": "exact"}
    if not printed:
        return None
    from setlab.sources import source_of

    figure = next(iter(printed.values()))
    claim, trials = figure.claim, figure.claim.trials_at(figure.place)
    cited = {"cited": source_of(claim.id).cited, "place": claim.place, "item": claim.id}
    return {"kind": "printed", **cited, "trials": trials}


def _fit(result: Result, show: str, exact: Mapping[int, Fraction]) -> dict[str, Any] | None:
    """The test of the whole histogram against a whole distribution."""
    counts = result.tally.histograms.get(show)
    if not counts or sum(exact.values()) != 1 or not all(isinstance(key, int) for key in counts):
        return None
    found = compare_with_proportions(counts, exact)
    if not found.degrees:
        return None
    return {"test": found.test, "degrees": found.degrees, "p": p_text(found.log10_p), "fits": found.p >= UNLIKELY}


DIFFERENCE_LEVEL = 0.01
"""The level at which the sentence says that two runs differ."""


def comparison_json(one: Result, other: Result, shows: tuple[str, str]) -> dict[str, Any]:
    """The test of the difference between two histograms. Raise `SpecError` for runs that cannot be compared.

    >>> from setlab import simulate
    >>> runs = [simulate("endgame", 10_000, seed=seed, choice=c) for seed, c in ((1, "popular"), (2, "reject"))]
    >>> found = comparison_json(*runs, ("leftover", "leftover"))
    >>> found["differs"], found["test"]
    (True, 'chi-square')
    """
    if one.spec.seed == other.spec.seed:
        raise SpecError("runs with one seed are not independent: give the second run another seed")
    first, second = _counts(one, shows[0]), _counts(other, shows[1])
    keys = sorted({*first, *second}, key=str)
    number = {key: key if isinstance(key, int) else keys.index(key) for key in keys}
    samples = [{number[key]: count for key, count in counts.items()} for counts in (first, second)]
    found = compare_samples(samples[0], samples[1])
    verdict = {"alike": len(keys) == 1, "differs": bool(found.degrees) and found.p < DIFFERENCE_LEVEL}
    numbers = attributes(found, "test", "statistic", "degrees", "distance")
    return {**numbers, "p": p_text(found.log10_p), **verdict, "level": DIFFERENCE_LEVEL}


def _counts(result: Result, show: str) -> Mapping[Any, int]:
    """The histogram of trials that is compared."""
    counting = [name for name, each in result.spec.histograms.items() if each.values == "trials"]
    return result.tally[show if show in counting else counting[0]]  # a curve is computed from the first


DRAWING = Lock()
"""matplotlib has one style for all threads: one figure at a time."""


def figure_svg(results: Sequence[Result], show: str) -> bytes:
    """The figure as `setlab simulate --plot FILE.svg --panels SHOW` draws it; of two runs, side by side."""
    from setlab.plots import save_figure
    from setlab.plots.results import draw_results

    with DRAWING, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        has_numbers = all(isinstance(key, int) for result in results for key in result.estimate(show))
        save_figure(draw_results(results, panels=show if has_numbers else None), path)
        return path.read_bytes()


Cell = str | None
"""A number as text: integers may be larger than those of JavaScript."""


@dataclass(frozen=True)
class ExactTable:
    """A table of the page: for which dimensions, its question, and the field of the record that each column shows.

    The curve is that of the figure, up to the first n from which on it has the value `end` for ever. `cards` is the
    number of cards at first, if the table is about one number.
    """

    dimensions: range
    ask: Callable[[int, int], Answer]
    key: str
    columns: Mapping[str, str]
    end: int | None = None
    cards: int | None = None
    found: Mapping[str, str] = field(default_factory=dict)
    command: str = "--dimension {dimension}"


@lru_cache(256)
def exact_json(name: str, dimension: int, cards: int | None) -> dict[str, Any]:
    """A table as the page needs it; `cards` is the number of cards that it is about, if it is about one.

    >>> found = exact_json("no-set", 2, None)
    >>> found["columns"], found["rows"][4]
    (['n', 'collections', 'classes', 'chance', 'decimal'], ['4', '54', '1', '3/7', '0.428571429'])
    """
    table = TABLES[name]
    number = table.cards if cards is None else cards
    size = min(number or 0, count_cards(dimension))
    about = {"table": name, "dimension": dimension, "cards": None if number is None else size}
    return about | (_caps_json(dimension) if name == "caps" else _answer_json(name, table, dimension, size))


def _answer_json(name: str, table: ExactTable, dimension: int, cards: int) -> dict[str, Any]:
    answer = table.ask(dimension, cards)
    record = answer.record
    keys = list(record[next(iter(table.columns.values()))] or {})
    rows = [[key, *_cells(key, table, answer)] for key in keys]
    curve = [[n, None if value is None else float(value)] for n, value in answer.figure.values.items()]
    if table.end is not None:
        last = max((i for i, (_, value) in enumerate(curve) if value != table.end), default=0)
        rows, curve = rows[: last + 2], curve[: last + 2]
    columns = [table.key, *table.columns, *["decimal"] * ("chance" in table.columns)]
    command = f"setlab exact {name} {table.command}".format(dimension=dimension, cards=max(3, cards))
    found = {shown: _beside(record[each], shown) for shown, each in table.found.items()}
    table_json = {"columns": columns, "rows": rows, "curve": curve}
    return {**table_json, "verified": record["verified"], "command": command, "found": found}


def _cells(key: str, table: ExactTable, answer: Answer) -> list[Cell]:
    """The cells of a row; a fraction also as a decimal number, and beside an extreme the mean."""
    record, cells = answer.record, list[Cell]()
    for column, name in table.columns.items():
        if name == "mean":
            cells.append(_decimal(mean_flats(int(key), 1, record["dimension"])))
        elif name == "proportion":
            count = record["distribution"][key]
            chance = Fraction(int(count), int(record["total"]))
            cells += [str(chance), _decimal(chance)]
        elif column == "chance":
            text = record[name][key]
            cells += [None, None] if text is None else [str(Fraction(text)), _decimal(Fraction(text))]
        else:
            cells.append(record[name][key])
    return cells


def _beside(value: Any, shown: str) -> Any:
    """A number beside the table: a fraction as it is or as a decimal number, any other as it is."""
    if not isinstance(value, str) or "/" not in value:
        return value
    return _decimal(Fraction(value)) if shown in ("decimal", "turns") else str(Fraction(value))


def _decimal(p: Fraction) -> str:
    return f"{float(p):.9g}"


def _caps_json(dimension: int) -> dict[str, Any]:
    """The known sizes of the largest caps, for all dimensions."""
    sizes, rows = [known(d) for d in TABLES["caps"].dimensions], list[list[Cell]]()
    for size in sizes:
        upper = None if size.upper is None else str(size.upper)
        rows.append([str(size.d), str(count_cards(size.d)), str(size.lower), upper, size.source])
    curve = [[size.d, float(size.lower)] for size in sizes if size.is_exact]
    shown = {"columns": ["dimension", "deck", "least", "greatest", "source"], "rows": rows, "curve": curve}
    return {**shown, "verified": [], "command": f"setlab caps known --dimension {dimension}", "found": {}}


def _extremes(most: bool) -> ExactTable:
    columns = {"value": "values", "least": "lower", "greatest": "upper", "mean": "mean"}
    return ExactTable(range(2, 5), lambda dimension, _: extremes_answer(most, dimension), "n", columns)


NO_SET = {"collections": "counts", "classes": "orbits", "chance": "probability"}
NO_PLANE = {"collections": "plane_free", "chance": "probability"}
SETS = {"collections": "distribution", "chance": "proportion"}
MOMENTS = {"total": "total", "mean": "mean", "decimal": "mean"}
BY_CARDS, BY_TABLE = "--cards {cards} --dimension {dimension}", "--dimension {dimension} --table {cards}"


def _leftovers(d: int, cards: int) -> Answer:
    return leftovers_answer(d, max(3, cards))


TABLES: Mapping[str, ExactTable] = {
    "no-set": ExactTable(range(2, 6), lambda d, _: no_set_answer(d), "n", NO_SET, end=0, found={"largest": "largest"}),
    "sets": ExactTable(
        range(2, 5), lambda d, n: sets_answer(n, d), "sets", SETS, cards=12, found=MOMENTS, command=BY_CARDS
    ),
    "planes": ExactTable(
        range(2, 5), lambda d, _: planes_answer(d), "n", NO_PLANE, end=1, found={"largest": "largest_plane_free"}
    ),
    "max-sets": _extremes(True),
    "min-sets": _extremes(False),
    "leftovers": ExactTable(
        range(2, 4), _leftovers, "left", {"chance": "leftover"}, cards=12, found={"turns": "turns"}, command=BY_TABLE
    ),
    "caps": ExactTable(range(1, 9), partial(sets_answer), "dimension", {}),
}
"""The tables by name, in the order of the page."""
