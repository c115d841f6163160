"""The choices popular and reject: whether they differ, and what the printed p values are (B3)."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.experiment.kernels.endgame_game import play
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.experiment.run import Result
from setlab.reproduce.judging import Answer, Figures, Sample, Statement, Value, check_fact, level
from setlab.reproduce.methods.standard_referee import breach
from setlab.reproduce.running import Gather, Runner
from setlab.reproduce.stanke_stenzelbarton.leftovers import games_of
from setlab.reproduce.stanke_stenzelbarton.p_values import chance_of_multiples, largest_p_value, multiple_of_epsilon
from setlab.rules import Rules, events, play_out
from setlab.rules.events import Event
from setlab.solitaire import Shuffle, can_clear
from setlab.sources import Claim
from setlab.stats import Interval, compare_samples, p_text

DECK = 81
EVENT = 6
"""The event by which the p values are bounded: at most this number of cards, minus the lost cards, is left."""


def differ(claim: Claim, runner: Runner) -> Statement:
    """Two independent samples for each deck are compared."""
    checks, results = [], []
    for lost in claim.data["lost"]:
        popular, reject = two_samples(runner, lost)
        found = compare_samples(popular.tally["leftover"], reject.tally["leftover"])
        words = f"p = {p_text(found.log10_p)}, distance {found.distance:.2g}, {popular.tally.trials:,} games of each"
        small = found.p < level(len(claim.data["lost"]))
        checks.append(check_fact(f"{DECK - lost} cards: popular and reject differ", words, small, whole=False))
        results += [popular, reject]
    return Statement(
        checks=tuple(checks),
        why="Popular leaves more cards than reject. The two samples have different seeds; with the same seed they "
        "would have the same decks and would not be independent.",
        results=tuple(results),
    )


def p_values(claim: Claim, runner: Runner) -> Figures:
    """Upper bounds, from our games, for the p values of a million games of each choice."""
    values, results = dict[str, Value](), list[Result]()
    for place in claim.figures:
        lost = DECK - int(place)
        samples = two_samples(runner, lost)
        popular, reject = (_at_most(result, EVENT - lost) for result in samples)
        most = largest_p_value(popular, reject, claim.data["games"], level(len(claim.figures)))
        values[place] = Interval(0.0, most)
        results += samples
    texts = list(claim.figures.values())
    multiples = ", ".join(str(multiple_of_epsilon(text)) for text in texts)
    return Figures(
        values=values,
        why="A chi-square test of a million games of each choice gives far smaller p values. The printed ones are "
        f"rounding errors of 1 − 1 in double precision: to all printed digits they are {multiples} times 2^-52. For "
        f"arbitrary numbers of this size this would happen with probability {chance_of_multiples(texts):.1g}.",
        commands=(f"python -c 'print(*(n * 2**-52 for n in ({multiples})))'",),
        results=tuple(results),
    )


def matter(claim: Claim, runner: Runner) -> Answer:
    """Two games with the same deck, of which one clears the table and the other does not."""
    trial = next(trial for trial in range(100) if play(EndgameParameters(), runner.seed, trial).leftover)
    shuffle = Shuffle.of(runner.seed, trial)
    cleared = play_out(shuffle.order, can_clear(shuffle)[1], Rules())
    other = play(EndgameParameters(), runner.seed, trial)
    taken = sum(len(event.cards) for event in cleared if isinstance(event, events.Claim))
    same_deck = _dealt(cleared) == _dealt(other.events)
    return Answer(
        answer=f"yes: with the deck of game {trial} of seed {runner.seed} one choice of SETs clears the table, and "
        f"another leaves {other.leftover} cards",
        checks=(
            check_fact(
                "one choice of SETs clears the table", f"{taken} cards taken", taken == DECK and breach(cleared) is None
            ),
            check_fact(
                "another choice from the same deck does not",
                f"{other.leftover} cards left",
                same_deck and other.leftover > 0 and breach(other.events) is None,
            ),
        ),
        why="Both games follow the rules and are dealt from the same deck; only the SETs taken differ. The tables of "
        "popular and reject show how often the choice matters.",
        commands=(
            f"setlab simulate endgame --first {trial} --trials 1 --seed {runner.seed}",
            f"setlab solitaire clearable --games {trial + 1} --seed {runner.seed}",
        ),
    )


def two_samples(runner: Runner, lost: int) -> tuple[Result, Result]:
    """Independent samples of games with the choices popular and reject."""
    return games_of(runner, lost, "popular"), games_of(runner, lost, "reject")


def _at_most(result: Result, cards: int) -> Sample:
    """The games that leave at most n cards."""
    counts = result.tally["leftover"]
    return Sample(sum(number for left, number in counts.items() if left <= cards), result.tally.trials)


def _dealt(game: Sequence[Event]) -> list[int]:
    return [card for event in game if isinstance(event, events.Deal) for card in event.cards]


EVIDENCE: dict[str, Gather] = {"B3.differ": differ, "B3.table4": p_values, "B3.matter": matter}
