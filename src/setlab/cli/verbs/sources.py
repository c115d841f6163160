"""`setlab sources`: the documents that setlab reproduces; `setlab cite`: setlab or an experiment for a bibliography."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from setlab import __version__
from setlab.answers import Answer, Column, DataTable, about, data_table
from setlab.answers.latex import latex_text
from setlab.cli.options import Json, StorePlace, argument, flag, option
from setlab.cli.screen import JSON, TERMINAL, Output, attributes, print_json, print_rich, say
from setlab.errors import SpecError, plural

if TYPE_CHECKING:
    from setlab.sources import Source


KEYS = "Keys such as forbes-forbes, or letters A to E; all by default."


def sources(
    names: Annotated[list[str] | None, argument("[SOURCE]…", KEYS)] = None,
    bibtex: Annotated[bool, flag("--bibtex", "Print the entries for a bibliography.")] = False,
    output: Output = Output(),
) -> None:
    """List the published documents that setlab reproduces: their claims, and how to cite them.

    With a source named, list its tables, figures, statements and questions in the order of its pages.

        setlab sources

        setlab sources forbes-forbes

        setlab sources --bibtex > set.bib
    """
    from setlab.sources import find_source
    from setlab.sources import sources as published

    chosen = tuple(map(find_source, names)) if names else published()
    if bibtex and output.form not in (TERMINAL, JSON):
        raise SpecError(f"--bibtex and --format {output.form} exclude each other: choose one")

    def text() -> None:
        if bibtex:
            print("\n\n".join(source.bibtex for source in chosen))
        elif names:
            for source in chosen:
                _print_claims(source)
        else:
            _print_sources(chosen)

    table = _claims_table(chosen) if names else _sources_table(chosen)
    output.show(Answer({"sources": list(map(_record, chosen))}, table), text)


def _sources_table(chosen: tuple[Source, ...]) -> DataTable:
    names = ("letter", "key", "authors", "title", "year", "kind", "items")
    columns = [Column(name, align="right" if name == "items" else "left", format="d") for name in names]
    rows = [
        (one.letter, one.key, ", ".join(one.authors), one.title, one.year, one.kind, len(one.claims)) for one in chosen
    ]
    caption = "The published documents that setlab reproduces"
    return data_table(columns, rows, caption, "sources", metadata=about("sources"))


def _claims_table(chosen: tuple[Source, ...]) -> DataTable:
    rows = [(claim.id, source.key, claim.kind, claim.place, claim.what) for source in chosen for claim in source.claims]
    caption = f"The claims of {', '.join(source.cited for source in chosen)}"
    return data_table(["id", "source", "kind", "place", "what"], rows, caption, "claims", metadata=about("sources"))


def _record(source: Source) -> dict[str, Any]:
    items = [attributes(claim, "id", "kind", "place", "what", "quote", "figures") for claim in source.claims]
    return attributes(source, "key", "cited", "authors", "title", "year", "kind", "bibtex") | {"items": items}


def _print_sources(chosen: tuple[Source, ...]) -> None:
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for source in chosen:
        authors = ", ".join(source.authors) or "no author named"
        table.add_row(source.letter, source.key, f"{source.title}\n{authors}; {source.kind}", style=None)
        table.add_row("", "", f"{plural(len(source.claims), 'item')}: {', '.join(source.subjects)}\n", style="dim")
    print_rich(table)
    say("`setlab sources KEY` lists the claims of a source, `setlab reproduce KEY` judges them, --bibtex cites it.")


def _print_claims(source: Source) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for claim in source.claims:
        about = Text.assemble(claim.what, "\n", (f"{claim.kind}; {claim.place}", "dim"))
        table.add_row(claim.id, about)
    print_rich(Text(f"{source.cited}: {source.title}", style="bold"), table)


AUTHOR, YEAR = "The setlab developers", 2026
TITLE = "A laboratory and a table for the card game SET"


@dataclass(frozen=True)
class Experiment:
    """A stored experiment: its spec, the first and last of its trials, and the command lines that repeat them."""

    id: str
    spec: dict[str, Any]
    trials: int
    ranges: tuple[tuple[int, int], ...]
    sentence: str
    commands: tuple[str, ...]


def cite(
    spec_id: Annotated[str | None, argument("[ID]", "The id of a stored experiment, or how it begins.")] = None,
    trials: Annotated[str | None, option("-t", "--trials", "N", "Exactly this many of its trials.")] = None,
    first: Annotated[str, option("--first", "I", "The first of these trials.")] = "0",
    bibtex: Annotated[bool, flag("--bibtex", "Print the BibTeX entry alone.")] = False,
    apa: Annotated[bool, flag("--apa", "Print the reference in APA style alone.")] = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Cite setlab with its version, or an experiment with its spec, so that anyone can repeat it.

    An experiment is named by its id, which `setlab simulate` prints and `setlab runs` lists.

        setlab cite

        setlab cite --bibtex >> thesis.bib

        setlab cite 29dbb2 --apa
    """
    if sum((bibtex, apa, json)) > 1:
        raise SpecError("--bibtex, --apa and --json exclude each other: choose one")
    if spec_id is None and (trials is not None or first != "0"):
        raise SpecError("--trials and --first are about an experiment: name it by its id, as `setlab runs` lists it")
    cited = None if spec_id is None else _find_experiment(spec_id, first, trials, store)
    if json:
        known = {} if cited is None else {name: value for name, value in vars(cited).items() if name != "sentence"}
        print_json({"version": __version__, "apa": apa_reference(cited), "bibtex": bibtex_entry(cited), **known})
    elif bibtex:
        print(bibtex_entry(cited))
    elif apa:
        say(apa_reference(cited))
    else:
        from setlab.experiment.parameters import canonical

        say(apa_reference(cited))
        print(f"\n{bibtex_entry(cited)}")
        if cited is not None:
            print(f"\nThe trials are repeated, bit for bit, by setlab {__version__}:")
            print(*(f"  {command}" for command in cited.commands), sep="\n")
            print(f"\nThe spec, whose digest is the id:\n  {canonical(cited.spec)}")


