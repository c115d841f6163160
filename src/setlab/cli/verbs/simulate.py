"""`setlab simulate`: run an experiment, or only the part of it that the store does not have.

Each kernel is a command of its own, whose options are those that the kernel declares. It is made when it is called.
"""

from __future__ import annotations

from inspect import Parameter as Argument
from inspect import Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from setlab.cli.commands import HELP
from setlab.cli.formats import TableFormat, chosen_format, print_answer
from setlab.cli.help import with_help
from setlab.cli.options import (
    CPU,
    FIGURE_OPTIONS,
    BackendName,
    Json,
    NoStore,
    NotationName,
    SchedulerAddress,
    StorePlace,
    Workers,
    check_picture,
    looking,
    option,
    read_look,
    read_notation,
    whole_number,
)
from setlab.cli.results import Export, check_export, print_report, result_record, result_tables, write_export
from setlab.cli.running import check_run, run_stored
from setlab.errors import SpecError, did_you_mean, listed, quoted
from setlab.experiment.backends import opened_backend
from setlab.experiment.kernel import Kernel
from setlab.experiment.kernels import KERNELS, find_kernel, find_simulated
from setlab.experiment.parameters import Kind
from setlab.experiment.result import Result
from setlab.experiment.spec import check_trials, make_spec
from setlab.notation import DEFAULT

LONGEST_LABEL = 60

COMMON: dict[str, tuple[Any, Any]] = {
    "trials": (Annotated[str, option("-t", "--trials", "N", "How many, such as 1000000 or 1e6.")], "1e6"),
    "seed": (Annotated[str, option("-s", "--seed", "S", "0 to 2^64 − 1.")], "0"),
    "first": (Annotated[str, option("--first", "I", "The number of the first trial.")], "0"),
    "until_error": (
        Annotated[
            float | None,
            option("--until-error", "E", "Stop when no interval is wider than ±E, at --trials the latest."),
        ],
        None,
    ),
    "confidence": (Annotated[float, option("--confidence", "C", "Of the intervals.")], 0.95),
    "threads": (Annotated[int | None, option("--threads", "T", "Default: all cores.")], None),
    "backend": (BackendName, CPU),
    "scheduler": (SchedulerAddress, None),
    "workers": (Workers, None),
    "store": (StorePlace, None),
    "no_store": (NoStore, False),
    "plot": (Annotated[Path | None, option("--plot", "FILE", "Draw the result: .svg, .png, .pdf or .pgf.")], None),
    **FIGURE_OPTIONS,
    "export": (
        Annotated[
            Path | None,
            option("--export", "FILE", "Write the result: .csv, .json, .parquet, .tex, .md or .txt."),
        ],
        None,
    ),
    "label": (Annotated[str | None, option("--label", "TEXT", "A name under which `setlab runs` lists it.")], None),
    "notation": (NotationName, DEFAULT),
    "format": (TableFormat, "table"),
    "json": (Json, False),
}
"""The options of every kernel: type and default."""


