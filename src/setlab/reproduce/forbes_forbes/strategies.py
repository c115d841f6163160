"""The strategies, and the arguments for S(d) and its short cuts: proved, or refuted by a position (E2, E3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise

from setlab.errors import plural
from setlab.reproduce.evidence import Check, Checks, Figures, Resolution, Statement, check, check_fact, check_proportion
from setlab.reproduce.forbes_forbes.games import (
    FULL_TABLE,
    Cards,
    Stage,
    best_value,
    cards_text,
    cleared_games,
    partitions,
    replay,
    replay_games,
    run_strategy,
    sets_of,
)
from setlab.reproduce.methods.game import CARDS
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import Shuffle, State, count_declarations
from setlab.solitaire.bounds import counterexample
from setlab.solitaire.values import exact_value
from setlab.sources import Claim
from setlab.stats import Interval, read_printed

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
    return check(f"the game ends all clear, {case}, for {{}} position", [position], lambda here: here.value == 1)


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
    """The proportion of tables that random choice clears.

    Our games take a random SET each time.
    """
    result = run_strategy(runner, "random")
    return Figures(values={"all clear": cleared_games(result)}, results=(result,))


@evidence("E2.basic")
def basic_strategy(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that the basic strategy clears.

    The whole confidence interval lies above the printed figure.
    """
    result, above = run_strategy(runner, "basic"), claim.data["above"]
    return Statement(
        check_proportion(f"more than {above}", "games", cleared_games(result), above=read_printed(above).value),
        results=(result,),
    )


@evidence("E2.significant")
def significant(claim: Claim, runner: Runner) -> Statement:
    """The general strategy clears more tables than the basic strategy, in independent samples.

    The confidence intervals of the two strategies do not overlap; the samples have different seeds.
    """
    basic = run_strategy(runner, "basic")
    general = runner.run("solitaire", 3e4, 5e5, seed=2, strategy=claim.data["strategy"])
    most = cleared_games(basic).deciding(2).high
    return Statement(
        check_proportion(
            f"the general strategy clears more than the basic one, which clears at most {100 * most:.3f} %",
            "games of S(9)",
            cleared_games(general),
            above=Fraction(most),
            tests=2,
        ),
        results=(basic, general),
    )


