"""`setlab reproduce`: every table, figure and claim of the seed documents, with a verdict."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from setlab.cli.noticed import name_spoilt
from setlab.cli.options import INTERRUPTED, Json, StorePlace, option
from setlab.cli.progress import shown_bar
from setlab.cli.running import interrupts, opened
from setlab.cli.screen import print_json, width
from setlab.errors import SpecError
from setlab.experiment.store import default_place
from setlab.reproduce import Finding, Item, Lab, find_items
from setlab.reproduce.summary import SEEDS, Findings, record, summary

if TYPE_CHECKING:
    from rich.text import Text

COLOURS = {
    "confirmed": "green",
    "consistent": "green",
    "misprint": "yellow",
    "wrong": "red",
    "settled": "cyan",
    "bounded": "cyan",
    "open": "dim",
}


def verb(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]…", help="Items such as A11, E4, A11.table9; all if none.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Small samples, enough for most verdicts (the default).")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Samples at or above those of the seeds.")] = False,
    report: Annotated[Path | None, option("--report", "FOLDER", "Write a page and a PDF with figures there.")] = None,
    threads: Annotated[int | None, option("--threads", "T", "Default: all cores.")] = None,
    store: StorePlace = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing.")] = False,
    json: Json = False,
) -> int:
    """Reproduce the seed documents: their value, ours, and a verdict, item by item.

    What was run is in the store: a second time is instant, and --full goes on from --quick.

        setlab reproduce --quick

        setlab reproduce A11 B2.table1 --json
    """
    if quick and full:
        raise SpecError("--quick and --full exclude each other: choose one")
    wanted = find_items(ids or [])
    if report is not None:
        from setlab.reproduce.report import check_folder

        check_folder(report)
    place = None if no_store else store or default_place()
    findings: list[tuple[Item, Finding]] = []
    stopped_early = False
    columns = ("{task.completed}/{task.total}", "elapsed")
    with opened(place) as kept, interrupts() as stopped, shown_bar(*columns, total=len(wanted)) as update:
        lab = Lab(full=full, store=kept, threads=threads, stopped=stopped)
        for item in wanted:
            if update is not None:
                update(description=f"{item.id} {item.what}"[:60], completed=len(findings))
            try:
                findings.append((item, item.answer(lab)))
            except KeyboardInterrupt:
                stopped_early = True
                break
    depth = "full" if full else "quick"
    if json:
        print_json({"depth": depth, "items": [record(item, finding) for item, finding in findings]})
    else:
        print_findings(findings)
    if report is not None:
        from setlab.reproduce.report import write_report

        paths = write_report(report, findings, depth)
        if not json:
            print(f"\n{paths[0]}\n{paths[1]}")
    name_spoilt(kept)
    if stopped_early:
        print(f"setlab: stopped after {len(findings)} of {len(wanted)} items; what was run is stored", file=sys.stderr)
    return INTERRUPTED if stopped_early else 0


def print_findings(findings: Findings) -> None:
    """The table, grouped by seed, and the line that sums it up."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, width=width())
    for seed, title in SEEDS.items():
        mine = [(item, finding) for item, finding in findings if item.seed == seed]
        if not mine:
            continue
        console.print(Text(f"{seed} · {title}", style="bold"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for _ in range(2):
            table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for item, finding in mine:
            verdict = Text(finding.verdict, style=COLOURS[finding.verdict])
            table.add_row(verdict, item.id, Text("\n").join(_lines(item, finding)))
        console.print(table)
        console.print()
    print(f"{summary(findings)}.\n`setlab reproduce ID --json` says why, with the commands that repeat it.")


def _lines(item: Item, finding: Finding) -> Iterator[Text]:
    """What the item is, and below it what is printed there and what we found, unless they are the same."""
    from rich.text import Text

    yield Text(item.what)
    if finding.seed_value == finding.ours or finding.ours == "all agree":
        yield Text(finding.ours if finding.cells == () else f"{len(finding.cells)} figures agree", style="dim")
    else:
        yield Text.assemble(("printed ", "dim"), finding.seed_value)
        yield Text.assemble(("ours    ", "dim"), finding.ours)
