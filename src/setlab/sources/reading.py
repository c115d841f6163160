"""Reading and checking the records, one TOML file per source."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError, quoted
from setlab.sources.source import KINDS, Claim, Source

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
    raise SpecError(f"{quoted(name)} is not a source: choose from {known}")


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
    raise SpecError(f"{quoted(claim_id)} is not the id of a claim: `setlab sources` lists them")


def read_source(key: str, text: str) -> Source:
    """The source that a TOML text describes."""
    record = tomllib.loads(text)
    return Source(
        key=key,
        letter=record["letter"],
        authors=tuple(record["authors"]),
        cited=record["cited"],
        title=record["title"],
        year=record.get("year"),
        kind=record["kind"],
        bibtex=record["bibtex"].strip(),
        claims=tuple(_claim(entry) for entry in record["claims"]),
        subjects=record["subjects"],
    )


def _claim(record: Mapping[str, Any]) -> Claim:
    name = record.get("id", "a claim without an id")
    if unknown := set(record) - FIELDS:
        raise SpecError(f"{name} has a field {quoted(min(unknown))}: choose from {', '.join(sorted(FIELDS))}")
    if record["kind"] not in KINDS:
        raise SpecError(f"{name} is of kind {quoted(record['kind'])}: choose from {', '.join(KINDS)}")
    return Claim(**record)


def _text(name: str) -> str:
    return (files("setlab.sources") / f"{name}.toml").read_text(encoding="utf-8")
