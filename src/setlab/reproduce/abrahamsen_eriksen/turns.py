"""How much longer a game with five properties takes: its turns, sampled (A5)."""

from __future__ import annotations

from math import erfc, sqrt

from setlab.experiment.run import Result
from setlab.reproduce.abrahamsen_eriksen.notation import NUMBERS
from setlab.reproduce.checking import check_test
from setlab.reproduce.evidence import Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim
from setlab.stats import read_printed


def longer(claim: Claim, runner: Runner) -> Statement:
    """The turns of games with five properties and with four; samples with different seeds."""
    four = runner.game(2e4, 2e5)
    five = runner.game(2e4, 2e5, seed=2, dimension=5)
    times = read_printed(str(NUMBERS.index(claim.data["longer"])))
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
        why="A turn takes a SET or deals three cards because there is none. Three times as many cards give about three "
        "times as many SETs to take; but twelve cards with five properties hold a SET far less often, so that three "
        f"cards are dealt for want of one {_dealt(five) / _dealt(four):.0f} times as often. In all, {words}.",
        results=(four, five),
    )


def mean_turns(result: Result) -> tuple[float, float]:
    """The mean number of turns of a game, and the variance of that mean."""
    histogram = result.tally["turns"]
    games = sum(histogram.values())
    mean = sum(turns * count for turns, count in histogram.items()) / games
    return mean, sum((turns - mean) ** 2 * count for turns, count in histogram.items()) / games**2


def p_of_ratio(above: Result, below: Result, low: float, high: float) -> float:
    """The p value of the hypothesis that the ratio of two means lies between two numbers.

    The nearest ratio r in this range makes mean − r · mean nearly normal around 0: games are many and independent.
    """
    (a, variance_a), (b, variance_b) = mean_turns(above), mean_turns(below)
    ratio = min(max(a / b, low), high)
    return erfc(abs(a - ratio * b) / sqrt(2 * (variance_a + ratio**2 * variance_b)))


def _dealt(result: Result) -> float:
    """How often three cards are dealt for want of a SET in a game, on average: the turns that take no SET."""
    cards = 3 ** int(result.spec.parameters.as_record()["dimension"])
    left = result.tally["leftover"]
    taken: float = sum((cards - rest) / 3 * count for rest, count in left.items()) / sum(left.values())
    return mean_turns(result)[0] - taken


ANSWERS: dict[str, Gather] = {"A5.longer": longer}
