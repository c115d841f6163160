"""`setlab simulate`: run an experiment, or only the part of it that the store does not have."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from setlab.cli.noticed import name_spoilt
from setlab.cli.options import (
    Json,
    NotationName,
    StorePlace,
    check_picture,
    option,
    read_notation,
    whole_number,
)
from setlab.cli.report import print_report, result_record
from setlab.cli.running import interrupts, opened, run_shown, say_ended_early
from setlab.cli.screen import print_json
from setlab.errors import SpecError
from setlab.experiment.kernels import KERNELS, find_kernel
from setlab.experiment.run import Result, make_spec
from setlab.experiment.spec import Spec, check_trials
from setlab.experiment.store import default_place

Name = Annotated[str, typer.Argument(metavar="KERNEL", help=", ".join(KERNELS), autocompletion=lambda: list(KERNELS))]


def verb(
    kernel: Name,
    trials: Annotated[str, option("-t", "--trials", "N", "How many, such as 1000000 or 1e6.")] = "1e6",
    seed: Annotated[str, option("-s", "--seed", "S", "0 to 2^64 − 1.")] = "0",
    first: Annotated[str, option("--first", "I", "The number of the first trial.")] = "0",
    dimension: Annotated[
        int | None, option("-d", "--dimension", "--properties", "D", "Properties of a card; default 4.")
    ] = None,
    values: Annotated[int | None, option("-n", "--values", "N", "endgame: values, 2 to 5.")] = None,
    lost: Annotated[
        str | None, option("--lost", "L", "endgame: a number; cards with commas; `set` or `no-set`, three cards.")
    ] = None,
    table: Annotated[str | None, option("--table", "T", "endgame: cards on the table, or all.")] = None,
    choice: Annotated[str | None, option("--choice", "NAME", "endgame: random, popular, reject, first.")] = None,
    refill: Annotated[str | None, option("--refill", "NAME", "endgame: standard, always-three, greedy-deck.")] = None,
    histogram_at: Annotated[
        str | None, option("--histogram-at", "N,N…", "set-count, plane-count: histograms for these n.")
    ] = None,
    strategy: Annotated[str | None, option("--strategy", "NAME", "solitaire: who plays, such as thrifty.")] = None,
    design: Annotated[str | None, option("--design", "NAME", "antiset: AG(3,3), PG(2,2), STS:FILE …")] = None,
    xavier: Annotated[str | None, option("--xavier", "NAME", "antiset: the first player's strategy.")] = None,
    olivia: Annotated[str | None, option("--olivia", "NAME", "antiset: the second player's strategy.")] = None,
    until_error: Annotated[
        float | None, option("--until-error", "E", "Stop when no interval is wider than ±E, at --trials the latest.")
    ] = None,
    confidence: Annotated[float, option("--confidence", "C", "Of the intervals.")] = 0.95,
    threads: Annotated[int | None, option("--threads", "T", "Default: all cores.")] = None,
    backend: Annotated[str, option("--backend", "NAME", "Where to run: cpu.")] = "cpu",
    store: StorePlace = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing.")] = False,
    plot: Annotated[Path | None, option("--plot", "FILE", "Draw the result: .svg, .png or .pdf.")] = None,
    notation: NotationName = "thesis",
    json: Json = False,
) -> int:
    """Simulate: trial i depends on the seed and on i alone, so that anyone can repeat it bit for bit.

    What was run before is in the store; asking for more trials runs only the missing ones.

        setlab simulate endgame --trials 1e6 --seed 1

    One lost card and the most popular choice, as in the simulation study of nine variants:

        setlab simulate endgame --lost 1 --choice popular --trials 1e6
    """
    given = {
        "dimension": dimension,
        "values": values,
        "lost": _lost(lost, notation, dimension, values),
        "table": table if table in (None, "all") else whole_number(table, "number of cards on the table"),
        "choice": choice,
        "refill": refill,
        "histogram_at": _numbers(histogram_at),
        "strategy": strategy,
        "design": design,
        "xavier": xavier,
        "olivia": olivia,
    }
    spec = _spec(kernel, whole_number(seed, "seed"), given)
    wanted, start = whole_number(trials, "number of trials"), whole_number(first, "trial")
    check_trials(start, wanted)
    _check(threads, confidence, backend, until_error, plot)
    place = None if no_store else store or default_place()
    with opened(place) as kept, interrupts() as stopped:
        result = run_shown(
            spec,
            wanted,
            start,
            threads=threads,
            store=kept,
            stopped=stopped,
            until_error=until_error,
            confidence=confidence,
        )
        ended_early = stopped() and not result.complete
        _show(result, confidence, plot, json)
        name_spoilt(kept)
        if result.warning:
            print(f"setlab: {result.warning}", file=sys.stderr)
        return say_ended_early(result, wanted, kept) if ended_early else 0


def _spec(kernel: str, seed: int, given: dict[str, Any]) -> Spec:
    """The spec, from the options that were given; an option of another kernel is refused."""
    known = find_kernel(kernel).options
    parameters = {name: value for name, value in given.items() if value is not None}
    for name in parameters:
        if name not in known:
            raise SpecError(f"{_dashed(name)} is not for {kernel}: it takes {', '.join(map(_dashed, known))}")
    return make_spec(kernel, parameters, seed)


def _dashed(name: str) -> str:
    return "--" + name.replace("_", "-")


def _lost(text: str | None, notation: str, dimension: int | None, values: int | None) -> int | str | list[int] | None:
    """A number of cards, or the cards themselves where a comma or letters show that cards are meant."""
    if text is None or text in ("set", "no-set"):
        return text
    if "," in text or not text.lstrip("-").isdigit():
        return read_notation(notation, dimension or 4, values or 3).parse_all(text.split(","))
    return whole_number(text, "number of lost cards")


def _numbers(text: str | None) -> list[int] | None:
    return None if text is None else [whole_number(part, "number of cards") for part in text.split(",")]


def _check(threads: int | None, confidence: float, backend: str, until_error: float | None, plot: Path | None) -> None:
    if threads is not None and not 1 <= threads <= 1024:
        raise SpecError(f"{threads} threads cannot be used: choose 1 to 1024")
    if not 0 < confidence < 1:
        raise SpecError(f"confidence {confidence} is out of range: choose a number between 0 and 1, such as 0.95")
    if backend != "cpu":
        raise SpecError(f"backend '{backend}' is not available: choose cpu")
    if until_error is not None and not until_error > 0:
        raise SpecError(f"an error of {until_error} cannot be reached: choose a number above 0, such as 0.001")
    check_picture(plot)


def _show(result: Result, confidence: float, plot: Path | None, json: bool) -> None:
    if plot is not None:
        from setlab.cli.pictures import plot_results

        plot_results([result], plot, confidence)
    if json:
        print_json(result_record(result, confidence))
    else:
        print_report(result, confidence)
        if plot is not None:
            print(f"\n{plot}")
