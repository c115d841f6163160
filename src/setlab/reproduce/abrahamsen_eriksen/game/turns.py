"""The length of a game with five properties, compared with four, by sampling (A5)."""

from __future__ import annotations

from math import erfc, sqrt

from setlab.experiment.run import Result
from setlab.reproduce.judging import Statement, check_test
from setlab.reproduce.methods.number_words import number_of
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim
from setlab.stats import read_printed


def longer(claim: Claim, runner: Runner) -> Statement:
    """The mean numbers of turns with five and with four properties, from samples with different seeds."""
    four = runner.game(2e4, 2e5)
    five = runner.game(2e4, 2e5, seed=2, dimension=5)
    times = read_printed(str(number_of(claim.data["longer"])))
    (short, _), (long, _) = mean_turns(four), mean_turns(five)
    words = f"{long / short:.2f} times as many turns ({long:.1f} and {short:.1f} on average)"
    return Statement(
        checks=(
            check_test(
                f"{claim.data['longer']} times as many turns, rounded",
                f"{four.tally.trials:,} and {five.tally.trials:,} games",
                p_of_ratio(five, four, float(times.low), float(times.high)),
                four.tally.trials + five.tally.trials,
                words,
            ),
        ),
        why="A turn takes a SET, or deals three cards because there is none. Three times as many cards give about "
        "three times as many SETs to take. But twelve cards with five properties contain a SET far less often: three "
        f"cards are dealt {_dealt(five) / _dealt(four):.0f} times as often. Altogether, {words}.",
        results=(four, five),
    )


def mean_turns(result: Result) -> tuple[float, float]:
    """The mean number of turns of a game, and the variance of the estimate."""
    histogram = result.tally["turns"]
    games = sum(histogram.values())
    mean = sum(turns * count for turns, count in histogram.items()) / games
    return mean, sum((turns - mean) ** 2 * count for turns, count in histogram.items()) / games**2


def p_of_ratio(above: Result, below: Result, low: float, high: float) -> float:
    """The p value of the hypothesis that the ratio of two means lies in an interval.

    For the ratio r of the interval that is nearest to the observed one, a − r·b is approximately normal with mean 0,
    since the games are many and independent.
    """
    (a, variance_a), (b, variance_b) = mean_turns(above), mean_turns(below)
    ratio = min(max(a / b, low), high)
    return erfc(abs(a - ratio * b) / sqrt(2 * (variance_a + ratio**2 * variance_b)))


def _dealt(result: Result) -> float:
    """The mean number of turns of a game that deal three cards because there is no SET."""
    cards = 3 ** int(result.spec.parameters.as_record()["dimension"])
    left = result.tally["leftover"]
    taken: float = sum((cards - rest) / 3 * count for rest, count in left.items()) / sum(left.values())
    return mean_turns(result)[0] - taken


EVIDENCE: dict[str, Gather] = {"A5.longer": longer}
