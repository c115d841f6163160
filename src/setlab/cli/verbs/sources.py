"""`setlab sources`: the published documents that setlab reproduces, what they claim, and how to cite them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from setlab.answers import Answer, Column, DataTable, about, data_table
from setlab.cli.options import argument, flag
from setlab.cli.screen import JSON, TERMINAL, Output, attributes, print_rich, say
from setlab.errors import SpecError, plural

if TYPE_CHECKING:
    from setlab.sources import Source

KEYS = "Keys such as forbes-forbes, or letters A to E; all by default."


def verb(
    names: Annotated[list[str] | None, argument("[SOURCE]…", KEYS)] = None,
    bibtex: Annotated[bool, flag("--bibtex", "Print the entries for a bibliography.")] = False,
    *,
    output: Output,
) -> None:
    """List the published documents that setlab reproduces: their claims, and how to cite them.

    With a source named, list its tables, figures, statements and questions in the order of its pages.

        setlab sources

        setlab sources forbes-forbes

        setlab sources --bibtex > set.bib
    """
    from setlab.sources import find_source, sources

    chosen = tuple(map(find_source, names)) if names else sources()
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
