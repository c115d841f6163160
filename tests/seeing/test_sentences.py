"""Conclusions follow from the figures: a falsehood in the figures changes the sentence, and no key lacks a text."""

from __future__ import annotations

import json
from dataclasses import replace
from string import Formatter

import pytest

from setlab.seeing import Analysis, Crowding, Effect, RatioTest, Sentence, Viewer, analyse, conclusions, simulate_room
from setlab.seeing.records import TEXTS
from tests.rooms.logs import random_log

STRONG = [Viewer(1.0, {"differ": -1.0})] * 2


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse([simulate_room(STRONG, seed=2, rounds=8)])


def keys(analysis: Analysis) -> list[str]:
    return [sentence.key for sentence in conclusions(analysis)]


def sentence(analysis: Analysis, key: str) -> Sentence:
    return next(each for each in conclusions(analysis) if each.key == key)


def test_an_effect_that_is_there_is_said(analysis: Analysis) -> None:
    said = sentence(analysis, "slower")
    assert said.values["effect"] == "differ"
    assert said.values["low"] <= said.values["factor"] <= said.values["high"]
    assert said.text.startswith("Each further property that differs: a SET takes ")


def test_a_ratio_above_one_is_faster(analysis: Analysis) -> None:
    turned = replace(analysis, effects=(Effect("new", "a card of the last deal", 2.0, 1.5, 3.0, 0.001, 1.4),))
    assert (
        sentence(turned, "faster").text == "A card of the last deal: a SET is found 2 times as fast (1.5 to 3 at 95 %)."
    )
    slow = replace(analysis, effects=(Effect("new", "a card of the last deal", 0.5, 0.25, 0.8, 0.001, 1.4),))
    assert "takes 2 times as long to find (1.2 to 4 at 95 %)" in sentence(slow, "slower").text


def test_nothing_is_said_to_be_there_if_chance_explains_it(analysis: Analysis) -> None:
    lucky = tuple(replace(effect, adjusted=0.06) for effect in analysis.effects)
    tests = tuple(replace(test, adjusted=0.06) for test in analysis.tests)
    assert {"faster", "slower", "which", "crowding-less", "crowding-more"}.isdisjoint(
        keys(replace(analysis, effects=lucky, tests=tests))
    )
    assert "not-shown" in keys(replace(analysis, effects=lucky))
    assert "not-shown" not in keys(analysis)


def test_the_level_decides(analysis: Analysis) -> None:
    effect = replace(analysis.effects[0], adjusted=0.03)
    assert effect.is_shown(0.95)
    assert not effect.is_shown(0.99)


def test_what_the_games_cannot_show_is_said(analysis: Analysis) -> None:
    few, many = analyse([simulate_room(STRONG, seed=2)]), analysis
    small, large = sentence(few, "detectable").values, sentence(many, "detectable").values
    assert small["choices"] < large["choices"]
    assert small["least"] > large["least"] > 1
    assert "With 1 player" not in sentence(few, "detectable").text


def test_which_property(analysis: Analysis) -> None:
    for adjusted, key in ((0.01, "which"), (0.4, "which-not")):
        tests = (RatioTest("which", 3, 0.01, adjusted),)
        assert sentence(replace(analysis, tests=tests), key).values == {"p": adjusted}


def test_crowding(analysis: Analysis) -> None:
    tests = (RatioTest("crowding", 1, 0.001, 0.002),)
    less = replace(analysis, tests=tests, crowding=Crowding(0.5, 0.3, 0.7, 0.001))
    more = replace(analysis, tests=tests, crowding=Crowding(1.5, 1.3, 1.7, 0.001))
    assert "crowding-less" in keys(less)
    assert "crowding-more" in keys(more)
    assert "crowding-less" not in keys(replace(less, tests=(replace(tests[0], adjusted=0.2),)))


def test_players(analysis: Analysis) -> None:
    assert "few-players" in keys(analysis)
    assert "one-player" in keys(analyse([simulate_room(seed=2)]))
    assert "many-players" in keys(analyse([simulate_room([Viewer(1.0)] * 7, seed=2, rounds=3)]))


def test_an_effect_without_bound_is_said_in_words() -> None:
    extreme = analyse([simulate_room([Viewer(1.0, {"differ": -9.0})], seed=2)])
    assert extreme.effect("differ").ratio is None
    assert "separated-down" in keys(extreme)
    assert "inf" not in json.dumps(extreme.to_json()).lower()
    assert "nan" not in json.dumps(extreme.to_json()).lower()


def test_no_games() -> None:
    assert keys(analyse([])) == ["no-claims"]
    assert {each["missing"] for each in analyse([]).to_json()["effects"]} == {"no-choice"}


@pytest.mark.parametrize("game", ["team", "ultra", "chain"])
def test_games_that_cannot_be_used_are_named(game: str) -> None:
    assert keys(analyse([{"events": random_log(game, seed=3).records}])) == [f"only-{game}"]


def test_texts_have_the_values_that_they_name(analysis: Analysis) -> None:
    values = {name for text in TEXTS.values() for _, name, _, _ in Formatter().parse(text) if name}
    assert all(Sentence(key, dict.fromkeys(values, 1)).text for key in TEXTS)
    for each in conclusions(analysis):
        named = {name for _, name, _, _ in Formatter().parse(TEXTS[each.key]) if name}
        assert named <= set(each.values)
        json.dumps(each.as_record())
