"""The result of a run as JSON and as text: what was asked, what came out, with intervals and bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.cli.screen import style, width
from setlab.experiment.kernel import Estimate
from setlab.experiment.kernels import find_kernel
from setlab.experiment.run import Result
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
        "tally": {name: dict(histogram) for name, histogram in result.tally.histograms.items()},
        "estimates": {
            name: {key: _estimate_record(e) for key, e in estimates.items()}
            for name, estimates in result.estimates(confidence).items()
        },
        "confidence": confidence,
        "run": result.run,
        "seconds": round(result.seconds, 6),
        "rate": round(result.rate, 1),
    }


def print_report(result: Result, confidence: float) -> None:
    """Print what was run, the leading estimates first, and then the others."""
    spec, kernel = result.spec, find_kernel(result.spec.kernel)
    parameters = ", ".join(f"{name} {_shown(value)}" for name, value in spec.parameters.items())
    print(f"{spec.kernel}: {parameters}, seed {spec.seed}")
    print(f"{result.tally.trials:,} trials from {result.first:,}; id {spec.id}{_speed(result)}")
    estimates = result.estimates(confidence)
    for name in sorted(estimates, key=lambda name: name != kernel.main):
        if estimates[name] and (name in kernel.numbers or len(estimates[name]) <= MOST_ROWS):
            print(f"\n{kernel.titles.get(name, name.replace('_', ' '))}, {confidence:.0%} intervals")
            print(_numbers(estimates[name]) if name in kernel.numbers else _proportions(estimates[name]))


def _proportions(estimates: Mapping[str, Estimate]) -> str:
    rows = [Row(key, e.value, _interval(e)) for key, e in estimates.items()]
    known = ["" if e.exact is None else f"  exact {100 * e.exact:.6g} %" for e in estimates.values()]
    text = histogram_text(rows, width=width() - max(map(len, known)), unicode=style() != "plain")
    lines = text.split("\n")
    longest = max(map(len, lines))
    return "\n".join(f"{line:<{longest}}{exact}".rstrip() for line, exact in zip(lines, known, strict=True))


def _numbers(estimates: Mapping[str, Estimate]) -> str:
    """Numbers that are no shares: the estimate, its interval, and the exact value where it is known."""
    step = 1 + len(estimates) // MOST_NUMBERS
    rows = []
    for key, e in list(estimates.items())[::step]:
        ends = f"{e.low:.6g} to {e.high:.6g}" if e.low is not None else ""
        exact = "" if e.exact is None else f"exact {e.exact:.6g}"
        rows.append(f"{key:>5}  {e.value:>12.6g}   {ends:<24} {exact}".rstrip())
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


def _shown(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
