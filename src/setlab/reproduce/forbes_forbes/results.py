"""The table of results, and the cost of the strategies (E4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from setlab.experiment.result import Result
from setlab.reproduce.evidence import Check, Figures, Redrawing, Sample, Statement, check, check_fact, check_test
from setlab.reproduce.forbes_forbes.games import (
    Cards,
    Stage,
    card_text,
    cleared_games,
    declared_games,
    replay,
    replay_games,
    run_strategy,
)
from setlab.reproduce.methods.game import CARDS, thirds
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import unclearable_deal
from setlab.solitaire.strategies import core_games
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, p_text, read_printed

D = ("0", "3", "6", "9", "12")
SAMPLE = (2e4, 5e5)
"""The numbers of games in which S(9) and S(12) are compared, quick and full; a full run has as many as the source."""


@evidence("E4.results")
def wins(claim: Claim, runner: Runner) -> Figures:
    """The games that S(d) declares won, beside the printed numbers, and the tables that it actually clears."""
    runs = _runs(runner)
    texts = ", ".join(f"{cleared_games(result).percent:.2f} % for S({d})" for d, result in runs.items())
    return Figures(
        values={d: declared_games(result) for d, result in runs.items()},
        why=f"The counts are of games that S(d) declares won. The tables actually cleared are {texts}.",
        results=tuple(runs.values()),
        drawing=_drawing(claim, runs),
    )


@evidence("E4.percent")
def percentages(runner: Runner) -> Figures:
    """The percentages of games that S(d) declares won.

    The percentages, like the counts, are of games that S(d) declares won.
    """
    runs = _runs(runner)
    return Figures(values={d: declared_games(result) for d, result in runs.items()}, results=tuple(runs.values()))


@evidence("E4.cleared")
def all_clear(runner: Runner) -> Statement:
    """Some games that S(d) declares won do not end all clear.

    Short cut (ii) and the step for d ≥ 6 declare games won that are not; and with 15 cards on the table the partition
    with the most SETs on the table is not always the best one to follow.
    """
    runs = _runs(runner)
    return Statement(*(_check_clear(d, result) for d, result in runs.items()), results=tuple(runs.values()))


@evidence("E4.recommended")
def recommended_strategy(runner: Runner) -> Figures:
    """The proportions of tables that S(9) and random choice clear.

    The figures are the proportions of tables actually cleared.
    """
    general, by_chance = run_strategy(runner, "S9"), run_strategy(runner, "random")
    return Figures(
        values={"S(9)": cleared_games(general), "random choice": cleared_games(by_chance)}, results=(general, by_chance)
    )


@evidence("E4.twelve")
def twelve(runner: Runner) -> Statement:
    """S(12) compared with S(9): by the printed counts, by independent samples, and in the same games."""
    printed = find_claim("E4.results")
    nine, beyond = (_printed_sample(printed, d) for d in ("9", "12"))
    ours = [runner.run("solitaire", *SAMPLE, seed, strategy=name) for seed, name in ((3, "S9"), (4, "S12"))]
    alone, other = _only_one_clears(runner)
    more = 100 * (alone - other) / _common(runner)
    return Statement(
        _check_same("the printed numbers do not differ significantly", nine, beyond),
        _check_same("the numbers in our samples do not differ significantly", *map(declared_games, ours)),
        why=f"The difference is too small to be seen in such samples, but it exists: in the same {_common(runner):,} "
        f"games S(12) clears {alone:,} tables that S(9) does not, and S(9) clears {other:,} that S(12) does not, "
        f"which makes {more:+.2f} percentage points.",
        results=tuple(ours),
    )


def _runs(runner: Runner) -> dict[str, Result]:
    return {d: run_strategy(runner, f"S{d}") for d in D}


def _drawing(claim: Claim, runs: Mapping[str, Result]) -> Redrawing:
    printed = tuple((int(d), _printed_sample(claim, d).proportion) for d in runs)
    lines = (
        ("printed", printed),
        *(
            (label, tuple((int(d), part(result).proportion) for d, result in runs.items()))
            for label, part in (("declared, ours", declared_games), ("cleared, ours", cleared_games))
        ),
    )
    return Redrawing("histogram", "Games won by S(d)", "d", "proportion of games", lines)


def _printed_sample(claim: Claim, d: str) -> Sample:
    """A printed number of games won, and the number of games."""
    trials = claim.trials_at(d)
    assert trials is not None
    return Sample(int(read_printed(claim.figures[d]).value), trials)


def _check_clear(d: str, result: Result) -> Check:
    won, clear = declared_games(result).cases, cleared_games(result).cases
    return check(
        f"S({d}): every game declared won ends all clear, for all {won:,} games declared won",
        [won - clear],
        lambda lost: lost <= 0,
        lambda lost: (
            f"{lost:,} of {won:,} games that S({d}) declares won, among {result.tally.trials:,}, are not cleared"
        ),
        whole=False,
    )


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
    return check_fact(
        "S(12) searches at least one and a half times as many nodes as S(9)",
        f"{twelve / games:,.0f} nodes per game for S(12), {nine / games:,.0f} for S(9), {games:,} games",
        twelve >= CONSIDERABLY * nine,
        whole=False,
    )


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
def unclearable() -> Statement:
    """Every move is forced, until a card remains that lies in no SET of the remaining cards."""
    forced = unclearable_deal()
    order, moves, last = forced.shuffle.order, list(map(frozenset, forced.moves)), forced.card
    *turns, end = replay(order, moves)
    left = end.table.union(end.undealt)
    others = [(card, other) for card, other in enumerate(thirds()[last]) if card < other]
    return Statement(
        check_fact("the deal is an order of the whole deck", f"{len(set(order))} cards", sorted(order) == list(CARDS)),
        check(
            "there is no choice: exactly one SET is on the table, and it is taken, for all {} turns",
            list(zip(turns, moves, strict=True)),
            lambda turn: turn[0].sets == (turn[1],),
        ),
        check_fact(
            "the card has not been taken", f"{card_text(last)}, one of the {len(left)} remaining cards", last in left
        ),
        check(
            f"another card of each SET through it has been taken, for all {{}} SETs through {card_text(last)}",
            others,
            lambda pair: not left.issuperset(pair),
        ),
        check_fact(
            "these are all SETs through the card",
            f"{len(others)} SETs, {len(CARDS) - 1} other cards",
            2 * len(others) == len(CARDS) - 1,
        ),
        why=f"The first {len(moves)} SETs are forced; then {card_text(last)} lies in no SET of the remaining cards.",
        exact=" ".join(map(card_text, order)),
    )
