"""`setlab antiset measure`: strategies against each other, through the store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from setlab.cli.antiset.solve import DesignDimension, DesignName, design_name
from setlab.cli.backends import CPU, BackendName, SchedulerAddress, Workers
from setlab.cli.exporting import result_tables
from setlab.cli.figures import CONFIDENCE, Font, NoTitle, Panels, Plot, Title, Width, draw, read_look
from setlab.cli.formats import TableFormat, chosen_format, print_answer
from setlab.cli.options import Json, NoStore, StorePlace, check_picture, option, whole_number
from setlab.cli.report import print_report
from setlab.cli.running import check_run, run_stored
from setlab.experiment.backends import opened_backend
from setlab.experiment.run import Result, make_spec
from setlab.experiment.spec import check_trials


def verb(
    design: DesignName = None,
    dimension: DesignDimension = None,
    xavier: Annotated[str, option("--xavier", "NAME", "The strategy of the first player.")] = "theorem7",
    olivia: Annotated[str, option("--olivia", "NAME", "The strategy of the second player.")] = "max-cap",
    games: Annotated[str, option("--games", "N", "How many games.")] = "100",
    seed: Annotated[str, option("--seed", "S", "0 to 2^64 − 1.")] = "0",
    store: StorePlace = None,
    no_store: NoStore = False,
    threads: Annotated[int | None, option("--threads", "T", "Default: all cores.")] = None,
    backend: BackendName = CPU,
    scheduler: SchedulerAddress = None,
    workers: Workers = None,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """Let two strategies play, on AG(3,3) by default: who wins, and in which round.

    Strategies are theorem7, theorem17, mirror, max-cap, random, forgetful, safe and perfect.

        setlab antiset measure "AG(4,3)" --xavier theorem7 --olivia max-cap --games 20

        setlab antiset measure --xavier random --olivia safe --games 1000 --plot rounds.svg
    """
    where = design_name(design, dimension, "AG(3,3)")
    spec = make_spec("antiset", {"design": where, "xavier": xavier, "olivia": olivia}, whole_number(seed, "seed"))
    number = whole_number(games, "number of games")
    check_trials(0, number)
    check_run(threads)
    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)

    def show(result: Result) -> None:
        if plot is not None:
            draw([result], plot, look, panels)
        _show(result, form, plot)

    with opened_backend(backend, threads=threads, scheduler=scheduler, workers=workers) as engine:
        return run_stored(spec, number, show, store=store, no_store=no_store, backend=engine)


def _show(result: Result, form: str, plot: Path | None) -> None:
    def text() -> None:
        print_report(result, CONFIDENCE)
        if plot is not None:
            print("", plot, sep="\n")

    print_answer(
        form,
        record=lambda: _record(result) | ({} if plot is None else {"path": str(plot)}),
        tables=lambda: result_tables(result, CONFIDENCE, form),
        text=text,
    )


def _record(result: Result) -> dict[str, object]:
    tally = result.tally.as_record()
    return {
        **result.spec.parameters.as_record(),
        "games": result.tally.trials,
        "winner": tally["winner"],
        "length": tally["length"],
        "positions": sum(2 * rounds * count for rounds, count in result.tally["length"].items()),
        "id": result.spec.id,
        "seconds": round(result.seconds, 6),
    }
