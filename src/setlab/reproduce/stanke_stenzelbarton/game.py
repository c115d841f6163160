"""The standard game, its printed programs, and the number of turns (B1, B6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from setlab.experiment.kernels.endgame import Game, play, run_engine
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.reproduce.judging import Check, Statement, check, check_fact, check_test
from setlab.reproduce.methods.game import FIRST_CARDS, MORE_CARDS, Triple, breach, sets_among
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
    lists: list[Any] = _nested(names, iterators, values, {})
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


def _nested(names: Sequence[str], iterators: Sequence[str], values: Sequence[int], bound: Mapping[str, int]) -> Any:
    if not iterators:
        return tuple(bound[name] for name in names)
    return [_nested(names, iterators[1:], values, {**bound, iterators[0]: value}) for value in values]


TALLIES = ("leftover", "turns", "largest_table")


@dataclass(frozen=True)
class Choice:
    """A choice in a game: the SETs on the table, and the SET taken."""

    sets: tuple[Triple, ...]
    taken: Triple

    def based_on(self, wanted: str) -> list[Triple]:
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
        checks=(
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
        ),
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
        checks=tuple(checks),
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
        return max((1 + longest(after) for after in _following(numbers, table, most_without, count_fresh)), default=0)

    return longest((cards - table, table, table))


def _following(numbers: Numbers, table: int, most_without: int, count_fresh: bool) -> list[Numbers]:
    """The possible numbers after the next turn."""
    undealt, lying, fresh = numbers
    most_fresh = min(SET, fresh)
    used = range(max(1, SET - (lying - fresh)), most_fresh + 1) if count_fresh else range(most_fresh + 1)
    after = [_refilled(undealt, lying - SET, fresh - number, table) for number in used if lying >= SET]
    if undealt and lying <= most_without:
        dealt = min(SET, undealt)
        after.append((undealt - dealt, lying + dealt, dealt))
    return after


def _refilled(undealt: int, lying: int, fresh: int, table: int) -> Numbers:
    """The numbers after the table has been refilled, if it has too few cards."""
    dealt = min(SET, undealt) if lying < table else 0
    return undealt - dealt, lying + dealt, fresh + dealt
