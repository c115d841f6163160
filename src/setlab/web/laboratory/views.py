"""Results as the laboratory shows them: bars, comparisons and files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import Any

from setlab.answers.answer import attributes
from setlab.errors import SpecError
from setlab.experiment.estimate import Estimate
from setlab.experiment.result import Result, result_table
from setlab.experiment.tally import Joint, key_text
from setlab.reproduce.evidence import Figures, Sample
from setlab.reproduce.judgement import figure_row
from setlab.stats import compare_samples, compare_with_proportions, p_text, proportion_interval
from setlab.web.laboratory.references import Figure, exact_values, find_verdict, printed_figures

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
    key: Any, each: Estimate, trials: int, exact: Fraction | None, printed: Figure | None, confidence: float
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


def _beside_print(sample: Sample, printed: Figure) -> str:
    if not sample.trials:
        return "open"
    row = figure_row(printed.claim, printed.place, Figures(values={printed.place: sample}))
    said = WORDS.get(row.verdict, "open")
    return "misprint" if said == "differs" and find_verdict(printed) == "misprint" else said


def _reference(exact: Mapping[int, Fraction], printed: Mapping[int, Figure]) -> dict[str, Any] | None:
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


def data_csv(result: Result) -> bytes:
    """The data as `setlab simulate --export FILE.csv` writes it."""
    return (result_table(result).to_csv() + "\r\n").encode()


def figure_svg(results: Sequence[Result], show: str) -> bytes:
    """The figure as `setlab simulate --plot FILE.svg --panels SHOW` draws it; of two runs, side by side."""
    from setlab.plots import save_figure
    from setlab.plots.results import draw_results

    with DRAWING, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        has_numbers = all(isinstance(key, int) for result in results for key in result.estimate(show))
        save_figure(draw_results(results, panels=show if has_numbers else None), path)
        return path.read_bytes()
