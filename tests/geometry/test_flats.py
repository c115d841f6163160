"""Planes, cubes, hyperplanes, k-flats; parallel and skew SETs."""

from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setlab.counting import count_flats, count_flats_meeting
from setlab.errors import CardError, RuleError, SpecError
from setlab.geometry import (
    CardSet,
    Deck,
    Space,
    are_parallel,
    are_parallel_by_cycles,
    are_parallel_by_direction,
    are_skew,
    cube,
    cycles,
    frame_of,
    hyperplanes,
    k_flats,
    parallel_class,
    parallel_through,
    plane,
    rank,
    span,
    subspaces,
)

card = st.integers(0, 80)
SPACE = Space(4)


def third_by_hand(a: int, b: int) -> int:
    return SPACE.card((-x - y) % 3 for x, y in zip(SPACE.coordinates(a), SPACE.coordinates(b), strict=True))


@given(card, card, card)
def test_plane_is_built_as_in_the_proof_of_theorem_3(a: int, b: int, d: int) -> None:
    assume(len({a, b, d}) == 3 and third_by_hand(a, b) != d)
    c, g = third_by_hand(a, b), third_by_hand(a, d)
    e = third_by_hand(c, g)
    f, h = third_by_hand(d, e), third_by_hand(b, e)
    i = third_by_hand(g, h)
    assert plane(a, b, d) == ((a, b, c), (d, e, f), (g, h, i))


@given(card, card, card)
def test_a_plane_has_nine_cards_and_twelve_sets(a: int, b: int, c: int) -> None:
    assume(len({a, b, c}) == 3 and not SPACE.is_line(a, b, c))
    cards = CardSet([card for row in plane(a, b, c) for card in row])
    assert len(cards) == 9
    assert len(cards.lines()) == 12
    assert cards == span([a, b, c])


def test_the_plane_of_the_antiset_paper() -> None:
    """Figure 4 and examples 4 to 6 of Clark, Fisk & Goren: number 1 and solid fixed; the four kinds of SETs in it."""
    fixed = [card for card in SPACE if SPACE.coordinates(card)[0] == 1 and SPACE.coordinates(card)[2] == 2]
    assert len(fixed) == 9
    assert span(fixed) == set(fixed)
    corner, right, below = frame_of(fixed)
    (a, b, c), (d, e, f), (g, h, i) = plane(corner, right, below)
    horizontal = {(a, b, c), (d, e, f), (g, h, i)}
    vertical = {(a, d, g), (b, e, h), (c, f, i)}
    increasing = {(g, e, c), (h, f, a), (i, d, b)}
    decreasing = {(a, e, i), (b, f, g), (c, d, h)}
    sets = {frozenset(line) for line in horizontal | vertical | increasing | decreasing}
    assert sets == {frozenset(line) for line in CardSet(fixed).lines()}


def test_a_set_and_its_coset_as_in_example_5() -> None:
    line = CardSet(SPACE.card(c) for c in [(0, 0, 0, 0), (2, 1, 1, 1), (1, 2, 2, 2)])
    coset = {SPACE.card(c) for c in [(1, 0, 1, 2), (0, 1, 2, 0), (2, 2, 0, 1)]}
    assert parallel_through(line, SPACE.card((1, 0, 1, 2))) == coset
    assert line.isdisjoint(coset)
    assert len(parallel_class(line)) == 27
    assert CardSet(coset) in parallel_class(line)


def test_cube() -> None:
    layout = cube(0, 1, 3, 40)
    cards = CardSet(card for level in layout for row in level for card in row)
    assert len(cards) == 27
    assert len(cards.lines()) == 117
    assert cards == span([0, 1, 3, 40])
    assert layout[0] == plane(0, 1, 3)
    assert layout[1][0][0] == 40
    assert sum(flat <= cards for flat in k_flats(2)) == 39, "planes in a cube"
    for i, j in product(range(3), repeat=2):
        assert SPACE.is_line(layout[0][i][j], layout[1][i][j], layout[2][i][j])


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_all_flats(d: int) -> None:
    space = Space(d)
    for k in range(d + 1):
        found = list(k_flats(k, space))
        assert len(found) == len(set(found)) == count_flats(k, d)
        assert all(len(flat) == 3**k for flat in found)
        assert all(rank(flat, space) == k + 1 for flat in found[:50])


def test_flats_of_five_dimensions() -> None:
    assert [sum(1 for _ in k_flats(k, Space(5))) for k in (0, 4, 5)] == [243, 363, 1]


def test_lines_of_the_space_are_its_one_flats() -> None:
    assert {tuple(flat) for flat in k_flats(1)} == set(SPACE.lines())


def test_planes_by_closing_three_cards() -> None:
    space = Space(3)
    closed = {span(triple, space) for triple in combinations(space, 3) if not space.is_line(*triple)}
    assert closed == set(k_flats(2, space))


@pytest.mark.parametrize(("k", "d"), [(0, 2), (1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4)])
def test_how_flats_meet_a_flat(k: int, d: int) -> None:
    every = list(k_flats(k, Space(d)))
    sizes = [len(every[0] & flat) for flat in every]
    for j in range(-1, k + 1):
        assert sizes.count(3**j if j >= 0 else 0) == count_flats_meeting(j, k, d)


def test_hyperplanes_are_solutions_of_one_equation() -> None:
    """Only 12 of the 120 fix one property: the remark of Clark, Fisk & Goren covers a tenth of them."""
    solutions = {
        CardSet(c for c in SPACE if sum(x * y for x, y in zip(a, SPACE.coordinates(c), strict=True)) % 3 == b)
        for a in product(range(3), repeat=4)
        for b in range(3)
        if any(a)
    }
    assert set(hyperplanes()) == solutions
    one_property = {CardSet(c for c in SPACE if SPACE.coordinates(c)[i] == v) for i in range(4) for v in range(3)}
    assert len(one_property) == 12
    assert one_property < solutions