@evidence("E4.claim")
def hit_rate(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that S(9) actually clears.

    Of the tables actually cleared, the whole confidence interval lies above the printed figure.
    """
    result, above = run_strategy(runner, claim.data["strategy"]), claim.data["above"]
    return Statement(
        check_proportion(f"better than {above}", "games", cleared_games(result), above=read_printed(above).value),
        results=(result,),
    )


@evidence("E4.better", commands=["setlab solitaire bound --undealt 18 --games 20"])
def better(runner: Runner) -> Resolution:
    """A lower bound by a strategy that values positions, an upper bound by an informed player."""
    player, informed, recommended = (
        run_strategy(runner, "expert"),
        run_strategy(runner, "clairvoyant", seed=2),
        run_strategy(runner, "S9"),
    )
    least, most = (cleared_games(result).interval for result in (player, informed))
    known, searched = cleared_games(player), cleared_games(informed)
    return Resolution(
        f"at least {100 * least.low:.1f} % of all tables can be cleared, by `expert` ({100 * least.low:.1f} to "
        f"{100 * least.high:.1f} % in {known.trials:,} games, 95 %), and at most {100 * most.high:.4g} %: an "
        f"informed player clears {searched.cases:,} of {searched.trials:,} deals",
        check_proportion(
            "`expert` clears more tables than the recommended strategy",
            "games of expert",
            known,
            above=Fraction(cleared_games(recommended).deciding(2).high),
            tests=2,
        ),
        lower=Fraction(least.low),
        upper=Fraction(most.high),
        interval=Interval(least.low, most.high),
        why=NOT_BOUNDED,
        results=(player, informed, recommended),
    )


FORGOTTEN = "With 15 cards on the table, no cards are dealt after a SET is taken: the argument overlooks this turn."
MOST_SET_FREE = 20
"""The largest number of cards without a SET."""

GAMES = 50
"""The number of games of S(9) and of `fast` that are replayed; five times as many in a full run."""


@evidence("E3.hopeless")
def hopeless(runner: Runner) -> Checks:
    """Cards without a partition cannot all be taken; cards that are all taken had a partition.

    The SETs taken from a position until all is clear are disjoint and contain every card; so they form a partition.
    """
    number = 5 * GAMES if runner.full else GAMES
    won = [stages for stages in replay_games("fast", runner.seed, number) if not stages[-1].table]
    late = (stage for stages in replay_games("S9", runner.seed, number) for stage in stages if len(stage.undealt) <= 6)
    without = (stage for stage in late if not _has_partition(stage))
    yield check(
        "with best play, cards without a partition are cleared with probability 0, "
        "for all {} stages without a partition and with at most 6 undealt cards",
        without,
        lambda stage: best_value(stage.table, frozenset(stage.undealt)) == 0,
        whole=False,
    )
    yield check(
        "the SETs taken until the table is clear form a partition of the cards present, "
        f"for all {{}} stages of {len(won)} cleared games",
        chain.from_iterable(map(_stages_and_sets_after, won)),
        lambda stage: frozenset(chain(*stage[1])) == stage[0].table.union(stage[0].undealt),
        whole=False,
    )


@evidence("E3.three")
def three(claim: Claim) -> Statement:
    """With 3 undealt cards every partition can be followed; with 15 on the table this takes more than one SET."""
    every = [*types(3, FULL_TABLE)]
    counts = (
        check(
            f"the partition has at least {claim.data['sets']} SETs, "
            "for all {} types of partition with 3 undealt cards and at least 12 on the table",
            every,
            lambda k: sum(k) >= claim.data["sets"],
        ),
        check(
            f"at least {claim.data['on_table']} of them are on the table, for the same {{}} types",
            every,
            lambda k: k[0] >= claim.data["on_table"],
        ),
    )
    certain = check("the game ends all clear, for the same {} types", every, is_certain)
    return Statement(
        check("with d = 0 the game ends all clear, for all {} types without undealt cards", types(0), is_certain),
        *counts,
        check(
            "removing one of the SETs reduces the situation to d = 0, for the same {} types",
            every,
            lambda k: not any(map(count_undealt, types_after_set(k))),
            lambda k: (
                f"from {on_table(k)} cards on the table, one SET leaves {on_table(k) - 3}, no card is "
                "dealt, and d remains 3"
            ),
        ),
        certain,
        corrected=(*counts, certain),
        why=f"{FORGOTTEN} Here this does no harm: removing the SETs of the partition one after another leads to d = 0.",
    )


@evidence("E3.step")
def step(runner: Runner) -> Statement:
    """d/3 − 1 SETs of a partition on the table suffice if the table has 12 cards, but not if it has 15."""
    found = find_wrong_declaration(runner.seed, undealt=9, table=15)
    return Statement(
        _check_certain("with 12 cards on the table", range(6, 70, 3), lambda table: table == FULL_TABLE),
        _check_certain("with (t − 12)/3 more of its SETs on a table of t cards", range(6, 70, 3), lambda table: True),
        *check_position(found, wanted=9 // 3 - 1),
        check_all_clear(found, "with d = 9 and 15 cards on the table"),
        why=f"{FORGOTTEN} With 12 cards the step is correct; on a table of t cards, (t − 12)/3 more SETs of the "
        "partition are needed.",
        commands=(watch(found),),
    )


@evidence("E3.shortcut1")
def first_short_cut() -> Checks:
    """With 0 or 3 undealt cards every partition can be followed.

    Take a SET of the partition at every turn: for every type of partition and every deal, one is on the table.
    """
    yield check("0 undealt cards, for all {} types of partition", types(0), is_certain)
    yield check("3 undealt cards, for all {} types with at least 12 on the table", types(3, FULL_TABLE), is_certain)


@evidence("E3.shortcut2")
def second_short_cut(claim: Claim, runner: Runner) -> Statement:
    """With 6 undealt cards and 15 on the table, one SET of the partition on the table does not suffice."""
    every = [*types(6, 15)]
    found = find_wrong_declaration(runner.seed, undealt=6, table=15)
    return Statement(
        check(
            f"the partition has at least {claim.data['sets']} SETs, at least {claim.data['on_table']} on the table, "
            "for all {} types of partition with 6 undealt cards and at least 15 on the table",
            every,
            lambda k: sum(k) >= claim.data["sets"] and k[0] >= claim.data["on_table"],
        ),
        _check_certain("if (t − 12)/3 + 1 of its SETs are on a table of t cards", (6,), lambda table: table >= 15),
        *check_position(found, wanted=1),
        check_all_clear(found, "with 6 undealt cards and 15 on the table"),
        why=f"{FORGOTTEN} On a table of 15 cards two SETs of the partition are needed; one does not suffice.",
        commands=("setlab solitaire counterexample --strategy S9", watch(found)),
    )


@evidence("E3.shortcut3")
def third_short_cut() -> Check:
    """With 6 undealt cards and no SET on the table, three cards are dealt and (i) applies.

    If there is no SET on the table, there is none of the partition; after the deal (i) applies, which holds.
    """
    bare = (k for k in types(6, FULL_TABLE) if not k[0] and on_table(k) <= MOST_SET_FREE)
    after = [(k, next_type) for k in bare for next_type in sorted(types_after_deal(k))]
    return check(
        "after the deal 3 cards are undealt, and the game ends all clear, "
        "for every type of partition without SETs on the table, and every deal: {} in all, up to type",
        after,
        lambda pair: count_undealt(pair[1]) == 3 and is_certain(pair[1]),
    )


@evidence("E3.shortcut4")
def fourth_short_cut(runner: Runner) -> Statement:
    """With 9 undealt cards and no SET on the table, a deal can lead to a lost position.

    The argument rests on (ii), which is wrong.
    """
    after = find_wrong_declaration(runner.seed, undealt=6, table=15)
    found = before_the_deal(after)
    return Statement(
        check(
            "after the deal 6 cards are undealt and at least 15 on the table, "
            "for every type of partition without SETs on the table, and every deal: {} in all, up to type",
            [k for bare in types(9, FULL_TABLE) if not bare[0] for k in types_after_deal(bare)],
            lambda k: count_undealt(k) == 6 and on_table(k) >= 15,
        ),
        *check_position(found, wanted=0),
        check_all_clear(found, "with 9 undealt cards and no SET on the table"),
        commands=(watch(found),),
    )


def _check_certain(case: str, numbers: Iterable[int], fits: Callable[[int], bool]) -> Check:
    """Check that u/3 − 1 + (t − 12)/3 SETs of a partition on the table suffice, if u cards are undealt and t on it."""
    every = (k for number in numbers for k in types(number, FULL_TABLE) if fits(on_table(k)))
    enough = [k for k in every if k[0] >= count_undealt(k) // 3 - 1 + (on_table(k) - FULL_TABLE) // 3]
    return check(f"the game ends all clear, {case}, for all {{}} types of partition", enough, is_certain)


def _has_partition(stage: Stage) -> bool:
    return next(partitions(stage.table.union(stage.undealt)), None) is not None


def _stages_and_sets_after(stages: list[Stage]) -> Iterator[tuple[Stage, list[Cards]]]:
    """Each stage of a cleared game, with the SETs taken from then on."""
    lines = [now.table - after.table for now, after in pairwise(stages)]
    assert all(len(line) == 3 for line in lines)
    assert len(lines) == len(CARDS) // 3
    yield from ((stage, lines[number:]) for number, stage in enumerate(stages))
