"""Public calls refuse values that are out of range by a sentence of their own: nothing hangs or fails further below."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from setlab import Space, Table, caps, find_notation
from setlab.antiset import Game, best_move, evaluate, solve, winner_of
from setlab.exact import count_orbits, second_search
from setlab.geometry import cycles, parallel_classes
from setlab.render import draw_card, draw_sheet, find_palette, to_pdf, to_png
from setlab.rules import Rules, play_game
from setlab.solitaire import Shuffle, can_clear, find_counterexample, partitions
from setlab.stats import p_text

HUGE = 10**30
FACE = {"number": "1", "colour": "red", "filling": "solid", "shape": "oval"}
NOTHING = np.array([])

WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: find_notation().card_with({}), "no card of 'standard' has this face: it has no number; choose 1, 2 or 3"),
    (
        lambda: find_notation().card_with(FACE | {"shape": "star"}),
        "it has the shape 'star'; choose oval, diamond or squi",
    ),
    (lambda: Space(4).direction(NOTHING, 1), "is not a card of a deck of 81"),  # type: ignore[arg-type]
    (lambda: Space(4).direction(1, NOTHING), "is not a card of a deck of 81"),  # type: ignore[arg-type]
    (lambda: Space(4).lines_through(NOTHING), "is not a card of a deck of 81"),  # type: ignore[arg-type]
    (lambda: cycles([]), "is not a SET"),
    (lambda: parallel_classes(-1), r"AG\(-1,3\) has no 1-flats"),
    (lambda: parallel_classes(2, 3, -1), r"AG\(2,3\) has no -1-flats"),
    (lambda: parallel_classes(HUGE), "has no 1-flats"),
    (lambda: Game("AG(2,3)", players=HUGE), "players cannot play: choose at least 2, at most 1000"),
    (lambda: Game("AG(2,3)").completes(0, HUGE), "does not play: players are numbered 0 to 1"),
    (lambda: solve("AG(2,3)", budget=HUGE), "positions is out of range: choose 0 to 2"),
    (lambda: evaluate("AG(2,3)", [], [], budget=-1), "a budget of -1 positions is out of range"),
    (lambda: best_move(Game("AG(2,3)"), budget=HUGE), "positions is out of range"),
    (lambda: winner_of(Game("AG(2,3)"), budget=HUGE), "positions is out of range"),
    (lambda: caps.buildable_size(HUGE), "dimension 1000000000000000000000000000000 is out of range: choose one from 1"),
    (lambda: caps.buildable_size(4, -1), r"GF\(-1\) is not built: choose a power of a prime from 2 to 64"),
    (lambda: find_palette("classic").ink("mauve", "white"), "'mauve' is not a colour of this palette: choose red"),
    (lambda: find_palette("classic").ground("mauve"), "'mauve' is not a background of this palette: choose"),
    (lambda: draw_sheet([FACE], lines=[[]]), "group 1 is empty: give the indices of its cards"),
    (lambda: to_png(draw_card(FACE), "a\0.png"), "is not the name of a file: choose another"),
    (lambda: to_pdf(draw_card(FACE), ""), "'' is not the name of a file: choose another"),
    (lambda: to_png(draw_card(FACE), "a.png", HUGE), "is not a scale: choose a number above 0, at most 1000"),
    (lambda: can_clear(Shuffle.of(1, 0), nodes=-1), "-1 nodes are out of range: choose 1 to 67,108,864"),
    (lambda: can_clear(Shuffle.of(1, 0), nodes=0), "0 nodes are out of range"),
    (lambda: find_counterexample(seed=-1), "seed -1 is out of range"),
    (lambda: partitions(range(9), most=HUGE), "partitions are too many to list: choose at most 100,000,000"),
    (lambda: count_orbits(HUGE, 3), "is not a dimension: choose 1 to 8 properties"),
    (lambda: second_search(5, HUGE), "the second search is counted in dimension 2, 3 and 4"),
    (lambda: p_text(nan), "nan is not the logarithm of a probability: it is 0 or less"),
    (lambda: p_text(HUGE), "is not the logarithm of a probability"),
    (lambda: play_game(range(12), _first), "12 cards cannot be played with these rules: the deck has 81"),
    (lambda: play_game([], _first), "0 cards cannot be played with these rules: the deck has 81"),
    (lambda: play_game(range(81), _first, Rules(lost=1)), "81 cards cannot be played .* the deck has 80"),
]


def _first(table: Table) -> tuple[int, ...] | None:
    return next(iter(table.sets()), None)


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message[:30] for _, message in WRONG])
def test_a_value_out_of_range_is_refused_in_a_sentence(
    call: Callable[[], Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert type(caught.value).__module__ == "setlab.errors"


@pytest.mark.parametrize("q", [11, 16, 61, 64])
def test_caps_are_known_over_every_field(q: int) -> None:
    assert caps.known(1, q).buildable == 2
    assert caps.known(2, q).lower == q + (2 if q % 2 == 0 else 1) > caps.known(2, q).buildable == 4
