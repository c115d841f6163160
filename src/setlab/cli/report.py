"""The result of a run as JSON and as text: spec, tally, and estimates with intervals and bars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from setlab.cli.screen import say, style, width
from setlab.experiment.estimate import Estimate, Estimates
from setlab.experiment.histogram import key_text
from setlab.experiment.run import Result
from setlab.experiment.store.ranges import Range
from setlab.experiment.table import spec_sentence, trials_text
from setlab.plots import Row, histogram_text
from setlab.stats import Interval

MOST_ROWS = 60
MOST_NUMBERS = 40


def result_record(result: Result, confidence: float) -> dict[str, Any]:
    """The result as a JSON object."""
    return {
        "id": result.spec.id,
        "spec": result.spec.as_record(),
        "first": result.first,
        "trials": result.tally.trials,
        "tally": result.tally.as_record(),
        "estimates": {
            name: {key_text(key): _estimate_record(e) for key, e in estimates.items()}
            for name, estimates in result.with_confidence(confidence).estimates.items()
        },
        "confidence": confidence,
        "run": result.run,
        "seconds": round(result.seconds, 6),
        "rate": round(result.rate, 1),
    }


def print_report(result: Result, confidence: float, ranges: Iterable[Range] = ()) -> None:
    """Print the spec, the trials, the main quantity, and then the others."""
    spec, main = result.spec, result.spec.definition.main
    say(spec_sentence(spec))
    say(f"{trials_text(result, ranges)}; id {spec.id}{_speed(result)}")
    for name in sorted(spec.quantities, key=lambda name: name != main):
        quantity, estimates = spec.quantities[name], result.estimate(name, confidence)
        if estimates and (len(estimates) <= MOST_ROWS or not quantity.is_proportion):
            has_intervals = any(e.low is not None for e in estimates.values())
            print()
            say(f"{quantity.title}{f', {confidence:.0%} intervals' * has_intervals}")
            print(_proportions(estimates) if quantity.is_proportion else _numbers(estimates))


def _proportions(estimates: Estimates) -> str:
    rows = [Row(key_text(key), e.value, _interval(e)) for key, e in estimates.items()]
    known = ["" if e.exact is None else f"  exact {100 * e.exact:.6g} %" for e in estimates.values()]
    text = histogram_text(rows, width=width() - max(map(len, known)), unicode=style() != "plain")
    lines = text.split("\n")
    longest = max(map(len, lines))
    return "\n".join(f"{line:<{longest}}{exact}".rstrip() for line, exact in zip(lines, known, strict=True))


def _numbers(estimates: Estimates) -> str:
    """Numbers that are not proportions: the estimate, its interval, and the exact value where it is known."""
    step = 1 + len(estimates) // MOST_NUMBERS
    widest = max(5, *(len(key_text(key)) for key in estimates))
    rows = []
    for key, e in list(estimates.items())[::step]:
        ends = f"{e.low:.6g} to {e.high:.6g}" if e.low is not None else ""
        exact = "" if e.exact is None else f"exact {e.exact:.6g}"
        rows.append(f"{key_text(key):>{widest}}  {e.value:>12.6g}   {ends:<24} {exact}".rstrip())
    return "\n".join(rows + ["  … for all n in --json"] * (step > 1))


def _interval(estimate: Estimate) -> Interval | None:
    if estimate.low is None or estimate.high is None:
        return None
    return Interval(estimate.low, estimate.high)


def _speed(result: Result) -> str:
    if not result.run:
        return ", all from the store"
    part = "" if result.run == result.tally.trials else f", {result.run:,} of them run now"
    return f"{part}, {result.rate:,.0f} a second"


def _estimate_record(estimate: Estimate) -> dict[str, Any]:
    record: dict[str, Any] = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    if estimate.count is not None:
        record["count"] = estimate.count
    if estimate.exact is not None:
        record["exact"] = estimate.exact
    return record
