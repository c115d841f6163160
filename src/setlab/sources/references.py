"""The works that setlab cites, and where each citation was seen, read from `references.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from setlab.errors import SpecError
from setlab.files import read_toml

FROM_MEMORY = "cited from memory, not looked up"

ENTRIES = {"article": "article", "book": "book", "chapter": "incollection", "report": "techreport"}
"""The BibTeX entry type of each kind; other kinds are `misc`."""

VENUES = {"article": "journal", "book": "publisher", "incollection": "booktitle", "techreport": "institution"}
"""The BibTeX field for the venue, by entry type."""


@dataclass(frozen=True)
class Reference:
    """A published work: how it is cited, what it is cited for, and where the citation was seen."""

    key: str
    kind: str
    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    cited_for: str
    looked_up: str
    from_memory: str = ""
    """The part of the citation that was not seen there, such as "title"."""
    volume: str = ""
    number: str = ""
    pages: str = ""
    edition: str = ""
    doi: str = ""
    url: str = ""

    @property
    def caveat(self) -> str:
        """The part of the citation that was not looked up; empty if all of it was.

        >>> reference("edel2002").caveat, reference("jamison1977").caveat
        ('', 'title cited from memory, not looked up')
        """
        if not self.looked_up:
            return FROM_MEMORY
        return f"{self.from_memory} {FROM_MEMORY}" if self.from_memory else ""

    @property
    def label(self) -> str:
        """The surnames and the year, as the pages cite the work.

        >>> [reference(key).label for key in ("pellegrino1970", "calderbank1994", "edel2002")]
        ['Pellegrino 1970', 'Calderbank & Fishburn 1994', 'Edel and others 2002']
        """
        names = [author.split()[-1] for author in self.authors if author != "others"]
        both = len(self.authors) == len(names) == 2
        more = " and others" if len(self.authors) > 1 else ""
        return f"{names[0]} & {names[1]} {self.year}" if both else f"{names[0]}{more} {self.year}"

    @property
    def citation(self) -> str:
        """The full citation, with its caveat.

        >>> reference("pellegrino1970").citation
        'G. Pellegrino, Sul massimo ordine delle calotte in S₄,₃, Matematiche (Catania) 25 (1970), 149–157'
        """
        authors = ", ".join(self.authors).replace(", others", " and others")
        issue = f" {self.volume}{f':{self.number}' if self.number else ''}" if self.volume else ""
        edition = f", {self.edition} edition" if self.edition else ""
        pages = f", {self.pages}" if self.pages else ""
        caveat = f" [{self.caveat}]" if self.caveat else ""
        return f"{authors}, {self.title}, {self.venue}{issue}{edition} ({self.year}){pages}{caveat}"

    @property
    def bibtex(self) -> str:
        """The work as a BibTeX entry.

        >>> print(reference("potechin2008").bibtex)
        @article{potechin2008,
          author = {A. Potechin},
          title = {{Maximal caps in AG(6,3)}},
          journal = {Designs, Codes and Cryptography},
          year = {2008},
          volume = {46},
          number = {3},
          pages = {243--259},
          doi = {10.1007/s10623-007-9132-z},
        }
        """
        entry = ENTRIES.get(self.kind, "misc")
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            VENUES.get(entry, "howpublished"): self.venue,
            "year": str(self.year),
            "volume": self.volume,
            "number": self.number,
            "pages": self.pages.replace("–", "--"),
            "edition": self.edition,
            "doi": self.doi,
            "url": self.url,
            "note": self.caveat,
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        return "\n".join([f"@{entry}{{{self.key},", *lines, "}"])


def reference(key: str) -> Reference:
    """The record with a given key.

    >>> reference("edel2002").year
    2002
    """
    known = references()
    if key not in known:
        raise SpecError(f"'{key}' is not the key of a cited work: choose from {', '.join(known)}")
    return known[key]


@cache
def references() -> dict[str, Reference]:
    """All records by key, in the order of the file."""
    records = read_toml(__file__, "references.toml")
    return {
        key: Reference(key=key, **record | {"authors": tuple(record["authors"])}) for key, record in records.items()
    }
