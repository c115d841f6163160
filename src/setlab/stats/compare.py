"""Do two histograms come from one distribution, and does a histogram fit exact proportions?

Values are pooled into cells from the smallest up. A cell is closed as soon as each sample is expected to have 5 cases
in it (`LEAST`); the rest at the end joins the last cell. So a rare value is pooled with its neighbours, and neither
sample alone decides with which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, fsum, inf, log, sqrt

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.stats.special import deviance, gamma_tails

LEAST = 5
"""The least expected number of cases in a cell of each sample."""

TESTS = ("chi-square", "G")

Cell = tuple[int, ...]
Weights = Mapping[int, int | Fraction]


@checked
@dataclass(frozen=True)
class Comparison:
    """The result of a test: its statistic and p value, and the size of the difference.

    `effect` is Cramér's V (for exact proportions: Cohen's w), `distance` the total variation distance: the largest
    difference in the probability of any event. Both measure size; the p value measures certainty.
    """

    test: str
    statistic: float
    degrees: int
    p: float
    log10_p: float
    effect: float
    distance: float
    cells: tuple[Cell, ...]
    impossible: Cell = ()

    @checked
    def sentence(self, level: float = 0.01) -> str:
        """The result in one line.

        >>> compare_samples({0: 30, 6: 470, 9: 500}, {0: 10, 6: 430, 9: 560}).sentence()
        'differs at the 1 % level: chi-square = 15.17, 2 degrees of freedom, p = 0.00051, V = 0.087, distance 0.06'
        """
        if self.impossible:
            return f"differs: {', '.join(map(str, self.impossible))} came up, with exact proportion 0"
        if not self.degrees:
            return "cannot be compared: the cases are too few for two cells"
        finding = "differs" if self.p < level else "no difference shows"
        freedom = f"{self.degrees} degree{'s' * (self.degrees > 1)} of freedom"
        size = f"V = {self.effect:.2g}, distance {self.distance:.2g}"
        numbers = f"{self.test} = {self.statistic:.4g}, {freedom}, p = {p_text(self.log10_p)}, {size}"
        return f"{finding} at the {100 * level:g} % level: {numbers}"


@checked
def compare_samples(one: Mapping[int, int], other: Mapping[int, int], test: str = "chi-square") -> Comparison:
    """The test of homogeneity of two histograms, by chi-square or by G, the likelihood ratio.

    >>> found = compare_samples({0: 12, 6: 468, 9: 445}, {0: 15, 6: 455, 9: 460}, test="G")
    >>> round(found.statistic, 3), found.degrees, round(found.p, 3)
    (0.752, 2, 0.687)
    """
    samples = (_counts(one), _counts(other))
    sizes = [sum(sample.values()) for sample in samples]
    both = {value: sum(sample.get(value, 0) for sample in samples) for value in sorted({*samples[0], *samples[1]})}
    total = sum(sizes)
    cells = _pool_cells(both, Fraction(LEAST * total, min(sizes)))
    table = [
        (_sum(sample, cell), size * _sum(both, cell) / total)
        for cell in cells
        for sample, size in zip(samples, sizes, strict=True)
    ]
    return _comparison(test, table, cells, total, total_variation(*map(_proportions, samples)))


@checked
def compare_with_proportions(
    histogram: Mapping[int, int], proportions: Mapping[int, Fraction], test: str = "chi-square"
) -> Comparison:
    """The goodness of fit of a histogram to exact proportions, which add up to 1.

    A value that came up although its proportion is 0 refutes the proportions with certainty: p is 0.

    >>> half = Fraction(1, 2)
    >>> round(compare_with_proportions({0: 60, 1: 40}, {0: half, 1: half}).p, 4)
    0.0455
    >>> compare_with_proportions({0: 60, 3: 1}, {0: half, 6: half}).sentence()
    'differs: 3 came up, with exact proportion 0'
    """
    sample = _counts(histogram)
    if sum(proportions.values()) != 1 or min(proportions.values()) < 0:
        raise SpecError(
            f"these are not proportions: they add up to {sum(proportions.values())}; give Fractions that add up to 1"
        )
    total = sum(sample.values())
    impossible = tuple(sorted(value for value in sample if not proportions.get(value)))
    possible = {value: proportion for value, proportion in sorted(proportions.items()) if proportion}
    cells = _pool_cells(possible, Fraction(LEAST, total))
    table = [(_sum(sample, cell), total * _sum(possible, cell)) for cell in cells]
    distance = total_variation(_proportions(sample), possible)
    if impossible:
        return Comparison(_check_test(test), inf, len(cells), 0.0, -inf, inf, distance, cells, impossible)
    return _comparison(test, table, cells, total, distance)


@checked
def total_variation(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> float:
    """The total variation distance: half the sum of the differences, which is the largest difference for any event.

    >>> total_variation({0: Fraction(1, 2), 6: Fraction(1, 2)}, {6: Fraction(1, 4), 9: Fraction(3, 4)})
    0.75
    """
    return float(sum(abs(one.get(value, Fraction(0)) - other.get(value, Fraction(0))) for value in {*one, *other}) / 2)


@checked
def p_text(log10_p: float) -> str:
    """A p value with two digits, even if it is smaller than any float.

    >>> p_text(-1.3), p_text(-6.5), p_text(-1234.5), p_text(0)
    ('0.05', '3.2e-07', '3.2e-1235', '1')
    """
    if not log10_p < 1e-9:  # a sum of logarithms may exceed 0 by its rounding
        raise SpecError(f"{log10_p} is not the logarithm of a probability: it is 0 or less")
    if log10_p == -inf:
        return "0"
    if log10_p > -300:
        return f"{10**log10_p:.2g}"
    exponent = floor(log10_p)
    return f"{10 ** (log10_p - exponent):.1f}e{exponent}"


def _comparison(
    test: str, table: Sequence[tuple[Fraction, Fraction]], cells: tuple[Cell, ...], total: int, distance: float
) -> Comparison:
    """The statistic over pairs of an observed and an expected count."""
    square = fsum(float((seen - mean) ** 2 / mean) for seen, mean in table)
    likelihood = 2 * fsum(deviance(float(seen), float(mean), float(seen - mean)) for seen, mean in table)
    statistic = {"chi-square": square, "G": likelihood}[_check_test(test)]
    degrees = len(cells) - 1
    tail = gamma_tails(degrees / 2, statistic / 2) if degrees else None
    log10_p = tail.log_upper / log(10) if tail else 0.0
    p = tail.upper if tail else 1.0
    return Comparison(test, statistic, degrees, p, log10_p, sqrt(square / total), distance, cells)


def _pool_cells(weights: Weights, least: Fraction) -> tuple[Cell, ...]:
    """Cells of neighbouring values with at least the least weight each; a lighter rest joins the last cell."""
    cells: list[Cell] = []
    open_cell: Cell = ()
    for value in weights:
        open_cell += (value,)
        if _sum(weights, open_cell) >= least:
            cells.append(open_cell)
            open_cell = ()
    if open_cell:
        cells[-1:] = [(*cells[-1], *open_cell) if cells else open_cell]
    return tuple(cells)


def _counts(histogram: Mapping[int, int]) -> dict[int, int]:
    """The values that came up, with their counts."""
    if min(histogram.values(), default=0) < 0:
        raise SpecError(f"{min(histogram.values())} is not a count: a histogram counts cases, from 0 up")
    counts = {value: count for value, count in histogram.items() if count}
    if not counts:
        raise SpecError("an empty histogram cannot be compared: make some trials first")
    return counts


def _proportions(counts: Mapping[int, int]) -> dict[int, Fraction]:
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def _sum(weights: Weights, cell: Cell) -> Fraction:
    return sum((Fraction(weights.get(value, 0)) for value in cell), Fraction(0))


def _check_test(test: str) -> str:
    if test not in TESTS:
        raise SpecError(f"{test!r} is not a test: choose chi-square or G")
    return test
