"""The records of the sources, one TOML file each: the document, and its claims in the order of the pages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from setlab.arguments import checked
from setlab.errors import SpecError, quote

ClaimKind = Literal["figure", "table", "statement", "picture", "question"]

KINDS: dict[ClaimKind, str] = {
    "figure": "numbers in the text, at their printed precision",
    "table": "a table, figure by figure",
    "statement": "a sentence that is true or false",
    "picture": "a graph or histogram, by the features that the text describes",
    "question": "a question that the source leaves open",
}
"""The kinds of claims; the kind determines how a claim is judged."""


@checked
@dataclass(frozen=True)
class Claim:
    """One table, figure, statement, picture or question of a source, verbatim as printed.

    `figures` maps a place in the table to the text printed there. `trials` is the number of trials behind sampled
    figures, as the source states it, or one number for each place; None if the figures were computed. `counts` is True
    if the figures are numbers of cases among those trials. `decimal` is the decimal mark if a figure could be read in
    two ways. `label` turns the place of a figure into words. `data` holds input that the source prints, such as a board
    or the settings of a program. `negated` is False in every record; the tests set it to negate a claim.
    """

    id: str
    kind: ClaimKind
    place: str
    what: str
    quote: str
    figures: Mapping[str, str] = field(default_factory=dict)
    label: str = "{}"
    trials: int | Mapping[str, int] | None = None
    counts: bool = False
    decimal: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    negated: bool = False

    @property
    def part(self) -> str:
        """The subject that the claim belongs to: A11 for A11.table9."""
        return self.id.partition(".")[0]

    @property
    def comparisons(self) -> int:
        """The number of comparisons with our results: one for each figure, at least one."""
        return max(1, len(self.figures))

    def at(self, place: str) -> str:
        """The place of a figure in words.

        >>> Claim("A11.table9", "table", "", "", "", {"3": "98,7%"}, label="{} cards").at("3")
        '3 cards'
        """
        return self.label.format(place)

    def trials_at(self, place: str) -> int | None:
        """The number of trials behind a figure; None if it was computed."""
        return self.trials[place] if isinstance(self.trials, Mapping) else self.trials

    def numbers(self) -> dict[int, str]:
        """The figures of a table whose places are integers.

        >>> Claim("A11.table9", "table", "", "", "", {"3": "98,7%"}).numbers()
        {3: '98,7%'}
        """
        return {int(place): text for place, text in self.figures.items()}


@checked
@dataclass(frozen=True)
class Source:
    """A published document: title, citation and claims.

    The ids of the claims begin with `letter`. `year` is None if the document does not state it.
    """

    key: str
    letter: str
    authors: tuple[str, ...]
    cited: str
    title: str
    year: int | None
    kind: str
    bibtex: str
    claims: tuple[Claim, ...] = field(repr=False)
    subjects: Mapping[str, str] = field(default_factory=dict)


RECORDS = ("abrahamsen-eriksen", "stanke-stenzelbarton", "end-games", "clark-fisk-goren", "forbes-forbes")
"""The files in the order of the letters A to E."""

FIELDS = {entry.name for entry in fields(Claim)} - {"negated"}


@cache
def sources() -> tuple[Source, ...]:
    """All sources in the order of their letters."""
    return tuple(read_source(name, _text(name)) for name in RECORDS)


def claims() -> Iterator[Claim]:
    """Every claim of every source, in the order of the documents."""
    for source in sources():
        yield from source.claims


@checked
def find_source(name: str) -> Source:
    """The source with a given key or letter.

    >>> find_source("E").title, find_source("forbes-forbes").letter
    ('Solitaire SET', 'E')
    """
    for source in sources():
        if name.lower() in (source.key, source.letter.lower()):
            return source
    known = ", ".join(source.key for source in sources())
    raise SpecError(f"{quote(name)} is not a source: choose from {known}")


@checked
def source_of(claim_id: str) -> Source:
    """The source of a claim, from the letter of its id.

    >>> source_of("A11.table9").cited
    'Abrahamsen & Eriksen 2023'
    """
    return find_source(claim_id[:1])


@checked
def find_claim(claim_id: str) -> Claim:
    """The claim with a given id."""
    for claim in claims():
        if claim.id == claim_id:
            return claim
    raise SpecError(f"{quote(claim_id)} is not the id of a claim: `setlab sources` lists them")


def read_source(key: str, text: str) -> Source:
    """The source that a TOML text describes."""
    record = {"key": key, "year": None, **tomllib.loads(text)}
    authors, claims = tuple(record["authors"]), tuple(map(_claim, record["claims"]))
    return Source(**record | {"authors": authors, "bibtex": record["bibtex"].strip(), "claims": claims})


def _claim(record: Mapping[str, Any]) -> Claim:
    name = record.get("id", "a claim without an id")
    if unknown := set(record) - FIELDS:
        raise SpecError(f"{name} has a field {quote(min(unknown))}: choose from {', '.join(sorted(FIELDS))}")
    if record["kind"] not in KINDS:
        raise SpecError(f"{name} is of kind {quote(record['kind'])}: choose from {', '.join(KINDS)}")
    return Claim(**record)


def _text(name: str) -> str:
    return (files("setlab.sources") / f"{name}.toml").read_text(encoding="utf-8")
