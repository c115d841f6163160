"""The three languages have the same keys and placeholders; every key that is used exists, and none is left over."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from setlab.notation.languages import LANGUAGES
from setlab.web.http.paper import Looks
from setlab.web.pages.site import LESSONS, PLACES, Page
from tests.web.test_static import files_of

STATIC = Path(__file__).parents[2] / "src" / "setlab" / "web" / "static"


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
CALLED = re.compile(r'\b(?:t|textAround|hasText)\(\s*"([^"]+)"')
CALLED_TEMPLATE = re.compile(r"\b(?:t|textAround|hasText)\(\s*`([\w-]+\.(?:[^`$]|\$\{[^{}]*\})+)`")
"""Calls for a text: whatever they name must exist, also if no section has its name."""
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
LOADED = re.compile(r'\bload\("([\w-]+)"\)')
PLACEHOLDER = re.compile(r"\{\{([a-z][\w.-]+)\}\}")
TITLE = re.compile(r'"(?:title|about)": "([\w.-]+)"')


def uses() -> Iterator[tuple[str, str]]:
    """What modules and pages ask for: (file, key), in which `[\\w-]+` stands for whatever is filled in."""
    for module in sorted((STATIC / "js").rglob("*.js")):
        yield from ((module.name, key) for key in keys_asked_by(module.read_text()))
    for page in sorted((STATIC / "pages").rglob("*.html")):
        text = page.read_text()
        yield from ((page.name, re.escape(key)) for key in [*PLACEHOLDER.findall(text), *TITLE.findall(text)])
    yield from (("places.py", re.escape(f"nav.{name}")) for name in PLACES)


def keys_asked_by(source: str) -> Iterator[str]:
    """The keys that a module asks for, in which `[\\w-]+` stands for whatever is filled in.

    >>> list(keys_asked_by('t("home.there"); t(`nowhere.${name}.title`); open("https://x.y")'))
    ['home\\\\.there', 'nowhere\\\\.[\\\\w-]+\\\\.title']
    """
    source = COMMENT.sub("", source)
    yield from map(re.escape, dict.fromkeys([*LITERAL.findall(source), *CALLED.findall(source)]))
    for template in dict.fromkeys([*TEMPLATE.findall(source), *CALLED_TEMPLATE.findall(source)]):
        yield r"[\w-]+".join(map(re.escape, re.split(r"\$\{[^{}]*\}", template)))


def test_everybody_has_the_same_languages() -> None:
    """A language that is added to one of these is added to all of them."""
    words, questions = ((STATIC / "js" / name).read_text() for name in ("shared/words.js", "print/questions.js"))
    (named,) = re.findall(r"LANGUAGES = Object\.freeze\(\{(.*?)\}\)", words)
    (printed,) = re.findall(r'question\("language", "pick", \[(.*?)\]', questions)
    assert tuple(re.findall(r"(\w+): ", named)) == LANGUAGES
    assert tuple(re.findall(r'"(\w+)"', printed)) == LANGUAGES
    assert get_args(Looks.model_fields["language"].annotation) == LANGUAGES
    assert {path.stem for path in (STATIC / "locale").glob("*.json")} == set(LANGUAGES)


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


COMMON = set(json.loads((STATIC / "locale" / "en.json").read_text()))


@pytest.mark.parametrize("name", sorted(path.stem for path in (STATIC / "pages").glob("*.html")))
def test_a_page_loads_the_texts_that_its_modules_ask_for(name: str) -> None:
    words = Page.read(name, (STATIC / "pages" / f"{name}.html").read_text()).words
    for lesson in LESSONS if name == "lesson" else [""]:
        sources = {str(path): path.read_text() for path in files_of(name, "en", lesson) if path.suffix == ".js"}
        loaded = {section for source in sources.values() for section in LOADED.findall(source)}
        known = COMMON | {*words, lesson} | loaded
        asked = {(file, key.split("\\.")[0]) for file, source in sources.items() for key in keys_asked_by(source)}
        assert {(file, section) for file, section in asked if section not in known} == set(), lesson


def test_every_module_is_read() -> None:
    """The patterns above find what they should: a literal, a template, a placeholder."""
    found = set(uses())
    assert ("home.js", re.escape("home.there")) in found
    assert ("gate.js", r"game\.[\w-]+\.name") in found
    assert ("home.html", re.escape("home.create")) in found
