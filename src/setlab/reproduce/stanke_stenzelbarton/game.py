"""The standard game, its printed programs, the number of turns, and the recorded games (B1, B4, B6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from typing import Any

from setlab.errors import plural
from setlab.experiment.kernels.endgame import Game, play, run_engine
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.tally import Tally
from setlab.reproduce.evidence import Check, Figures, Statement, check, check_fact, check_test
from setlab.reproduce.methods.game import FIRST_CARDS, MORE_CARDS, breach, sets_among
from setlab.reproduce.register import Runner, evidence
from setlab.rules import events
from setlab.sources import Claim
from setlab.stats import compare_with_proportions

Card = tuple[int, ...]


def make_table(names: Sequence[str], iterators: Sequence[str], values: Sequence[int]) -> list[Any]:
    """`Table[{i, j, …}, {i, …}, {j, …}, …]`: nested lists, one level per iterator.

    If two iterators have the same name, the inner one gives the value.

    >>> make_table(("i", "j"), ("i", "j"), (1, 2))
    [[(1, 1), (1, 2)], [(2, 1), (2, 2)]]
    >>> make_table(("i",), ("i", "i"), (1, 2))
    [[(1,), (2,)], [(1,), (2,)]]
    """
    lists: list[Any] = _nest(names, iterators, values, {})
    return lists


def flatten(lists: Sequence[Any], levels: int) -> list[Any]:
    """`Flatten[list, n]`: the outermost n + 1 levels become one.

    >>> flatten([[[1], [2]], [[3], [4]]], 1)
    [[1], [2], [3], [4]]
    """
    return list(lists) if levels == 0 else [entry for part in flatten(lists, levels - 1) for entry in part]


def deck_of(data: Mapping[str, Any], flattened: int) -> list[Any]:
    """The list that a printed `Table` makes, flattened by the given number of levels."""
    values = range(data["from"], data["to"] + 1)
    return flatten(make_table(data["card"], data["iterators"], values), flattened)


@cache
def is_set(a: Card, b: Card, c: Card) -> bool:
    """`IsSet`: `Max[Mod[c1 + c2 + c3, 3]] == 0`.

    >>> is_set((1, 1), (1, 2), (1, 3)), is_set((1, 1), (1, 2), (2, 3))
    (True, False)
    """
    return max((x + y + z) % 3 for x, y, z in zip(a, b, c, strict=True)) == 0


def find_set(cards: Sequence[Card], rank: int = 0) -> tuple[int, tuple[Card, ...]]:
    """`FindSet`: the number of SETs among the cards, and the SET that `RandomChoice` returns if it draws this rank.

    >>> find_set([(1, 1), (1, 2), (1, 3), (2, 2)])
    (1, ((1, 1), (1, 2), (1, 3)))
    >>> find_set([(1, 1), (1, 2), (2, 2)])
    (0, ())
    """
    found = [triple for triple in combinations(cards, 3) if is_set(*triple)]
    return (len(found), found[rank]) if found else (0, ())


def _nest(names: Sequence[str], iterators: Sequence[str], values: Sequence[int], bound: Mapping[str, int]) -> Any:
    if not iterators:
        return tuple(bound[name] for name in names)
    return [_nest(names, iterators[1:], values, {**bound, iterators[0]: value}) for value in values]


TALLIES = ("leftover", "turns", "largest_table")


@dataclass(frozen=True)
class Choice:
    """A choice in a game: the SETs on the table, and the SET taken."""

    sets: tuple[frozenset[int], ...]
    taken: frozenset[int]

    def based_on(self, wanted: str) -> list[frozenset[int]]:
        """The SETs with a card that lies in the most SETs (popular), or in the fewest but at least one (reject)."""
        numbers = Counter(card for triple in self.sets for card in triple)
        basis = (max if wanted == "popular" else min)(numbers.values())
        return [triple for triple in self.sets if any(numbers[card] == basis for card in triple)]


@evidence("B1.game")
def standard_game(claim: Claim, runner: Runner) -> Statement:
    """Every event of our games, checked by a referee that was written from the printed rules alone."""
    games = _games(2000 if runner.full else 120, runner)
    happened = sum(len(game.events) for game in games)
    return Statement(
        check_fact(
            "the referee uses the printed numbers",
            f"{FIRST_CARDS} cards first, then {MORE_CARDS} at a time",
            (claim.data["first_cards"], claim.data["more_cards"]) == (FIRST_CARDS, MORE_CARDS),
        ),
        check(
            "our games follow the printed rules",
            f"{happened:,} events of {{}} games",
            games,
            lambda game: breach(game.events) is None,
            lambda game: str(breach(game.events)),
            whole=False,
        ),
        _engine_agrees(games, runner),
        why="An independent referee, which shares no code with our games, finds no breach of the rules; the compiled "
        "engine has the same cards left, turns and largest tables in the same games.",
    )


@evidence("B3.choice")
def choices(runner: Runner) -> Statement:
    """The SETs that the choices popular and reject take in our games."""
    checks: list[Check] = []
    for name, words in (("popular", "in the most SETs"), ("reject", "in the fewest SETs")):
        made = list(_choices(_games(500 if runner.full else 40, runner, choice=name)))
        checks += [_takes_its_own(name, words, made), _draws_evenly(name, made)]
    return Statement(
        *checks,
        why="The text does not say what reject does with cards that lie in no SET. No SET can be based on such a card; "
        "so here “the fewest” means the fewest but at least one.",
    )


def _games(number: int, runner: Runner, choice: str = "random") -> list[Game]:
    parameters = EndgameParameters.complete({"choice": choice})
    return [play(parameters, runner.seed, trial) for trial in range(number)]


def _engine_agrees(games: list[Game], runner: Runner) -> Check:
    counted = run_engine(EndgameParameters(), runner.seed, 0, len(games), runner.threads).histograms
    ours = {name: Counter(getattr(game, name) for game in games) for name in TALLIES}
    numbers = ", ".join(f"{number} with {left} cards left" for left, number in ours["leftover"].most_common())
    return check_fact(
        "the compiled engine plays the same games",
        f"{len(games):,} games: {numbers}",
        all(dict(counted[name]) == ours[name] for name in TALLIES),
        whole=False,
    )


def _choices(games: list[Game]) -> Iterator[Choice]:
    """Every choice in some games, with the tables rebuilt from the events."""
    for game in games:
        table: list[int] = []
        for event in game.events:
            if isinstance(event, events.Deal):
                table += event.cards
            elif isinstance(event, events.Claim):
                yield Choice(tuple(sets_among(table)), frozenset(event.cards))
                table = [card for card in table if card not in event.cards]


def _takes_its_own(name: str, words: str, made: list[Choice]) -> Check:
    return check(
        f"{name} takes a SET with a card that lies {words}",
        "{} SETs taken in replayed games",
        made,
        lambda choice: choice.taken in choice.based_on(name),
        whole=False,
    )


def _draws_evenly(name: str, made: list[Choice]) -> Check:
    """Test that each of two possible SETs is taken with probability 1/2."""
    pairs = [(choice.based_on(name), choice.taken) for choice in made]
    ranks = Counter(possible.index(taken) for possible, taken in pairs if len(possible) == 2)
    found = compare_with_proportions(ranks, {0: Fraction(1, 2), 1: Fraction(1, 2)})
    cases = sum(ranks.values())
    words = f"{cases} choices between two SETs: the first {ranks[0]} times, the second {ranks[1]} times"
    return check_test(f"{name} takes each of two possible SETs with probability 1/2", words, found.p, cases, words, 2)


Numbers = tuple[int, int, int]
"""The numbers of undealt cards, of cards on the table, and of fresh cards on the table."""

SET = 3


def most_turns(cards: int = 81, table: int = 12, most_without: int = 20, count_fresh: bool = True) -> int:
    """The maximum number of turns in a sequence of deals and SETs that the numbers of cards allow.

    A turn takes a SET and refills the table, or deals three cards because there is no SET; at most `most_without` cards
    contain no SET. Unless `count_fresh` is set, a SET may be taken whenever three cards are on the table.

    >>> most_turns(), most_turns(count_fresh=False)
    (49, 50)
    """

    @cache
    def longest(numbers: Numbers) -> int:
        return max(
            (1 + longest(after) for after in _next_numbers(numbers, table, most_without, count_fresh)), default=0
        )

    return longest((cards - table, table, table))


def _next_numbers(numbers: Numbers, table: int, most_without: int, count_fresh: bool) -> list[Numbers]:
    """The possible numbers after the next turn."""
    undealt, lying, fresh = numbers
    most_fresh = min(SET, fresh)
    used = range(max(1, SET - (lying - fresh)), most_fresh + 1) if count_fresh else range(most_fresh + 1)
    after = [_refill(undealt, lying - SET, fresh - number, table) for number in used if lying >= SET]
    if undealt and lying <= most_without:
        dealt = min(SET, undealt)
        after.append((undealt - dealt, lying + dealt, dealt))
    return after


def _refill(undealt: int, lying: int, fresh: int, table: int) -> Numbers:
    """The numbers after the table has been refilled, if it has too few cards."""
    dealt = min(SET, undealt) if lying < table else 0
    return undealt - dealt, lying + dealt, fresh + dealt


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
        why="One round of 10,000 games of each variant takes 100 minutes, so a hundred rounds take 10,000 minutes.",
    )


@evidence("B4.merge")
def merged_runs(claim: Claim, runner: Runner) -> Statement:
    """The tallies of 100 runs of 10,000 games add up to the tally of one run of a million games."""
    spec, size = make_spec("endgame", {}, runner.seed), claim.data["games_per_file"]
    trials = claim.data["files"] * size
    runs = [run(spec, size, first=first, threads=runner.threads).tally for first in range(0, trials, size)]
    one = run(spec, trials, threads=runner.threads)
    together = reduce(Tally.__add__, runs)
    left = ", ".join(f"{number:,} with {cards}" for cards, number in together["leftover"].items())
    return Statement(
        check_fact(
            f"{len(runs)} runs of {size:,} games add up to one of {trials:,}",
            f"{together.trials:,} games by cards left: {left}",
            together == one.tally,
            whole=False,
        ),
        why="All histograms agree, count by count: games are numbered, and a game does not depend on the run in which "
        "it is played.",
        results=(one,),
    )


@evidence("B4.kept")
def recorded_games(claim: Claim, runner: Runner) -> Statement:
    """Every game that leaves 18 cards or more is recorded, with its cards."""
    least, parameters = claim.data["least"], EndgameParameters()
    found = run_engine(parameters, runner.seed, 0, int(2e7 if runner.full else 4e6), runner.threads)
    replayed = [play(parameters, runner.seed, rare.trial) for rare in found.rare]
    large = [game for game in replayed if game.leftover >= least]
    counted = sum(number for left, number in found.histograms["leftover"].items() if left >= least)
    return Statement(
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
        why="Our engine does the same as the program: it records the numbers of such games, and each of them can be "
        "played again. Games with 21 cards on the table are recorded too.",
        commands=("setlab simulate endgame --trials 4e6 --seed 1", "setlab runs"),
    )