class Kernels(TyperGroup):
    """The group of all kernels, each imported when it is called. Options may stand before the kernel, too."""

    called = False

    def list_commands(self, ctx: Any) -> list[str]:
        return list(KERNELS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a kernel; those that are only listed are not imported."""
        if self.called or cmd_name not in KERNELS:
            return kernel_command(find_simulated(cmd_name))
        return TyperCommand(cmd_name, help=_sentence(cmd_name))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:
            raise SpecError(f"Missing argument 'KERNEL': choose {listed(tuple(KERNELS))}")
        name = next((word for word in args if word in KERNELS), None)
        if name is not None:
            self.called = True
            at = args.index(name)
            args = [name, *args[:at], *args[at + 1 :]]
        return super().parse_args(ctx, args)


class KernelCommand(TyperCommand):
    """The command of a kernel."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            if not (flag := getattr(error, "option_name", None)):
                raise
            question = did_you_mean(flag, [name for each in self.get_params(ctx) for name in each.opts])
            own = ", ".join(each.flag for each in find_kernel(str(self.name)).parameters.options().values())
            takes = f"it takes {own or 'no options of its own'}"
            remedy = f"{question} I{takes[1:]}" if question else takes
            raise SpecError(f"{flag} is not for {self.name}: {remedy}") from None


verb = typer.Typer(add_completion=False, cls=Kernels, context_settings=HELP, rich_markup_mode="markdown")


@verb.callback(subcommand_metavar="KERNEL [OPTIONS]", options_metavar="")
def simulate() -> None:
    """Simulate: trial i depends on the seed and on i alone, so that anyone can repeat it bit for bit.

    What was run before is in the store; asking for more trials runs only the missing ones. Every kernel has `--json`;
    `setlab simulate KERNEL --help` lists its options.

        setlab simulate endgame --trials 1e6 --seed 1

    One lost card and the most popular choice, as in the simulation study of nine variants:

        setlab simulate endgame --lost 1 --choice popular --trials 1e6
    """


def kernel_command(kernel: Kernel[Any]) -> Any:
    """The command of a kernel: its own options, and those of all kernels."""
    own = {
        name: (Annotated[str | None, option(*each.flags, each.metavar, each.help)], None)
        for name, each in kernel.parameters.options().items()
    }

    def run(**given: Any) -> int:
        return _simulate(kernel, {name: given.pop(name) for name in own}, **given)

    arguments = [
        Argument(name, Argument.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, (annotation, default) in (own | COMMON).items()
    ]
    run.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    run.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    help = f"{_sentence(kernel.name)}\n\n        setlab simulate {kernel.name} --trials 1e4"
    single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    single.command(kernel.name, cls=KernelCommand, help=help, context_settings=HELP)(run)
    command = typer.main.get_command(single)
    command.name = kernel.name
    return with_help(command)


def _sentence(name: str) -> str:
    return f"{KERNELS[name][0].upper()}{KERNELS[name][1:]}."


def _simulate(
    kernel: Kernel[Any],
    own: dict[str, str | None],
    *,
    trials: str,
    seed: str,
    first: str,
    until_error: float | None,
    confidence: float,
    threads: int | None,
    backend: str,
    scheduler: str | None,
    workers: int | None,
    store: str | None,
    no_store: bool,
    plot: Path | None,
    title: str | None,
    no_title: bool,
    width: str | None,
    font: str,
    panels: str | None,
    export: Path | None,
    label: str | None,
    notation: str,
    format: str,
    json: bool,
) -> int:
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    spec = make_spec(kernel.name, read_options(kernel, own, notation), whole_number(seed, "seed"))
    wanted, start = whole_number(trials, "number of trials"), whole_number(first, "trial")
    check_trials(start, wanted)
    check_run(threads, confidence, until_error)
    check_picture(plot)
    check_export(export)
    check_label(label, no_store)
    with opened_backend(backend, threads=threads, scheduler=scheduler, workers=workers) as engine:
        return run_stored(
            spec,
            wanted,
            lambda result: _show(result, confidence, form, plot=plot, look=look, panels=panels, export=export),
            first=start,
            backend=engine,
            store=store,
            no_store=no_store,
            until_error=until_error,
            confidence=confidence,
            label=label,
        )


def check_label(label: str | None, no_store: bool) -> None:
    """Raise `SpecError` unless the label can be kept and listed in one line."""
    if label is not None and no_store:
        raise SpecError("--label and --no-store exclude each other: a label is kept in the store")
    if label is not None and (len(label) > LONGEST_LABEL or not label.isprintable()):
        raise SpecError(f"{quoted(label)} is not a label: write one line of at most {LONGEST_LABEL} characters")


def read_options(kernel: Kernel[Any], given: dict[str, str | None], notation: str) -> dict[str, Any]:
    """The parameters that the typed options stand for; cards are read in the notation."""
    options, typed = kernel.parameters.options(), {name: text for name, text in given.items() if text is not None}

    def size(name: str, default: int) -> int:
        return whole_number(typed[name], name) if name in typed else default

    def read(name: str, text: str) -> Any:
        each = options[name]
        if text in each.words or each.kind is Kind.TEXT:
            return text
        if each.kind is Kind.NUMBERS:
            return [whole_number(part, "number of cards") for part in text.split(",")]
        if each.kind is Kind.CARDS and ("," in text or not text.lstrip("-").isdigit()):
            return read_notation(notation, size("dimension", 4), size("values", 3)).parse_all(text.split(","))
        return whole_number(text, f"number for {each.flag}")

    return {name: read(name, text) for name, text in typed.items()}


def _show(
    result: Result,
    confidence: float,
    form: str,
    *,
    plot: Path | None,
    look: Any,
    panels: str | None,
    export: Path | None,
) -> None:
    if plot is not None:
        from setlab.cli.results import plot_results

        with looking(look):
            plot_results([result], plot, confidence, panels)
    if export is not None:
        write_export(export, Export(result, confidence))

    def text() -> None:
        print_report(result, confidence)
        if written := [str(path) for path in (plot, export) if path is not None]:
            print("", *written, sep="\n")

    print_answer(
        form,
        record=lambda: result_record(result, confidence),
        tables=lambda: result_tables(result, confidence, form),
        text=text,
    )
