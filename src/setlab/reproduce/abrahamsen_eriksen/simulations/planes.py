"""Simulation 4: the probability that n cards contain a plane (A13)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb, prod

from setlab.counting import count_flats, mean_flats
from setlab.exact.planes import exact_planes
from setlab.reproduce.abrahamsen_eriksen.geometry.planes import all_planes
from setlab.reproduce.abrahamsen_eriksen.simulations.chances import chance_of_none, check_none_seen
from setlab.reproduce.abrahamsen_eriksen.simulations.number_of_runs import likely_runs
from setlab.reproduce.abrahamsen_eriksen.simulations.plane_odds import PlaneOdds, exact_odds, plane_odds
from setlab.reproduce.judging import SHOWN, Answer, Check, Drawing, Figures, Statement, check
from setlab.reproduce.methods.histograms import printed_proportions
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim, find_claim
from setlab.stats import proportion_interval

COMMAND = "setlab exact planes"


def graph(claim: Claim, runner: Runner) -> Figures:
    """The graph drawn again, table 11 beside our probabilities."""
    odds, table = plane_odds(runner), find_claim("A13.table11").numbers()
    ours = tuple((n, odds.estimate(n)) for n in table)
    series = (("printed", printed_proportions(table)), ("ours", ours))
    return Figures(
        drawing=Drawing("curve of proportions", "A plane in n cards (table 11)", "cards", "probability", series),
        exact="table 11 beside exact probabilities up to n = 40 and sampled ones beyond",
        why="The graph shows table 11 and prints no further numbers.",
        results=(odds.result,),
        commands=(COMMAND,),
    )


def table_11(claim: Claim, runner: Runner) -> Figures:
    """The probability of a plane: exact up to 40 cards, sampled beyond."""
    odds = plane_odds(runner)
    return Figures(
        values={place: odds.value(int(place)) for place in claim.figures},
        trials=likely_runs(claim, claim.trials_at("") or 0),
        why="Up to n = 40 our probability is exact; each row may deviate as expected for the number of runs that its "
        "digits indicate.",
        results=(odds.result,),
        commands=(COMMAND,),
    )


def fifteen_or_less(claim: Claim, runner: Runner) -> Statement:
    """To see no plane for n ≤ 15 is not surprising, even in 100,000 runs for each n."""
    runs = claim.trials_at("") or 0
    chances = {n: exact_odds(n) for n in range(claim.data["plane"], claim.data["most"] + 1)}
    expected = float(sum(chances.values())) * runs
    return Statement(
        checks=(
            _none_seen("no plane in 15 or fewer cards", chances, runs),
            check(
                "nine cards can be a plane",
                "all {} planes",
                all_planes(),
                lambda plane: len(plane) == claim.data["plane"],
            ),
        ),
        why=f"With {runs:,} runs for each n from 9 to 15, {expected:.1f} planes are expected, and none is seen with "
        f"probability {prod(chance_of_none(p, runs) for p in chances.values()):.2g}; with half as many runs "
        f"{prod(chance_of_none(p, runs // 2) for p in chances.values()):.2g}",
        commands=(COMMAND,),
    )


def plane_in_nine(claim: Claim, runner: Runner) -> Figures:
    """The probability that nine cards form a plane is 1170/C(81,9) = 4.48 · 10^-9."""
    planes = count_flats(2)
    return Figures(
        values={"planes in the deck": planes, "P(9 cards are a plane)": Fraction(planes, comb(81, 9))},
        why="1170/C(81,9) is 4.48 · 10^-9. As a percentage it is 100 times as large, whereas the printed figure is 100 "
        f"times smaller. In the {claim.data['samples']:,} samples of main4-1.py in the appendix "
        f"{float(claim.data['samples'] * Fraction(planes, comb(81, 9))):.2g} planes are expected",
        commands=(COMMAND, "setlab count"),
    )


def all_beyond_48(claim: Claim, runner: Runner) -> Statement:
    """In 100,000 runs for each n from 49 to 52 all samples contain a plane with a probability of about 1 %."""
    runs, odds = claim.trials_at("") or 0, plane_odds(runner)
    without = {n: 1 - odds.estimate(n) for n in claim.data["cards"]}
    return Statement(
        checks=(_none_seen("a plane in every sample of more than 48 cards", without, runs),),
        why=f"With {runs:,} runs, about {sum(without.values()) * runs:.1f} samples without a plane are expected, and "
        f"with {runs // 10:,}, as main4.py of the appendix sets, about {sum(without.values()) * runs / 10:.2f}",
        results=(odds.result,),
    )


def planes_given_one(claim: Claim, runner: Runner) -> Answer:
    """The mean number of planes in n cards, given that there is one: the mean divided by the probability."""
    odds = plane_odds(runner)
    known = {n: exact_planes(4).table.mean_given_one(n) for n in (16, 24, 32, 40)}
    exact = ", ".join(f"{n}: {float(mean):.4f}" for n, mean in known.items() if mean is not None)
    sampled = ", ".join(f"{n}: {mean_given_one(odds, n)}" for n in claim.data["cards"])
    return Answer(
        answer=f"{exact} (exact); {sampled} (95 %)",
        trials=odds.result.tally.trials,
        why="The mean number of planes has a closed formula. The probability of a plane is exact up to 40 cards and "
        "from 53 on, and sampled in between.",
        results=(odds.result,),
        commands=(COMMAND,),
    )


def mean_given_one(odds: PlaneOdds, cards: int) -> str:
    """An interval for the mean number of planes, given that there is one, from our sample."""
    ends = proportion_interval(*odds.sample(cards), SHOWN)
    mean = float(mean_flats(cards, 2))
    return f"{mean / ends.high:.4f} to {mean / ends.low:.4f}"


def _none_seen(what: str, events: Mapping[int, Fraction] | Mapping[int, float], runs: int) -> Check:
    return check_none_seen(what, f"{runs:,} runs for each of {len(events)} sizes", list(events.values()), runs)


EVIDENCE: dict[str, Gather] = {
    "A13.graph": graph,
    "A13.table11": table_11,
    "A13.fifteen": fifteen_or_less,
    "A13.nine": plane_in_nine,
    "A13.all": all_beyond_48,
    "A13.given": planes_given_one,
}
