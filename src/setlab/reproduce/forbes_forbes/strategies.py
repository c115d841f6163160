"""Random choice, the basic strategy, and the claims for the general strategy (E1, E2, E4)."""

from __future__ import annotations

from fractions import Fraction

from setlab.reproduce.forbes_forbes.games import cleared, played
from setlab.reproduce.judging import SHOWN, Answer, Figures, Statement, check_proportion, confidence
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim
from setlab.stats import Interval, proportion_interval, read_printed

NOT_BOUNDED = (
    "The lower bound comes from a strategy that values positions. The only upper bound for the whole game comes from "
    "an informed player, who knows the order of the deck and clears every deal that was searched. `setlab solitaire "
    "bound` bounds the end of the game, from the positions that `expert` reaches, but not earlier turns. No optimal "
    "strategy is known."
)


def random_choice(claim: Claim, runner: Runner) -> Figures:
    """The proportion of tables that random choice clears."""
    result = played(runner, "random")
    return Figures(
        values={"all clear": cleared(result)}, why="Our games take a random SET each time.", results=(result,)
    )


def basic_strategy(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that the basic strategy clears."""
    result, above = played(runner, "basic"), claim.data["above"]
    return Statement(
        checks=(check_proportion(f"more than {above}", "games", cleared(result), above=read_printed(above).value),),
        why="The whole confidence interval lies above the printed figure.",
        results=(result,),
    )


def significant(claim: Claim, runner: Runner) -> Statement:
    """The general strategy clears more tables than the basic strategy, in independent samples."""
    basic = played(runner, "basic")
    general = runner.run("solitaire", 3e4, 5e5, seed=2, strategy=claim.data["strategy"])
    most = proportion_interval(*cleared(basic), confidence(2)).high
    return Statement(
        checks=(
            check_proportion(
                f"the general strategy clears more than the basic one, which clears at most {100 * most:.3f} %",
                "games of S(9)",
                cleared(general),
                above=Fraction(most),
                tests=2,
            ),
        ),
        why="The confidence intervals of the two strategies do not overlap; the samples have different seeds.",
        results=(basic, general),
    )


def hit_rate(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that S(9) actually clears."""
    result, above = played(runner, claim.data["strategy"]), claim.data["above"]
    return Statement(
        checks=(check_proportion(f"better than {above}", "games", cleared(result), above=read_printed(above).value),),
        why="Of the tables actually cleared, the whole confidence interval lies above the printed figure.",
        results=(result,),
    )


def better(claim: Claim, runner: Runner) -> Answer:
    """A lower bound by a strategy that values positions, an upper bound by an informed player."""
    player, informed, recommended = (
        played(runner, "expert"),
        played(runner, "clairvoyant", seed=2),
        played(runner, "S9"),
    )
    least, most = (proportion_interval(*cleared(result), SHOWN) for result in (player, informed))
    known, searched = cleared(player), cleared(informed)
    return Answer(
        answer=(
            f"at least {100 * least.low:.1f} % of all tables can be cleared, by `expert` ({100 * least.low:.1f} to "
            f"{100 * least.high:.1f} % in {known.trials:,} games, 95 %), and at most {100 * most.high:.4g} %: an "
            f"informed player clears {searched.cases:,} of {searched.trials:,} deals"
        ),
        checks=(
            check_proportion(
                "`expert` clears more tables than the recommended strategy",
                "games of expert",
                known,
                above=Fraction(proportion_interval(*cleared(recommended), confidence(2)).high),
                tests=2,
            ),
        ),
        lower=Fraction(least.low),
        upper=Fraction(most.high),
        interval=Interval(least.low, most.high),
        why=NOT_BOUNDED,
        results=(player, informed, recommended),
        commands=("setlab solitaire bound --undealt 18 --games 20",),
    )


EVIDENCE: dict[str, Gather] = {
    "E1.random": random_choice,
    "E2.basic": basic_strategy,
    "E2.significant": significant,
    "E4.claim": hit_rate,
    "E4.better": better,
}
