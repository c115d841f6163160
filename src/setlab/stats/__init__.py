"""Intervals, comparison of distributions, and agreement with printed figures; the standard library suffices."""

from setlab.stats.agreement import Agreement, agreement, our_interval
from setlab.stats.compare import Comparison, compare_samples, compare_with_proportions, p_text, total_variation
from setlab.stats.intervals import (
    RARE,
    Interval,
    clopper_pearson,
    deviation_interval,
    mean_interval,
    proportion_interval,
    wilson,
)
from setlab.stats.limits import mean_limit
from setlab.stats.printed import Paper, Printed, read_printed
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
    "Paper",
    "Printed",
    "Tails",
    "agreement",
    "beta_quantile",
    "beta_tails",
    "clopper_pearson",
    "compare_samples",
    "compare_with_proportions",
    "deviation_interval",
    "gamma_quantile",
    "gamma_tails",
    "mean_interval",
    "mean_limit",
    "normal_quantile",
    "our_interval",
    "p_text",
    "proportion_interval",
    "read_printed",
    "student_quantile",
    "total_variation",
    "wilson",
]
