"""The geometry that the browser previews agrees with `setlab.geometry`."""

from itertools import product

import pytest

from setlab.draws import Draws
from setlab.errors import RuleError
from setlab.geometry import CardSet, Space, cube, plane, span
from tests.browser.conftest import Visit
from tests.browser.people import Person

DIMENSIONS = (3, 4, 5)
TRIALS = 60

PAIRS = """({ digits, fromDigits, third, add, subtract }, d) => {
  const cards = Array.from({ length: 3 ** d }, (_, card) => card);
  const all = (f) => cards.map((a) => cards.map((b) => f(a, b, d)));
  const read = cards.map((card) => digits(card, d));
  return [read, read.map(fromDigits), all(third), all(add), all(subtract)];
}"""

TABLES = """({ flat, isSet, setsAmong, setsThrough, sum, line }, [tables, d]) => tables.map((cards) => [
  setsAmong(cards, d), sum(cards, d), isSet(cards.slice(0, 3), d),
  flat(cards.slice(0, 2), d), flat(cards.slice(0, 4), d),
  setsThrough(cards[0], d), cards[1] ? line(cards[0], cards[1], d) : [],
])"""

LAYOUTS = """({ plane, cube }, [tables, d]) => {
  const attempt = (layout, ...cards) => { try { return layout(...cards, d); } catch (error) { return error.name; } };
  return tables.map(([a, b, c, e]) => [attempt(plane, a, b, c), attempt(cube, a, b, c, e)]);
}"""

ALL_PLANES = """({ plane, isSet }, d) => {
  const found = [];
  for (let b = 1; b < 3 ** d; b++) for (let c = 1; c < 3 ** d; c++)
    if (b !== c && !isSet([0, b, c], d)) found.push(plane(0, b, c, d));
  return found;
}"""


@pytest.fixture
def browser(visit: Visit) -> Person:
    return visit("/")


def tables(d: int) -> list[list[int]]:
    """Tables of different cards, and some that begin with a SET or with four cards of a plane."""
    drawn = [Draws(16).shuffle(trial, range(3**d), 12)[:12] for trial in range(TRIALS)]
    space = Space(d)
    for table in drawn[::5]:
        table[2] = space.third(table[0], table[1])
    for table in drawn[1::5]:
        table[3] = space.third(table[1], table[2])
    return [list(dict.fromkeys(table)) for table in drawn]


@pytest.mark.parametrize("d", DIMENSIONS)
def test_arithmetic_agrees_on_all_pairs_of_cards(browser: Person, d: int) -> None:
    space = Space(d)
    read, back, third, add, subtract = browser.run("shared/space", PAIRS, d)
    assert [tuple(each) for each in read] == [space.coordinates(card) for card in space]
    assert back == list(space)
    assert third == [[space.third(a, b) for b in space] for a in space]
    assert add == [[space.add(a, b) for b in space] for a in space]
    assert subtract == [[space.subtract(a, b) for b in space] for a in space]


@pytest.mark.parametrize("d", DIMENSIONS)
def test_sets_sums_and_flats_agree_on_random_tables(browser: Person, d: int) -> None:
    space = Space(d)
    expected = [
        [
            [list(three) for three in space.sets(cards)],
            space.total(cards),
            space.is_line(*cards[:3]),
            sorted(span(cards[:2], space)),
            sorted(span(cards[:4], space)),
            [list(three) for three in space.lines_through(cards[0])],
            list(space.line(cards[0], cards[1])) if cards[1] else [],
        ]
        for cards in tables(d)
    ]
    assert browser.run("shared/space", TABLES, [tables(d), d]) == expected
    assert {case[2] for case in expected} == {True, False}


@pytest.mark.parametrize("d", DIMENSIONS)
def test_planes_and_cubes_have_the_same_order_and_the_same_refusals(browser: Person, d: int) -> None:
    space = Space(d)
    expected = [[plane_of(cards, space), cube_of(cards, space)] for cards in tables(d)]
    assert browser.run("shared/space", LAYOUTS, [tables(d), d]) == expected
    assert ["RangeError", "RangeError"] in expected
    assert any(nine != "RangeError" and all27 == "RangeError" for nine, all27 in expected)


def test_every_plane_through_a_card_agrees(browser: Person) -> None:
    space = Space(4)
    pairs = [(b, c) for b, c in product(range(1, 81), repeat=2) if b != c and not space.is_line(0, b, c)]
    expected = [[card for row in plane(0, b, c, space) for card in row] for b, c in pairs]
    assert browser.run("shared/space", ALL_PLANES, 4) == expected


def plane_of(cards: list[int], space: Space) -> list[int] | str:
    try:
        a, b, c = cards[:3]
        return [card for row in plane(a, b, c, space) for card in row]
    except RuleError:
        return "RangeError"


def cube_of(cards: list[int], space: Space) -> list[int] | str:
    try:
        a, b, c, e = cards[:4]
        return [card for nine in cube(a, b, c, e, space) for row in nine for card in row]
    except RuleError:
        return "RangeError"


def test_a_flat_of_no_cards_is_empty(browser: Person) -> None:
    assert browser.run("shared/space", "({ flat }) => flat([], 4)") == list(CardSet(()))
