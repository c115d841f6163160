"""The strategies, the arguments for S(d) and its short cuts, proved or refuted; the table of results (E2, E3, E4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise

from setlab.errors import plural
from setlab.experiment.result import Result
from setlab.reproduce.evidence import (
    Check,
    Checks,
    Figures,
    Redrawing,
    Resolution,
    Sample,
    Statement,
    Values,
    check,
    check_fact,
    check_proportion,
    check_test,
)
from setlab.reproduce.forbes_forbes.games import (
    FULL_TABLE,
    Cards,
    Stage,
    best_value,
    card_text,
    cards_text,
    cleared_games,
    declared_games,
    partitions,
    replay,
    replay_games,
    run_strategy,
    sets_of,
)
from setlab.reproduce.methods import CARDS, thirds
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import Shuffle, State, count_declarations, unclearable_deal
from setlab.solitaire.bounds import counterexample
from setlab.solitaire.strategies import core_games
from setlab.solitaire.values import exact_value
from setlab.sources import Claim, find_claim
from setlab.stats import Interval, compare_samples, p_text, read_printed

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


def check_position(position: ReachedState, wanted: int) -> Checks:
    """Check that a position occurs in a game, has the required partition, and has the same value by two methods."""
    found = list(partitions(position.table | position.undealt))
    most = max((sum(line <= position.table for line in lines) for lines in found), default=-1)
    words = f"game {position.shuffle.game} of seed {position.shuffle.seed}, replayed by the rules"
    yield check_fact("the position occurs in a game", words, position.is_met)
    words = f"{plural(most, 'SET')} on the table, for the best of {plural(len(found), 'partition')}"
    yield check_fact(f"it has a partition with at least {plural(wanted, 'SET')} on the table", words, most >= wanted)
    words = f"{position.engine_value} by expectimax over partitions, {position.value} by trying every SET and deal"
    yield check_fact("two computations of the value of best play agree", words, position.engine_value == position.value)


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
def random_choice(runner: Runner) -> Values:
    """The proportion of tables that random choice clears.

    Our games take a random SET each time.
    """
    return {"all clear": cleared_games(run_strategy(runner, "random"))}


@evidence("E2.basic")
def basic_strategy(claim: Claim, runner: Runner) -> Checks:
    """The proportion of tables that the basic strategy clears.

    The whole confidence interval lies above the printed figure.
    """
    result, above = run_strategy(runner, "basic"), claim.data["above"]
    yield check_proportion(f"more than {above}", "games", cleared_games(result), above=read_printed(above).value)


@evidence("E2.significant")
def significant(claim: Claim, runner: Runner) -> Checks:
    """The general strategy clears more tables than the basic strategy, in independent samples.

    The confidence intervals of the two strategies do not overlap; the samples have different seeds.
    """
    basic = run_strategy(runner, "basic")
    general = runner.run("solitaire", 3e4, 5e5, seed=2, strategy=claim.data["strategy"])
    most = cleared_games(basic).deciding(2).high
    what = f"the general strategy clears more than the basic one, which clears at most {100 * most:.3f} %"
    yield check_proportion(what, "games of S(9)", cleared_games(general), above=Fraction(most), tests=2)


@evidence("E4.claim")
def hit_rate(claim: Claim, runner: Runner) -> Checks:
    """The proportion of tables that S(9) actually clears.

    Of the tables actually cleared, the whole confidence interval lies above the printed figure.
    """
    result, above = run_strategy(runner, claim.data["strategy"]), claim.data["above"]
    yield check_proportion(f"better than {above}", "games", cleared_games(result), above=read_printed(above).value)


@evidence("E4.better", commands=["setlab solitaire bound --undealt 18 --games 20"])
def better(runner: Runner) -> Checks:
    """A lower bound by a strategy that values positions, an upper bound by an informed player."""
    player, recommended = run_strategy(runner, "expert"), run_strategy(runner, "S9")
    informed = run_strategy(runner, "clairvoyant", seed=2)
    least, most = (cleared_games(result).interval for result in (player, informed))
    known, searched = cleared_games(player), cleared_games(informed)
    what = "`expert` clears more tables than the recommended strategy"
    words = "games of expert"
    yield check_proportion(what, words, known, above=Fraction(cleared_games(recommended).deciding(2).high), tests=2)
    return Resolution(
        f"at least {100 * least.low:.1f} % of all tables can be cleared, by `expert` ({100 * least.low:.1f} to "
        f"{100 * least.high:.1f} % in {known.trials:,} games, 95 %), and at most {100 * most.high:.4g} %: an "
        f"informed player clears {searched.cases:,} of {searched.trials:,} deals",
        lower=Fraction(least.low),
        upper=Fraction(most.high),
        interval=Interval(least.low, most.high),
        why=NOT_BOUNDED,
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
    what = (
        "with best play, cards without a partition are cleared with probability 0, "
        "for all {} stages without a partition and with at most 6 undealt cards"
    )
    yield check(what, without, lambda stage: best_value(stage.table, frozenset(stage.undealt)) == 0, whole=False)
    yield check(
        "the SETs taken until the table is clear form a partition of the cards present, "
        f"for all {{}} stages of {len(won)} cleared games",
        chain.from_iterable(map(_stages_and_sets_after, won)),
        lambda stage: frozenset(chain(*stage[1])) == stage[0].table.union(stage[0].undealt),
        whole=False,
    )


@evidence("E3.three")
def three(claim: Claim) -> Checks:
    """With 3 undealt cards every partition can be followed; with 15 on the table this takes more than one SET."""
    every = [*types(3, FULL_TABLE)]
    sets, on_the_table = claim.data["sets"], claim.data["on_table"]
    domain = "for all {} types of partition with 3 undealt cards and at least 12 on the table"
    enough = check(f"the partition has at least {sets} SETs, {domain}", every, lambda k: sum(k) >= sets)
    what = f"at least {on_the_table} of them are on the table, for the same {{}} types"
    counts = enough, check(what, every, lambda k: k[0] >= on_the_table)
    certain = check("the game ends all clear, for the same {} types", every, is_certain)
    yield check("with d = 0 the game ends all clear, for all {} types without undealt cards", types(0), is_certain)
    yield from counts
    words = "from {} cards on the table, one SET leaves {}, no card is dealt, and d remains 3"
    yield check(
        "removing one of the SETs reduces the situation to d = 0, for the same {} types",
        every,
        lambda k: not any(map(count_undealt, types_after_set(k))),
        lambda k: words.format(on_table(k), on_table(k) - 3),
    )
    yield certain
    why = f"{FORGOTTEN} Here this does no harm: removing the SETs of the partition one after another leads to d = 0."
    return Statement(corrected=(*counts, certain), why=why)


@evidence("E3.step")
def step(runner: Runner) -> Checks:
    """d/3 − 1 SETs of a partition on the table suffice if the table has 12 cards, but not if it has 15."""
    found = find_wrong_declaration(runner.seed, undealt=9, table=15)
    yield _check_certain("with 12 cards on the table", range(6, 70, 3), lambda table: table == FULL_TABLE)
    yield _check_certain("with (t − 12)/3 more of its SETs on a table of t cards", range(6, 70, 3), lambda table: True)
    yield from check_position(found, wanted=9 // 3 - 1)
    yield check_all_clear(found, "with d = 9 and 15 cards on the table")
    return Statement(
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
def second_short_cut(claim: Claim, runner: Runner) -> Checks:
    """With 6 undealt cards and 15 on the table, one SET of the partition on the table does not suffice."""
    every = [*types(6, 15)]
    found = find_wrong_declaration(runner.seed, undealt=6, table=15)
    what = f"the partition has at least {claim.data['sets']} SETs, at least {claim.data['on_table']} on the table"
    domain = "for all {} types of partition with 6 undealt cards and at least 15 on the table"
    yield check(f"{what}, {domain}", every, lambda k: sum(k) >= claim.data["sets"] and k[0] >= claim.data["on_table"])
    yield _check_certain("if (t − 12)/3 + 1 of its SETs are on a table of t cards", (6,), lambda table: table >= 15)
    yield from check_position(found, wanted=1)
    yield check_all_clear(found, "with 6 undealt cards and 15 on the table")
    why = f"{FORGOTTEN} On a table of 15 cards two SETs of the partition are needed; one does not suffice."
    return Statement(why=why, commands=("setlab solitaire counterexample --strategy S9", watch(found)))


@evidence("E3.shortcut3")
def third_short_cut() -> Check:
    """With 6 undealt cards and no SET on the table, three cards are dealt and (i) applies.

    If there is no SET on the table, there is none of the partition; after the deal (i) applies, which holds.
    """
    bare = (k for k in types(6, FULL_TABLE) if not k[0] and on_table(k) <= MOST_SET_FREE)
    after = [(k, next_type) for k in bare for next_type in sorted(types_after_deal(k))]
    what = "after the deal 3 cards are undealt, and the game ends all clear"
    domain = "for every type of partition without SETs on the table, and every deal: {} in all, up to type"
    return check(f"{what}, {domain}", after, lambda pair: count_undealt(pair[1]) == 3 and is_certain(pair[1]))


@evidence("E3.shortcut4")
def fourth_short_cut(runner: Runner) -> Checks:
    """With 9 undealt cards and no SET on the table, a deal can lead to a lost position.

    The argument rests on (ii), which is wrong.
    """
    after = find_wrong_declaration(runner.seed, undealt=6, table=15)
    found = before_the_deal(after)
    yield check(
        "after the deal 6 cards are undealt and at least 15 on the table, "
        "for every type of partition without SETs on the table, and every deal: {} in all, up to type",
        [k for bare in types(9, FULL_TABLE) if not bare[0] for k in types_after_deal(bare)],
        lambda k: count_undealt(k) == 6 and on_table(k) >= 15,
    )
    yield from check_position(found, wanted=0)
    yield check_all_clear(found, "with 9 undealt cards and no SET on the table")
    return Statement(commands=(watch(found),))


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


D = ("0", "3", "6", "9", "12")
SAMPLE = (2e4, 5e5)
"""The numbers of games in which S(9) and S(12) are compared, quick and full; a full run has as many as the source."""


@evidence("E4.results")
def wins(claim: Claim, runner: Runner) -> Figures:
    """The games that S(d) declares won, beside the printed numbers, and the tables that it actually clears."""
    runs = _runs(runner)
    texts = ", ".join(f"{cleared_games(result).percent:.2f} % for S({d})" for d, result in runs.items())
    values = {d: declared_games(result) for d, result in runs.items()}
    why = f"The counts are of games that S(d) declares won. The tables actually cleared are {texts}."
    return Figures(values=values, why=why, drawing=_drawing(claim, runs))


@evidence("E4.percent")
def percentages(runner: Runner) -> Values:
    """The percentages of games that S(d) declares won.

    The percentages, like the counts, are of games that S(d) declares won.
    """
    return {d: declared_games(result) for d, result in _runs(runner).items()}


@evidence("E4.cleared")
def all_clear(runner: Runner) -> Checks:
    """Some games that S(d) declares won do not end all clear.

    Short cut (ii) and the step for d ≥ 6 declare games won that are not; and with 15 cards on the table the partition
    with the most SETs on the table is not always the best one to follow.
    """
    yield from (_check_clear(d, result) for d, result in _runs(runner).items())


@evidence("E4.recommended")
def recommended_strategy(runner: Runner) -> Values:
    """The proportions of tables that S(9) and random choice clear.

    The figures are the proportions of tables actually cleared.
    """
    names = {"S(9)": "S9", "random choice": "random"}
    return {words: cleared_games(run_strategy(runner, name)) for words, name in names.items()}


@evidence("E4.twelve")
def twelve(runner: Runner) -> Checks:
    """S(12) compared with S(9): by the printed counts, by independent samples, and in the same games."""
    printed = find_claim("E4.results")
    nine, beyond = (_printed_sample(printed, d) for d in ("9", "12"))
    ours = [runner.run("solitaire", *SAMPLE, seed, strategy=name) for seed, name in ((3, "S9"), (4, "S12"))]
    alone, other = _only_one_clears(runner)
    more = 100 * (alone - other) / _common(runner)
    yield _check_same("the printed numbers do not differ significantly", nine, beyond)
    yield _check_same("the numbers in our samples do not differ significantly", *map(declared_games, ours))
    return Statement(
        why=f"The difference is too small to be seen in such samples, but it exists: in the same {_common(runner):,} "
        f"games S(12) clears {alone:,} tables that S(9) does not, and S(9) clears {other:,} that S(12) does not, "
        f"which makes {more:+.2f} percentage points.",
    )


def _runs(runner: Runner) -> dict[str, Result]:
    return {d: run_strategy(runner, f"S{d}") for d in D}


def _drawing(claim: Claim, runs: Mapping[str, Result]) -> Redrawing:
    printed = tuple((int(d), _printed_sample(claim, d).proportion) for d in runs)
    declared = tuple((int(d), declared_games(result).proportion) for d, result in runs.items())
    cleared = tuple((int(d), cleared_games(result).proportion) for d, result in runs.items())
    lines = (("printed", printed), ("declared, ours", declared), ("cleared, ours", cleared))
    return Redrawing("histogram", "Games won by S(d)", "d", "proportion of games", lines)


def _printed_sample(claim: Claim, d: str) -> Sample:
    """A printed number of games won, and the number of games."""
    trials = claim.trials_at(d)
    assert trials is not None
    return Sample(int(read_printed(claim.figures[d]).value), trials)


def _check_clear(d: str, result: Result) -> Check:
    won, clear = declared_games(result).cases, cleared_games(result).cases
    what = f"S({d}): every game declared won ends all clear, for all {won:,} games declared won"
    words = f"of {won:,} games that S({d}) declares won, among {result.tally.trials:,}, are not cleared"
    return check(what, [won - clear], lambda lost: lost <= 0, lambda lost: f"{lost:,} {words}", whole=False)


def _check_same(what: str, one: Sample, other: Sample) -> Check:
    """Test whether two samples have the same proportion, by the chi-square test with one degree of freedom."""
    first, second = ({0: trials - cases, 1: cases} for cases, trials in (one, other))
    found = compare_samples(first, second)
    words = f"{_text(one)} and {_text(other)}: p = {p_text(found.log10_p)}"
    return check_test(what, words, found.p, one.trials + other.trials, words, tests=2)


def _only_one_clears(runner: Runner) -> tuple[int, int]:
    """The numbers of games that only S(12) clears and that only S(9) clears, among the same games."""
    nine, beyond = (
        core_games(name, runner.seed, 0, _common(runner), threads=runner.threads)["leftover"] == 0
        for name in ("S9", "S12")
    )
    return int((beyond & ~nine).sum()), int((nine & ~beyond).sum())


def _common(runner: Runner) -> int:
    return int(SAMPLE[runner.full])


def _text(sample: Sample) -> str:
    return f"{sample.cases:,} of {sample.trials:,}"


CONSIDERABLY = Fraction(3, 2)
"""The factor from which a cost counts as considerably larger here; the source gives no number."""


@evidence("E4.cost")
def cost(runner: Runner) -> Check:
    """The nodes searched by S(12) and by S(9) in the same games.

    The nodes of the search for all partitions are counted: sets of cards that remain to be partitioned. Another
    algorithm would have other counts; times were not measured.
    """
    games = 2000 if runner.full else 200
    nine, twelve = (sum(map(stage_nodes, searched_stages(d, runner.seed, games))) for d in (9, 12))
    what = "S(12) searches at least one and a half times as many nodes as S(9)"
    words = f"{twelve / games:,.0f} nodes per game for S(12), {nine / games:,.0f} for S(9), {games:,} games"
    return check_fact(what, words, twelve >= CONSIDERABLY * nine, whole=False)


def nodes(cards: Cards) -> int:
    """The number of nodes in the search for all partitions, which branches over the SETs with the first card.

    >>> nodes(frozenset()), nodes(frozenset({0, 1, 2}))
    (1, 2)
    """
    if not cards:
        return 1
    first, found = min(cards), 1
    for second in sorted(cards):
        last = thirds()[first][second]
        if first < second < last and last in cards:
            found += nodes(cards - {first, second, last})
    return found


def searched_stages(d: int, seed: int, games: int) -> Iterator[Stage]:
    """The stages at which S(d) lists partitions.

    In each game there is one stage for every number of undealt cards up to d, until S(d) declares the game won.
    """
    won_at = core_games(f"S{d}", seed, 0, games)["declared"].tolist()
    for won, stages in zip(won_at, replay_games(f"S{d}", seed, games), strict=True):
        first = {len(stage.undealt): stage for stage in reversed(stages) if stage.sets}
        yield from (stage for undealt, stage in first.items() if won <= undealt <= d)


def stage_nodes(stage: Stage) -> int:
    """The number of nodes in the search for partitions at a stage."""
    return nodes(stage.table.union(stage.undealt))


@evidence("E3.unclearable", commands=["setlab solitaire unclearable"])
def unclearable() -> Checks:
    """Every move is forced, until a card remains that lies in no SET of the remaining cards."""
    forced = unclearable_deal()
    order, moves, last = forced.shuffle.order, list(map(frozenset, forced.moves)), forced.card
    *turns, end = replay(order, moves)
    left = end.table.union(end.undealt)
    others = [(card, other) for card, other in enumerate(thirds()[last]) if card < other]
    yield check_fact("the deal is an order of the whole deck", f"{len(set(order))} cards", sorted(order) == list(CARDS))
    what = "there is no choice: exactly one SET is on the table, and it is taken, for all {} turns"
    yield check(what, list(zip(turns, moves, strict=True)), lambda turn: turn[0].sets == (turn[1],))
    what = "the card has not been taken"
    yield check_fact(what, f"{card_text(last)}, one of the {len(left)} remaining cards", last in left)
    what = f"another card of each SET through it has been taken, for all {{}} SETs through {card_text(last)}"
    yield check(what, others, lambda pair: not left.issuperset(pair))
    what = "these are all SETs through the card"
    yield check_fact(what, f"{len(others)} SETs, {len(CARDS) - 1} other cards", 2 * len(others) == len(CARDS) - 1)
    why = f"The first {len(moves)} SETs are forced; then {card_text(last)} lies in no SET of the remaining cards."
    return Statement(why=why, exact=" ".join(map(card_text, order)))
