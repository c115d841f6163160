"""What the explorer knows about the deck agrees with `setlab`: counts, maps, directions, free cards, links."""

from __future__ import annotations

import pytest

from setlab import counting
from setlab.caps import check, find, known
from setlab.draws import Draws
from setlab.geometry import AffineMap, CardSet, Space, k_flats, parallel_class
from tests.browser.conftest import Visit
from tests.browser.people import Person

SPACE = Space(4)

COUNTS = """({ countFlats, countDirections, countMaps, MOST_WITHOUT_SET }) => [
  [1, 2, 3, 4, 5].map((d) => Array.from({ length: d + 1 }, (_, k) => [countFlats(k, d), countDirections(k, d)])),
  [1, 2, 3, 4].map(countMaps), MOST_WITHOUT_SET,
]"""

MAPS = """({ apply, inverse, orderOf, isInvertible, writeMap, readMap }, maps) => maps.map((map) => {
  const images = (map) => Array.from({ length: 81 }, (_, card) => apply(map, card));
  const read = readMap(writeMap(map));
  const isRead = JSON.stringify(read) === JSON.stringify(map);
  return { images: images(map), back: images(inverse(map)), order: orderOf(map), read: isRead };
})"""

KINDS = """({ translation, exchange, permutation, randomMap, kindOf, apply, readMap }) => {
  const all = Array.from({ length: 81 }, (_, card) => card);
  const made = [translation(50), exchange(1, 3), permutation(2, 2, 1), randomMap(Math.random), randomMap(Math.random)];
  return {
    kinds: made.slice(0, 3).map(kindOf), images: made.slice(0, 3).map((map) => all.map((card) => apply(map, card))),
    random: made.slice(3).map(({ rows, shift }) => [rows, shift]),
    wrong: ["", "0000.0000.0000.0000.0000", "10"].map(readMap),
  };
}"""

DIRECTIONS = """({ directions, parallelClass, planesAmong, byDirection }, { cube, nine, lines }) => ({
  classes: directions(4).map((v) => parallelClass(v, 4)),
  planes: planesAmong(cube, 4),
  ways: byDirection(nine, lines, 4),
})"""

CAPS = "({ freeCards, blockers }, caps) => caps.map((cap) => [freeCards(cap), blockers(cap, 40)])"

LINKS = """({ stateOf, queryOf }, links) => links.map((link) => {
  const { state, faults } = stateOf(new URLSearchParams(link));
  const said = String(queryOf(state)), again = stateOf(new URLSearchParams(said));
  return { said, faults, cards: state.cards, stable: String(queryOf(again.state)) === said && !again.faults.length };
})"""


@pytest.fixture(scope="module")
def maps() -> list[AffineMap]:
    return [AffineMap.random(16, trial) for trial in range(12)] + [AffineMap.translation(7), AffineMap.identity()]


@pytest.fixture
def browser(visit: Visit) -> Person:
    return visit("/")


def test_counts_are_those_of_counting(browser: Person) -> None:
    flats, orders, most = browser.run("explore/counts", COUNTS)
    assert flats == [
        [[counting.count_flats(k, d), counting.count_subspaces(d, k)] for k in range(d + 1)] for d in range(1, 6)
    ]
    assert orders == [counting.count_affine_maps(d) for d in range(1, 5)]
    assert most == known(4).lower == known(4).upper


def test_maps_move_the_cards_as_affine_maps_do(browser: Person, maps: list[AffineMap]) -> None:
    given = [{"rows": map_.matrix, "shift": SPACE.coordinates(map_.shift)} for map_ in maps]
    found = browser.run("explore/maps", MAPS, given)
    assert [each["images"] for each in found] == [list(map_.images) for map_ in maps]
    assert [each["back"] for each in found] == [list(map_.inverse().images) for map_ in maps]
    assert [each["order"] for each in found] == [map_.order for map_ in maps]
    assert all(each["read"] for each in found)
    made = browser.run("explore/maps", KINDS)
    assert made["kinds"] == ["translation", "exchange", "values"]
    assert made["images"][0] == list(AffineMap.translation(50).images)
    swapped = [SPACE.card((n, s, f, c)) for n, c, f, s in map(SPACE.coordinates, SPACE)]
    turned = [SPACE.card((n, c, (2 * f + 1) % 3, s)) for n, c, f, s in map(SPACE.coordinates, SPACE)]
    assert made["images"][1:] == [swapped, turned]
    assert all(AffineMap.from_matrix(rows, shift) for rows, shift in made["random"])
    assert made["wrong"] == [None, None, None]


