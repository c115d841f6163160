"""Random choice, the basic strategy, and what is claimed for the general one (E1, E2, E4)."""

from __future__ import annotations

from fractions import Fraction

from setlab.reproduce.forbes_forbes.games import cleared, played
from setlab.reproduce.judging import SHOWN, Answer, Figures, Statement, check_proportion, confidence
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim
from setlab.stats import Interval, proportion_interval, read_printed

NOT_BOUNDED = (
    "From below, a player that values positions; from above, for the whole game, only one who knows the order of the "
    "deck, and that one clears every deal that was searched. `setlab solitaire bound` bounds the end of the game, from "
    "the positions that `expert` reaches; earlier turns are left out there. No best way is known."
)


def random_choice(claim: Claim, runner: Runner) -> Figures:
    """The proportion of tables that random choice clears."""
    result = played(runner, "random")
    return Figures(values={"all clear": cleared(result)}, results=(result,))


def basic_strategy(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that the basic strategy clears."""
    result, above = played(runner, "basic"), claim.data["above"]
    return Statement(
        checks=(check_proportion(f"more than {above}", "games", cleared(result), above=read_printed(above).value),),
        results=(result,),
    )


def significant(claim: Claim, runner: Runner) -> Statement:
    """The general strategy clears more tables than the basic strategy can, in games of another seed."""
    basic = played(runner, "basic")
    general = runner.run("solitaire", 3e4, 5e5, seed=2, strategy=claim.data["strategy"])
    most = proportion_interval(*cleared(basic), confidence(2)).high
    return Statement(
        checks=(
            check_proportion(
                f"more tables cleared than by the basic strategy, which clears at most {100 * most:.3f} %",
                "games of S(9)",
                cleared(general),
                above=Fraction(most),
                tests=2,
            ),
        ),
        results=(basic, general),
    )


def hit_rate(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that S(9) really clears."""
    result, above = played(runner, claim.data["strategy"]), claim.data["above"]
    return Statement(
        checks=(
            check_proportion(
                f"better than {above}", "games really cleared", cleared(result), above=read_printed(above).value
            ),
        ),
        results=(result,),
    )


def better(claim: Claim, runner: Runner) -> Answer:
    """A lower bound by a player that values positions, an upper bound by one who knows the deck."""
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
            f"{100 * least.high:.1f} % in {known.trials:,} games, 95 %); at most {100 * most.high:.4g} %: one who "
            f"knows the order of the deck clears {searched.cases:,} of {searched.trials:,} deals"
        ),
        checks=(
            check_proportion(
                "more tables can be cleared than by the recommended strategy",
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
