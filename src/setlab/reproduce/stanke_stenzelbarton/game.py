"""The standard game and the choices popular and reject: our games are replayed and checked (B1.game, B3.choice)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from setlab.experiment.kernels.endgame import run_engine
from setlab.experiment.kernels.endgame_game import Game, play
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.reproduce.judging import Check, Statement, check, check_fact, check_test
from setlab.reproduce.methods.standard_referee import FIRST_CARDS, MORE_CARDS, Triple, breach, sets_among
from setlab.reproduce.running import Gather, Runner
from setlab.rules import events
from setlab.sources import Claim
from setlab.stats import compare_with_proportions

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


def choices(claim: Claim, runner: Runner) -> Statement:
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


EVIDENCE: dict[str, Gather] = {"B1.game": standard_game, "B3.choice": choices}
