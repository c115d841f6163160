"""Runs of 10,000 games merged into a million, and the games that are recorded (B4)."""

from __future__ import annotations

from functools import reduce

from setlab.errors import plural
from setlab.experiment.kernels.endgame import play, run_engine
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.tally import Tally
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import sets_among
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

MINUTES_PER_DAY = 24 * 60


@evidence("B4.million")
def million(claim: Claim) -> Figures:
    """100 files of 10,000 games make one million, not a million million."""
    found = f"{claim.data['files'] * claim.data['games_per_file']:,}"
    return Figures(
        values={"numbers in one string": found},
        corrected={"numbers in one string": found},
        why='The word "million" is superfluous: 100 × 10,000 is 1,000,000, as section 3.1 says.',
    )


@evidence("B4.runs")
def arithmetic(claim: Claim) -> Statement:
    """The numbers of types and games, and the time they took."""
    data = claim.data
    types, games = len(data["choices"]) * len(data["decks"]), data["files"] * data["games_per_file"]
    days = data["files"] * data["minutes_per_round"] / MINUTES_PER_DAY
    return Statement(
        checks=(
            check_fact(
                "three choices and three decks make nine types of game",
                f"{len(data['choices'])} × {len(data['decks'])} = {types}",
                types == data["types"],
            ),
            check_fact(
                "100 files of 10,000 games make one million",
                f"{data['files']} × {data['games_per_file']:,} = {games:,}",
                games == data["games"],
            ),
            check_fact(
                "100 rounds of one hour and forty minutes are about one week",
                f"{days:.2f} days",
                round(days) == data["days"],
            ),
        ),
        why="One round of 10,000 games of each variant takes 100 minutes, so a hundred rounds take 10,000 minutes.",
    )


@evidence("B4.merge")
def merged(claim: Claim, runner: Runner) -> Statement:
    """The tallies of 100 runs of 10,000 games add up to the tally of one run of a million games."""
    spec, size = make_spec("endgame", {}, runner.seed), claim.data["games_per_file"]
    trials = claim.data["files"] * size
    runs = [run(spec, size, first=first, threads=runner.threads).tally for first in range(0, trials, size)]
    one = run(spec, trials, threads=runner.threads)
    together = reduce(Tally.__add__, runs)
    left = ", ".join(f"{number:,} with {cards}" for cards, number in together["leftover"].items())
    return Statement(
        checks=(
            check_fact(
                f"{len(runs)} runs of {size:,} games add up to one of {trials:,}",
                f"{together.trials:,} games by cards left: {left}",
                together == one.tally,
                whole=False,
            ),
        ),
        why="All histograms agree, count by count: games are numbered, and a game does not depend on the run in which "
        "it is played.",
        results=(one,),
    )


@evidence("B4.kept")
def kept(claim: Claim, runner: Runner) -> Statement:
    """Every game that leaves 18 cards or more is recorded, with its cards."""
    least, parameters = claim.data["least"], EndgameParameters()
    found = run_engine(parameters, runner.seed, 0, int(2e7 if runner.full else 4e6), runner.threads)
    replayed = [play(parameters, runner.seed, trial) for trial in found.rare]
    large = [game for game in replayed if game.leftover >= least]
    counted = sum(number for left, number in found.histograms["leftover"].items() if left >= least)
    return Statement(
        checks=(
            check_fact(
                f"all games that leave {least} cards or more are recorded",
                f"{plural(len(large), 'game')} of {sum(found.histograms['leftover'].values()):,}",
                len(large) == counted > 0,
                whole=False,
            ),
            check(
                "the cards left by a recorded game contain no SET",
                "every recorded game, {} in all",
                large,
                lambda game: not sets_among(game.table.cards),
                lambda game: str(game.table.cards),
                whole=False,
            ),
        ),
        why="Our engine does the same as the program: it records the numbers of such games, and each of them can be "
        "played again. Games with 21 cards on the table are recorded too.",
        commands=("setlab simulate endgame --trials 4e6 --seed 1", "setlab runs"),
    )
