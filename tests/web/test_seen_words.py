"""The pages say what the analysis says: the English words are those of `seeing`, and every language has them all."""

import json
import re
from pathlib import Path

import pytest

from setlab.notation.languages import LANGUAGES
from setlab.seeing.records import TEXTS
from setlab.seeing.searches import EFFECTS, PROPERTIES

LOCALE = Path(__file__).parents[2] / "src" / "setlab" / "web" / "static" / "locale"


def said(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LOCALE / language / "seen.json").read_text())["say"]
    return found


def test_the_english_words_are_those_of_the_analysis() -> None:
    assert said("en") == dict(TEXTS)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_is_translated_with_its_figures(language: str) -> None:
    translated = said(language)
    assert translated.keys() == TEXTS.keys()
    for key, text in TEXTS.items():
        assert set(re.findall(r"{(\w+)}", translated[key])) == set(re.findall(r"{(\w+)}", text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_that_the_page_offers_has_words(language: str) -> None:
    effects = json.loads((LOCALE / language / "seen.json").read_text())["effect"]
    assert set(EFFECTS) - {"differ-each"} == set(effects)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_property_of_the_pages_has_a_name(language: str) -> None:
    names = json.loads((LOCALE / f"{language}.json").read_text())["card"]["property"]
    assert set(names) <= set(PROPERTIES)
    assert len(names) == 5
