"""The record of the sources is complete and checked, and printed figures occur nowhere else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from setlab.errors import SpecError
from setlab.sources import KINDS, Claim, Source, claims, find_claim, find_source, source_of, sources
from setlab.sources.records import read_source

ROOT = Path(__file__).parents[2]


def test_there_are_five_sources_with_claims() -> None:
    assert [source.letter for source in sources()] == list("ABCDE")
    assert all(source.claims and source.bibtex.startswith("@") for source in sources())
    assert all(source.title in source.bibtex.replace("{", "").replace("}", "") for source in sources())


def test_ids_are_unique_and_name_their_source_and_a_subject() -> None:
    ids = [claim.id for claim in claims()]
    assert len(set(ids)) == len(ids)
    for source in sources():
        assert {claim.part for claim in source.claims} <= set(source.subjects), source.key
        assert all(re.fullmatch(rf"{source.letter}\d+\.[\w-]+", claim.id) for claim in source.claims), source.key


def test_claims_are_complete() -> None:
    for claim in claims():
        _assert_complete(claim)


def _assert_complete(claim: Claim) -> None:
    assert claim.kind in KINDS, claim.id
    assert claim.place, f"{claim.id}: where it is printed"
    assert claim.what, f"{claim.id}: what it is about"
    assert claim.quote or claim.kind in ("table", "picture"), f"{claim.id}: what is printed"
    assert claim.figures or claim.kind not in ("figure", "table"), f"{claim.id}: the figures"
    assert not claim.negated
    assert len(claim.what) <= 110, f"{claim.id}: a few words"
    assert not claim.what.endswith("."), f"{claim.id}: not a sentence"


def test_claims_and_sources_are_found() -> None:
    first = next(claims())
    assert find_claim(first.id) == first
    assert source_of(first.id) == find_source("a") == find_source("abrahamsen-eriksen")
    with pytest.raises(SpecError, match="'Z9' is not the id of a claim"):
        find_claim("Z9")
    with pytest.raises(SpecError, match="'000' is not a source: choose from abrahamsen-eriksen"):
        find_source("000")


HEAD = 'letter="A"\nauthors=[]\ncited=""\ntitle=""\nkind=""\nbibtex=""\n[subjects]\n'


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('id="A1.x"\nkind="guess"\nplace=""\nwhat=""\nquote=""', "A1.x is of kind 'guess': choose from figure"),
        ('id="A1.x"\nkind="figure"\nplace=""\nwhat=""\nquote=""\ntrails=3', "A1.x has a field 'trails'"),
        ('id="A1.x"\nkind="figure"\nplace=""\nwhat=""\nquote=""\nnegated=true', "A1.x has a field 'negated'"),
    ],
)
def test_a_bad_record_is_refused(entry: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_source("x", f"{HEAD}[[claims]]\n{entry}\n")
    assert isinstance(
        read_source("x", f"{HEAD}[[claims]]\nid='A1.x'\nkind='figure'\nplace=''\nwhat=''\nquote=''"), Source
    )


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The string literals of a file, without docstrings."""
    tree = ast.parse(path.read_text())
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.lineno, node.value


def telling(text: str) -> bool:
    """True for a printed figure that does not occur by accident: with a percent sign or at least four digits."""
    return bool(re.fullmatch(r"[\d.,e·^\s−-]+%?", text)) and (len(re.sub(r"\D", "", text)) >= 4 or "%" in text)


@pytest.mark.long
def test_printed_figures_stand_in_the_record_alone() -> None:
    printed = {text for claim in claims() for text in claim.figures.values() if telling(text)}
    printed |= {text.replace(",", "").replace("%", "") for text in printed if "." not in text} & printed
    files = [path for part in ("src/setlab", "scripts", "benchmarks") for path in (ROOT / part).rglob("*.py")]
    found = [(path.name, line, text) for path in files for line, text in strings(path) if text in printed]
    assert found == []
