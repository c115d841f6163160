"""From printed figures and our numbers to verdicts, with a level that holds for all figures together.

Every sampled figure is judged at the level LEVEL / FIGURES. There are fewer than FIGURES of them in the seeds, so
the probability that any right figure is called wrong by chance is below LEVEL, whatever depends on what
(Bonferroni).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from setlab.experiment.run import Result
from setlab.reproduce.item import Cell, Drawing, Finding, Verdict, worst
from setlab.reproduce.lab import command
from setlab.stats import Agreement, Interval, Paper, agreement

LEVEL = 0.01
FIGURES = 250
CONFIDENCE = 1 - LEVEL / FIGURES

TELLING = 10
"""Our interval may be so many times as wide as what a sampled figure allows: beyond that, overlapping says nothing."""

COMPUTED = Paper(computed=True)


def judged(at: str, text: str, ours: Fraction | int | tuple[int, int] | Interval, paper: Paper) -> Cell:
    """A printed figure beside our exact value, our (cases, trials), or our interval.

    >>> judged("n = 3", "98,7%", Fraction(78, 79), Paper(30_000_000)).verdict
    'consistent'
    >>> judged("6 cards", "1080", 1080, COMPUTED).verdict
    'confirmed'
    """
    found = agreement(text, ours, paper, CONFIDENCE, decimal=_decimal_mark(text))
    return Cell(at, text, shown(ours, percent="%" in text), verdict_of(found), found.reason)


def _decimal_mark(text: str) -> str | None:
    """The decimal mark of a figure without a percent sign in which one mark stands before three digits: thousands.

    >>> _decimal_mark("505.440"), _decimal_mark("9,801"), _decimal_mark("24,5e6"), _decimal_mark("0,078%")
    (',', '.', None, None)
    """
    thousands = re.fullmatch(r"\d+([.,])\d{3}", text)
    return None if thousands is None else {".": ",", ",": "."}[thousands[1]]


def stated(at: str, printed: str, ours: str, holds: bool) -> Cell:
    """A printed statement beside what we found, which is either so or not.

    >>> stated("theorem 2", "SET ⇔ sum 0", "holds for all triples", True).verdict
    'confirmed'
    """
    return Cell(at, printed, ours, so(holds))


def so(holds: bool) -> Verdict:
    """The verdict on what is either so or not."""
    return "confirmed" if holds else "wrong"


def verdict_of(found: Agreement) -> Verdict:
    """What an agreement says about the figure."""
    if found.verdict == "agrees":
        return "confirmed" if found.paper.computed else "consistent"
    if found.verdict == "differs":
        return "misprint" if found.slip is not None else "wrong"
    tells = found.ours.width <= TELLING * found.allowed.width
    return "consistent" if found.ours.meets(found.allowed) and tells and not found.paper.computed else "open"


def shown(ours: Fraction | int | tuple[int, int] | Interval, percent: bool) -> str:
    """Our number as text: a share in percent where the figure is, to seven digits."""
    if isinstance(ours, Interval):
        return f"{ours.low:.5g} to {ours.high:.5g}"
    value = Fraction(*ours) if isinstance(ours, tuple) else ours
    if isinstance(value, int) or value.denominator == 1:
        return f"{int(value):,}" if not percent else f"{100 * int(value)} %"
    return f"{float(100 * value):.7g} %" if percent else f"{float(value):.7g}"


def table(
    cells: Iterable[Cell],
    why: str = "",
    results: Iterable[Result] = (),
    commands: Sequence[str] = (),
    drawing: Drawing | None = None,
) -> Finding:
    """The finding about a table: its worst figure decides; what is wrong is named first."""
    kept, used = tuple(cells), tuple(results)
    verdict = worst(kept)
    told = [cell for cell in kept if cell.verdict == verdict]
    faulty = verdict in ("wrong", "misprint", "open")
    shown_cells = told if faulty or len(kept) <= 2 else []
    return Finding(
        verdict,
        seed_value="; ".join(f"{cell.at}: {cell.printed}" for cell in shown_cells) or f"{len(kept)} figures",
        ours="; ".join(f"{cell.at}: {cell.ours}" for cell in shown_cells) or "all agree",
        why=why or (told[0].why if faulty else ""),
        cells=kept,
        commands=(*commands, *(command(result) for result in used)),
        specs=tuple(result.spec.id for result in used),
        drawing=drawing,
    )


def counted(result: Result, name: str, key: object) -> tuple[int, int]:
    """The cases and the trials of one value of a histogram."""
    return result.tally[name].get(str(key), 0), result.tally.trials


def numbers(histogram: Mapping[str, int]) -> dict[int, int]:
    """A histogram with whole numbers as keys."""
    return {int(key): count for key, count in histogram.items()}


def claim(
    holds: bool,
    seed_value: str,
    ours: str,
    why: str = "",
    commands: Sequence[str] = (),
    drawing: Drawing | None = None,
) -> Finding:
    """The finding about a statement that is either so or not."""
    return Finding(so(holds), seed_value, ours, why, exact=ours, commands=tuple(commands), drawing=drawing)
