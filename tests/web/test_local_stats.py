"""The statistics that browsers compute are those of setlab.stats, to the last digit."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest

from setlab.stats import (
    Comparison,
    compare_samples,
    compare_with_proportions,
    normal_quantile,
    p_text,
    proportion_interval,
)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js here")

SCRIPT = Path(__file__).parent / "local_stats.mjs"


def ask(asked: list[tuple[str, list[Any]]]) -> list[Any]:
    """The answers in Node."""
    done = subprocess.run(["node", SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def test_the_nearest_float_of_a_fraction() -> None:
    chance, pairs = random.Random(1), list[tuple[int, int]]()
    for _ in range(3000):
        p, q = chance.randrange(2 ** chance.randrange(1, 300)), chance.randrange(1, 2 ** chance.randrange(1, 300))
        pairs += [(p, q), (-p, q)]
    for _ in range(1000):  # halfway between two floats, and just beside
        whole = chance.randrange(2**53, 2**54) | 1
        pairs += [(whole, 2), (whole * 2**200 + chance.choice([-1, 0, 1]), 2**260)]
    assert list(map(float, ask([("nearest", [str(p), str(q)]) for p, q in pairs]))) == [p / q for p, q in pairs]


def test_intervals_of_proportions() -> None:
    chance, asked = random.Random(2), list[list[Any]]()
    for _ in range(1500):
        trials = chance.choice([chance.randrange(300), chance.randrange(10**5), chance.randrange(10**9)])
        few = chance.choice([0, 1, chance.randrange(99), 99, 100, chance.randrange(10**9)])
        successes = min(few, trials)
        asked.append([chance.choice([successes, trials - successes]), trials, chance.choice([0.95, 0.99])])
    expected = [proportion_interval(*each) for each in asked]
    found = ask([("interval", each) for each in asked])
    assert found == [[ends.low, ends.high] for ends in expected]


def test_normal_quantiles_of_all_levels_of_the_laboratory() -> None:
    """Those of simultaneous intervals, of which only verdicts are shown, up to the last digit of a logarithm."""
    levels = [1 - (1 - 0.95) / cells for cells in range(1, 1081)] + [0.99, 0.999, 1 - 1e-9]
    tails = [(1 - level) / 2 for level in levels]
    expected = [normal_quantile(p) for p in tails]
    assert ask([("quantile", [p]) for p in tails]) == pytest.approx(expected, rel=1e-15)
    assert ask([("quantile", [tails[0]])]) == [expected[0]]


def test_p_values_have_two_digits() -> None:
    logs = [0.0, -1e-12, -0.1, -0.3, -1.3, -2.5, -3.99999, -4.0, -4.2, -6.5, -99.9, -300.5, -1234.5, -inf]
    assert ask([("p", [log]) for log in logs if log > -inf]) == [p_text(log) for log in logs if log > -inf]


def _shown(found: Comparison) -> list[Any]:
    statistic = "inf" if found.statistic == inf else found.statistic
    return [statistic, found.degrees, p_text(found.log10_p), found.distance]


def _counts(chance: random.Random, most: int) -> dict[int, int]:
    cells = chance.sample(range(40), chance.randrange(1, 20))
    return {value: chance.randrange(1, most) for value in sorted(cells)}


def test_comparisons() -> None:
    chance, asked, expected = random.Random(3), list[tuple[str, list[Any]]](), list[Comparison]()
    for _ in range(200):
        most = chance.choice([4, 50, 10**4, 10**8])
        one, other = _counts(chance, most), _counts(chance, most)
        if chance.random() < 0.5:
            other = {value: max(1, count + chance.randrange(-2, 3)) for value, count in one.items()}
        asked.append(("samples", [list(one.items()), list(other.items())]))
        expected.append(compare_samples(one, other))
        whole = sum(other.values())
        exact = {value: Fraction(count, whole) for value, count in other.items()}
        pairs = [[value, f"{p.numerator}/{p.denominator}"] for value, p in exact.items()]
        asked.append(("proportions", [list(one.items()), pairs]))
        expected.append(compare_with_proportions(one, exact))
    assert ask(asked) == list(map(_shown, expected))
