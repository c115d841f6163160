"""Most and fewest SETs: every collection counted, every proof replayed, small dimensions against the definition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations_with_replacement, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.exact import extremes as extremes_module
from setlab.exact.extremes import (
    Extreme,
    Proof,
    deletion_bound,
    fewest_lines_with_sections,
    fewest_sets,
    known_fewest,
    lines_with_complement,
    most_sets,
    possible_sizes,
    prove_by_search,
    prove_by_sections,
    settle,
    subset_orbits,
    verify,
    walk,
)
from setlab.geometry import CardSet, Space
from setlab.geometry.batch import count_lines
from setlab.reference.lines import count, line_extremes

DIMENSIONS = (1, 2, 3, 4)
Table = Callable[[int], list[Extreme]]
TABLES: list[Table] = [fewest_sets, most_sets]


@pytest.mark.parametrize("size", [*range(8), *range(20, 28)])
def test_the_walk_through_the_cube_agrees_with_its_orbits(size: int) -> None:
    counts = [count(mask) for mask in subset_orbits(size, 3, affine=True)[0].tolist()]
    assert (min(counts), max(counts)) == (walk(3).fewest[size], walk(3).most[size])


@pytest.mark.parametrize("dimension", [1, 2])
def test_small_decks_by_the_definition(dimension: int) -> None:
    fewest, _, most, _ = line_extremes(dimension)
    assert [extreme.value for extreme in fewest_sets(dimension)] == fewest
    assert [extreme.value for extreme in most_sets(dimension)] == most


def test_the_cube_is_the_walk() -> None:
    assert [extreme.value for extreme in fewest_sets(3)] == list(walk(3).fewest)
    assert [extreme.value for extreme in most_sets(3)] == list(walk(3).most)


@pytest.mark.parametrize("dimension", DIMENSIONS)
@pytest.mark.parametrize("table", TABLES)
def test_every_witness_has_what_it_shows(table: Table, dimension: int) -> None:
    extremes = table(dimension)
    assert [extreme.n for extreme in extremes] == list(range(3**dimension + 1))
    counts = count_lines([extreme.witness.mask for extreme in extremes], dimension).tolist()
    for extreme, lines in zip(extremes, counts, strict=True):
        assert len(extreme.witness) == extreme.n
        assert lines == (extreme.upper if table is fewest_sets else extreme.lower)
        assert extreme.how


def test_an_open_row_has_bounds_and_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were 28 cards proved to have at least 12 SETs and no more, the tables would say so."""
    *rows, row = known_fewest()[:29]
    weaker = replace(row, proof=replace(row.proof, lines=12))
    monkeypatch.setattr(extremes_module, "known_fewest", lambda _: (*rows, weaker))
    few, most = fewest_sets()[28], most_sets()[0]
    assert (few.value, few.lower, few.upper, few.proved) == (None, 12, 15, False)
    assert (most.n, most.value, most.lower, most.upper, most.proved) == (53, None, 323, 326, False)


def test_everything_is_proved() -> None:
    assert all(extreme.proved for extreme in fewest_sets() + most_sets())


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_most_and_fewest_are_one_question(dimension: int) -> None:
    for most, fewest in zip(most_sets(dimension), reversed(fewest_sets(dimension)), strict=True):
        assert most.value is not None
        assert fewest.value is not None
        assert most.value + fewest.value == lines_with_complement(most.n, dimension)


@pytest.mark.parametrize("dimension", DIMENSIONS)
@pytest.mark.parametrize("table", TABLES)
def test_more_cards_never_have_less(table: Table, dimension: int) -> None:
    values = [extreme.value or 0 for extreme in table(dimension)]
    assert all(before <= after for before, after in pairwise(values))


def test_known_values() -> None:
    """Table 4 of Abrahamsen & Eriksen goes to n = 6; 20 is the largest cap (Pellegrino 1970); flats have the most."""
    most = [extreme.value for extreme in most_sets()]
    fewest = [extreme.value or 0 for extreme in fewest_sets()]
    assert most[:7] == [0, 0, 0, 1, 1, 2, 3]
    assert (most[9], most[27], most[81]) == (12, 117, 1080)
    assert [n for n in range(82) if fewest[n] == 0] == list(range(21))
    assert most[:28] == list(walk(3).most)


