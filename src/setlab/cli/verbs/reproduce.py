"""`setlab reproduce`: a verdict on every table, figure, statement and question of the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from setlab.answers import Answer, Column, DataTable, about, data_table
from setlab.cli.options import argument, flag, option
from setlab.cli.running import RunOptions, kept_sentence, name_spoilt, open_store
from setlab.cli.screen import TERMINAL, Output, print_rich, progress_bar, say
from setlab.cli.stopping import say_stopped
from setlab.errors import SpecError
from setlab.experiment.interrupts import interrupts
from setlab.reproduce import VERDICTS, Finding, Item, Runner, find_items
from setlab.reproduce.judgement import records, shorten, summary
from setlab.reproduce.verdicts import HEADLINES
from setlab.sources import source_of, sources

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


ITEMS = "Items such as A11.table9, subjects such as A11, sources such as forbes-forbes."
REPORT = "Write the report there: a page, a PDF and JSON."
ORIGIN = "reproduce"
"""The origin of the runs of this verb in the store: `setlab runs` lists them with --all only."""

COLOURS = dict(zip(VERDICTS, ("red", "yellow", "cyan", "cyan", "magenta", "green", "green", "dim"), strict=True))


def verb(
    ids: Annotated[list[str] | None, argument("[ID]…", ITEMS)] = None,
    quick: Annotated[bool, flag("--quick", "Small samples, which suffice for most verdicts (the default).")] = False,
    full: Annotated[bool, flag("--full", "Samples at least as large as those of the sources.")] = False,
    report: Annotated[Path | None, option("--report", "FOLDER", REPORT)] = None,
    run: RunOptions = RunOptions(),
    output: Output = Output(),
) -> int:
    """Judge the claims of five published documents on SET: printed numbers beside ours, with a verdict on each claim.

    `setlab sources` lists the documents and their items. Finished trials are kept in the store, so a second run is
    fast, and --full continues where --quick stopped.

        setlab reproduce --quick

        setlab reproduce A11 forbes-forbes --json
    """
    if quick and full:
        raise SpecError("--quick and --full exclude each other: choose one")
    wanted = find_items(ids or [])
    if report is not None:
        from setlab.reproduce.report import check_folder

        check_folder(report)
    findings: list[Finding] = []
    columns = ("{task.completed}/{task.total}", "elapsed")
    with run.open_backend() as engine, open_store(run.location, ORIGIN) as kept, interrupts() as stopped:
        runner = Runner(full=full, store=kept, threads=run.threads, backend=engine, stopped=stopped)
        with progress_bar(*columns, total=len(wanted)) as update:
            findings.extend(_judge_all(wanted, runner, update))
    depth = "full" if full else "quick"
    many = [finding for finding in findings if _count_figures(finding) > 1]
    few = [finding for finding in findings if finding not in many]
    tables = [findings_table(few, depth)] * bool(few or not many) + [figures_table(each, depth) for each in many]
    long = findings_table(findings, depth)
    output.show(Answer(records(findings, depth), tables, long=long), lambda: print_findings(findings))
    if report is not None:
        from setlab.reproduce.report import write_report

        paths = write_report(report, findings, depth)
        if output.form == TERMINAL:
            print("", *paths, sep="\n")
    name_spoilt(kept)
    if len(findings) < len(wanted):
        return say_stopped(kept_sentence(kept, kept.stored if kept else 0), f"{len(findings)} of {len(wanted)} items")
    return 0


def _judge_all(wanted: Sequence[Item], runner: Runner, update: Callable[..., object] | None) -> Iterator[Finding]:
    """The findings about the wanted items, until the run is stopped."""
    try:
        for number, item in enumerate(wanted):
            if runner.stopped():
                return
            if update is not None:
                update(description=f"{item.id} {item.claim.what}"[:60], completed=number)
            yield item.judge(runner)
    except KeyboardInterrupt:
        return


def print_findings(findings: Sequence[Finding]) -> None:
    """Print the findings source by source, the ids with headlines, and a summary."""
    from rich.text import Text

    for source in sources():
        mine = [finding for finding in findings if source_of(finding.claim.id) == source]
        if mine:
            print_rich(Text(f"{source.cited}: {source.title}", style="bold"), _make_table(mine))
            print()
    for verdict, heading in HEADLINES.items():
        if chosen := [finding.claim.id for finding in findings if finding.verdict == verdict]:
            say(f"{heading}: {', '.join(chosen)}")
    say(f"{summary(findings)}.")
    say("`setlab reproduce ID --json` gives every figure and the commands that repeat them.")


def findings_table(findings: Sequence[Finding], depth: str) -> DataTable:
    """The findings, one to a row: what is printed, what we found, and the verdict."""
    names = ("id", "source", "what", "printed", "ours", "verdict")
    columns = [Column(name, align="left", only="programs" if name == "source" else "") for name in names]
    named = ((each, each.claim, source_of(each.claim.id).key) for each in findings)
    rows = [(claim.id, key, claim.what, each.printed, each.ours, each.verdict) for each, claim, key in named]
    caption = f"Verdicts on {summary(findings)}; {depth} samples"
    return data_table(columns, rows, caption, "reproduce", metadata=about("reproduce", depth=depth))


def figures_table(finding: Finding, depth: str) -> DataTable:
    """A printed table beside ours, figure by figure, with the reason for the verdict below."""
    claim, rows = finding.claim, [(row.at, row.printed, row.ours, row.difference, row.verdict) for row in finding.rows]
    columns = [Column(name, align="left") for name in ("figure", "printed", "ours", "printed − ours", "verdict")]
    caption = f"{claim.id}, {source_of(claim.id).cited}, {claim.place}: {claim.what}"
    metadata = about(f"reproduce {claim.id}", depth=depth, verdict=finding.verdict)
    return data_table(columns, rows, caption, claim.id, [finding.why] * bool(finding.why), metadata)


def _count_figures(finding: Finding) -> int:
    """The number of printed figures."""
    return sum(bool(row.printed) for row in finding.rows)


def _make_table(findings: Sequence[Finding]) -> Table:
    """The findings of a source as a table of the terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(2):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        verdict = Text(finding.verdict, style=COLOURS[finding.verdict])
        table.add_row(verdict, finding.claim.id, Text("\n").join(_lines(finding)))
    return table


def _lines(finding: Finding) -> Iterator[Text]:
    """The subject of the claim and what we found; for verdicts with a headline, also what is printed, and why."""
    from rich.text import Text

    yield Text(finding.claim.what)
    if finding.verdict in HEADLINES:
        rows = finding.deciding
        printed = "; ".join(f"{row.at}: {row.printed}" for row in rows) or finding.printed
        ours = "; ".join(f"{row.at}: {row.ours}" for row in rows) or finding.ours
        which = f" ({len(rows)} of {_count_figures(finding)} figures)" if rows else ""
        yield Text.assemble(("printed ", "dim"), shorten(printed, 300), (which, "dim"))
        yield Text.assemble(("ours    ", "dim"), shorten(ours, 300))
        if finding.why:
            yield Text.assemble(("why     ", "dim"), finding.why)
    else:
        yield Text(shorten(finding.ours, 150), style="dim")
