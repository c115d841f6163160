"""Live and dead pairs, partitions into SETs, and the strategies (E2, E3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from setlab.errors import plural
from setlab.reproduce.evidence import (
    SHOWN,
    Check,
    Figures,
    Resolution,
    Statement,
    check,
    check_fact,
    check_proportion,
    confidence,
)
from setlab.reproduce.forbes_forbes.games import (
    FULL_TABLE,
    Cards,
    best_value,
    cards_text,
    cleared_games,
    partitions,
    replay,
    run_strategy,
    sets_of,
)
from setlab.reproduce.methods.game import CARDS
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import Shuffle, State, count_declarations
from setlab.solitaire.bounds.shortcuts import counterexample
from setlab.solitaire.values.engine import exact_value
from setlab.sources import Claim
from setlab.stats import Interval, proportion_interval, read_printed

STRATEGY = "S9"
SEARCHED = 20_000
"""The number of games among which a position is sought."""


@dataclass(frozen=True)
class ReachedState:
    """A state of a game, with the same cards in the form of the independent referee."""

    shuffle: Shuffle
    state: State

    @property
    def table(self) -> Cards:
        """The cards on the table."""
        return frozenset(self.state.cards)

    @property
    def undealt(self) -> Cards:
        """The undealt cards."""
        return frozenset(self.state.undealt)

    @property
    def value(self) -> Fraction:
        """The probability of clearing the table with best play, by exhaustive search."""
        return best_value(self.table, self.undealt)

    @property
    def engine_value(self) -> Fraction:
        """The same by the compiled engine."""
        return exact_value(self.state)

    @property
    def is_met(self) -> bool:
        """True if the referee reaches the position, possibly before the deal of three cards because there is no SET."""
        *_, stage = replay(self.shuffle.order, list(map(frozenset, self.state.taken)))
        dealt = stage.table - self.table
        same = stage.table == self.table | dealt and self.undealt == dealt.union(stage.undealt)
        return same and not (dealt and sets_of(self.table))

    def __str__(self) -> str:
        return (
            f"game {self.shuffle.game} of seed {self.shuffle.seed} reaches {len(self.table)} cards on the table "
            f"({cards_text(self.table)}) and {len(self.undealt)} undealt ({cards_text(self.undealt)}); "
            f"best play clears them with probability {self.value}"
        )


@cache
def find_wrong_declaration(seed: int, undealt: int, table: int) -> ReachedState:
    """The first position of these sizes that S(9) declares won although best play may fail to clear it."""
    for game in count_declarations(STRATEGY, SEARCHED, seed).examples:
        found = counterexample(STRATEGY, seed, game)
        if (found.state.table.undealt, len(found.state.cards)) == (undealt, table):
            return ReachedState(found.shuffle, found.state)
    raise LookupError(f"no such position with {undealt} undealt cards in {SEARCHED:,} games of seed {seed}")


def before_the_deal(position: ReachedState) -> ReachedState:
    """The same game before the last three cards were dealt."""
    first = len(position.shuffle.order) - position.state.table.undealt
    dealt = position.shuffle.order[first - 3 : first]
    table = [card for card in position.state.cards if card not in dealt]
    return ReachedState(position.shuffle, State.of(table, position.state.taken))


def check_all_clear(position: ReachedState, case: str) -> Check:
    """Check that best play clears all cards from a position with certainty."""
    return check(f"the game ends all clear, {case}", "{} position", [position], lambda here: here.value == 1)


def check_position(position: ReachedState, wanted: int) -> tuple[Check, ...]:
    """Check that a position occurs in a game, has the required partition, and has the same value by two methods."""
    found = list(partitions(position.table | position.undealt))
    most = max((sum(line <= position.table for line in lines) for lines in found), default=-1)
    return (
        check_fact(
            "the position occurs in a game",
            f"game {position.shuffle.game} of seed {position.shuffle.seed}, replayed by the rules",
            position.is_met,
        ),
        check_fact(
            f"it has a partition with at least {plural(wanted, 'SET')} on the table",
            f"{plural(most, 'SET')} on the table, for the best of {plural(len(found), 'partition')}",
            most >= wanted,
        ),
        check_fact(
            "two computations of the value of best play agree",
            f"{position.engine_value} by expectimax over partitions, {position.value} by trying every SET and deal",
            position.engine_value == position.value,
        ),
    )


def watch(position: ReachedState) -> str:
    """The command that shows the game."""
    return f"setlab solitaire watch --strategy {STRATEGY} --seed {position.shuffle.seed} --game {position.shuffle.game}"


PartitionType = tuple[int, int, int, int]


def count_undealt(k: PartitionType) -> int:
    """The number of undealt cards.

    >>> count_undealt((2, 3, 0, 0)), on_table((2, 3, 0, 0))
    (3, 12)
    """
    return k[1] + 2 * k[2] + 3 * k[3]


def on_table(k: PartitionType) -> int:
    """The number of cards on the table."""
    return 3 * k[0] + 2 * k[1] + k[2]


def types(hidden: int, least: int = 0) -> Iterator[PartitionType]:
    """All types with `hidden` undealt cards and at least `least` cards on the table.

    >>> list(types(3, 78))
    [(24, 3, 0, 0), (25, 1, 1, 0), (26, 0, 0, 1)]
    """
    for table in range(least, len(CARDS) - hidden + 1):
        for k3 in range(hidden // 3 + 1):
            for k2 in range((hidden - 3 * k3) // 2 + 1):
                k1 = hidden - 3 * k3 - 2 * k2
                left = table - 2 * k1 - k2
                if left >= 0 and left % 3 == 0:
                    yield left // 3, k1, k2, k3


def types_after_deal(k: PartitionType, cards: int = 3) -> set[PartitionType]:
    """The types that can follow a deal.

    >>> sorted(types_after_deal((0, 1, 1, 0)))
    [(2, 0, 0, 0)]
    """
    if cards == 0:
        return {k}
    k0, k1, k2, k3 = k
    after: set[PartitionType] = set()
    if k1:
        after |= types_after_deal((k0 + 1, k1 - 1, k2, k3), cards - 1)
    if k2:
        after |= types_after_deal((k0, k1 + 1, k2 - 1, k3), cards - 1)
    if k3:
        after |= types_after_deal((k0, k1, k2 + 1, k3 - 1), cards - 1)
    return after


def types_after_set(k: PartitionType) -> set[PartitionType]:
    """The types that can follow when a SET of the partition is taken and the table is refilled."""
    after = (k[0] - 1, *k[1:])
    return types_after_deal(after) if count_undealt(after) and on_table(after) < FULL_TABLE else {after}


@cache
def is_certain(k: PartitionType) -> bool:
    """True if the partition can be followed to the end, whatever cards are dealt.

    >>> is_certain((2, 3, 0, 0)), is_certain((1, 6, 0, 0))
    (True, False)
    """
    if not count_undealt(k):
        return True
    return k[0] > 0 and all(map(is_certain, types_after_set(k)))


NOT_BOUNDED = (
    "The lower bound comes from a strategy that values positions. The only upper bound for the whole game comes from "
    "an informed player, who knows the order of the deck and clears every deal that was searched. `setlab solitaire "
    "bound` bounds the end of the game, from the positions that `expert` reaches, but not earlier turns. No optimal "
    "strategy is known."
)


@evidence("E1.random")
def random_choice(runner: Runner) -> Figures:
    """The proportion of tables that random choice clears."""
    result = run_strategy(runner, "random")
    return Figures(
        values={"all clear": cleared_games(result)}, why="Our games take a random SET each time.", results=(result,)
    )


@evidence("E2.basic")
def basic_strategy(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that the basic strategy clears."""
    result, above = run_strategy(runner, "basic"), claim.data["above"]
    return Statement(
        check_proportion(f"more than {above}", "games", cleared_games(result), above=read_printed(above).value),
        why="The whole confidence interval lies above the printed figure.",
        results=(result,),
    )