@given(
    st.lists(st.integers(0, 2), min_size=15, max_size=15), st.integers(1, 6), st.sets(st.integers(0, 80), max_size=9)
)
def test_no_quadric_breaks_a_record(coefficients: list[int], values: int, changed: set[int]) -> None:
    """Collections with much structure, where records come from: quadrics, with some cards put in or taken away."""
    cards = {card for card in Space(4) if values >> _quadratic(coefficients, Space(4).coordinates(card)) & 1} ^ changed
    lines = len(CardSet(cards).lines())
    fewest, most = fewest_sets()[len(cards)], most_sets()[len(cards)]
    assert fewest.lower <= lines <= most.upper


def _quadratic(coefficients: list[int], x: tuple[int, ...]) -> int:
    """A polynomial of degree two: its terms are the products of two of x₁ … x₄ and 1."""
    terms = (a * b for a, b in combinations_with_replacement((*x, 1), 2))
    return sum(c * term for c, term in zip(coefficients, terms, strict=True)) % 3


def test_all_proofs_hold_and_ten_rest_on_a_search() -> None:
    """Four have a search of their own; 22 – 24 and 31 – 33 follow from 21 and from 30 by deletion."""
    replays = verify()
    assert [replay.n for replay in replays] == list(range(82))
    assert all(replay.holds for replay in replays)
    assert [replay.n for replay in replays if not replay.complete] == [*range(21, 25), *range(28, 34)]


def test_a_proof_of_too_much_does_not_hold() -> None:
    fewest = walk(3).fewest
    rows = known_fewest()
    for before, row in pairwise(rows):
        more = replace(row.proof, lines=row.lines + 1, searched=())
        assert not more.holds(before.lines, fewest, 4)
    assert not replace(rows[28].proof, searched=()).holds(9, fewest, 4)
    assert not replace(rows[40].proof, weights=None).holds(75, fewest, 4)


def test_the_search_for_21_cards() -> None:
    assert known_fewest()[21].proof.searches_hold(4)
    assert not Proof(21, 4, "sections", searched=((9, 9, 3),)).searches_hold(4)  # 3 SETs there are


@pytest.mark.parametrize("n", [21, *(pytest.param(n, marks=pytest.mark.full) for n in range(22, 29))])
def test_the_same_without_weights(n: int) -> None:
    """A second proof: search every direction that there can be, balanced ones too."""
    limit = known_fewest()[n].lines - 1
    possible = possible_sizes(n, limit, walk(3).fewest, 4)
    assert len(possible) > 10
    assert all(fewest_lines_with_sections(sizes, limit) is None for sizes in possible)


@pytest.mark.parametrize("n", [24, *(pytest.param(n, marks=pytest.mark.full) for n in (22, 23, 31, 32, 33))])
def test_the_same_without_deletion(n: int) -> None:
    """A second proof of what follows from one card less: weights, and searches of its own."""
    known = known_fewest()[n]
    assert known.proof.kind == "deletion"
    second = prove_by_search(n, known.lines, walk(3).fewest)
    assert second is not None
    assert second.lines == known.lines
    assert second.searched


def test_the_same_by_deletion() -> None:
    """A second proof of what weights show."""
    rows = known_fewest()
    for n in (*range(25, 28), *range(34, 37)):
        assert rows[n].proof.weights is not None
        assert deletion_bound(n, rows[n - 1].proof.lines) == rows[n].lines


def test_proofs_are_those_that_the_search_finds() -> None:
    for n in (25, 27, 36, 45, 49, 53, 61, 81):
        known = known_fewest()[n]
        assert prove_by_sections(n, known.lines, walk(3).fewest) == known.proof


def test_a_dimension_that_is_not_settled_is_refused() -> None:
    with pytest.raises(SpecError, match="dimension 5"):
        fewest_sets(5)


@pytest.mark.full
@pytest.mark.parametrize("n", [28, 29, 30])
def test_a_search_for_too_much_finds_a_collection(n: int) -> None:
    """Sections that occur in the witness: the search sees it as soon as the limit allows it."""
    known = known_fewest()[n]
    sections = sorted(((known.mask >> 27 * i) & (1 << 27) - 1 for i in range(3)), key=int.bit_count, reverse=True)
    a, b, c = (section.bit_count() for section in sections)
    found = fewest_lines_with_sections((a, b, c), known.lines)
    assert found is not None
    assert found.lines == known.lines
    assert count_lines([found.mask(3)]).tolist() == [known.lines]


@pytest.mark.full
def test_all_searches_hold() -> None:
    assert all(replay.holds and replay.complete for replay in verify(searches=True))


@pytest.mark.full
def test_the_shipped_file_is_what_the_search_makes() -> None:
    assert tuple(settle()) == known_fewest()
