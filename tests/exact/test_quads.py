"""Quads in n cards: against all collections of small spaces, a search in AG(6,2), and totals and means."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setlab.counting.binary import most_quads
from setlab.errors import SpecError
from setlab.exact import exact_quads
from setlab.exact.quad_answers import projective_answer, quads_answer
from setlab.geometry.binary import sum_of


@pytest.mark.parametrize("d", [2, 3, 4])
def test_all_collections_of_small_spaces(d: int) -> None:
    fours = [sum(1 << x for x in four) for four in combinations(range(2**d), 4) if sum_of(four) == 0]
    found: list[Counter[int]] = [Counter() for _ in range(2**d + 1)]
    for word in range(1 << 2**d):
        found[word.bit_count()][sum(word & four == four for four in fours)] += 1
    assert [exact_quads(n, d).distribution for n in range(2**d + 1)] == found


KNOWN = [(5, n) for n in range(33)] + [(6, n) for n in (*range(11), *range(54, 65))]


@pytest.mark.parametrize(("d", "n"), KNOWN)
def test_totals_means_and_the_most(d: int, n: int) -> None:
    table = exact_quads(n, d)
    assert table.distribution is not None
    assert sum(table.distribution.values()) == table.total == comb(2**d, n)
    assert sum(k * number for k, number in table.distribution.items()) == table.mean * table.total
    assert max(table.distribution) == most_quads(n)


def test_the_variance_of_seven_cards() -> None:
    """Two quads share no card, one or two: the numbers of such pairs give the second moment."""
    deck, quads, n = 64, 10416, 7
    sharing = {4: 1, 2: 6 * 30, 1: 4 * (651 - 1 - 3 * 30)}
    sharing[0] = quads - sum(sharing.values())
    second = sum(
        Fraction(quads * number * comb(deck - 8 + s, n - 8 + s)) for s, number in sharing.items() if 8 - s <= n
    )
    table = exact_quads(n).distribution
    assert table is not None
    assert sum(k * k * number for k, number in table.items()) == second


def extensions(cards: list[int], last: int, wanted: int) -> int:
    """The number of ways to add cards, larger than the last, so that no four have the sum zero."""
    if not wanted:
        return 1
    barred = {a ^ b ^ c for a, b, c in combinations(cards, 3)}
    further = (card for card in range(last + 1, 64) if card not in barred and card not in cards)
    return sum(extensions([*cards, card], card, wanted - 1) for card in further)


@pytest.mark.parametrize("n", range(4, 11))
def test_collections_without_a_quad_by_search(n: int) -> None:
    """Symmetries take any four cards that are no quad to 0, 1, 2, 4: count the others, then the choices of the four."""
    found = extensions([0, 1, 2, 4], 0, n - 4)
    independent = comb(64, 4) - 10416
    assert found * independent == exact_quads(n).without * comb(n, 4)


def test_answers_of_all_dimensions() -> None:
    largest = {d: quads_answer(d).record["largest"] for d in range(2, 7)}
    assert largest == {2: 3, 3: 4, 4: 6, 5: 7, 6: 9}
    for d in (2, 4, 6):
        record = projective_answer(d).record
        assert (record["largest"], record["forced"]) == (d, d + 1)
        assert record["fewest"][str(d + 1)] == "1"


def test_what_is_not_known() -> None:
    table = exact_quads(30)
    assert table.distribution is None
    assert table.without == 0
    with pytest.raises(SpecError, match="2 to 6 dimensions"):
        exact_quads(3, 7)
    with pytest.raises(SpecError, match="65 cards cannot be dealt"):
        exact_quads(65)