@evidence("E2.significant")
def significant(claim: Claim, runner: Runner) -> Statement:
    """The general strategy clears more tables than the basic strategy, in independent samples."""
    basic = run_strategy(runner, "basic")
    general = runner.run("solitaire", 3e4, 5e5, seed=2, strategy=claim.data["strategy"])
    most = proportion_interval(*cleared_games(basic), confidence(2)).high
    return Statement(
        check_proportion(
            f"the general strategy clears more than the basic one, which clears at most {100 * most:.3f} %",
            "games of S(9)",
            cleared_games(general),
            above=Fraction(most),
            tests=2,
        ),
        why="The confidence intervals of the two strategies do not overlap; the samples have different seeds.",
        results=(basic, general),
    )


@evidence("E4.claim")
def hit_rate(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that S(9) actually clears."""
    result, above = run_strategy(runner, claim.data["strategy"]), claim.data["above"]
    return Statement(
        check_proportion(f"better than {above}", "games", cleared_games(result), above=read_printed(above).value),
        why="Of the tables actually cleared, the whole confidence interval lies above the printed figure.",
        results=(result,),
    )


@evidence("E4.better")
def better(runner: Runner) -> Resolution:
    """A lower bound by a strategy that values positions, an upper bound by an informed player."""
    player, informed, recommended = (
        run_strategy(runner, "expert"),
        run_strategy(runner, "clairvoyant", seed=2),
        run_strategy(runner, "S9"),
    )
    least, most = (proportion_interval(*cleared_games(result), SHOWN) for result in (player, informed))
    known, searched = cleared_games(player), cleared_games(informed)
    return Resolution(
        f"at least {100 * least.low:.1f} % of all tables can be cleared, by `expert` ({100 * least.low:.1f} to "
        f"{100 * least.high:.1f} % in {known.trials:,} games, 95 %), and at most {100 * most.high:.4g} %: an "
        f"informed player clears {searched.cases:,} of {searched.trials:,} deals",
        check_proportion(
            "`expert` clears more tables than the recommended strategy",
            "games of expert",
            known,
            above=Fraction(proportion_interval(*cleared_games(recommended), confidence(2)).high),
            tests=2,
        ),
        lower=Fraction(least.low),
        upper=Fraction(most.high),
        interval=Interval(least.low, most.high),
        why=NOT_BOUNDED,
        results=(player, informed, recommended),
        commands=("setlab solitaire bound --undealt 18 --games 20",),
    )