def apa_reference(cited: Experiment | None = None) -> str:
    """The reference in the style of the APA, as plain text.

    >>> apa_reference().partition(" (Version")[0]
    'The setlab developers. (2026). setlab: A laboratory and a table for the card game SET'
    """
    software = f"{AUTHOR}. ({YEAR}). setlab: {TITLE} (Version {__version__}) [Computer software]."
    return software if cited is None else f"{software} {cited.sentence}. Repeated by: {'; '.join(cited.commands)}"


def bibtex_entry(cited: Experiment | None = None) -> str:
    """The entry for a bibliography; its note says what was run and how it is repeated.

    >>> print(bibtex_entry().replace(__version__, "0.1.0"))
    @misc{setlab,
      author = {{The setlab developers}},
      title  = {setlab: A laboratory and a table for the card game {SET}},
      year   = {2026},
      note   = {Computer software, version 0.1.0}
    }
    """
    note = f"Computer software, version {__version__}"
    if cited is not None:
        commands = "; ".join(f"\\texttt{{{latex_text(command)}}}" for command in cited.commands)
        note = f"{note}. {latex_text(cited.sentence)}. Repeated by: {commands}"
    title = f"setlab: {TITLE}".replace("SET", "{SET}")
    fields = {"author": f"{{{AUTHOR}}}", "title": title, "year": str(YEAR), "note": note}
    lines = ",\n".join(f"  {name:<6} = {{{value}}}" for name, value in fields.items())
    return f"@misc{{setlab{f'-{cited.id}' if cited else ''},\n{lines}\n}}"


def _find_experiment(spec_id: str, first: str, trials: str | None, store: str | None) -> Experiment:
    """The experiment of a store whose id begins like this, with all its trials or with those that are asked for."""
    from setlab.cli.verbs.runs import find_result, open_store, read_range
    from setlab.experiment.result import command_line, spec_sentence, trials_text
    from setlab.experiment.spec import join_ranges

    wanted = read_range(first, trials)
    with open_store(store) as kept:
        result, ranges = find_result(spec_id, kept, wanted)
    spans = tuple(join_ranges(ranges))
    sentence = f"Experiment {result.spec.id}, {spec_sentence(result.spec)}; {trials_text(result, spans)}"
    commands = tuple(command_line(result.spec, end - first, first) for first, end in spans)
    lasts = tuple((first, end - 1) for first, end in spans)
    return Experiment(result.spec.id, result.spec.as_record(), result.tally.trials, lasts, sentence, commands)
