"""Intervals, comparison of distributions, and agreement with printed figures, on the standard library alone.

Begin with `proportion_interval` and `mean_interval` for a sample, `compare_samples` and
`compare_with_proportions` for whole histograms, and `compare_with_printed` for a figure that a source prints.

>>> ends = proportion_interval(468_312, 1_000_000)
>>> round(ends.low, 4), round(ends.high, 4)
(0.4673, 0.4693)
"""

from setlab.stats.compare import Comparison, compare_samples, compare_with_proportions, p_text, total_variation
from setlab.stats.intervals import (
    RARE,
    Interval,
    RatioSums,
    clopper_pearson,
    deviation_interval,
    mean_interval,
    mean_limit,
    proportion_interval,
    wilson,
)
from setlab.stats.paired import log10_sign_test, paired_interval, paired_mean_interval, sign_test
from setlab.stats.printed import Agreement, Origin, Printed, compare_with_printed, our_interval, read_printed
from setlab.stats.special import (
    Tails,
    beta_quantile,
    beta_tails,
    gamma_quantile,
    gamma_tails,
    normal_quantile,
    student_quantile,
)

__all__ = [
    "RARE",
    "Agreement",
    "Comparison",
    "Interval",
    "Origin",
    "Printed",
    "RatioSums",
    "Tails",
    "beta_quantile",
    "beta_tails",
    "clopper_pearson",
    "compare_samples",
    "compare_with_printed",
    "compare_with_proportions",
    "deviation_interval",
    "gamma_quantile",
    "gamma_tails",
    "log10_sign_test",
    "mean_interval",
    "mean_limit",
    "normal_quantile",
    "our_interval",
    "p_text",
    "paired_interval",
    "paired_mean_interval",
    "proportion_interval",
    "read_printed",
    "sign_test",
    "student_quantile",
    "total_variation",
    "wilson",
]
