"""The arguments for S(d) and its short cuts, proved for all types of partitions or refuted by a position (E3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise

from setlab.reproduce.evidence import Check, Statement, check
from setlab.reproduce.forbes_forbes.games import FULL_TABLE, Cards, Stage, best_value, partitions, replay_games
from setlab.reproduce.forbes_forbes.strategies import (
    before_the_deal,
    check_all_clear,
    check_position,
    count_undealt,
    find_wrong_declaration,
    is_certain,
    on_table,
    types,
    types_after_deal,
    types_after_set,
    watch,
)
from setlab.reproduce.methods.game import CARDS
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

FORGOTTEN = "With 15 cards on the table, no cards are dealt after a SET is taken: the argument overlooks this turn."
MOST_SET_FREE = 20
"""The largest number of cards without a SET."""

GAMES = 50
"""The number of games of S(9) and of `fast` that are replayed; five times as many in a full run."""


@evidence("E3.hopeless")
def hopeless(runner: Runner) -> Statement:
    """Cards without a partition cannot all be taken; cards that are all taken had a partition."""
    number = 5 * GAMES if runner.full else GAMES
    won = [stages for stages in replay_games("fast", runner.seed, number) if not stages[-1].table]
    late = (stage for stages in replay_games("S9", runner.seed, number) for stage in stages if len(stage.undealt) <= 6)
    without = (stage for stage in late if not _has_partition(stage))
    return Statement(
        check(
            "with best play, cards without a partition are cleared with probability 0",
            "all {} stages without a partition and with at most 6 undealt cards",
            without,
            lambda stage: best_value(stage.table, frozenset(stage.undealt)) == 0,
            whole=False,
        ),
        check(
            "the SETs taken until the table is clear form a partition of the cards present",
            f"all {{}} stages of {len(won)} cleared games",
            chain.from_iterable(map(_stages_and_sets_after, won)),
            lambda stage: frozenset(chain(*stage[1])) == stage[0].table.union(stage[0].undealt),
            whole=False,
        ),
        why="The SETs taken from a position until all is clear are disjoint and contain every card; so they form a "
        "partition.",
    )


@evidence("E3.three")
def three(claim: Claim) -> Statement:
    """With 3 undealt cards every partition can be followed; with 15 on the table this takes more than one SET."""
    every = [*types(3, FULL_TABLE)]
    counts = (
        check(
            f"the partition has at least {claim.data['sets']} SETs",
            "all {} types of partition with 3 undealt cards and at least 12 on the table",
            every,
            lambda k: sum(k) >= claim.data["sets"],
        ),
        check(
            f"at least {claim.data['on_table']} of them are on the table",
            "the same {} types",
            every,
            lambda k: k[0] >= claim.data["on_table"],
        ),
    )
    certain = check("the game ends all clear", "the same {} types", every, is_certain)
    return Statement(
        check("with d = 0 the game ends all clear", "all {} types without undealt cards", types(0), is_certain),
        *counts,
        check(
            "removing one of the SETs reduces the situation to d = 0",
            "the same {} types",
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
def first_short_cut() -> Statement:
    """With 0 or 3 undealt cards every partition can be followed."""
    return Statement(
        check("0 undealt cards", "all {} types of partition", types(0), is_certain),
        check("3 undealt cards", "all {} types with at least 12 on the table", types(3, FULL_TABLE), is_certain),
        why="Take a SET of the partition at every turn: for every type of partition and every deal, one is on the "
        "table.",
    )


@evidence("E3.shortcut2")
def second_short_cut(claim: Claim, runner: Runner) -> Statement:
    """With 6 undealt cards and 15 on the table, one SET of the partition on the table does not suffice."""
    every = [*types(6, 15)]
    found = find_wrong_declaration(runner.seed, undealt=6, table=15)
    return Statement(
        check(
            f"the partition has at least {claim.data['sets']} SETs, at least {claim.data['on_table']} on the table",
            "all {} types of partition with 6 undealt cards and at least 15 on the table",
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
def third_short_cut() -> Statement:
    """With 6 undealt cards and no SET on the table, three cards are dealt and (i) applies."""
    bare = (k for k in types(6, FULL_TABLE) if not k[0] and on_table(k) <= MOST_SET_FREE)
    after = [(k, next_type) for k in bare for next_type in sorted(types_after_deal(k))]
    return Statement(
        check(
            "after the deal 3 cards are undealt, and the game ends all clear",
            "every type of partition without SETs on the table, and every deal: {} in all, up to type",
            after,
            lambda pair: count_undealt(pair[1]) == 3 and is_certain(pair[1]),
        ),
        why="If there is no SET on the table, there is none of the partition; after the deal (i) applies, which holds.",
    )


@evidence("E3.shortcut4")
def fourth_short_cut(runner: Runner) -> Statement:
    """With 9 undealt cards and no SET on the table, a deal can lead to a lost position."""
    after = find_wrong_declaration(runner.seed, undealt=6, table=15)
    found = before_the_deal(after)
    return Statement(
        check(
            "after the deal 6 cards are undealt and at least 15 on the table",
            "every type of partition without SETs on the table, and every deal: {} in all, up to type",
            [k for bare in types(9, FULL_TABLE) if not bare[0] for k in types_after_deal(bare)],
            lambda k: count_undealt(k) == 6 and on_table(k) >= 15,
        ),
        *check_position(found, wanted=0),
        check_all_clear(found, "with 9 undealt cards and no SET on the table"),
        why="The argument rests on (ii), which is wrong.",
        commands=(watch(found),),
    )


def _check_certain(case: str, numbers: Iterable[int], fits: Callable[[int], bool]) -> Check:
    """Check that u/3 − 1 + (t − 12)/3 SETs of a partition on the table suffice, if u cards are undealt and t on it."""
    every = (k for number in numbers for k in types(number, FULL_TABLE) if fits(on_table(k)))
    enough = [k for k in every if k[0] >= count_undealt(k) // 3 - 1 + (on_table(k) - FULL_TABLE) // 3]
    return check(f"the game ends all clear, {case}", "all {} types of partition", enough, is_certain)


def _has_partition(stage: Stage) -> bool:
    return next(partitions(stage.table.union(stage.undealt)), None) is not None


def _stages_and_sets_after(stages: list[Stage]) -> Iterator[tuple[Stage, list[Cards]]]:
    """Each stage of a cleared game, with the SETs taken from then on."""
    lines = [now.table - after.table for now, after in pairwise(stages)]
    assert all(len(line) == 3 for line in lines)
    assert len(lines) == len(CARDS) // 3
    yield from ((stage, lines[number:]) for number, stage in enumerate(stages))
