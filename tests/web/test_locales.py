"""The three languages have the same keys and placeholders; every key that is used exists, and none is left over."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from setlab.web.places import PLACES

STATIC = Path(__file__).parents[2] / "src" / "setlab" / "web" / "static"
LANGUAGES = ("en", "de", "nb")


def read(language: str) -> dict[str, Any]:
    """The common texts, and those of each section under its name."""
    found: dict[str, Any] = json.loads((STATIC / "locale" / f"{language}.json").read_text())
    sections = sorted((STATIC / "locale" / language).glob("*.json"))
    return {**found, **{section.stem: json.loads(section.read_text()) for section in sections}}


def texts(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its key."""
    for name, value in node.items():
        key = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from texts(value, key)
        else:
            yield key, value


def keys(node: dict[str, Any], path: str = "") -> Iterator[str]:
    """Every key that stands for a text: plural forms share one."""
    for name, value in node.items():
        key = f"{path}.{name}" if path else name
        if not isinstance(value, dict) or is_plural(value):
            yield key
        else:
            yield from keys(value, key)


def is_plural(forms: dict[str, Any]) -> bool:
    """True if these are the forms of one text: for exact numbers, for one, for other numbers."""
    return "other" in forms and all(name in {"one", "other"} or name.isdigit() for name in forms)


def placeholders(text: str) -> set[str]:
    """The placeholders of a text but `n`, which a plural form may write as a word."""
    return set(re.findall(r"\{(\w+)\}", text)) - {"n"}


SECTIONS = "|".join(read("en"))
LITERAL = re.compile(rf'"((?:{SECTIONS})(?:\.[\w-]+)+)"')
TEMPLATE = re.compile(rf"`((?:{SECTIONS})\.(?:[^`$]|\$\{{[^{{}}]*\}})+)`")
PLACEHOLDER = re.compile(r"\{\{([a-z][\w.-]+)\}\}")
TITLE = re.compile(r'"(?:title|about)": "([\w.-]+)"')


def uses() -> Iterator[tuple[str, str]]:
    """What modules and pages ask for: (file, key), in which `[\\w-]+` stands for whatever is filled in."""
    for module in sorted((STATIC / "js").rglob("*.js")):
        source = module.read_text()
        yield from ((module.name, re.escape(key)) for key in LITERAL.findall(source))
        for template in TEMPLATE.findall(source):
            parts = re.split(r"\$\{[^{}]*\}", template)
            yield module.name, r"[\w-]+".join(map(re.escape, parts))
    for page in sorted((STATIC / "pages").rglob("*.html")):
        text = page.read_text()
        yield from ((page.name, re.escape(key)) for key in [*PLACEHOLDER.findall(text), *TITLE.findall(text)])
    yield from (("places.py", re.escape(f"nav.{name}")) for name in PLACES)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_texts(language: str) -> None:
    english, other = dict(texts(read("en"))), dict(texts(read(language)))
    assert other.keys() == english.keys()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_placeholders(language: str) -> None:
    english, other = dict(texts(read("en"))), dict(texts(read(language)))
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_shouts(language: str) -> None:
    for key, text in texts(read(language)):
        assert text.strip() == text != "", key
        assert "!" not in text, key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sentence_ends_in_every_language(language: str) -> None:
    """Where the English text is a sentence or a question, so is its translation."""
    english, other = dict(texts(read("en"))), dict(texts(read(language)))
    stops = {key for key, text in english.items() if (text[-1] in ".?:") != (other[key][-1] in ".?:")}
    assert stops <= {"antiset.act.why", "learn.over"}  # the button "Warum?", and the sign of division


def test_every_key_that_is_used_exists() -> None:
    known = list(keys(read("en")))
    missing = [(where, key) for where, key in uses() if not any(re.fullmatch(key, each) for each in known)]
    assert missing == []


def test_no_key_is_left_over() -> None:
    asked = re.compile("|".join(sorted({key for _, key in uses()})))
    assert [key for key in keys(read("en")) if not asked.fullmatch(key)] == []


def test_every_module_is_read() -> None:
    """The patterns above find what they should: a literal, a template, a placeholder."""
    found = set(uses())
    assert ("home.js", re.escape("home.there")) in found
    assert ("gate.js", r"game\.[\w-]+\.name") in found
    assert ("home.html", re.escape("home.create")) in found
