"""`setlab simulate`: run an experiment, or only the part of it that the store does not have.

Each kernel is a command of its own, whose options are those that the kernel declares. It is made when it is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from setlab.cli.commands import HELP, expand_options, with_help
from setlab.cli.options import NotationName, option, whole_number
from setlab.cli.running import Export, RunOptions, check_export, print_report, result_answer, write_export
from setlab.cli.screen import PanelOutput
from setlab.errors import SpecError, did_you_mean, join_names, quote
from setlab.experiment.kernel import Kernel
from setlab.experiment.kernels import KERNELS, find_kernel, find_simulated
from setlab.experiment.parameters import Kind
from setlab.experiment.result import Result
from setlab.experiment.spec import check_confidence, check_trials, make_spec
from setlab.extensions import added_names
from setlab.notation import DEFAULT, find_notation

LONGEST_LABEL = 60

UNTIL = "Stop when every interval is within ±E, or after --trials."
EXPORT = "Write the result: .csv, .json, .parquet, .tex, .md or .txt."


@dataclass(frozen=True)
class TrialOptions:
    """The trials of an experiment, and where its result is written."""

    trials: Annotated[str, option("-t", "--trials", "N", "How many, such as 1000000 or 1e6.")] = "1e6"
    seed: Annotated[str, option("-s", "--seed", "S", "0 to 2^64 − 1.")] = "0"
    first: Annotated[str, option("--first", "I", "The number of the first trial.")] = "0"
    until_error: Annotated[float | None, option("--until-error", "E", UNTIL)] = None
    confidence: Annotated[float, option("--confidence", "C", "Of the intervals.")] = 0.95
    export: Annotated[Path | None, option("--export", "FILE", EXPORT)] = None
    label: Annotated[str | None, option("--label", "TEXT", "A name under which `setlab runs` lists it.")] = None
    notation: NotationName = DEFAULT

    def check(self) -> None:
        """Raise `SpecError` unless a run can have these options."""
        check_confidence(self.confidence)
        if self.until_error is not None and not self.until_error > 0:
            raise SpecError(f"an error of {self.until_error} cannot be reached: choose a number above 0, such as 0.001")
        check_export(self.export)
        if self.label is not None and (len(self.label) > LONGEST_LABEL or not self.label.isprintable()):
            rule = f"write one line of at most {LONGEST_LABEL} characters"
            raise SpecError(f"{quote(self.label)} is not a label: {rule}")


GROUPS = {"asked": TrialOptions, "run": RunOptions, "output": PanelOutput}
"""The options of every kernel."""


class Kernels(TyperGroup):
    """The group of all kernels, each imported when it is called. Options may stand before the kernel, too."""

    called = False

    def list_commands(self, ctx: Any) -> list[str]:
        return [*KERNELS, *added_names("kernels")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a kernel; those that are only listed are not imported."""
        if self.called or cmd_name not in KERNELS:
            return kernel_command(find_simulated(cmd_name))
        return TyperCommand(cmd_name, help=_sentence(cmd_name))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:
            raise SpecError(f"Missing argument 'KERNEL': choose {join_names(KERNELS)}")
        known = KERNELS if any(word in KERNELS for word in args) else added_names("kernels")
        name = next((word for word in args if word in known), None)
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
    declared = kernel.parameters.options().items()
    own = {name: Annotated[str | None, option(*each.flags, each.metavar, each.help)] for name, each in declared}

    def simulate(**given: Any) -> int:
        return _simulate(kernel, {name: given.pop(name) for name in own}, **given)

    arguments = [Argument(name, Argument.KEYWORD_ONLY, annotation=kind, default=None) for name, kind in own.items()]
    arguments += [Argument(name, Argument.KEYWORD_ONLY, annotation=group) for name, group in GROUPS.items()]
    simulate.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    simulate.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    help = f"{_sentence(kernel.name)}\n\n        setlab simulate {kernel.name} --trials 1e4"
    single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    single.command(kernel.name, cls=KernelCommand, help=help, context_settings=HELP)(expand_options(simulate))
    command = typer.main.get_command(single)
    command.name = kernel.name
    return with_help(command)


def _sentence(name: str) -> str:
    content = KERNELS.get(name) or find_kernel(name).figure.title
    return f"{content[0].upper()}{content[1:]}."


def _simulate(
    kernel: Kernel[Any], own: dict[str, Any], asked: TrialOptions, run: RunOptions, output: PanelOutput
) -> int:
    spec = make_spec(kernel.name, read_options(kernel, own, asked.notation), whole_number(asked.seed, "seed"))
    wanted, start = whole_number(asked.trials, "number of trials"), whole_number(asked.first, "trial")
    check_trials(start, wanted)
    output.check_plot()
    if asked.label is not None and run.no_store:
        raise SpecError("--label and --no-store exclude each other: a label is kept in the store")
    asked.check()
    accuracy = {"until_error": asked.until_error, "confidence": asked.confidence}

    def show(result: Result) -> None:
        output.write_results(output.plot, [result], asked.confidence)
        if asked.export is not None:
            write_export(asked.export, Export(result, asked.confidence))

        def text() -> None:
            print_report(result, asked.confidence)
            if written := [str(path) for path in (output.plot, asked.export) if path is not None]:
                print("", *written, sep="\n")

        output.show(result_answer(result, asked.confidence), text)

    return run.run(spec, wanted, show, first=start, label=asked.label, **accuracy)


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
            return find_notation(notation, size("dimension", 4), size("values", 3)).parse_all(text.split(","))
        return whole_number(text, f"number for {each.flag}")

    return {name: read(name, text) for name, text in typed.items()}
