"""`Answer`: what a question gives back, one value for the terminal, for programs, for files, notebooks and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Literal

from setlab.answers.table import DataTable

How = Literal["read", "computed", "recomputed", "replayed"]


@dataclass(frozen=True)
class Evidence:
    """A claim, how this run established it, and by which method."""

    claim: str
    how: How
    by: str

    def sentence(self) -> str:
        """The evidence in one line.

        >>> Evidence("n = 0 – 9", "computed", "all collections listed").sentence()
        'n = 0 – 9: computed (all collections listed)'
        """
        return f"{self.claim}: {self.how} ({self.by})"

    def as_dict(self) -> dict[str, str]:
        """The evidence as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Answer:
    """A record for programs; tables and sentences for people; the evidence for each claim; the data of a figure.

    `long` is the one table that CSV has where people read several.

    >>> from setlab.answers import data_table
    >>> Answer({"n": 3}, data_table(["n"], [[3]]), ["Three cards."])._repr_html_()[-19:]
    '<p>Three cards.</p>'
    """

    record: Mapping[str, Any]
    tables: DataTable | Sequence[DataTable] = ()
    sentences: Sequence[str] = ()
    evidence: Sequence[Evidence] = ()
    figure: Any = None
    long: DataTable | None = None

    def tables_for(self, format: str) -> list[DataTable]:
        """The tables that a format shows: CSV the long one, if there is one."""
        if format == "csv" and self.long is not None:
            return [self.long]
        return [self.tables] if isinstance(self.tables, DataTable) else list(self.tables)

    def _repr_html_(self) -> str:
        said = [*self.sentences, *(each.sentence() for each in self.evidence)]
        tables = (table._repr_html_() for table in self.tables_for("html"))
        return "".join([*tables, *(f"<p>{escape(sentence)}</p>" for sentence in said)])


def attributes(thing: object, *names: str) -> dict[str, Any]:
    """The named attributes of a thing, as fields of a JSON object."""
    return {name: getattr(thing, name) for name in names}
