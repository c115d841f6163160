"""The cards left in nine variants of the game: tables 1 to 3, histograms, popular against reject (B2, B3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod, sqrt

from setlab import rules
from setlab.errors import plural
from setlab.experiment.kernels.endgame import EndgameParameters, play
from setlab.experiment.result import Result
from setlab.reproduce.evidence import (
    Check,
    Figures,
    Resolution,
    Sample,
    Statement,
    Value,
    check,
    check_fact,
    confidence,
    level,
)
from setlab.reproduce.methods.game import breach
from setlab.reproduce.methods.histograms import draw_leftovers, leftover_proportions, printed_proportions, sample_of
from setlab.reproduce.register import Runner, evidence
from setlab.rules import Rules, play_out
from setlab.rules.table import Event
from setlab.solitaire import Shuffle, can_clear
from setlab.sources import Claim, find_claim
from setlab.stats import (
    Interval,
    Origin,
    Printed,
    compare_samples,
    compare_with_printed,
    gamma_tails,
    normal_quantile,
    p_text,
    proportion_interval,
    read_printed,
)

DECK = 81

Figure = tuple[int, Printed]


def standard_games(runner: Runner, lost: int) -> Result:
    """Games by the standard rules with lost cards, for tables 1 to 3."""
    return runner.game(2e6, 1e8 if lost == 0 else 2e7, lost=lost)


def games_of(runner: Runner, lost: int, choice: str) -> Result:
    """Games of one of the nine variants; popular and reject have different seeds, since their samples are compared."""
    if choice == "random":
        return standard_games(runner, lost)
    seed = runner.seed + (choice == "reject")
    return runner.game(1e5, 1e6, lost=lost, choice=choice, seed=seed)


@evidence(*(f"B2.table{number}" for number in (1, 2, 3)))
def leftover_table(claim: Claim, runner: Runner) -> Figures:
    """Table 1, 2 or 3."""
    lost = claim.data["lost"]
    result = standard_games(runner, lost)
    series = {"printed": printed_proportions(claim.numbers()), "ours": leftover_proportions(result)}
    slips = ", ".join(_slips(claim, result))
    why = f"Both samples take a random SET; ours has {result.tally.trials:,} games, the printed one {claim.trials:,}."
    return Figures(
        values={place: sample_of(result, "leftover", place) for place in claim.figures},
        why=f"{why} Some printed figures are off by a power of ten: we find {slips}." if slips else why,
        results=(result,),
        drawing=draw_leftovers(f"Cards left, {DECK - lost} cards", series, result),
    )


@evidence(*(f"B2.{cards}{choice}" for cards in (81, 80, 79) for choice in ("random", "popular", "reject")))
def histogram(claim: Claim, runner: Runner) -> Figures:
    """A histogram without numbers: the variant is simulated, and the histogram drawn again."""
    lost, choice = claim.data["lost"], claim.data["choice"]
    result = games_of(runner, lost, choice)
    found = leftover_proportions(result)
    text = ", ".join(f"{plural(left, 'card')} in {100 * proportion:.3g} %" for left, proportion in found)
    return Figures(
        why=f"The page shows bars without numbers and does not describe them. Our {result.tally.trials:,} games leave "
        f"{text}.",
        results=(result,),
        drawing=draw_leftovers(f"Cards left, {DECK - lost} cards, {choice}", {"ours": found}, result),
    )


@evidence("B2.sum")
def sums(claim: Claim, runner: Runner) -> Statement:
    """Table 1 does not add up to 100 %, unless two figures are corrected by a power of ten."""
    tables = [find_claim(name) for name in claim.data["tables"]]
    results = [standard_games(runner, table.data["lost"]) for table in tables]
    pairs = list(zip(tables, results, strict=True))
    slips = ", ".join(words for table, result in pairs for words in _slips(table, result))
    return Statement(
        *(_adds_up(table, {}) for table in tables),
        corrected=tuple(_adds_up(table, _powers(table, result)) for table, result in pairs),
        why=f"In table 1 two figures are off by a power of ten: our games have {slips}. With these corrections the "
        "table adds up to 100 % within the rounding of its figures.",
        results=tuple(results),
    )


@evidence("B2.question")
def how_many(runner: Runner) -> Resolution:
    """The number of cards left in the standard game.

    In nine games out of ten, 6 or 9 cards are left. C4.leftovers proves which numbers are possible at all.
    """
    result = standard_games(runner, 0)
    text = ", ".join(f"{plural(left, 'card')} in {100 * p:.3g} %" for left, p in leftover_proportions(result))
    return Resolution(
        f"{text} of {result.tally.trials:,} games in which a random SET is taken",
        trials=result.tally.trials,
        results=(result,),
    )


def _adds_up(table: Claim, powers: Mapping[int, int]) -> Check:
    """Check that the figures of a table, times powers of ten, add up to 100 % within their rounding."""
    figures = [read_printed(text).times(Fraction(10) ** powers.get(n, 0)) for n, text in table.numbers().items()]
    total = sum((figure.value for figure in figures), Fraction(0))
    rounding = sum((figure.unit / 2 for figure in figures if figure.value), Fraction(0))
    return check(
        f"{table.place} adds up to 100 %, "
        f"for the sum of {len(figures)} figures, {float(100 * total):.4f} % ± {float(100 * rounding):.2g}",
        [total],
        lambda found: abs(found - 1) <= rounding,
        lambda found: f"{float(100 * found):.4f} %, where rounding explains {float(100 * rounding):.2g} %",
    )


def _powers(table: Claim, result: Result) -> dict[int, int]:
    """The figures of a table that differ from our games by a power of ten, with the exponents."""
    found = {
        left: compare_with_printed(
            text,
            sample_of(result, "leftover", left),
            Origin(trials=table.trials_at(str(left))),
            confidence=confidence(),
        )
        for left, text in table.numbers().items()
    }
    return {left: each.slip for left, each in found.items() if each.slip is not None}


def _slips(table: Claim, result: Result) -> list[str]:
    return [
        f"{100 * cases / trials:.3g} % where {table.figures[str(left)]} is printed"
        for left in _powers(table, result)
        for cases, trials in [sample_of(result, "leftover", left)]
    ]


EPSILON = 2.0**-52
"""The distance from 1 to the next larger number in double precision."""

DEGREES = 6
"""The degrees of freedom of a table of the cards left, which has at most seven rows."""


def multiple_of_epsilon(text: str) -> int | None:
    """The integer n for which a printed figure is n·2^-52 to all its digits; None if there is none.

    >>> multiple_of_epsilon("6.66134×10^-16"), multiple_of_epsilon("6.6614×10^-16")
    (3, None)
    """
    figure = read_printed(text)
    nearest = round(float(figure.value) / EPSILON)
    return nearest if figure.low <= nearest * EPSILON <= figure.high else None


def chance_of_multiples(texts: Iterable[str]) -> float:
    """The probability that arbitrary numbers, printed to these digits, would all agree with multiples of 2^-52.

    A figure stands for an interval of the width of its last digit, and the multiples are 2^-52 apart.

    >>> f"{chance_of_multiples(['6.66134×10^-16']):.1e}"
    '4.5e-06'
    """
    return prod(min(1.0, float(read_printed(text).unit) / EPSILON) for text in texts)


def largest_p_value(one: Sample, other: Sample, games: int, level: float) -> float:
    """An upper bound on the p value of a chi-square test of two other samples with the given number of games each.

    Our samples give confidence intervals for the probabilities of an event in the two cases. The probabilities differ
    at least by the gap between these intervals, and the observed difference in the other samples falls short of that
    only by chance. Each of the four estimates fails with probability level/4. Merging cells never increases the
    chi-square statistic, so the statistic of the event is a lower bound for that of the whole table.

    >>> largest_p_value(Sample(100, 1000), Sample(110, 1000), 10**6, 0.01)
    1.0
    >>> largest_p_value(Sample(10_000, 100_000), Sample(12_000, 100_000), 10**6, 0.01) < 1e-100
    True
    """
    ends = sorted((proportion_interval(*sample, 1 - level / 4) for sample in (one, other)), key=lambda end: end.low)
    spreads = [-normal_quantile(level / 8) * sqrt(_variance(end) / games) for end in ends]
    gap = ends[1].low - ends[0].high - sum(spreads)
    if gap <= 0:
        return 1.0
    variance = _variance(Interval(ends[0].low, min(1.0, ends[1].high + spreads[1])))
    return gamma_tails(DEGREES / 2, games * gap**2 / (2 * variance) / 2).upper


def _variance(proportion: Interval) -> float:
    """The largest variance of the indicator of an event whose probability lies in the interval."""
    nearest = min(max(0.5, proportion.low), proportion.high)
    return nearest * (1 - nearest)


EVENT = 6
"""The event by which the p values are bounded: at most this number of cards, minus the lost cards, is left."""


@evidence("B3.differ")
def differ(claim: Claim, runner: Runner) -> Statement:
    """Two independent samples for each deck are compared.

    Popular leaves more cards than reject. The two samples have different seeds; with the same seed they would have the
    same decks and would not be independent.
    """
    checks, results = [], []
    for lost in claim.data["lost"]:
        popular, reject = two_samples(runner, lost)
        found = compare_samples(popular.tally["leftover"], reject.tally["leftover"])
        words = f"p = {p_text(found.log10_p)}, distance {found.distance:.2g}, {popular.tally.trials:,} games of each"
        small = found.p < level(len(claim.data["lost"]))
        checks.append(check_fact(f"{DECK - lost} cards: popular and reject differ", words, small, whole=False))
        results += [popular, reject]
    return Statement(*checks, results=tuple(results))


@evidence("B3.table4")
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


@evidence("B3.matter")
def matter(runner: Runner) -> Resolution:
    """Two games with the same deck, of which one clears the table and the other does not.

    Both games follow the rules and are dealt from the same deck; only the SETs taken differ. The tables of popular and
    reject show how often the choice matters.
    """
    trial = next(trial for trial in range(100) if play(EndgameParameters(), runner.seed, trial).leftover)
    shuffle = Shuffle.of(runner.seed, trial)
    cleared = play_out(shuffle.order, can_clear(shuffle)[1], Rules())
    other = play(EndgameParameters(), runner.seed, trial)
    taken = sum(len(event.cards) for event in cleared if isinstance(event, rules.Claim))
    same_deck = _cards_dealt(cleared) == _cards_dealt(other.events)
    return Resolution(
        f"yes: with the deck of game {trial} of seed {runner.seed} one choice of SETs clears the table, and "
        f"another leaves {other.leftover} cards",
        check_fact(
            "one choice of SETs clears the table", f"{taken} cards taken", taken == DECK and breach(cleared) is None
        ),
        check_fact(
            "another choice from the same deck does not",
            f"{other.leftover} cards left",
            same_deck and other.leftover > 0 and breach(other.events) is None,
        ),
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


def _cards_dealt(game: Sequence[Event]) -> list[int]:
    return [card for event in game if isinstance(event, rules.Deal) for card in event.cards]
