"""Simulation 1: the cards left (A10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import product

from setlab.experiment.kernels.endgame import EndgameParameters, deck_order, run_engine
from setlab.experiment.result import Result
from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.programs import card_text, contains_set_v2, reduce_deck
from setlab.reproduce.evidence import Check, Checks, Figures, Sample, Statement, check, check_proportion, check_test
from setlab.reproduce.judgement import decimal_mark
from setlab.reproduce.methods.histograms import draw_leftovers, leftover_proportions, printed_proportions, sample_of
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim, find_claim
from setlab.stats import Printed, compare_samples, p_text, read_printed

GAME_SEED, RANDOM_SEED = 2, 3
"""The seeds of the games that are compared with the reduction; they make the samples independent."""

COMMONEST = 6
LISTED_DECKS = 200


@evidence("A10.table8")
def table_8(claim: Claim, runner: Runner) -> Figures:
    """The cards left by the program of the appendix, which reduces the deck in the order of its pairs."""
    result = runner.game(2.5e6, 5e7, refill="greedy-deck")
    series = {
        "printed": printed_proportions(find_claim("A10.shares").numbers()),
        "ours, reducing the deck": leftover_proportions(result),
        "the game": leftover_proportions(standard_games(runner)),
    }
    return Figures(
        values={place: sample_of(result, "leftover", place) for place in claim.figures},
        results=(result,),
        drawing=draw_leftovers("Cards left (table 8)", series, result),
        why="The program of the appendix reduces the shuffled deck, and so does ours. main1.py of the appendix plays "
        f"{claim.data['games']:,} games at a time.",
    )


@evidence("A10.shares")
def percentages() -> Figures:
    """The percentages are the counts of table 8 over the number of games; the smallest is off by a factor of 100."""
    table = find_claim("A10.table8")
    games = table.trials_at("")
    assert games is not None
    return Figures(
        values={place: figure_of(text).value / games for place, text in table.figures.items()},
        why=f"Each percentage is the count divided by {games:,}. The last figure is the proportion itself; as a "
        "percentage it is 100 times as large.",
    )


@evidence("A10.game")
def what_was_simulated(runner: Runner) -> Checks:
    """Table 8 comes neither from the game with a table of twelve cards nor from random SETs of all remaining cards."""
    normally = standard_games(runner)
    at_random = runner.game(1e4, 2e5, seed=RANDOM_SEED, table="all", choice="random")
    clear = sample_of(normally, "leftover", 0)
    yield _like_table_8("table 8 shows the cards left by the game played normally", normally)
    yield _like_table_8("table 8 shows the cards left when random SETs are taken from all cards", at_random)
    return Statement(
        why="The program of the appendix takes SETs from the whole deck in the order of its pairs, without a table of "
        f"twelve cards and without a random choice. The game leaves no card in {clear.percent:.4g} % of all cases, "
        f"table 8 in {find_claim('A10.shares').figures['0']}.",
    )


@evidence("A10.three")
def three_left() -> Checks:
    """Three cards with sum 0 form a SET, and the cards left by a game always sum to 0.

    The deck and every SET sum to 0 modulo 3, so the cards left do as well. Three cards with sum 0 form a SET, and the
    game goes on.
    """
    space = Space(4)
    values = list(product(range(3), repeat=3))
    what = "the deck sums to 0, for each of the {} properties"
    yield check(what, range(4), lambda i: sum(space.coordinates(card)[i] for card in space.cards) % 3 == 0)
    what = "three values are all the same or all different if and only if they sum to 0, for all {} triples of values"
    yield check(what, values, lambda three: (sum(three) % 3 == 0) == (len(set(three)) != 2))


@evidence("A10.common")
def common_and_rare(claim: Claim, runner: Runner) -> Checks:
    """Six or nine cards are left in more than half of all games, 18 in fewer than one in 100,000.

    This holds in the game as it is played, not only in the reduction of the deck.
    """
    result = standard_games(runner)
    common = sum(sample_of(result, "leftover", left).cases for left in claim.data["common"])
    rare = sample_of(result, "leftover", claim.data["rare"])
    what = "6 or 9 cards are left in more than half of all games"
    yield check_proportion(what, "games", Sample(common, result.tally.trials), above=Fraction(1, 2), tests=2)
    what = "18 cards are left in fewer than one game in 100,000"
    yield check_proportion(what, "games", rare, below=Fraction(1, 10**5), tests=2)


@evidence("A10.listing")
def listed_reduction(runner: Runner) -> Checks:
    """The listing leaves no SET, and leaves as many cards as our core for the same shuffled deck.

    A pair is passed over only if its third card is used or absent, and it remains so: no SET can be left.
    """
    parameters = EndgameParameters.complete({"refill": "greedy-deck"})

    def same(trial: int) -> bool:
        deck = [card_text(card) for card in deck_order(parameters, runner.seed, trial)]
        left = reduce_deck(deck)
        core = run_engine(parameters, runner.seed, trial, 1).histograms["leftover"]
        return core == {len(left): 1} and not contains_set_v2(left)

    what = "the listing leaves no SET, and leaves as many cards as our core, for {} shuffled decks"
    yield check(what, range(LISTED_DECKS), same, whole=False)
    command = f"setlab simulate endgame --choice first --table 81 --trials {LISTED_DECKS} --seed {runner.seed}"
    return Statement(commands=(command,))


def standard_games(runner: Runner) -> Result:
    """The game with twelve cards on the table and a random SET each time."""
    return runner.game(2e6, 1e8, seed=GAME_SEED)


def printed_counts(table: Claim) -> dict[int, int]:
    """The counts of table 8 that are printed to the last digit.

    >>> printed_counts(find_claim("A10.table8"))
    {0: 765970, 15: 34060, 18: 21}
    """
    figures = {left: figure_of(text) for left, text in table.numbers().items()}
    return {left: int(figure.value) for left, figure in figures.items() if figure.unit == 1}


def with_the_rest(counts: Mapping[int, int], cells: Collection[int], total: int) -> dict[int, int]:
    """The counts of some numbers of cards left, with all others pooled at 6, the most frequent.

    >>> with_the_rest({0: 1, 6: 2, 9: 3, 18: 4}, [0, 18], 10)
    {0: 1, 18: 4, 6: 5}
    """
    kept = {left: counts.get(left, 0) for left in cells}
    return kept | {COMMONEST: total - sum(kept.values())}


def figure_of(text: str) -> Printed:
    """A count of table 8, where a single point separates thousands."""
    return read_printed(text, decimal_mark(text))


def _like_table_8(what: str, result: Result) -> Check:
    """Test whether the printed counts and ours have the same distribution; rounded counts are pooled."""
    table = find_claim("A10.table8")
    games, trials = table.trials_at("") or 0, result.tally.trials
    exact = printed_counts(table)
    ours = with_the_rest(result.tally["leftover"], exact, trials)
    found = compare_samples(with_the_rest(exact, exact, games), ours)
    domain = f"{games:,} printed games and {trials:,} of ours"
    words = f"chi-square {found.statistic:.4g}, {found.degrees} degrees of freedom, p = {p_text(found.log10_p)}"
    return check_test(what, domain, found.p, trials, words, tests=2)
