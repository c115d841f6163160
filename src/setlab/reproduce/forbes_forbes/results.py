"""The table of results: games that S(d) declares won, tables that it clears, and the comparison with S(12) (E4)."""

from __future__ import annotations

from collections.abc import Mapping

from setlab.experiment.run import Result
from setlab.reproduce.forbes_forbes.games import cleared, declared, played
from setlab.reproduce.judging import Check, Drawing, Figures, Sample, Statement, check, check_test
from setlab.reproduce.running import Gather, Runner
from setlab.solitaire.strategies.engine import core_games
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, p_text, read_printed

D = ("0", "3", "6", "9", "12")
SAMPLE = (2e4, 5e5)
"""The numbers of games in which S(9) and S(12) are compared, quick and full; a full run has as many as the source."""


def wins(claim: Claim, runner: Runner) -> Figures:
    """The games that S(d) declares won, beside the printed numbers, and the tables that it actually clears."""
    runs = _runs(runner)
    return Figures(
        values={d: declared(result) for d, result in runs.items()},
        why=f"The counts are of games that S(d) declares won. The tables actually cleared are {_cleared_text(runs)}.",
        results=tuple(runs.values()),
        drawing=_drawing(claim, runs),
    )


def percentages(claim: Claim, runner: Runner) -> Figures:
    """The percentages of games that S(d) declares won."""
    runs = _runs(runner)
    return Figures(
        values={d: declared(result) for d, result in runs.items()},
        why="The percentages, like the counts, are of games that S(d) declares won.",
        results=tuple(runs.values()),
    )


def all_clear(claim: Claim, runner: Runner) -> Statement:
    """Some games that S(d) declares won do not end all clear."""
    runs = _runs(runner)
    return Statement(
        checks=tuple(_check_clear(d, result) for d, result in runs.items()),
        why=(
            "Short cut (ii) and the step for d ≥ 6 declare games won that are not; and with 15 cards on the table the "
            "partition with the most SETs on the table is not always the best one to follow."
        ),
        results=tuple(runs.values()),
    )


def recommended(claim: Claim, runner: Runner) -> Figures:
    """The proportions of tables that S(9) and random choice clear."""
    general, by_chance = played(runner, "S9"), played(runner, "random")
    return Figures(
        values={"S(9)": cleared(general), "random choice": cleared(by_chance)},
        why="The figures are the proportions of tables actually cleared.",
        results=(general, by_chance),
    )


def twelve(claim: Claim, runner: Runner) -> Statement:
    """S(12) compared with S(9): by the printed counts, by independent samples, and in the same games."""
    printed = find_claim("E4.results")
    nine, beyond = (_printed(printed, d) for d in ("9", "12"))
    ours = [runner.run("solitaire", *SAMPLE, seed, strategy=name) for seed, name in ((3, "S9"), (4, "S12"))]
    alone, other = _only_one_clears(runner)
    more = 100 * (alone - other) / _common(runner)
    return Statement(
        checks=(
            _check_same("the printed numbers do not differ significantly", nine, beyond),
            _check_same("the numbers in our samples do not differ significantly", *map(declared, ours)),
        ),
        why=(
            f"The difference is too small to be seen in such samples, but it exists: in the same {_common(runner):,} "
            f"games S(12) clears {alone:,} tables that S(9) does not, and S(9) clears {other:,} that S(12) does not, "
            f"which makes {more:+.2f} percentage points."
        ),
        results=tuple(ours),
    )


def _runs(runner: Runner) -> dict[str, Result]:
    return {d: played(runner, f"S{d}") for d in D}


def _cleared_text(runs: Mapping[str, Result]) -> str:
    parts = (f"{cleared(result).percent:.2f} % for S({d})" for d, result in runs.items())
    return ", ".join(parts)


def _drawing(claim: Claim, runs: Mapping[str, Result]) -> Drawing:
    printed = tuple((int(d), _printed(claim, d).proportion) for d in runs)
    lines = (
        ("printed", printed),
        *(
            (label, tuple((int(d), part(result).proportion) for d, result in runs.items()))
            for label, part in (("declared, ours", declared), ("cleared, ours", cleared))
        ),
    )
    return Drawing("histogram", "Games won by S(d)", "d", "proportion of games", lines)


def _printed(claim: Claim, d: str) -> Sample:
    """A printed number of games won, and the number of games."""
    trials = claim.trials_at(d)
    assert trials is not None
    return Sample(int(read_printed(claim.figures[d]).value), trials)


def _check_clear(d: str, result: Result) -> Check:
    won, clear = declared(result).cases, cleared(result).cases
    return check(
        f"S({d}): every game declared won ends all clear",
        f"all {won:,} games declared won",
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


EVIDENCE: dict[str, Gather] = {
    "E4.results": wins,
    "E4.percent": percentages,
    "E4.cleared": all_clear,
    "E4.recommended": recommended,
    "E4.twelve": twelve,
}