def test_directions_and_planes_are_those_of_geometry(browser: Person) -> None:
    cube = next(flat for flat in k_flats(3) if 40 in flat)
    nine = sorted(next(flat for flat in k_flats(2) if 13 in flat and len(set(flat) & {0, 1}) < 2))
    lines = SPACE.sets(nine)
    found = browser.run("explore/directions", DIRECTIONS, {"cube": sorted(cube), "nine": nine, "lines": lines})
    classes = {frozenset(map(frozenset, each)) for each in found["classes"]}
    directions = {frozenset(map(frozenset, parallel_class(CardSet(line)))) for line in SPACE.lines_through(0)}
    assert classes == directions
    assert len(found["classes"]) == counting.count_subspaces(4, 1)
    inside = {frozenset(plane) for plane in k_flats(2) if plane <= cube}
    assert {frozenset(plane) for plane in found["planes"]} == inside
    assert len(found["planes"]) == len(inside) == counting.count_flats(2, 3)
    assert [len(way) for way in found["ways"]] == [3, 3, 3, 3]
    assert {tuple(line) for way in found["ways"] for line in way} == set(lines)


def test_free_cards_are_those_that_keep_a_cap(browser: Person) -> None:
    largest = find(4)
    caps = [largest[: 2 * n] for n in range(11)] + [list(AffineMap.random(3)(largest))[:9]]
    found = browser.run("explore/caps", CAPS, caps)
    for cap, (free, pairs) in zip(caps, found, strict=True):
        assert free == [card for card in SPACE if card not in cap and check([*cap, card]).is_cap]
        expected = {(a, b) for i, a in enumerate(cap) for b in cap[i + 1 :] if SPACE.third(a, b) == 40}
        assert {tuple(pair) for pair in pairs} == expected


WRONG = {
    "mode=sets": ["mode"],
    "mode=plane&cards=0000.0001.0002": ["cards"],
    "mode=plane&cards=0000.0003.xyz.0001.0001.2222": ["cards"],
    "mode=cube&cards=0000.0001.0010.0011": ["cards"],
    "mode=cap&cards=0000.0001.0002.1111": ["cards"],
    "mode=plane&cards=0000.0001.0010&lit=set-13": ["lit"],
    "mode=cube&cards=0000.0001.0010.0100&lit=plane-40": ["lit"],
    "mode=set&cards=0000.0001&all=1": ["all"],
    "mode=symmetries&cards=0000&map=1000.1000.0010.0001.0000": ["map"],
    "mode=cap&shown=0000.0001.0002": ["shown"],
    "cards=" + "0000." * 300: ["cards"],
}
RIGHT = [
    "mode=set",
    "mode=set&cards=0000.1111",
    "mode=plane&cards=0000.0001.0010&lit=set-12",
    "mode=cube&cards=0000.0001.0010.0100&lit=plane-39",
    "mode=parallels&cards=0000.0001.0010&all=1",
    "mode=symmetries&cards=0000.0001&map=0100.1000.0010.0001.0021",
    "mode=cap&cards=0000.0001&shown=" + ".".join("".join(map(str, SPACE.coordinates(c))) for c in find(4)),
]


def test_links_say_the_state_and_wrong_ones_are_repaired(browser: Person) -> None:
    repaired = browser.run("explore/state", LINKS, list(WRONG))
    assert [each["faults"] for each in repaired] == list(WRONG.values())
    assert all(each["stable"] for each in repaired)
    assert repaired[1]["cards"] == [0, 1]
    assert repaired[4]["cards"] == [0, 1, 40]
    kept = browser.run("explore/state", LINKS, RIGHT)
    assert [each["said"] for each in kept] == RIGHT
    assert not any(each["faults"] for each in kept)


def test_links_drawn_at_random_never_fail(browser: Person) -> None:
    """Whatever the cards are, the state that is shown is one that can be built by choosing."""
    modes = ("set", "plane", "cube", "parallels", "cap", "symmetries")
    shuffled = [Draws(9).shuffle(trial, range(81), 5) for trial in range(60)]
    codes = [[*cards, SPACE.third(cards[0], cards[1])] for cards in shuffled]
    texts = [".".join("".join(map(str, SPACE.coordinates(card))) for card in cards) for cards in codes]
    links = [f"mode={modes[i % 6]}&cards={text}&lit=set-{i}" for i, text in enumerate(texts)]
    for link, each in zip(links, browser.run("explore/state", LINKS, links), strict=True):
        assert each["stable"], link
        if link.startswith("mode=cap"):
            assert check(each["cards"]).is_cap
        else:
            assert len(CardSet(each["cards"])) == len(each["cards"]) > 0