@pytest.mark.long
def test_parallel_by_cycles_and_by_direction_agree_everywhere_in_a_cube() -> None:
    space = Space(3)
    lines = list(space.lines())
    for one, other in product(lines, lines):
        by_direction = are_parallel_by_direction(one, other, space)
        assert by_direction == are_parallel_by_cycles(one, other, space)
        assert by_direction == are_parallel(CardSet(one, space), CardSet(other, space))
        meeting = len(set(one) & set(other))
        assert are_skew(one, other, space) == (meeting == 0 and rank((*one, *other), space) == 4)


lines4 = st.tuples(card, card).filter(lambda p: p[0] != p[1]).map(lambda p: (*p, SPACE.third(*p)))


@given(lines4, lines4)
def test_parallel_by_cycles_and_by_direction_agree(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert are_parallel_by_direction(one, other) == are_parallel_by_cycles(one, other)
    assert are_parallel_by_direction(one, parallel := tuple(parallel_through(CardSet(one), other[0])))
    assert are_parallel_by_cycles(one, parallel)


@pytest.mark.full
def test_parallel_by_cycles_and_by_direction_agree_on_all_pairs_of_the_deck() -> None:
    lines = list(SPACE.lines())
    parallel = [(one, other) for one, other in product(lines, lines) if are_parallel_by_direction(one, other)]
    assert len(parallel) == 1080 * 27
    assert sum(are_parallel_by_cycles(one, other) for one, other in product(lines, lines)) == 1080 * 27
    assert all(are_parallel_by_cycles(one, other) for one, other in parallel)


def test_the_thesis_examples_of_cycles() -> None:
    """Section 7.3: [(1,2,0), (0,1,2), (1,1,1), (0,0,0)] is not parallel to [(1,2,0), (0,2,1), (2,2,2), (2,2,2)]."""
    one = [SPACE.card(c) for c in zip((1, 2, 0), (0, 1, 2), (1, 1, 1), (0, 0, 0), strict=True)]
    other = [SPACE.card(c) for c in zip((1, 2, 0), (0, 2, 1), (2, 2, 2), (2, 2, 2), strict=True)]
    assert cycles(one) == (1, 1, 0, 0)
    assert cycles(other) == (1, 2, 0, 0)
    assert not are_parallel_by_cycles(one, other)
    assert not are_parallel_by_direction(one, other)
    assert are_skew(one, other), "they share no card either: not meeting is not parallel, as 7.3 says at its end"


@given(st.lists(card, max_size=6))
def test_span_is_closed_and_smallest(cards: list[int]) -> None:
    closed = set(cards)
    while True:
        more = closed | {SPACE.third(a, b) for a, b in combinations(closed, 2)}
        if more == closed:
            break
        closed = more
    assert span(cards) == closed
    assert len(closed) == (3 ** (rank(cards) - 1) if cards else 0)
    assert span(frame_of(cards)) == closed
    assert len(frame_of(cards)) == rank(cards)


@pytest.mark.long
def test_axiom_4_in_every_plane_and_in_space() -> None:
    line = CardSet([0, 1, 2])
    for point in range(3, 81):
        through = [other for other in k_flats(1) if point in other and rank([*line, *other]) == 3 and not other & line]
        assert through == [parallel_through(line, point)]


def test_what_is_no_plane() -> None:
    with pytest.raises(RuleError, match="is a SET: a plane needs three cards that are not in one SET"):
        plane(0, 1, 2)
    with pytest.raises(CardError, match="twice"):
        plane(0, 1, 1)
    with pytest.raises(RuleError, match="in one plane: a cube needs a fourth card"):
        cube(0, 1, 3, 4)
    with pytest.raises(RuleError, match="is not a flat"):
        parallel_through(CardSet([0, 1]), 3)
    with pytest.raises(RuleError, match="is not a SET"):
        are_parallel_by_direction((0, 1, 3), (0, 1, 2))


def test_sets_agree_with_the_rule_of_the_game() -> None:
    assert set(Deck(3, 3).sets(range(27))) == {tuple(flat) for flat in k_flats(1, Space(3))}


@pytest.mark.parametrize("k", [-1, 5])
def test_flats_of_other_dimensions_are_refused_at_once(k: int) -> None:
    for call in (subspaces, k_flats):
        with pytest.raises(SpecError, match=f"has no {k}-flats: choose k from 0 to 4"):
            call(k)


def test_an_empty_collection_is_parallel_to_nothing() -> None:
    with pytest.raises(RuleError, match="is not a flat"):
        are_parallel(CardSet([0, 1, 2]), CardSet())


def test_lines_as_they_are_found_can_be_compared() -> None:
    one, other, crossing = (0, 1, 2), (3, 4, 5), (0, 3, 6)
    assert are_parallel(one, other)
    assert are_parallel(CardSet(one), list(other))
    assert not are_parallel(one, crossing)
    assert are_parallel(one, other, Space(2))
    assert parallel_through(one, 40) == {39, 40, 41}
    assert len(parallel_class(one, Space(2))) == 3
    with pytest.raises(CardError, match="do not mix: use one space"):
        are_parallel(CardSet(one), CardSet(other, Space(2)))
    with pytest.raises(RuleError, match=r"CardSet\(\[3, 4\]\) is not a flat"):
        are_parallel(one, (3, 4))
